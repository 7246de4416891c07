"""The other forms of texts: fastText, JSON lines, folders, two files with a class each."""

import codecs
import json
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import PlainError
from core.files import read_any
from core.files.texts import LabelledTexts, LeftOut, looks_like_texts, read_texts
from core.files.texts.parse import holds_texts, parse_texts

CSV = "label,text\npos,I like café\nneg,Not at all\n"


def pairs_in(texts: LabelledTexts) -> list[tuple[str, str]]:
    return list(zip(texts.labels, texts.texts, strict=True))


def test_fasttext() -> None:
    text = (
        "__label__pos I like it\n\nnobody knows\n__label__neg\tso bad\n__label__a __label__b two\n"
        "at the end __label__pos\n__label__neg\n__label__ none\n"
    )
    texts = parse_texts(text, "a.txt")
    assert pairs_in(texts) == [("pos", "I like it"), ("neg", "so bad"), ("pos", "at the end")]
    assert texts.left_out == (
        LeftOut("line 3", "no label"),
        LeftOut("line 5", "several labels"),
        LeftOut("line 7", "no text"),
        LeftOut("line 8", "no label"),
    )


def test_json_lines_with_the_usual_names() -> None:
    lines = [
        {"id": 1, "text": "I like it", "label": "pos"},
        {"id": 2, "text": "so bad", "label": 0, "more": {"deep": [1]}},
        {"id": 3, "text": "", "label": "pos"},
        {"id": 4, "text": "no label", "label": None},
        {"id": 5, "label": True},
        {"id": 6, "text": "NUL \x00 inside", "label": "pos"},
    ]
    texts = parse_texts("\n".join(map(json.dumps, lines)), "a.jsonl")
    assert pairs_in(texts) == [("pos", "I like it"), ("0", "so bad")]
    assert [str(one) for one in texts.left_out] == [
        "line 3: no text",
        "line 4: no label",
        "line 5: no text",
        "line 6: binary data, not text",
    ]


def test_json_lines_with_other_names() -> None:
    text = '{"stars": 5, "what was said": "such a fine film"}\n' * 2
    text += '{"stars": 1, "what was said": "what a bad film"}\n'
    assert parse_texts(text, "a.jsonl").class_names == ("1", "5")
    assert holds_texts(text)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('{"text": "a", "label": "b", "label": "c"}', "line 3: expected each key once"),
        ('{"text": "a", "label": "b"', "line 3: expected complete JSON"),
        ('["a", "b"]', "line 3: expected a JSON object"),
        ('{"text": "a", "label": "b", "x": ' + "[" * 5_000 + "}", "line 3: expected"),
        ('{"text": "\\ud800", "label": "b"}', "line 3: expected JSON"),
    ],
)
def test_broken_json_lines_are_refused_with_their_line(line: str, sentence: str) -> None:
    good = '{"text": "a", "label": "b"}\n{"text": "c", "label": "d"}\n'
    with pytest.raises(PlainError) as caught:
        parse_texts(good + line, "a.jsonl")
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    "text", ['{"x":1,"label":"A"}\n', '{"label": "a b c d", "x": 1, "y": 2}', '{"a": "b"}', "{"]
)
def test_objects_of_numbers_are_no_texts(text: str) -> None:
    assert not holds_texts(text)


@pytest.mark.parametrize(
    "data",
    [
        CSV.encode(),
        codecs.BOM_UTF8 + CSV.encode(),
        CSV.encode("utf-16"),
        CSV.encode("cp1252"),
        CSV.replace("\n", "\r\n").encode(),
        CSV.replace("\n", "\r").encode(),
        codecs.BOM_UTF16_BE + CSV.replace("\n", "\r\n").encode("utf-16-be"),
    ],
)
def test_encodings_and_newlines(tmp_path, data: bytes) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(data)
    assert pairs_in(read_texts(path)) == [("pos", "I like café"), ("neg", "Not at all")]
    assert read_any(path) == read_texts(path)
    assert looks_like_texts(path)


def test_a_given_encoding_wins(tmp_path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes("label,text\nда,привет всем\nнет,до свидания\n".encode("koi8-r"))
    assert read_texts(path, encoding="koi8-r").texts == ("привет всем", "до свидания")


@settings(max_examples=60)
@given(
    st.lists(
        st.text(st.characters(exclude_characters="\0"), max_size=5)
        | st.sampled_from(["é", "\r", "😀", "\r\n"]),
        min_size=1,
    ),
    st.sampled_from(["utf-8", "utf-16", "utf-8-sig", "utf-32"]),
)
def test_decoding_piece_by_piece_is_decoding_whole(words: list[str], encoding: str) -> None:
    from core.files import text as module

    data = "".join(words).encode(encoding, "ignore")
    whole = data.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
    piece, module._PIECE = module._PIECE, 3
    try:
        assert module.decode_text(data, "a", encoding)[0] == whole.removeprefix("\ufeff")
    finally:
        module._PIECE = piece


def make(folder, files: dict[str, str | bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def test_a_folder_with_one_folder_per_class(tmp_path) -> None:
    make(
        tmp_path / "films",
        {
            "pos/b.txt": "very good\n\nindeed\n",
            "pos/a.txt": "caf\xe9".encode("cp1252"),
            "neg/c": "bad",
            "neg/empty.txt": " \n",
            "neg/picture.png": b"\x89PNG\x00\x00",
            "neg/deep/d.txt": "deep",
            "README": "about",
            ".DS_Store": b"\x00",
            "neg/.hidden": "x",
        },
    )
    texts = read_texts(tmp_path / "films")
    assert pairs_in(texts) == [("neg", "bad"), ("pos", "café"), ("pos", "very good\n\nindeed")]
    assert texts.names == ("c", "a.txt", "b.txt")
    assert {str(one) for one in texts.left_out} == {
        "README: not in a class folder",
        "neg/deep/d.txt: too deep for a class folder",
        "neg/empty.txt: no text",
        "neg/picture.png: binary data, not text",
    }
    assert read_any(tmp_path / "films") == texts
    assert looks_like_texts(tmp_path / "films")


def test_folders_around_the_classes_do_not_matter(tmp_path) -> None:
    make(tmp_path, {"a/b/pos/1": "good", "a/b/neg/1": "bad", "a/README": "about"})
    assert pairs_in(read_texts(tmp_path)) == [("neg", "bad"), ("pos", "good")]


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="there are no links here")
def test_links_are_not_followed(tmp_path) -> None:
    make(tmp_path, {"set/pos/1": "good", "set/neg/1": "bad", "secret": "secret"})
    os.symlink(tmp_path / "secret", tmp_path / "set/pos/2")
    os.symlink(tmp_path / "set", tmp_path / "set/neg/loop")
    texts = read_texts(tmp_path / "set")
    assert texts.texts == ("bad", "good")
    assert texts.left_out == (LeftOut("neg/loop", "a link"), LeftOut("pos/2", "a link"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_pipes_are_not_opened(tmp_path) -> None:
    make(tmp_path, {"pos/1": "good", "neg/1": "bad"})
    os.mkfifo(tmp_path / "pos/pipe")
    assert read_texts(tmp_path).left_out == (LeftOut("pos/pipe", "a device or a pipe"),)


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "expected one sub-folder with texts for each class."),
        ({"a.txt": "x", "b.txt": "y"}, "expected one sub-folder with texts for each class."),
        ({"pos/1": "good", "pos/2": "fine"}, "at least 2 different labels in the names of its"),
        ({"pos/1": " ", "neg/1": ""}, "found none; 2 could not be used, such as: neg/1: no text."),
        ({f"{i:02}/1": "x" for i in range(51)}, "expected at most 50 different labels"),
    ],
)
def test_folders_that_are_no_set(tmp_path, files: dict[str, str | bytes], sentence: str) -> None:
    (tmp_path / "set").mkdir()
    make(tmp_path / "set", files)
    with pytest.raises(PlainError) as caught:
        read_texts(tmp_path / "set")
    assert sentence in str(caught.value)
    assert str(caught.value).startswith("set")


def test_a_folder_with_too_much_is_refused_before_it_is_read(tmp_path, monkeypatch) -> None:
    import core.files.texts as door

    make(tmp_path, {"pos/1": "g" * 600, "neg/1": "b" * 600})
    monkeypatch.setattr(door, "MOST_BYTES", 1_000)
    with pytest.raises(PlainError, match="of texts, found more"):
        read_texts(tmp_path)
    assert len(read_texts(tmp_path, anyway=True)) == 2


def test_two_files_with_a_class_each(tmp_path) -> None:
    make(
        tmp_path,
        {"x.pos": "good one\nanother \n\nthird\n\n", "x.neg": "bad\r\nworse", "README": "-"},
    )
    expected = [
        ("neg", "bad"),
        ("neg", "worse"),
        ("pos", "good one"),
        ("pos", "another"),
        ("pos", "third"),
    ]
    for given_path in (tmp_path / "x.pos", tmp_path / "x.neg"):
        texts = read_texts(given_path)
        assert pairs_in(texts) == expected
        assert texts.left_out == (LeftOut("x.pos, line 3", "no text"),)
        assert read_any(given_path) == texts
    assert pairs_in(read_texts(tmp_path)) == expected  # the folder holds just this pair
    both = read_texts([tmp_path / "x.pos", str(tmp_path / "x.neg")])
    assert pairs_in(both) == expected


def test_several_files_are_named_by_their_class(tmp_path) -> None:
    make(tmp_path, {"sport.txt": "ball\ngoal", "news.txt": "vote", "art.txt": "paint"})
    texts = read_texts([tmp_path / name for name in ("sport.txt", "news.txt", "art.txt")])
    assert texts.labels == ("art", "news", "sport", "sport")


def test_half_a_pair_says_what_is_missing(tmp_path) -> None:
    make(tmp_path, {"x.pos": "good"})
    with pytest.raises(PlainError, match=r"x\.pos: expected “x\.neg” with the other class"):
        read_texts(tmp_path / "x.pos")
    with pytest.raises(PlainError, match="Choose a file"):
        read_texts([])
    with pytest.raises(PlainError, match=r"nothing\.csv: cannot be read"):
        read_texts(tmp_path / "nothing.csv")
    assert not looks_like_texts(tmp_path / "nothing.csv")


@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_quotation_marks_hold_also_where_a_sample_ends_within_them(delimiter: str) -> None:
    rows = [f'{"ab"[k % 2]}{delimiter}"text number {k} of many"' for k in range(6_000)]
    read = parse_texts("\n".join([f"label{delimiter}text", *rows]), "many.csv")
    assert read.texts[0] == "text number 0 of many"
    assert read.texts[-1] == "text number 5999 of many"
