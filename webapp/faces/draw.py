"""Every face as SVG: 60 units wide, 80 high, no background (the page draws the tile's body)."""

from typing import Final

from scorer.tiles import KINDS
from webapp.faces.brush import outline
from webapp.faces.characters import CHARACTERS

WIDTH: Final = 60
HEIGHT: Final = 80
RED: Final = "#bf2a22"
GREEN: Final = "#0c6b4a"
BLUE: Final = "#1d3c8f"
INK: Final = "#20242e"
IVORY: Final = "#fdfaf0"

NUMERALS: Final = "一二三四五六七八九"
HONOUR_CHARACTERS: Final = {
    "E": ("東", INK),
    "S": ("南", INK),
    "W": ("西", INK),
    "N": ("北", INK),
    "C": ("中", RED),
    "F": ("發", GREEN),
}

# Rank -> (x, y, radius, colour) of its circles.
_CIRCLES: Final[dict[int, list[tuple[float, float, float, str]]]] = {
    2: [(30, 22, 13, GREEN), (30, 58, 13, BLUE)],
    3: [(15, 16, 10.5, BLUE), (30, 40, 10.5, RED), (45, 64, 10.5, GREEN)],
    4: [(17, 21, 11.5, BLUE), (43, 21, 11.5, GREEN), (17, 59, 11.5, GREEN), (43, 59, 11.5, BLUE)],
    5: [
        (15.5, 18, 10, BLUE),
        (44.5, 18, 10, GREEN),
        (30, 40, 10, RED),
        (15.5, 62, 10, GREEN),
        (44.5, 62, 10, BLUE),
    ],
    6: [(x, y, 9.8, GREEN if y < 20 else RED) for y in (15, 41, 65) for x in (18, 42)],
    7: [
        *((x, y, 7.8, GREEN) for x, y in ((12.5, 12), (30, 20), (47.5, 28))),
        *((x, y, 9, RED) for y in (48, 68) for x in (18.5, 41.5)),
    ],
    8: [(x, y, 8.4, BLUE) for y in (12, 30.7, 49.3, 68) for x in (18.5, 41.5)],
    9: [(x, y, 8.2, colour) for y, colour in ((15, GREEN), (40, RED), (65, BLUE)) for x in (11.5, 30, 48.5)],
}
_TOP, _MIDDLE, _LOW = 16.0, 40.0, 64.0
# Rank -> (x, y, turned by degrees, length, colour) of its sticks.
_STICKS: Final[dict[int, list[tuple[float, float, float, float, str]]]] = {
    2: [(30, 21, 0, 31, BLUE), (30, 59, 0, 31, GREEN)],
    3: [(30, 21, 0, 31, BLUE), (17, 59, 0, 31, GREEN), (43, 59, 0, 31, GREEN)],
    4: [(17, 21, 0, 31, BLUE), (43, 21, 0, 31, GREEN), (17, 59, 0, 31, GREEN), (43, 59, 0, 31, BLUE)],
    5: [
        *((13.5, 21, 0, 31, GREEN), (46.5, 21, 0, 31, BLUE), (30, 40, 0, 31, RED)),
        *((13.5, 59, 0, 31, BLUE), (46.5, 59, 0, 31, GREEN)),
    ],
    6: [(x, y, 0, 31, GREEN if y < 40 else BLUE) for y in (21, 59) for x in (12.5, 30, 47.5)],
    7: [
        (30, 13.5, 0, 19, RED),
        *((x, y, 0, 19, GREEN if x != 30 else BLUE) for y in (40, 65.5) for x in (12.5, 30, 47.5)),
    ],
    8: [
        *((x, 22, 0, 29, GREEN) for x in (9, 51)),
        *((22.3, 22, 26, 25, GREEN), (37.7, 22, -26, 25, GREEN)),
        *((x, 58, 0, 29, BLUE) for x in (9, 51)),
        *((22.3, 58, -26, 25, BLUE), (37.7, 58, 26, 25, BLUE)),
    ],
    9: [
        (x, y, 0, 19.5, colour)
        for y in (_TOP, _MIDDLE, _LOW)
        for x, colour in ((12.5, GREEN), (30, RED), (47.5, BLUE))
    ],
}


def sprite() -> str:
    """The whole file: one symbol a kind with the id ``t-1m`` …, then ``t-flower`` and ``t-back``."""
    symbols = [_symbol(kind, face(kind)) for kind in KINDS]
    symbols += [_symbol("flower", _flower()), _symbol("back", _back())]
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n"


def face(kind: str) -> str:
    """The drawing of one of the 34 kinds as SVG elements."""
    if kind == "B":
        return _white()
    if kind in HONOUR_CHARACTERS:
        character, colour = HONOUR_CHARACTERS[kind]
        return _written(character, colour, (5, 12, 50, 56), 7.6)
    rank, suit = int(kind[0]), kind[1]
    if suit == "m":
        return _written(NUMERALS[rank - 1], INK, (13, 5, 34, 29), 5.6) + _written(
            "萬", RED, (11, 39, 38, 36), 4.4
        )
    if suit == "p":
        return _great_circle() if rank == 1 else "".join(_circle(*circle) for circle in _CIRCLES[rank])
    return _bird() if rank == 1 else "".join(_stick(*stick) for stick in _STICKS[rank])


def _symbol(name: str, content: str) -> str:
    return f'<symbol id="t-{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{content}</symbol>'


def _written(character: str, colour: str, box: tuple[float, float, float, float], width: float) -> str:
    """A character in ``box`` (left, top, width, height)."""
    scale, origin = (box[2] / 100, box[3] / 100), (box[0], box[1])
    paths = (outline(stroke, width, scale, origin) for stroke in CHARACTERS[character])
    return f'<path fill="{colour}" d="{"".join(paths)}"/>'


def _circle(x: float, y: float, radius: float, colour: str) -> str:
    place = f'<circle cx="{x}" cy="{y}"'
    return (
        f'{place} r="{radius}" fill="{colour}"/>'
        f'{place} r="{radius * 0.6:.2f}" fill="none" stroke="{IVORY}" stroke-width="{radius * 0.18:.2f}"/>'
        f'{place} r="{radius * 0.2:.2f}" fill="{IVORY}"/>'
    )


def _great_circle() -> str:
    petals = "".join(
        f'<ellipse cx="30" cy="23.2" rx="3.1" ry="5.6" fill="{IVORY}" transform="rotate({turn} 30 40)"/>'
        for turn in range(0, 360, 30)
    )
    return (
        f'<circle cx="30" cy="40" r="25.5" fill="{GREEN}"/>{petals}'
        f'<circle cx="30" cy="40" r="11.2" fill="{IVORY}"/><circle cx="30" cy="40" r="9" fill="{RED}"/>'
        + "".join(
            f'<circle cx="30" cy="35.2" r="1.7" fill="{IVORY}" transform="rotate({turn} 30 40)"/>'
            for turn in range(0, 360, 72)
        )
    )


def _stick(x: float, y: float, turn: float, length: float, colour: str) -> str:
    """A bamboo stick around its centre: two bellied halves between three knots."""
    half = length / 2
    body = gleam = ""
    for end in (-half, half):
        near, far = f"{end * 0.35:.1f}", f"{end * 0.65:.1f}"
        body += f"M-2.6 0C-5.3 {near} -5.3 {far} -3.7 {end:.1f}L3.7 {end:.1f}C5.3 {far} 5.3 {near} 2.6 0Z"
        gleam += f"M0 {end * 0.3:.1f}V{end * 0.72:.1f}"
    knots = "".join(
        f'<rect x="-5" y="{place - 1.5:.1f}" width="10" height="3" rx="1.5"/>' for place in (-half, 0, half)
    )
    move = f"translate({x} {y})" + (f" rotate({turn})" if turn else "")
    return f'<g transform="{move}" fill="{colour}"><path d="{body}"/>{knots}{_line(gleam, IVORY, 1.6)}</g>'


def _bird() -> str:
    """The sparrow of the first bamboo, looking left, its tail spread to the lower right."""
    feathers = "".join(
        f'<path d="M31 47Q{x - 9} {y - 14} {x} {y}Q{x - 12} {y - 2} 27 51Z" fill="{colour}"/>'
        for x, y, colour in ((55, 58, BLUE), (50, 68, RED), (41, 75, GREEN))
    )
    body = "M14 21C8 37 13 52 26 55C40 57 47 44 43 31C40 36 33 39 27 35C24 32 25 26 25 21Z"
    return (
        f'{feathers}<path d="{body}" fill="{GREEN}"/>'
        f'<path d="M24 41C29 46 37 44 42 34C47 40 45 50 37 53C31 54 25 49 24 41Z" fill="{BLUE}"/>'
        + _line("M29 46Q35 46 39.5 41M31 49.6Q37 49.4 41.5 44", IVORY, 1.5)
        + f'<circle cx="20" cy="18.5" r="9" fill="{GREEN}"/>'
        f'<path d="M12 16L3.5 20.5L12.5 22.5Z" fill="{RED}"/>'
        f'<circle cx="17.6" cy="17" r="2.9" fill="{IVORY}"/><circle cx="17.2" cy="17" r="1.4" fill="{INK}"/>'
        f'<path d="M22 10Q25 3 31 4Q29 6 29 8Q34 6 37 9Q31 11 27 14Z" fill="{RED}"/>'
        + _line("M22 54V65M27 55V66M17 66H31", RED, 2)
    )


def _line(path: str, colour: str, width: float) -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'


def _white() -> str:
    """The white dragon: a double frame with worked corners."""
    corners = "".join(
        f'<path d="M11 24V14H21" fill="none" stroke="{BLUE}" stroke-width="2.4" transform="{move}"/>'
        for move in (
            "translate(3.6 3.6)",
            "translate(56.4 3.6) scale(-1 1)",
            "translate(3.6 76.4) scale(1 -1)",
            "translate(56.4 76.4) scale(-1 -1)",
        )
    )
    frame = (
        f'<rect x="9" y="11" width="42" height="58" rx="2.5" fill="none" stroke="{BLUE}" stroke-width="3.6"/>'
    )
    return frame + corners


def _flower() -> str:
    petals = "".join(
        f'<circle cx="30" cy="24.5" r="8.6" fill="{RED}" transform="rotate({turn} 30 36)"/>'
        for turn in range(0, 360, 72)
    )
    leaf = "M28 60Q38 50 47 55Q40 66 28 60Z"
    return (
        f'{_line("M30 40C30 55 28 64 22 73", GREEN, 2.4)}<path d="{leaf}" fill="{GREEN}"/>{petals}'
        f'<circle cx="30" cy="36" r="5.4" fill="{IVORY}"/><circle cx="30" cy="36" r="2.6" fill="#d9a520"/>'
    )


def _back() -> str:
    lattice = "".join(f"M{x} 4V76M4 {y}H56" for x, y in ((14, 14), (22, 27), (30, 40), (38, 53), (46, 66)))
    frame = '<rect x="9" y="9" width="42" height="62" rx="3" fill="none" stroke="#fff" stroke-width="1.6"/>'
    return (
        '<rect x="4" y="4" width="52" height="72" rx="5" fill="#1f7a5c"/>'
        f'<path d="{lattice}" stroke="#6fae97" stroke-width="1.4"/>{frame}'
    )
