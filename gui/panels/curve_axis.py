"""Scales of a plot: which range, which ticks, and where a value lies on it. No drawing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.rows import Floats
from gui.panels.time_words import grouped

OUTLIER = 1_000.0  # this many times the usual and a linear scale would show nothing else
LARGEST, SMALLEST = 1e300, 1e-300  # beyond, there are no ticks between two numbers
DECADES = 8.0  # that a logarithmic scale reaches at most from the usual, either way


@dataclass(frozen=True)
class Axis:
    """A range with ticks; values beyond it are drawn at its edge."""

    low: float
    high: float
    ticks: tuple[float, ...]
    labels: tuple[str, ...]
    log: bool = False
    cut: bool = False  # some values lie beyond, or are no numbers

    def place(self, values: Floats) -> Floats:
        """0 at the low end, 1 at the high one, never beyond; gaps (nan) stay gaps."""
        low, high = self.low, self.high
        if self.log:
            low, high = math.log10(low), math.log10(high)
            with np.errstate(divide="ignore", invalid="ignore"):
                values = np.where(
                    values > 0.0, np.log10(values), np.where(values <= 0.0, low, np.nan)
                )
        # First to the range: the distance of a value far beyond it may be no number.
        return np.asarray((np.clip(values, low, high) - low) / (high - low))


def value_axis(
    curves: Sequence[Floats], *, log: bool = False, signed: bool = False, percent: bool = False,
    most_ticks: int = 5,
) -> Axis:  # fmt: skip
    """A calm scale for these curves: its ends are ticks, so that it seldom moves as they grow."""
    everything = np.concatenate([np.zeros(0), *curves])
    values = everything[np.isfinite(everything)]
    endless = bool(np.isinf(everything).any() or (np.abs(values) > LARGEST).any())
    values = np.clip(values, -LARGEST, LARGEST)
    if log:
        return _log_axis(values[values > SMALLEST], percent, most_ticks, endless)
    usual = float(np.quantile(np.abs(values), 0.9)) if len(values) else 0.0
    far = usual * OUTLIER if usual > 0.0 else math.inf
    cut = endless or bool((np.abs(values) > far).any())
    if cut:
        values = np.clip(values, -3.0 * usual, 3.0 * usual)
    low = min(float(values.min(initial=0.0)), 0.0) if signed else 0.0
    high = max(float(values.max(initial=0.0)), 0.0)
    if high - low <= SMALLEST:
        high = low + 1.0
    step = nice_step(high - low, most_ticks - 1, (1.0, 2.0, 2.5, 5.0, 10.0))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ticks = tuple(k * step for k in range(first, last + 1))
    return Axis(ticks[0], ticks[-1], ticks, _labels(ticks, step, percent), cut=cut)


def time_axis(total: int, steps_in_one: int, most_ticks: int = 9) -> Axis:
    """From the start to the last step, in passes or whatever `steps_in_one` make."""
    high = max(total, 1) / max(steps_in_one, 1)
    step = nice_step(high, most_ticks)
    if steps_in_one == 1:
        step = max(step, 1.0)
    ticks = tuple(k * step for k in range(int(high / step + 1e-9) + 1))
    return Axis(0.0, high, ticks, _labels(ticks, step, False))


def span_axis(low: float, high: float, *, most_ticks: int = 6, percent: bool = False) -> Axis:
    """From one value to another exactly, with ticks at round numbers between."""
    if not (math.isfinite(low) and math.isfinite(high)):
        low, high = 0.0, 1.0
    low, high = (min(max(end, -LARGEST), LARGEST) for end in (low, high))
    size = max(abs(low), abs(high), 1.0)
    if high - low <= 1e-12 * size:
        low, high = low - max(0.5, 1e-9 * size), high + max(0.5, 1e-9 * size)
    step = nice_step(high - low, most_ticks)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    ticks = tuple(k * step for k in range(first, last + 1))
    return Axis(low, high, ticks, _labels(ticks, step, percent))


def nice_step(
    extent: float, intervals: int, factors: Sequence[float] = (1.0, 2.0, 5.0, 10.0)
) -> float:
    """One of the factors times a power of ten, so that about this many fit."""
    rough = extent / max(intervals, 1)
    power = 10.0 ** math.floor(math.log10(rough))
    return next(k * power for k in factors if k * power >= rough * (1.0 - 1e-9))


def _log_axis(values: Floats, percent: bool, most_ticks: int, endless: bool) -> Axis:
    logs = np.log10(values) if len(values) else np.array([-2.0, 0.0])
    middle = float(np.median(logs))
    low = max(float(logs.min()), middle - DECADES)
    high = min(float(logs.max()), middle + DECADES)
    cut = endless or bool(logs.max() > high)
    if high - low > 1.5:
        every = math.ceil((high - low) / max(most_ticks - 1, 1))
        first, last = math.floor(low / every + 1e-9), math.ceil(high / every - 1e-9)
        ticks = [10.0 ** (k * every) for k in range(first, last + 1)]
    else:
        fine = [k * 10.0**p for p in range(math.floor(low), math.ceil(high) + 1) for k in (1, 2, 5)]
        first = max((i for i, t in enumerate(fine) if t <= 10.0**low * (1 + 1e-9)), default=0)
        last = next((i for i, t in enumerate(fine) if t >= 10.0**high * (1 - 1e-9)), len(fine) - 1)
        ticks = fine[first : max(last, first + 1) + 1]
    labels = tuple(_number(tick, None, percent) for tick in ticks)
    return Axis(ticks[0], ticks[-1], tuple(ticks), labels, log=True, cut=cut)


def _labels(ticks: Sequence[float], step: float, percent: bool) -> tuple[str, ...]:
    step = step * 100.0 if percent else step
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    decimals += round(step * 10.0 ** (decimals + 1)) % 10 > 0  # 0.25 has one more than 0.2
    return tuple(_number(tick, decimals, percent) for tick in ticks)


def _number(value: float, decimals: int | None, percent: bool) -> str:
    value = value * 100.0 if percent else value
    size = abs(value)
    if size >= 1e6 or 0.0 < size < 1e-3:
        mantissa, power = f"{value:.0e}".split("e")
        raised = str(int(power)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
        text = f"10{raised}" if mantissa == "1" else f"{mantissa}·10{raised}"
    elif size >= 1000:
        text = grouped(round(value))
    else:
        text = f"{value:g}" if decimals is None else f"{value:.{decimals}f}"
    return text.replace("-", "−") + (" %" if percent else "")


def reading(value: float, percent: bool = False) -> str:
    """A value on a curve, as a hover says it."""
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if percent:
        return f"{100.0 * value:.1f} %"
    size = abs(value)
    text = f"{value:.2e}" if size >= 1e5 or 0.0 < size < 1e-3 else f"{value:.3f}"
    return text.replace("-", "−")
