"""Is it true? What a lesson states, held against what the engine does."""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import PlainError
from core.experiment import Experiment
from core.lessons.document import Claim, Found, Look
from core.lessons.measures import MEASURES, angle
from core.lessons.played import Played
from core.lessons.sight import Sight, completed

EXACT = 1e-9


@dataclass(frozen=True)
class Checked:
    """Whether a claim holds, what was found, and both in a sentence."""

    true: bool
    found: Found
    sentence: str


def check_claim(claim: Claim, experiment: Experiment | Played) -> Checked:
    """Measure what the claim is about; PlainError where there is nothing to measure."""
    played = experiment if isinstance(experiment, Played) else Played(experiment)
    found = measured(claim, played, claim.to)
    wants: list[tuple[str, bool]] = []
    if claim.is_ is not None:
        wants.append((said(claim.is_), _same(found, claim.is_, claim.within)))
    for words, limit in (
        ("above", claim.above), ("below", claim.below),
        ("at least", claim.at_least), ("at most", claim.at_most),
    ):  # fmt: skip
        if limit is not None:
            wants.append((f"{words} {said(limit)}", _compared(words, _number(found), limit)))
    for words, look in (("above", claim.more_than), ("below", claim.less_than)):
        if look is not None:
            other = _number(measured(completed(look, claim), played, claim.to))
            wants.append((f"{words} {said(other)}", _compared(words, _number(found), other)))
    true = bool(wants) and all(holds for _, holds in wants)
    wanted = " and ".join(words for words, _ in wants)
    verdict = "as claimed" if true else "which is not as claimed"
    return Checked(true, found, f"{claim.kind}: {said(found)}, {verdict} ({wanted}).")


def measured(look: Look, played: Played, to: Look | None = None) -> Found:
    """What the engine finds there."""
    sight = Sight.of(look, played)
    if look.kind == "angle":
        if to is None:
            raise PlainError("an angle is between two boundaries: say “to” which.")
        usual = Claim(kind=look.kind, learner=look.learner, step=look.step, readout=look.readout)
        other = Sight.of(completed(to, usual), sight.played if to.with_ is None else played)
        return angle(sight, other)
    if look.kind not in MEASURES:
        raise PlainError(f"there is no claim about “{look.kind}”.")
    try:
        return MEASURES[look.kind](sight)
    except IndexError:
        raise PlainError(f"there is nothing to find for “{look.kind}” there.") from None


def _number(found: Found) -> float:
    if isinstance(found, bool) or not isinstance(found, int | float):
        raise PlainError(f"{said(found)} is no number to compare with another.")
    return float(found)


def _compared(words: str, found: float, limit: float) -> bool:
    if words == "above":
        return found > limit
    if words == "below":
        return found < limit
    return found >= limit - EXACT if words == "at least" else found <= limit + EXACT


def _same(found: Found, wanted: Found, within: float | None) -> bool:
    if isinstance(wanted, tuple) or isinstance(found, tuple):
        if not isinstance(wanted, tuple) or not isinstance(found, tuple):
            return False
        # Of words, those named must be there, in the same order, before all others.
        some = found[: len(wanted)] if wanted and isinstance(wanted[0], str) else found
        return len(some) == len(wanted) and all(
            _same(one, other, within) for one, other in zip(some, wanted, strict=True)
        )
    if isinstance(wanted, bool | str) or isinstance(found, bool | str):
        return type(found) is type(wanted) and found == wanted
    return abs(found - wanted) <= (precision(wanted) if within is None else within) + EXACT


def precision(number: float) -> float:
    """Half of the last digit that the number is written with: 0.65 stands for 0.645 to 0.655."""
    if number == int(number):
        return 0.0
    decimals = len(repr(number).partition(".")[2]) if "e" not in repr(number) else 12
    return 0.5 * 10.0**-decimals


def said(found: Found) -> str:
    """A value as a sentence holds it."""
    if isinstance(found, bool):
        return "yes" if found else "no"
    if isinstance(found, tuple):
        return "(" + ", ".join(said(one) for one in found) + ")"
    return found if isinstance(found, str) else f"{found:.6g}"
