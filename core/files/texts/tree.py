"""Many files in folders, on disk or in an archive: one folder per class, or one file per class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from core.errors import PlainError
from core.files.text import decode_text, lines_of
from core.files.texts.model import NOT_TEXT, Gathering, LabelledTexts
from core.files.texts.parse import parse_texts_bytes
from core.files.texts.shape import TextShape
from core.files.watch import UNWATCHED, Watch
from core.files.wording import complaint, found

PAIRS = ((".pos", ".neg"),)
_PAIRED_STEMS = ({"pos", "neg"}, {"positive", "negative"}, {"ham", "spam"})
_PLAIN_SUFFIXES = ("", ".txt", ".text")
_ABOUT = ("readme", "license", "licence")  # how files begin that are about the others
_OF_THE_SYSTEM = ("__MACOSX", "Thumbs.db", "desktop.ini")


@dataclass(frozen=True)
class Leaf:
    """One file: where it is, how large, and how its bytes are had."""

    path: tuple[str, ...]
    size: int
    read: Callable[[], bytes]

    @property
    def name(self) -> str:
        return self.path[-1]

    @property
    def place(self) -> str:
        return "/".join(self.path)


@dataclass
class Tree:
    """All files below one place, and what there cannot be used."""

    name: str
    leaves: list[Leaf] = field(default_factory=list)
    odd: list[tuple[str, str]] = field(default_factory=list)  # place and why


def is_of_the_system(path: Iterable[str]) -> bool:
    """Hidden files and what operating systems leave lying about."""
    return any(part.startswith(".") or part in _OF_THE_SYSTEM for part in path)


def read_tree(
    tree: Tree, shape: TextShape | None, encoding: str | None, watch: Watch
) -> LabelledTexts:
    """One text per file where there is a folder for each class; else one per line of two files,
    or the rows of a single one."""
    pair = find_pair(tree.leaves)
    if pair:
        used = [leaf for leaf, _ in pair]
        _note_unused(tree, used, "not one of the two files with texts")
        return read_class_files(pair, tree.name, encoding, watch, tree.odd, f"{tree.name}, ")
    tables = [leaf for leaf in tree.leaves if not leaf.name.lower().startswith(_ABOUT)]
    if len(tables) == 1:
        name = f"{tree.name}, {tables[0].name}"
        return parse_texts_bytes(tables[0].read(), name, shape, encoding, watch)
    depth = _depth_of_classes(tree.leaves)
    if not any(len(leaf.path) == depth + 2 for leaf in tree.leaves):
        raise complaint(tree.name, "expected one sub-folder with texts for each class.")
    return _read_class_folders(tree, depth, encoding, watch)


def _note_unused(tree: Tree, used: Sequence[Leaf], why: str) -> None:
    tree.odd.extend((leaf.place, why) for leaf in tree.leaves if leaf not in used)


def _read_class_folders(
    tree: Tree, depth: int, encoding: str | None, watch: Watch
) -> LabelledTexts:
    """`depth` folders lie around the class folders."""
    gathered = Gathering(tree.name, "the names of its sub-folders")
    for place, why in tree.odd:
        gathered.leave_out(place, why)
    total = sum(leaf.size for leaf in tree.leaves)
    done = 0
    for leaf in sorted(tree.leaves, key=lambda leaf: leaf.path):
        watch.at(done, total)
        done += leaf.size
        if len(leaf.path) != depth + 2:
            deeper = len(leaf.path) > depth + 2
            why = "too deep for a class folder" if deeper else "not in a class folder"
            gathered.leave_out(leaf.place, why)
            continue
        text = _text(leaf, encoding)
        if text is None:
            gathered.leave_out(leaf.place, NOT_TEXT)
        else:
            gathered.add(text, leaf.path[depth], leaf.place, leaf.name)
    return gathered.result()


def _text(leaf: Leaf, encoding: str | None) -> str | None:
    data = leaf.read()
    try:
        return decode_text(data, leaf.name, encoding)[0]
    except PlainError:
        return None


def _depth_of_classes(leaves: Sequence[Leaf]) -> int:
    """How many folders lie around the class folders: those that hold only one other folder."""
    depth = 0
    while True:
        inner = [leaf.path[depth:] for leaf in leaves if len(leaf.path) > depth + 1]
        if len({path[0] for path in inner}) != 1 or all(len(path) == 2 for path in inner):
            return depth
        depth += 1


def find_pair(leaves: Sequence[Leaf]) -> list[tuple[Leaf, str]]:
    """The two files with a class each, and the names of the classes, where there are just two."""
    by_suffix = [leaf for leaf in leaves if _suffix(leaf) in PAIRS[0]]
    if len(by_suffix) == 2 and _are_pair(*by_suffix):
        return [(leaf, _suffix(leaf)[1:]) for leaf in by_suffix]
    if any(len(leaf.path) != len(leaves[0].path) for leaf in leaves):
        return []
    plain = [leaf for leaf in leaves if _suffix(leaf) in _PLAIN_SUFFIXES]
    stems = [PurePosixPath(leaf.name).stem.lower() for leaf in plain]
    for wanted in _PAIRED_STEMS:
        chosen = [(leaf, stem) for leaf, stem in zip(plain, stems, strict=True) if stem in wanted]
        if len(chosen) == 2 and {stem for _, stem in chosen} == wanted:
            return chosen
    return []


def _suffix(leaf: Leaf) -> str:
    return PurePosixPath(leaf.name).suffix.lower()


def _are_pair(one: Leaf, other: Leaf) -> bool:
    same_place = one.path[:-1] == other.path[:-1]
    same_stem = PurePosixPath(one.name).stem == PurePosixPath(other.name).stem
    return same_place and same_stem and _suffix(one) != _suffix(other)


def read_class_files(
    files: Sequence[tuple[Leaf, str]],
    name: str,
    encoding: str | None,
    watch: Watch = UNWATCHED,
    odd: Sequence[tuple[str, str]] = (),
    inside: str = "",
) -> LabelledTexts:
    """One text per line, the class by the file; `inside` says where the files are."""
    gathered = Gathering(name, "the names of the files")
    for place, why in odd:
        gathered.leave_out(place, why)
    total = sum(leaf.size for leaf, _ in files) or 1
    done = 0
    for leaf, label in sorted(files, key=lambda pair: pair[1]):
        part = watch.part(done / total, (done + leaf.size) / total)
        done += leaf.size
        text, _ = decode_text(leaf.read(), inside + leaf.name, encoding, part.part(0.0, 0.3))
        for number, line in enumerate(lines_of(text.rstrip("\n"), part.part(0.3, 1.0)), 1):
            gathered.add(line, label, f"{leaf.name}, line {number:,}")
    return gathered.result()


def class_of_file(name: str, others: Sequence[str]) -> str:
    """What a file's name says of its class: the suffix where only that differs, else the stem."""
    path = PurePosixPath(name)
    stems = {PurePosixPath(other).stem for other in others}
    label = path.suffix[1:] if len(stems) == 1 and len(others) > 1 else path.stem
    if not label:
        raise complaint(name, f"expected a name that says the class, {found(name)}.")
    return label
