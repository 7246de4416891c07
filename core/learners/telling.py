"""What a learner's file needs to put one of its steps into words and worked formulas."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from core.parameters import Value
from core.recording import Step, Update

MOST_LISTED = 6  # numbers in a row in a formula; beyond, only those that matter most
LONGEST_NAME = 30  # characters in a formula, which is typeset letter by letter

# Controls, and what turns the writing around.
_UNREADABLE = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_LOOKALIKES = str.maketrans({"\\": "∖", "{": "(", "}": ")", "&": "＆", "<": "‹", "\n": " "})


@dataclass(frozen=True)
class NumberStyle:
    """How numbers are shown: a fixed count of decimals, and a point or a comma."""

    digits: int = 3
    comma: bool = False

    def __call__(self, number: float) -> str:
        """Rounded half to even on the exact binary value, with a real minus sign and no “−0”."""
        text = self._plain(number)
        return (text.replace(".", ",") if self.comma else text).replace("-", "−")

    def tex(self, number: float) -> str:
        """The same digits as TeX writes them."""
        text = self._plain(number)
        if self.comma:
            text = text.replace(".", "{,}")  # in braces it takes no space behind it
        mantissa, e, exponent = text.partition("e")
        return rf"{mantissa}\cdot 10^{{{int(exponent)}}}" if e else text.replace("inf", r"\infty")

    def term(self, number: float) -> str:
        """In TeX, to follow an operator: in brackets if negative."""
        text = self.tex(number)
        return f"({text})" if text.startswith("-") else text

    def vector(self, numbers: tuple[float, ...]) -> str:
        """In TeX; with a decimal comma, numbers are parted by semicolons."""
        between = r";\ " if self.comma else r",\ "
        return f"({between.join(map(self.tex, numbers))})"

    def _plain(self, number: float) -> str:
        number = number + 0.0  # makes 0 of −0
        size = abs(number)
        if size != 0.0 and (size >= 1e7 or size < 0.5 * 10.0**-self.digits):
            return f"{number:.{self.digits}e}"
        return f"{number:.{self.digits}f}"


def name_tex(name: str) -> str:
    """A class or feature name in a formula; signs that TeX would take for its own look alike."""
    name = " ".join(_UNREADABLE.sub("", name[: 4 * LONGEST_NAME].translate(_LOOKALIKES)).split())
    if len(name) > LONGEST_NAME:
        name = name[: LONGEST_NAME - 1] + "…"
    return rf"\text{{{name}}}"


def latex_names(tex: str) -> str:
    """The names in a formula as LaTeX wants them typed."""

    def typed(match: re.Match[str]) -> str:
        name = re.sub(r"([_#%$])", r"\\\1", match[1]).replace("＆", r"\&").replace("‹", "<")
        name = name.replace("∖", r"\textbackslash ").replace("^", r"\^{}").replace("~", r"\~{}")
        return rf"\text{{{name}}}"

    return re.sub(r"\\text\{([^{}]*)\}", typed, tex)


@dataclass(frozen=True)
class Counted:
    """One feature of a counted example, before it was counted, in the class of the example."""

    name: str
    value: float  # what is added to its count
    count: float
    square: float = 0.0  # the sum of squares, for bell curves


@dataclass(frozen=True)
class Tally:
    """What a counting step adds to, in the class of its example."""

    features: tuple[Counted, ...]  # the largest first
    total: float  # of all features
    vocabulary: int  # V
    examples: float  # of the class
    all_examples: float
    floors: tuple[float, ...] = ()  # added to the variance of each of the features
    prior: bool = True  # does the share of the class count?


@dataclass(frozen=True)
class Occasion:
    """A step, or one visit of a step, with all that its telling may use."""

    step: Step
    update: Update | None  # None where a step visits no single example
    parameters: Mapping[str, Value]
    class_names: tuple[str, ...]
    show: NumberStyle
    rate: float = 1.0
    tally: Tally | None = None  # of a learner that counts
    added: str = ""  # the rule that boosting added
    facts: Mapping[str, float] = field(default_factory=dict)

    @property
    def visit(self) -> Update:
        assert self.update is not None
        return self.update

    @property
    def gold(self) -> str:
        return self.class_names[self.visit.gold]

    @property
    def wrong(self) -> str:
        return self.class_names[self.visit.wrong]

    @property
    def two(self) -> bool:
        """Do the classes share one weight vector?"""
        return len(self.class_names) == 2

    @property
    def batch(self) -> int:
        """How many examples the step takes the mean of."""
        return max(len(self.step.updates), 1)

    def number(self, name: str) -> float:
        """The value of a numeric parameter."""
        return float(self.parameters[name])

    @property
    def outcome(self) -> str:
        """How the prediction went, as the beginning of a sentence."""
        margin = self.visit.margin
        if margin < 0.0:
            return f"{self.gold} was scored as {self.wrong} by {self.show(-margin)}"
        if margin == 0.0:
            return f"{self.gold} and {self.wrong} scored the same"
        return f"{self.gold} was scored right by {self.show(margin)}"

    @property
    def aside(self) -> str:
        """That a step of several examples takes only its share of each."""
        return f", of which a step of {self.batch} takes 1/{self.batch}" if self.batch > 1 else ""

    @property
    def margin_tex(self) -> str:
        """γ as it comes from the scores, with its value."""
        tex, scores = self.show.tex, self.visit.scores
        if self.two:
            sign = "+" if self.visit.gold == 1 else "-"
            return rf"\gamma = {sign}\,w\cdot x = {tex(self.visit.margin)}"
        gold, wrong = scores[self.visit.gold], self.show.term(scores[self.visit.wrong])
        return rf"\gamma = {tex(gold)} - {wrong} = {tex(self.visit.margin)}"

    def moves(self, size: str, kept: float = 1.0) -> str:
        """The weights' move in TeX: towards the gold label's side, from the best wrong one."""
        own = self.kept_tex(kept)
        part = rf"\tfrac1{{{self.batch}}}\cdot {size}" if self.batch > 1 else size
        if self.two:
            sign = "+" if self.visit.gold == 1 else "-"
            return rf"w \leftarrow {own}w {sign} {part}\,x"
        gold, wrong = name_tex(self.gold), name_tex(self.wrong)
        return (
            rf"w_{{{gold}}} \leftarrow {own}w_{{{gold}}} + {part}\,x,\quad "
            rf"w_{{{wrong}}} \leftarrow {own}w_{{{wrong}}} - {part}\,x"
        )

    def kept_tex(self, kept: float) -> str:
        """What is left of the weights, as a factor; nothing when all is."""
        return rf"{self.show.tex(kept)}\," if kept != 1.0 else ""


@dataclass(frozen=True)
class Telling:
    """One visit told: the formula with its numbers (TeX), a sentence, what capped the step."""

    worked: str
    sentence: str
    cap: str | None = None
