"""Two published sets of film reviews, where they are at hand."""

import csv
import io
import os
import tarfile
import time
from pathlib import Path

import pytest

import core
from core.files.texts import LabelledTexts, parse_pasted, read_texts
from core.files.texts.parse import parse_texts

HERE = Path(core.__file__).parents[1]
DATA = Path(os.environ.get("PERCEPTARIUM_DATA") or HERE.parent / "shared" / "data")
SENTENCES = DATA / "sentence_polarity"
REVIEWS = DATA / "movie_reviews"

with_sentences = pytest.mark.skipif(
    not (SENTENCES / "rt-polarity.pos").is_file(), reason="the sentence polarity set is not here"
)
with_reviews = pytest.mark.skipif(
    not (REVIEWS / "pos").is_dir(), reason="the movie review set is not here"
)


@pytest.fixture(scope="module")
def sentences() -> LabelledTexts:
    return read_texts(SENTENCES / "rt-polarity.neg")


@with_sentences
def test_sentences(sentences: LabelledTexts) -> None:
    assert sentences.summary() == "10,662 texts in 2 classes (neg 5,331, pos 5,331)."
    lines = (SENTENCES / "rt-polarity.pos").read_bytes().decode().split("\n")
    assert list(sentences.texts[5_331:]) == [line.strip() for line in lines if line.strip()]
    assert read_texts(SENTENCES).texts == sentences.texts


@with_sentences
def test_sentences_in_every_form_are_the_same(sentences: LabelledTexts) -> None:
    pairs = list(zip(sentences.labels, sentences.texts, strict=True))
    file = io.StringIO()
    csv.writer(file).writerows([("label", "text"), *pairs])
    table = file.getvalue().replace("\r\n", "\n")
    tabs = "".join(f"{label}\t{text}\n" for label, text in pairs)
    words = "".join(f"__label__{label} {text}\n" for label, text in pairs)
    for written in (table, tabs, words):
        start = time.process_time()
        again = parse_texts(written, "sentences")
        assert time.process_time() - start < 0.5
        assert (again.texts, again.labels) == (sentences.texts, sentences.labels)
    assert parse_pasted(tabs[:20_000] + tabs[-20_000:]).class_names == ("neg", "pos")


@with_reviews
def test_reviews_from_the_folder_and_from_an_archive(tmp_path) -> None:
    texts = read_texts(REVIEWS)
    assert len(texts) == 2_000
    assert texts.class_names == ("neg", "pos")
    assert texts.names is not None
    assert texts.names[0] == sorted(os.listdir(REVIEWS / "neg"))[0]
    assert texts.texts[0] == (REVIEWS / "neg" / texts.names[0]).read_text().strip()
    with tarfile.open(tmp_path / "some.tar.gz", "w:gz", compresslevel=1) as archive:
        for label in ("pos", "neg"):
            for name in sorted(os.listdir(REVIEWS / label))[:50]:
                archive.add(REVIEWS / label / name, f"reviews/{label}/{name}")
    some = read_texts(tmp_path / "some.tar.gz")
    assert some.texts == texts.texts[:50] + texts.texts[1_000:1_050]
    assert some.names == texts.names[:50] + texts.names[1_000:1_050]
