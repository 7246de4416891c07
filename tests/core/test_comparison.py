"""The table of all learners follows from what they declare."""

from __future__ import annotations

from core.learners import BUILT_IN
from core.learners.comparison import HEADS, comparison


def test_every_learner_has_a_full_row() -> None:
    rows = comparison(BUILT_IN)
    assert [row.title for row in rows] == [learner.title for learner in BUILT_IN]
    for row in rows:
        assert len(row.cells) == len(HEADS)
        assert all(cell.strip() for cell in row.cells)
    assert len({row.training for row in rows}) == len(rows), "no two learn alike"


def test_cells_say_what_is_declared() -> None:
    by_title = {row.title: row for row in comparison(BUILT_IN)}
    assert by_title["Perceptron"].online == "online"
    assert "vote" in by_title["Perceptron"].decoding
    assert "vote" not in by_title["Pegasos"].decoding
    assert by_title["AdaBoost"].online.startswith("batch")
    assert "independent" in by_title["Naive Bayes"].features
    assert by_title["Logistic regression"].loss.startswith("log")
    likely = [row.title for row in by_title.values() if row.probabilistic == "yes"]
    assert likely == ["Logistic regression", "Naive Bayes", "Gaussian naive Bayes"]
