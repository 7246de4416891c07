"""Which values a slider rests on."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence

from core.parameters import Real, Whole

MOST_STOPS = 1_000
# Steps of ten per cent: the most for which all values still differ in their first two digits.
STOPS_PER_DECADE = 24
WIDEST_LINEAR = 1_000_000  # beyond, no slider can help


def slider_stops(parameter: Real | Whole) -> tuple[float | int, ...]:
    """Round values from low to high, the default among them; none where a slider is no help."""
    if not parameter.log and parameter.high - parameter.low > WIDEST_LINEAR:
        return ()
    values = _log_values(parameter) if parameter.log else _even_values(parameter)
    inside = {value for value in values if parameter.low <= value <= parameter.high}
    return tuple(sorted(inside | {parameter.low, parameter.high, parameter.default}))


def nearest_stop(stops: Sequence[float | int], value: float) -> int:
    """The position of the stop that is nearest to the value."""
    after = bisect_left(stops, value)
    if after == 0:
        return 0
    if after == len(stops):
        return len(stops) - 1
    return after if stops[after] - value < value - stops[after - 1] else after - 1


def _log_values(parameter: Real | Whole) -> list[float | int]:
    lowest = math.floor(STOPS_PER_DECADE * math.log10(parameter.low))
    highest = math.ceil(STOPS_PER_DECADE * math.log10(parameter.high))
    values = [float(f"{10.0 ** (k / STOPS_PER_DECADE):.1e}") for k in range(lowest, highest + 1)]
    return [round(value) for value in values] if isinstance(parameter, Whole) else [*values]


def _even_values(parameter: Real | Whole) -> list[float | int]:
    step = 1 if isinstance(parameter, Whole) else 10.0**-parameter.decimals
    while (parameter.high - parameter.low) / step > MOST_STOPS * 1.001:
        step *= 10
    count = math.floor((parameter.high - parameter.low) / step + 1e-9)
    values = [parameter.low + k * step for k in range(count + 1)]
    if isinstance(parameter, Whole):
        return [*values]
    return [round(value, parameter.decimals) for value in values]
