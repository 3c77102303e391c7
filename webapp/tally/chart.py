"""The evening as a picture: four lines of totals, as numbers a template draws."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from scorer.hand import SEATS
from webapp.tally.fold import Table
from webapp.tally.short_names import shortened

WIDTH: Final = 400
HEIGHT: Final = 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 80, 14, 28
_MOST_POINTS: Final = 240
_LABEL_STEP: Final = 16
# In widths of a Latin letter.
_MOST_LABEL: Final = 8
# Besides its colour each line has its own dashes.
DASHES: Final[Mapping[str, str]] = {"E": "", "S": "7 4", "W": "2 4", "N": "12 4 2 4"}


@dataclass(frozen=True)
class Series:
    """One player's line: ``points`` as SVG has them, and where its name stands."""

    seat: str
    name: str
    points: str
    dash: str
    end: tuple[float, float]
    label_y: float


@dataclass(frozen=True)
class Chart:
    """Lines and the marks of both axes: (position, text)."""

    series: tuple[Series, ...]
    rows: tuple[tuple[float, str], ...]
    columns: tuple[tuple[float, str], ...]
    zero: float
    width: int = WIDTH
    height: int = HEIGHT
    left: int = _LEFT
    right: int = WIDTH - _RIGHT
    bottom: int = HEIGHT - _BOTTOM


def chart_of(table: Table) -> Chart | None:
    """The totals after each line of the ledger; None before the first deal. Long evenings are thinned."""
    if not table.steps:
        return None
    end = len(table.steps)
    stride = math.ceil((end + 1) / _MOST_POINTS)
    places = sorted({*range(0, end, stride), end})
    history = {
        place: {seat: float(table.steps[place - 1].totals[seat]) if place else 0.0 for seat in SEATS}
        for place in places
    }
    values = [value for place in places for value in history[place].values()]
    low, high, step = _axis(min(values), max(values))

    def x(place: int) -> float:
        return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * place / end, 1)

    def y(value: float) -> float:
        return round(_TOP + (HEIGHT - _TOP - _BOTTOM) * (high - value) / (high - low), 1)

    labels = _apart({seat: y(history[end][seat]) for seat in SEATS})
    names = shortened(table.players, _MOST_LABEL)
    series = tuple(
        Series(
            seat,
            names[seat],
            " ".join(f"{x(place)},{y(history[place][seat])}" for place in places),
            DASHES[seat],
            (x(end), y(history[end][seat])),
            labels[seat],
        )
        for seat in SEATS
    )
    count = round((high - low) / step)
    rows = tuple((y(low + index * step), _mark(low + index * step)) for index in range(count + 1))
    return Chart(series, rows, _columns(table, x), y(0))


def _columns(table: Table, x: Callable[[int], float]) -> tuple[tuple[float, str], ...]:
    """Numbers of some deals, six or fewer."""
    deals = [(place, step.deal) for place, step in enumerate(table.steps, 1) if step.deal is not None]
    stride = max(1, math.ceil(len(deals) / 6))
    return tuple((x(place), str(deal)) for place, deal in deals[stride - 1 :: stride])


def _axis(least: float, most: float) -> tuple[float, float, float]:
    """Lower end, upper end and step of an axis with about five round marks."""
    span = max(most - least, 4.0)
    rough = span / 4
    power = 10 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    return math.floor(least / step) * step, max(math.ceil(most / step), 1) * step, step


def _apart(wanted: Mapping[str, float]) -> dict[str, float]:
    """Label positions near the wanted ones that do not cover each other."""
    placed: dict[str, float] = {}
    lowest = -math.inf
    for seat in sorted(wanted, key=lambda one: wanted[one]):
        placed[seat] = lowest = max(wanted[seat] + 4, lowest + _LABEL_STEP)
    over = lowest - (HEIGHT - 6)
    return {seat: position - max(0.0, over) for seat, position in placed.items()}


def _mark(value: float) -> str:
    return f"{value:g}".replace("-", "−")
