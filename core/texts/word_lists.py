"""Our own lists of English words, kept as files: a word a line, # begins a remark."""

from __future__ import annotations

from functools import cache

import assets


@cache
def word_list(name: str) -> frozenset[str]:
    """The words of one of the lists, such as `stop_words`."""
    lines = assets.path("lexicon", f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(filter(None, (line.partition("#")[0].strip() for line in lines)))
