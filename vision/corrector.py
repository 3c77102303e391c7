"""From layout to reading: the likeliest hand that can exist, and every tile in doubt.

Rules are a prior: a whole hand, or one without a fifth copy, is preferred while the picture leaves it open.
Clear evidence overrides it, so that a false win or two mixed sets are reported as they lie there.
"""

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scorer.tiles import KINDS
from vision.detector import CLASSES, Detection
from vision.groups import is_meld
from vision.layout import Layout, Role
from vision.wins import is_complete

_CANDIDATES: Final = 5  # shown to the player
_FLOOR: Final = 0.02  # less likely candidates are not worth a line
# Measured on known sets: 99 of 100 tiles above both are right, 87 of 100 below one of them.
_SURE: Final = 0.6  # share of a tile's probabilities that falls to the likeliest kind
_FAINT: Final = 0.35  # its probability itself
_SEARCHED: Final = 4  # tiles that the search may change at once
_WHOLE: Final = 3.0  # log odds that a photographed hand is whole
_ODD: Final = -2.0  # log odds of three or four tiles set apart that are no meld
_FIFTH: Final = -4.0  # log odds of a fifth copy: two sets mixed


@dataclass(frozen=True)
class ReadTile:
    """One tile of the reading.

    Attributes:
        tile: a kind, ``flower`` or ``back``.
        box: x0, y0, x1, y1, upright original pixels.
        confidence: 0..1.
        role: where it belongs.
        candidates: the likeliest tiles with their shares, best first; the shares of all classes sum to 1.
        seen: what the picture alone says; differs from ``tile`` where the rules decided.
        doubtful: whether a player should look at it.
    """

    tile: str
    box: tuple[float, float, float, float]
    confidence: float
    role: Role
    candidates: tuple[tuple[str, float], ...]
    seen: str
    doubtful: bool


@dataclass(frozen=True)
class ReadMeld:
    """A meld of the reading: type as `scorer.hand` names it, its tiles, and their indices in the reading."""

    type: str
    tiles: tuple[str, ...]
    indices: tuple[int, ...]


@dataclass(frozen=True)
class Reading:
    """What a photo shows.

    Attributes:
        tiles: in reading order.
        concealed: indices of the concealed tiles, the winning tile excluded.
        melds: melds set apart, and kongs among the concealed tiles.
        win: index of the winning tile, or None where the photo does not tell.
        flowers: how many flowers were seen.
        complete: whether the tiles form a winning shape.
    """

    tiles: tuple[ReadTile, ...]
    concealed: tuple[int, ...]
    melds: tuple[ReadMeld, ...]
    win: int | None
    flowers: int
    complete: bool

    @property
    def hand(self) -> tuple[str, ...]:
        """All tiles of the hand, melds and winning tile included."""
        loose = [*self.concealed, *([] if self.win is None else [self.win])]
        return (
            *(self.tiles[index].tile for index in loose),
            *(tile for meld in self.melds for tile in meld.tiles),
        )


def correct(layout: Layout) -> Reading:
    """Read the hand.

    Args:
        layout: the tiles in order, with the shares each class has in each.
    """
    shares = [_shares(tile) for tile in layout.tiles]
    seen = [tile.tile for tile in layout.tiles]
    kinds = _likeliest(layout, shares, seen)
    concealed, melds = _melds(layout, kinds)
    loose = [*concealed, *([] if layout.win is None else [layout.win])]
    melded = [index for meld in melds for index in meld.indices]
    counts = Counter(kinds[index] for index in loose) + Counter(tile for meld in melds for tile in meld.tiles)
    tiles = tuple(
        ReadTile(
            tile=kinds[index],
            box=tile.box,
            confidence=_confidence(tile, shares[index].get(kinds[index], 0.0)),
            role="meld" if index in melded else "hand" if index in loose else layout.role(index),
            candidates=tuple(itertools.islice(shares[index].items(), _CANDIDATES)),
            seen=seen[index],
            doubtful=kinds[index] != seen[index]
            or shares[index][seen[index]] < _SURE
            or tile.score < _FAINT
            or (index in (*loose, *melded) and counts[kinds[index]] > 4),
        )
        for index, tile in enumerate(layout.tiles)
    )
    complete = is_complete([kinds[index] for index in loose], len(melds))
    return Reading(tiles, tuple(concealed), tuple(melds), layout.win, len(layout.flowers), complete)


def _confidence(tile: Detection, share: float) -> float:
    """How likely a kind is, given that there is a tile; what is hardly seen is not told apart well either."""
    return share if tile.score >= _FAINT else min(share, tile.score)


def _shares(tile: Detection) -> dict[str, float]:
    """Candidates worth a line with their share of all probabilities, best first."""
    shares = tile.probabilities / max(float(tile.probabilities.sum()), 1e-9)
    order = np.argsort(-shares, kind="stable")
    best = int(order[0])
    return {CLASSES[i]: float(shares[i]) for i in order if i == best or shares[i] >= _FLOOR}


def _likeliest(layout: Layout, shares: Sequence[dict[str, float]], seen: Sequence[str]) -> list[str]:
    """What each tile is, once the few open ones are decided together."""
    choices = {index: _choices(layout.tiles[index]) for index in _members(layout)}
    unsure = sorted((i for i, kinds in choices.items() if len(kinds) > 1), key=lambda i: shares[i][seen[i]])
    unsure = unsure[:_SEARCHED]
    kinds, best = list(seen), -math.inf
    for choice in itertools.product(*(choices[index] for index in unsure)):
        tried = list(seen)
        score = 0.0
        for index, kind in zip(unsure, choice, strict=True):
            tried[index] = kind
            score += math.log(shares[index].get(kind, _FLOOR))
        score += _prior(layout, tried)
        if score > best:
            best, kinds = score, tried
    return kinds


def _members(layout: Layout) -> list[int]:
    """All tiles of the hand."""
    win = [] if layout.win is None else [layout.win]
    return [*layout.concealed, *win, *(index for meld in layout.melds for index in meld)]


def _choices(tile: Detection) -> list[str]:
    """The kinds that a tile of the hand may turn out to be; a back or flower stays one."""
    return [tile.tile, *(kind for kind in tile.choices[1:] if kind in KINDS and tile.tile in KINDS)]


def _prior(layout: Layout, kinds: Sequence[str]) -> float:
    """Log odds of a hand before the picture is seen."""
    concealed, melds = _melds(layout, kinds)
    loose = [kinds[index] for index in (*concealed, *([] if layout.win is None else [layout.win]))]
    counts = Counter(loose) + Counter(tile for meld in melds for tile in meld.tiles)
    fifth = sum(max(0, count - 4) for kind, count in counts.items() if kind != "back")
    odd = sum(not is_meld([kinds[index] for index in meld]) for meld in layout.melds)
    return _FIFTH * fifth + _ODD * odd + (_WHOLE if is_complete(loose, len(melds)) else 0.0)


def _melds(layout: Layout, kinds: Sequence[str]) -> tuple[list[int], list[ReadMeld]]:
    """Concealed tiles and melds: groups set apart, and kongs in the hand if it has too many tiles."""
    sets = [meld for meld in layout.melds if is_meld([kinds[index] for index in meld])]
    melds = [_meld(meld, kinds) for meld in sets]
    odd = [index for meld in layout.melds if meld not in sets for index in meld if kinds[index] != "back"]
    concealed = sorted([*layout.concealed, *odd])
    loose = len(concealed) + (layout.win is not None) + 3 * len(melds)
    surplus = loose - 14 if loose <= 18 else 0
    for kind, count in Counter(kinds[index] for index in concealed).items():
        if count == 4 and surplus > 0 and kind in KINDS:
            indices = tuple(index for index in concealed if kinds[index] == kind)
            if indices[-1] - indices[0] == 3:
                concealed = [index for index in concealed if index not in indices]
                melds.append(ReadMeld("gang_unknown", (kind,) * 4, indices))
                surplus -= 1
    return concealed, melds


def _meld(indices: tuple[int, ...], kinds: Sequence[str]) -> ReadMeld:
    """Name a group set apart by what it shows."""
    faces = [kinds[index] for index in indices if kinds[index] != "back"]
    if len(indices) == 4:
        hidden = len(faces) < 4
        tiles = tuple(faces[:1] * 4) if faces else ("back",) * 4
        return ReadMeld("an_gang" if hidden else "gang_unknown", tiles, indices)
    return ReadMeld("peng" if len(set(faces)) == 1 else "chi", tuple(sorted(faces)), indices)
