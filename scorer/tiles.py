"""The 34 tile kinds and their notation.

A tile is a string: rank and suit letter (``1m``..``9m`` characters, ``1p``..``9p`` dots, ``1s``..``9s``
bamboo) or a bare honour: winds ``E S W N``, dragons ``C`` (中 red), ``F`` (發 green), ``B`` (白 white).
Runs of ranks share one suit letter: ``123m 456p EEE CC``. Blanks are ignored. The tiles' Chinese characters
are read as well: ``123万 456筒 789条 东东东 中中``, simplified or traditional.
"""

from collections.abc import Iterable
from typing import Final

SUITS: Final = "mps"
WINDS: Final = ("E", "S", "W", "N")
DRAGONS: Final = ("C", "F", "B")
HONOURS: Final = (*WINDS, *DRAGONS)

# The order of the detector's classes 0..33 (dragons white, green, red last).
KINDS: Final[tuple[str, ...]] = (
    *(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)),
    *WINDS,
    *reversed(DRAGONS),
)
INDEX: Final[dict[str, int]] = {kind: index for index, kind in enumerate(KINDS)}
YAO: Final = frozenset(kind for kind in KINDS if kind[0] in "19" or kind in HONOURS)


# What the characters on the tiles, and what players call the suits, stand for.
_CHINESE: Final = str.maketrans("万萬筒饼餅条條索东東南西北中发發発白", "mmpppsssEESWNCFFFB")


class InvalidTileError(ValueError):
    """A text that is not tile notation. ``args[0]`` is a sentence that names the offending part."""


def parse_tiles(text: str) -> tuple[str, ...]:
    """Read tile notation in the order written.

    Args:
        text: e.g. ``"123m 456p EEE CC"`` or ``"123万 456筒 东东东 中中"``; the empty text gives no tiles.

    Raises:
        InvalidTileError: for a rank without suit, rank 0, or any other character.
    """
    tiles: list[str] = []
    ranks = ""
    for character in text.translate(_CHINESE):
        if character.isspace():
            continue
        if character in "123456789":
            ranks += character
        elif character in SUITS and ranks:
            tiles += [rank + character for rank in ranks]
            ranks = ""
        elif character in HONOURS and not ranks:
            tiles.append(character)
        else:
            raise InvalidTileError(f"{character!r} does not fit in {text!r}; write 123m 456p EEE CC")
    if ranks:
        raise InvalidTileError(f"{ranks!r} at the end of {text!r} lacks its suit letter m, p or s")
    return tuple(tiles)


def format_tiles(tiles: Iterable[str]) -> str:
    """Write tiles in notation, keeping their order; neighbours of a suit share the letter (``123m EE``).

    Runs of different suits and honours are set apart by one blank: ``("1m", "2m", "E", "E")`` → ``"12m EE"``.
    """
    groups: list[tuple[str, str]] = []
    for tile in tiles:
        body, suit = (tile[0], tile[1]) if len(tile) == 2 else (tile, "")
        # Equal honours stay together, different ones too: "EESS" reads as well as "EE SS".
        if groups and groups[-1][1] == suit:
            groups[-1] = (groups[-1][0] + body, suit)
        else:
            groups.append((body, suit))
    return " ".join(body + suit for body, suit in groups)
