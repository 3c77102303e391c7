"""Delays against tables and against viewers, as SVG: no script, no font of its own."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from load_figures import Figures, Spread

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 60, 20, 56, 46
_COLOURS = ("#1b7f5c", "#b3541e", "#3b6fb5", "#8a4f9e")
_DASHES = ("", "7 4")
# What comes after this line of the document is written anew.
MARK = "<!-- from here on written by `make load-plots` -->"


@dataclass(frozen=True)
class Line:
    """A line of a picture: its name and its points, (number, milliseconds)."""

    name: str
    points: tuple[tuple[int, float], ...]


def plot(done: Sequence[Figures], folder: Path) -> None:
    """Draw ``load-tables.svg`` and ``load-viewers.svg`` from a sweep, end ``load.md`` with its figures."""
    tables, viewers = max(one.tables for one in done), max(one.viewers for one in done)
    by_tables = [one for one in done if one.viewers == viewers]
    by_viewers = [one for one in done if one.tables == tables]
    pictures = {
        "load-tables.svg": (
            picture(f"{viewers} viewers at each table", "tables", lines(by_tables, "tables"))
        ),
        "load-viewers.svg": (
            picture(f"{tables} tables", "viewers at each table", lines(by_viewers, "viewers"))
        ),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pictures.items():
        (folder / name).write_text(text, encoding="utf-8")
    page = folder / "load.md"
    before = page.read_text(encoding="utf-8").partition(MARK)[0] if page.exists() else ""
    page.write_text(f"{before}{MARK}\n\n{table(done)}", encoding="utf-8")


def table(done: Sequence[Figures]) -> str:
    """The figures of a sweep for a document, milliseconds."""
    costs = [one.costs for one in done]
    others = [one.machine - one.server - one.database - one.generator for one in costs]
    lines = [
        "## Figures",
        "",
        f"`make load-plots` on {costs[0].processors} processors, {done[0].seconds:.0f} seconds a line, "
        f"{done[0].rate:g} booking(s) a second. Milliseconds; shares of one processor. Everything else on "
        f"the machine took between {max(0.0, min(others)):.0%} and {max(others):.0%} meanwhile.",
        "",
        "| | tables × screens | booking p50, p95, max | told p95 | shown p50, p95, max | lost "
        "| server, database, generator | memory |",
        "|---|---|---|---|---|---|---|---|",
        *map(_row, done),
        "",
        "![Delay against tables](load-tables.svg)",
        "",
        "![Delay against screens at each table](load-viewers.svg)",
        "",
    ]
    return "\n".join(lines)


def _row(one: Figures) -> str:
    costs = one.costs
    cells = (
        one.place,
        f"{one.tables} × {one.viewers}",
        _three(one.booking),
        f"{one.event.p95 * 1000:.0f}",
        _three(one.page),
        f"{one.lost}",
        f"{costs.server:.0%}, {costs.database:.0%}, {costs.generator:.0%}",
        f"{one.samples[-1].memory:.0f} MB" if one.samples else "",
    )
    return f"| {' | '.join(cells)} |"


def _three(spread: Spread) -> str:
    return ", ".join(f"{value * 1000:.0f}" for value in (spread.median, spread.p95, spread.most))


def lines(done: Sequence[Figures], number: str) -> list[Line]:
    """For each place the 95th percentiles of bookings and of screens."""
    found = []
    for place in dict.fromkeys(one.place for one in done):
        mine = sorted((one for one in done if one.place == place), key=lambda one: getattr(one, number))
        for name, spread in (("booking", "booking"), ("screen", "page")):
            points = tuple((getattr(one, number), getattr(one, spread).p95 * 1000) for one in mine)
            found.append(Line(f"{name}, {place}", points))
    return found


def picture(title: str, axis: str, drawn: Sequence[Line]) -> str:
    """One picture: numbers across, milliseconds at the 95th percentile upwards, from zero."""
    numbers = sorted({number for line in drawn for number, _ in line.points})
    step = _step(max((value for line in drawn for _, value in line.points), default=1.0))
    top = step * max(1, math.ceil(max(value for line in drawn for _, value in line.points) / step))
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(number: float) -> float:
        return round(LEFT + width * number / numbers[-1], 1)

    def y(value: float) -> float:
        return round(TOP + height * (1 - value / top), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        'font-family="sans-serif" font-size="12">',
        f"<title>Delay at the 95th percentile, {escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for index in range(round(top / step) + 1):
        value = index * step
        parts.append(f'<path d="M{LEFT} {y(value)}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(_text(LEFT - 8, y(value) + 4, f"{value:g}", "end"))
    parts += [_text(x(number), HEIGHT - BOTTOM + 18, str(number), "middle") for number in numbers]
    parts.append(_text(LEFT + width / 2, HEIGHT - 8, axis, "middle"))
    parts.append(_text(LEFT - 8, TOP - 14, "ms", "end"))
    for index, line in enumerate(drawn):
        colour, dash = _COLOURS[index // 2 % len(_COLOURS)], _DASHES[index % 2]
        path = " ".join(f"{x(number)},{y(value)}" for number, value in line.points)
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"'
            + (f' stroke-dasharray="{dash}"/>' if dash else "/>")
        )
        parts += [
            f'<circle cx="{x(number)}" cy="{y(value)}" r="3" fill="{colour}"/>'
            for number, value in line.points
        ]
        column, row = index % 2, index // 2
        left, above = LEFT + column * 290, 16 + row * 16
        parts.append(
            f'<path d="M{left} {above}h26" stroke="{colour}" stroke-width="2"'
            + (f' stroke-dasharray="{dash}"/>' if dash else "/>")
        )
        parts.append(_text(left + 32, above + 4, line.name, "start"))
    return "\n".join([*parts, "</svg>", ""])


def _step(most: float) -> float:
    """A round step that makes about five marks up to ``most``."""
    power = 10 ** math.floor(math.log10(max(most, 1.0) / 4))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= max(most, 1.0) / 4)


def _text(left: float, below: float, text: str, anchor: str) -> str:
    return f'<text x="{left}" y="{below}" text-anchor="{anchor}" fill="#333">{escape(text)}</text>'
