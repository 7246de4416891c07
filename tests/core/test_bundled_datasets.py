"""The texts that travel with the program: complete, clean, learnable, and not trivial."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pytest

import assets
from core.experiment import TextFeatures
from core.learners import find

FOLDER = assets.path("datasets")
NAMES = sorted(file.stem for file in FOLDER.glob("*.csv"))
CARDS = sorted(file.stem for file in FOLDER.glob("*.toml"))


class Wanted(NamedTuple):
    texts: int
    classes: int
    accuracy: float  # at least, of a linear model on texts it has not seen


WANTED = {
    "reviews": Wanted(200, 2, 0.75),
    "messages": Wanted(200, 2, 0.75),
    "headlines": Wanted(240, 4, 0.65),
    "questions": Wanted(180, 6, 0.65),
    "languages": Wanted(250, 5, 0.85),
}
FEW = 30  # a set with fewer texts is a worked example from a textbook, with the counts it needs
BIG = [name for name in NAMES if name in WANTED]

ADDRESS = re.compile(r"[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|io|info|biz)\b")
TELEPHONE = re.compile(r"\+?\d[\d ()/-]{6,}\d")


def rows_of(name: str) -> list[list[str]]:
    content = (FOLDER / f"{name}.csv").read_bytes().decode("utf-8")
    return list(csv.reader(io.StringIO(content, newline=""), strict=True))


def labels_and_texts(name: str) -> tuple[list[str], list[str]]:
    rows = rows_of(name)[1:]
    return [label for label, _ in rows], [text for _, text in rows]


def card_of(name: str) -> dict[str, Any]:
    return msgspec.toml.decode((FOLDER / f"{name}.toml").read_bytes(), type=dict[str, Any])


def features_of(name: str) -> TextFeatures:
    chosen = card_of(name).get("features", {}) if name in CARDS else {}
    return msgspec.convert(chosen, TextFeatures, strict=True)


def words_of(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", text.lower()))


def test_every_wanted_set_is_there_and_every_set_has_a_card() -> None:
    assert set(WANTED) <= set(NAMES)
    assert any(len(rows_of(name)) <= FEW for name in NAMES)
    assert CARDS == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_set_is_a_table_of_labels_and_texts(name: str) -> None:
    header, *rows = rows_of(name)
    assert header == ["label", "text"]
    assert rows
    for row in rows:
        assert len(row) == 2, row
        assert all(cell and cell == cell.strip() and cell.isprintable() for cell in row), row


@pytest.mark.parametrize("name", NAMES)
def test_a_set_is_balanced_enough_to_learn_from(name: str) -> None:
    labels, texts = labels_and_texts(name)
    counts = Counter(labels)
    assert len(counts) >= 2
    if len(texts) >= FEW:
        assert max(counts.values()) <= 2 * min(counts.values()), counts
        # Whoever keeps the given order should not see one class after the other.
        assert all(len(set(labels[at : at + 10])) > 1 for at in range(len(labels) - 9))


@pytest.mark.parametrize("name", BIG)
def test_a_set_is_as_large_as_wanted(name: str) -> None:
    labels, _ = labels_and_texts(name)
    assert len(labels) >= WANTED[name].texts
    assert len(set(labels)) == WANTED[name].classes


@pytest.mark.parametrize("name", BIG)
def test_no_text_is_there_twice(name: str) -> None:
    _, texts = labels_and_texts(name)
    assert [words for words, count in Counter(map(words_of, texts)).items() if count > 1] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_text_leads_to_a_real_address_or_telephone(name: str) -> None:
    _, texts = labels_and_texts(name)
    for text in texts:
        for address in ADDRESS.findall(text):
            assert re.search(r"(^|\.)example\.(com|net|org)$", address), text
        assert not TELEPHONE.search(text), text


@pytest.mark.parametrize("name", CARDS)
def test_a_card_says_what_the_set_is_and_what_to_watch(name: str) -> None:
    card = card_of(name)
    required = {"title", "what", "watch", "order"}
    assert required <= set(card) <= required | {"features", "learners"}
    assert type(card["order"]) is int
    assert card["title"].strip()
    assert card["what"].endswith(".")
    assert 2 <= len(card["watch"]) <= 4
    assert all(isinstance(line, str) and line.strip() for line in card["watch"])


def test_every_card_has_its_own_title_and_place() -> None:
    cards = [card_of(name) for name in CARDS]
    for key in ("title", "order"):
        assert len({card[key] for card in cards}) == len(cards), key


@pytest.mark.parametrize("name", CARDS)
def test_a_card_names_features_and_learners_that_exist(name: str) -> None:
    choice = features_of(name)
    assert 1 <= choice.shortest <= choice.longest <= 5
    for learner in card_of(name).get("learners", []):
        assert find(learner).name == learner


@pytest.mark.parametrize("name", BIG)
def test_a_linear_model_learns_the_set_but_not_all_of_it(name: str) -> None:
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.model_selection import StratifiedKFold, cross_val_score
    from sklearn.pipeline import make_pipeline
    from sklearn.svm import LinearSVC

    labels, texts = labels_and_texts(name)
    choice = features_of(name)
    read = CountVectorizer(
        analyzer="char_wb" if choice.unit == "characters" else "word",
        ngram_range=(choice.shortest, choice.longest),
        binary=True,
    )
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    model = make_pipeline(read, LinearSVC(C=0.1, random_state=0))
    accuracy = cross_val_score(model, texts, labels, cv=folds).mean()
    assert WANTED[name].accuracy <= accuracy < 1


@pytest.mark.parametrize("name", BIG)
def test_no_single_word_gives_the_class_away(name: str) -> None:
    labels, texts = labels_and_texts(name)
    classes, gold = np.unique(labels, return_inverse=True)
    chance = np.bincount(gold).max() / len(gold)
    held = [set(words_of(text)) for text in texts]
    for word in set().union(*held):
        has = np.array([word in words for words in held])
        # The best that can be done by looking at this word alone.
        right = sum(np.bincount(gold[part], minlength=len(classes)).max() for part in (has, ~has))
        assert right / len(gold) < chance + 0.25, word
