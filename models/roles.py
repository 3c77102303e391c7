"""How a rendered hand lies, and whether a reading says so: roles, melds and winning tile.

The renderer writes the truth beside each scene as ``facts/NAME.json`` (`datasets.labels`).
"""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from datasets.faces import CLASS_NAMES
from models.truth import TruthError
from vision.boxes import iou
from vision.reading import Reading
from vision.wins import is_win

Box = tuple[float, float, float, float]

_OURS: Final = ("hand", "meld", "flower")  # every other role is the table's
_KONGS: Final = ("ming_gang", "an_gang")
_READING: Final = "reading"  # hands laid for scoring, their winning tile always apart
# In other hands it lies apart where its nearest tile is this much further than that tile's other neighbour.
_APART: Final = 1.2


@dataclass(frozen=True)
class LaidTile:
    """A tile of a scene.

    Attributes:
        tile: the class to be seen: a kind, ``flower`` or ``back``.
        printed: the class of its face, also where its back shows.
        box: x0, y0, x1, y1 in pixels.
        role: ``hand``, ``meld``, ``flower`` or ``table``.
        meld: number of its meld, -1 for none.
        winning: whether it is the winning tile.
    """

    tile: str
    printed: str
    box: Box
    role: str
    meld: int
    winning: bool


@dataclass(frozen=True)
class Laid:
    """A scene as it was laid.

    Attributes:
        design: name of the tile set.
        layout: kind of arrangement; a hand is a ``row``, or a ``reading``, laid to be photographed.
        complete: whether a won hand was laid, be it all in the picture or not.
        tiles: all that can be seen.
        kongs: numbers of the melds known to be kongs, be they seen whole or not: the fourth tile may lie on
            another.
    """

    design: str
    layout: str
    complete: bool
    tiles: tuple[LaidTile, ...]
    kongs: frozenset[int] = frozenset()

    @property
    def melds(self) -> dict[int, tuple[int, ...]]:
        """Indices of the tiles of each meld, by its number."""
        numbers = sorted({tile.meld for tile in self.tiles if tile.role == "meld"})
        return {
            number: tuple(index for index, tile in enumerate(self.tiles) if tile.meld == number)
            for number in numbers
        }

    @property
    def hand(self) -> tuple[str, ...]:
        """The hand as a reading names it: a kong with backs by its open tiles, without any as backs."""
        loose = [tile.tile for tile in self.tiles if tile.role == "hand"]
        for number, indices in self.melds.items():
            faces = [self.tiles[index].tile for index in indices if self.tiles[index].tile != "back"]
            count = 4 if number in self.kongs else len(indices)
            loose += faces if len(faces) == count else (faces[:1] or ["back"]) * count
        return tuple(loose)

    @property
    def whole(self) -> bool:
        """Whether the picture shows all of a won hand."""
        loose = [tile.tile for tile in self.tiles if tile.role == "hand"]
        melds = self.melds.values()
        return self.complete and all(len(meld) in (3, 4) for meld in melds) and is_win(loose, len(melds))

    @property
    def win(self) -> int | None:
        """The winning tile where it lies apart from the others; within the row nobody can tell it."""
        own = [index for index, tile in enumerate(self.tiles) if tile.winning]
        if self.layout == _READING and len(own) == 1:
            return own[0]
        others = [i for i, tile in enumerate(self.tiles) if tile.role == "hand" and not tile.winning]
        if len(own) != 1 or len(others) < 2:
            return None
        centres = np.array([_centre(tile.box) for tile in self.tiles])
        near = np.linalg.norm(centres[others] - centres[own[0]], axis=1)
        next_to = np.linalg.norm(centres[others] - centres[others[int(near.argmin())]], axis=1)
        return own[0] if near.min() > _APART * np.partition(next_to, 1)[1] else None


@dataclass(frozen=True)
class RolesResult:
    """One reading compared with how its hand lies.

    Attributes:
        roles: every tile of hand and melds found with its role, no other taken for one; flowers known as such
            where they are found.
        melds: the same melds of the same tiles, concealed kongs known as such.
        win: the winning tile named, or none named where none lies apart.
        mistaken: (true role, read role) of the tiles found; ``-`` is not found, or not there.
    """

    roles: bool
    melds: bool
    win: bool
    mistaken: Counter[tuple[str, str]]

    @property
    def all(self) -> bool:
        """Whether all three are right."""
        return self.roles and self.melds and self.win


def read_laid(path: Path) -> Laid:
    """Read one ``facts/NAME.json``.

    Raises:
        TruthError: if it is not what the renderer writes.
    """
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
        tiles = tuple(_tile(entry) for entry in facts["tiles"])
        told = facts.get("truth", {}).get("melds", ())
        kongs = frozenset(number for number, meld in enumerate(told) if meld["type"] in _KONGS)
        return Laid(str(facts["design"]), str(facts["layout"]), bool(facts["complete"]), tiles, kongs)
    except (ValueError, KeyError, TypeError, OSError) as fault:
        raise TruthError(f"{path} does not tell what was laid in a scene: {fault!r}") from fault


def compare_roles(laid: Laid, reading: Reading) -> RolesResult:
    """Compare a reading with how its hand lies; classes do not matter, only places.

    Args:
        laid: the truth.
        reading: of the same picture, boxes in the same pixels.
    """
    pairs = _match([tile.box for tile in laid.tiles], [tile.box for tile in reading.tiles])
    mistaken: Counter[tuple[str, str]] = Counter()
    for place, tile in enumerate(laid.tiles):
        read = _ours(reading.tiles[pairs[place]].role) if place in pairs else "-"
        if read != tile.role and not (tile.role in ("table", "flower") and read == "-"):
            mistaken[tile.role, read] += 1
    there = set(pairs.values())
    extra = [_ours(tile.role) for index, tile in enumerate(reading.tiles) if index not in there]
    mistaken.update(("-", role) for role in extra if role in _OURS)
    back = {index: place for place, index in pairs.items()}
    read_melds = {
        frozenset(back.get(index, -1) for index in meld.indices): meld.type == "an_gang"
        for meld in reading.melds
    }
    true_melds = {
        frozenset(indices): any(laid.tiles[index].tile == "back" for index in indices)
        for indices in laid.melds.values()
    }
    win = None if reading.win is None else back.get(reading.win, -1)
    named = win is not None and win >= 0 and laid.tiles[win].winning
    return RolesResult(not mistaken, read_melds == true_melds, named or win == laid.win, mistaken)


def _tile(entry: Any) -> LaidTile:
    tile, printed = CLASS_NAMES[entry["class"]], str(entry["printed"])
    x0, y0, x1, y1 = (float(value) for value in entry["box"])
    # A reading calls every flower one, wherever it lies.
    role = "flower" if tile == "flower" else _ours(entry["role"])
    return LaidTile(tile, printed, (x0, y0, x1, y1), role, int(entry["meld"]), bool(entry["winning"]))


def _ours(role: str) -> str:
    return role if role in _OURS else "table"


def _match(true: list[Box], read: list[Box]) -> dict[int, int]:
    """Which read box lies on which true one, at IoU 0.5 or more, the best overlaps first."""
    overlaps = iou(np.array(true, np.float32).reshape(-1, 4), np.array(read, np.float32).reshape(-1, 4))
    pairs: dict[int, int] = {}
    while overlaps.size and overlaps.max() >= 0.5:
        place, index = (int(value) for value in np.unravel_index(int(overlaps.argmax()), overlaps.shape))
        pairs[place] = index
        overlaps[place, :] = overlaps[:, index] = 0
    return pairs


def _centre(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
