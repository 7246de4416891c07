"""JSON lines: one object per line, with a text and a label under their names."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import islice
from typing import Any, TypeAlias

import msgspec

from core.errors import PlainError
from core.files.strict_json import decode_json
from core.files.text import lines_of
from core.files.texts.model import EMPTY, NO_LABEL, Gathering, LabelledTexts
from core.files.texts.recognise import is_wordy
from core.files.texts.sniff import TEXT_LABEL_NAMES, TEXT_NAMES
from core.files.watch import UNWATCHED, Watch
from core.files.wording import complaint, shown

Keys: TypeAlias = tuple[str, str]  # of the text and of the label
_Fields: TypeAlias = dict[str, Any]

_KEY = re.compile(r'"\s*:')
_SAMPLE = 100
_LONGEST_SAMPLE = 500_000  # characters of a line that is looked at to find out the keys


def parse_json_texts(
    text: str, name: str, keys: Keys | None = None, watch: Watch = UNWATCHED
) -> LabelledTexts:
    """The labelled texts; the keys are found out unless given."""
    keys = keys or find_keys(text)
    if keys is None:
        raise complaint(name, "expected objects with a text and a label, such as “text”, “label”.")
    text_key, label_key = keys
    gathered = Gathering(name, f"“{shown(label_key)}”")
    decode = msgspec.json.Decoder(_Fields).decode
    for number, line in enumerate(lines_of(text, watch), 1):
        if not line or line.isspace():
            continue
        try:
            fields = decode(line) if _is_flat(line) else None
        except (msgspec.DecodeError, RecursionError):
            fields = None
        if fields is None or len(fields) != len(_KEY.findall(line)):
            # Depth or a key that comes twice needs the closer look, as does all that is wrong.
            fields = decode_json(line.encode(), name, _Fields, number)
        content, label = fields.get(text_key), _label_text(fields.get(label_key))
        if label is None:
            gathered.leave_out(number, NO_LABEL)
        elif not isinstance(content, str):
            gathered.leave_out(number, EMPTY)
        else:
            gathered.add(content, label, number)
    return gathered.result()


def _is_flat(line: str) -> bool:
    """Whether it can only be an object without lists or objects in it, or no JSON."""
    return "\\" not in line and "[" not in line and line.count("{") == 1


def find_keys(text: str) -> Keys | None:
    """Where the first objects have their text and their label, if they have both."""
    sample = [fields for line in islice(lines_of(text), _SAMPLE) if (fields := _object(line))]
    folded: dict[str, str] = {}
    for fields in sample:
        for key in fields:
            folded.setdefault(key.lower(), key)
    text_key = _text_key(sample, folded)
    if text_key is None:
        return None
    label_key = next(
        (folded[n] for n in TEXT_LABEL_NAMES if folded.get(n, text_key) != text_key), None
    )
    if label_key is None:
        others = [key for key in folded.values() if key != text_key and _may_label(sample, key)]
        label_key = others[0] if len(others) == 1 else None
    return None if label_key is None else (text_key, label_key)


def _object(line: str) -> _Fields | None:
    if not line.lstrip().startswith("{") or len(line) > _LONGEST_SAMPLE:
        return None
    try:
        return decode_json(line.encode(), "", _Fields)
    except PlainError:
        return None


def _text_key(sample: Sequence[_Fields], folded: dict[str, str]) -> str | None:
    """The usual name with text under it; else the only other one with more than a few words."""
    named = [folded[name] for name in TEXT_NAMES if name in folded]
    for key in named:
        if any(isinstance(fields.get(key), str) for fields in sample):
            return key
    labels = [key for key in folded.values() if key.lower() in TEXT_LABEL_NAMES]
    wordy = [key for key in folded.values() if key not in labels and _is_wordy_key(sample, key)]
    return wordy[0] if len(wordy) == 1 else None


def _is_wordy_key(sample: Sequence[_Fields], key: str) -> bool:
    texts = [fields[key] for fields in sample if isinstance(fields.get(key), str)]
    return bool(texts) and is_wordy(texts)


def _may_label(sample: Sequence[_Fields], key: str) -> bool:
    values = [_label_text(fields.get(key)) for fields in sample]
    different = {value for value in values if value}
    return bool(different) and (len(different) < len(sample) or len(sample) < 10)


def _label_text(value: object) -> str | None:
    if isinstance(value, str):
        return value
    return json.dumps(value) if isinstance(value, bool | int | float) else None
