"""TeX as plain text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.learners import BUILT_IN
from core.learners.declaration import Learner
from gui.commands.formula_text import formula_text


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"w \leftarrow w + \eta\,\bigl(f(x,y) - f(x,\hat y)\bigr)", "w ← w + η (f(x,y) − f(x,ŷ))"),
        (r"\frac{a}{b}", "a/b"),
        (r"\frac{a+b}{2c}", "(a+b)/2c"),
        (r"\frac{\max(0,\,1-\gamma)}{\lVert x \rVert^2}", "max(0, 1−γ)/‖x ‖²"),
        (r"\tfrac12\ln\frac{1-\varepsilon}{\varepsilon}", "1/2 ln((1−ε)/ε)"),
        (r"\left(1-\tfrac1t\right) w", "(1−1/t) w"),
        (r"e^{-\alpha\,y}", "e^(−α y)"),
        (r"10^{-12}", "10⁻¹²"),
        (r"\sigma_{y,j}^2", "σ_(y,j)²"),
        (r"\log\mu_y + \sum_j x_j\log\phi_{j}", "log μ_y + Σ_j x_j log φ_j"),
        (r"\arg\max_y\ p_y", "arg max_y p_y"),
        (r"w\cdot x", "w·x"),
        (r"x \;\text{ if } y \neq 1", "x if y ≠ 1"),
        (r"\mathrm{softmax}(z)", "softmax(z)"),
        (r"\sqrt{a+b}", "√(a+b)"),
        (r"\mystery x", "mystery x"),
        (r"a } b", "a b"),
        ("", ""),
    ],
)
def test_it_reads_like_the_formula(tex: str, text: str) -> None:
    assert formula_text(tex) == text


@pytest.mark.parametrize("learner", BUILT_IN, ids=lambda learner: learner.name)
def test_no_trace_of_tex_is_left_in_the_rules(learner: Learner) -> None:
    text = formula_text(learner.formula)
    assert not set(text) & set("\\{}$")
    assert text.count("(") == text.count(")")
    assert "←" in text or "=" in text


@given(st.text(alphabet=r"\{}^_ abfr1c-+,()‖é", max_size=40))
def test_anything_gives_some_text(tex: str) -> None:
    text = formula_text(tex)
    assert "\n" not in text
    assert text == text.strip()
