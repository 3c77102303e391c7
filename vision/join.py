"""Two photos of one hand, the second of its melds: one hand, and one picture of both.

Distinct photos show distinct tiles, so nothing is seen twice; all tiles are weighed together.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.automaton import Win
from vision.boxes import Boxes
from vision.corrector import correct
from vision.detector import CLASSES, Detection
from vision.evidence import BACK, Evidence
from vision.groups import Covering, split
from vision.layout import Layout, winning_apart
from vision.lying import as_they_lie
from vision.melds import group_readings
from vision.problems import problems_anew
from vision.reading import asking
from vision.rows import sizes
from vision.scan import Scan
from vision.winning import WHOLE

MOST_TILES: Final = 160  # a whole set with its flowers, and a few things taken for tiles
# How much higher than the longer side of the first picture the second may come out: of a photo sent on its
# side less than two; a stripe made as wide as the first would be hundreds of times higher.
_HIGHEST: Final = 2.0
# What costs how much where rows are cut into melds, as a logarithm.
_ODD: Final = 5.0  # a tile of no meld
_GAP: Final = 3.0  # a gap within a meld
_HIDDEN: Final = 3.0  # that a tile lies under three, where the picture does not show it
_MOST: Final = 20.0  # melds that cost more are none
_LIKE_SIZE: Final = 1.3  # tiles further off that are melds of the same hand

_Group = tuple[int, ...]


class JoinError(ValueError):
    """Scans that cannot be joined. ``code``: ``no_layout`` or ``too_many_tiles``."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def stack(first: npt.NDArray[np.uint8], second: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Two pictures H×W×3, the second below the first and as wide; narrower where it would be too high."""
    width = first.shape[1]
    scale = _scale((width, first.shape[0]), (second.shape[1], second.shape[0]))
    size = max(1, round(second.shape[1] * scale)), max(1, round(second.shape[0] * scale))
    below = np.zeros((size[1], width, 3), np.uint8)
    below[:, : size[0]] = cv2.resize(second, size, interpolation=cv2.INTER_AREA)[:, :width]
    return np.vstack([first, below])


def _scale(first: tuple[int, int], second: tuple[int, int]) -> float:
    """How much larger the second picture comes out; both as width and height."""
    return min(first[0] / second[0], _HIGHEST * max(first) / second[1])


def join(first: Scan, second: Scan, win: Win | None = None) -> Scan:
    """Read the hand of one photo with the melds of another.

    Args:
        first: shows the concealed tiles, perhaps melds and the winning tile.
        second: shows melds; they may touch each other.
        win: what wins at the table; see `vision.scan.Scanner.scan`.

    Returns:
        The scan of a picture made with `stack`.

    Raises:
        JoinError: if one was not made by `vision.scan.Scanner`, or both hold more than `MOST_TILES`.
    """
    if first.layout is None or second.layout is None or first.evidence is None or second.evidence is None:
        raise JoinError("no_layout", "only what a scanner has read can be joined")
    if (tiles := len(first.layout.tiles) + len(second.layout.tiles)) > MOST_TILES:
        raise JoinError("too_many_tiles", f"both photos show {tiles} tiles, more than a set has")
    scale = _scale((first.width, first.height), (second.width, second.height))
    apart = _apart(second.layout, second.evidence)
    layout = _layout(first.layout, second.layout, apart, (scale, first.height))
    evidence = Evidence(
        np.concatenate([first.evidence.classes, second.evidence.classes]),
        np.concatenate([first.evidence.exists, second.evidence.exists]),
    )
    asked = (*first.asked, *(len(first.layout.tiles) + index for index in apart.odd))
    reading = asking(correct(layout, evidence, win), asked)
    return Scan(
        width=first.width,
        height=first.height + round(second.height * scale),
        detections=layout.tiles,
        reading=reading,
        problems=problems_anew((*second.problems, *first.problems), reading, win),
        seconds={stage: first.seconds.get(stage, 0.0) + value for stage, value in second.seconds.items()},
        layout=layout,
        evidence=evidence,
        asked=asked,
    )


def _layout(hand: Layout, melds: Layout, apart: "_Apart", place: tuple[float, float]) -> Layout:
    """Both layouts; ``place`` is the scale of the second and how far it lies below."""
    scale, below = place
    offset = len(hand.tiles)
    win = hand.win
    if win is None:
        count = len(hand.concealed) + len(apart.rest) + 3 * (len(hand.melds) + len(apart.melds))
        win = _winning(hand, melds, apart.rest, count)
    return Layout(
        tiles=(*hand.tiles, *(_moved(tile, scale, below) for tile in melds.tiles)),
        concealed=tuple(
            index for index in (*hand.concealed, *(offset + index for index in apart.rest)) if index != win
        ),
        melds=(*hand.melds, *_behind(apart.melds, offset)),
        win=win,
        flowers=(*hand.flowers, *(offset + index for index in melds.flowers)),
        covering=(*hand.covering, *_behind(apart.covering, offset)),
        unsure=(*hand.unsure, *_behind(apart.unsure, offset)),
        turns=hand.turns,
        beside=hand.beside,
    )


@dataclass(frozen=True)
class _Apart:
    """What a photo of melds shows, by index.

    Attributes:
        melds: everything that can be one.
        covering: those that are kongs of which one tile hides another.
        unsure: those that may be such kongs or triplets.
        rest: faces that are left, in the hand's order.
        odd: what is left, turned over or not.
    """

    melds: tuple[_Group, ...]
    covering: tuple[_Group, ...]
    unsure: tuple[_Group, ...]
    rest: tuple[int, ...]
    odd: tuple[int, ...]


def _apart(melds: Layout, evidence: Evidence) -> _Apart:
    """Everything in a photo of melds as melds, as far as it can be such."""
    seen = as_they_lie(melds.tiles, melds.turns)
    pieces = [piece for row in seen.rows for piece in split(row, seen.boxes, seen.covering)]
    ours = {*melds.concealed, *(index for group in melds.melds for index in group)}
    ours |= set() if melds.win is None else {melds.win}
    shown = _with_backs(ours, pieces, seen.kinds)
    cut = _cut(sorted(shown), evidence, pieces, seen.covering)
    # Melds that lie far from the others: what has discards about it is in longer rows.
    for piece in pieces:
        group = tuple(sorted(piece))
        free = not shown & set(piece) and not any(index in melds.flowers for index in piece)
        if free and len(group) in (3, 4) and _like(group, shown, seen.boxes):
            cut += [group] if min(_meld(group, evidence, seen.covering), default=_ODD) < _ODD else []
    hiding = tuple(
        group
        for group in cut
        if len(group) == 3 and (frozenset(group) in seen.covering or _shows_back(group, evidence))
    )
    grouped = {index for group in cut for index in group}
    odd = tuple(sorted(shown - grouped))
    return _Apart(
        tuple(sorted(cut)),
        hiding,
        tuple(
            group
            for group in cut
            if frozenset(group) in seen.unsure or (group in hiding and frozenset(group) not in seen.covering)
        ),
        tuple(index for index in odd if index in ours),
        odd,
    )


def _with_backs(ours: set[int], pieces: Sequence[Sequence[int]], kinds: Sequence[str]) -> set[int]:
    """Tiles, and those turned over that may be of kongs among them: not whole walls."""
    backs = {index for index, kind in enumerate(kinds) if kind == "back"} - ours
    # Of a concealed kong at most two tiles are turned over at each end.
    near = {index for index in backs if any(abs(index - other) <= 2 for other in ours)}
    alone = {index for piece in pieces if len(piece) == 4 and backs.issuperset(piece) for index in piece}
    return ours | near | alone


def _like(group: _Group, shown: set[int], boxes: Boxes) -> bool:
    """Whether tiles are as large as the others that are shown."""
    if not shown:
        return True
    size = float(np.median(sizes(boxes[list(group)]))) / float(np.median(sizes(boxes[sorted(shown)])))
    return 1 / _LIKE_SIZE < size < _LIKE_SIZE


def _shows_back(group: _Group, evidence: Evidence) -> bool:
    """Whether three tiles are what can be seen of a concealed kong: more likely than a run or triplet."""
    plain = group_readings(evidence.classes[list(group)], _MOST)
    kong = _kong_of(group, evidence)
    return kong is not None and (not plain or kong < plain[0].cost)


def _kong_of(group: _Group, evidence: Evidence) -> float | None:
    """What it costs that three tiles are a concealed kong of which one hides the fourth."""
    hidden = np.eye(len(CLASSES))[[BACK]]
    readings = group_readings(np.concatenate([evidence.classes[list(group)], hidden]), _MOST)
    turned = [one for one in readings if BACK in one.kinds[:3] and set(one.kinds) != {BACK}]
    return turned[0].cost if turned else None


def _behind(groups: Sequence[tuple[int, ...]], offset: int) -> list[tuple[int, ...]]:
    return [tuple(offset + index for index in group) for group in groups]


def _winning(hand: Layout, melds: Layout, rest: Sequence[int], count: int) -> int | None:
    """The tile set apart in either photo that is the winning tile of a hand of ``count`` tiles without it.

    Neither photo alone shows that the hand is whole with it, or lacks just this one.
    """
    win = winning_apart(hand, count)
    if win is not None:
        return win
    if count in WHOLE:
        return len(hand.tiles) + rest[0] if len(rest) == 1 else None
    other = winning_apart(melds, count)
    return None if other is None else len(hand.tiles) + other


def _cut(
    order: Sequence[int], evidence: Evidence, pieces: Sequence[Sequence[int]], covering: Covering
) -> list[_Group]:
    """The likeliest melds among tiles that lie in order, in rows or touching each other.

    Args:
        order: indices.
        evidence: of all tiles of the photo.
        pieces: tiles that lie together.
        covering: groups that hide a tile.
    """
    piece_of = {index: number for number, piece in enumerate(pieces) for index in piece}
    best: list[tuple[float, list[_Group]]] = [(0.0, [])]
    for end in range(1, len(order) + 1):
        cost, groups = best[end - 1]
        ways = [(cost + _ODD, groups)]
        for size in (3, 4):
            if size <= end:
                group = tuple(order[end - size : end])
                gaps = len({piece_of[index] for index in group}) - 1
                before, others = best[end - size]
                ways += [
                    (before + one + gaps * _GAP, [*others, group]) for one in _meld(group, evidence, covering)
                ]
        best.append(min(ways, key=lambda way: way[0]))
    return best[-1][1]


def _meld(group: _Group, evidence: Evidence, covering: Covering) -> list[float]:
    """What it costs to take a group for a meld; empty where it is none."""
    costs = [one.cost for one in group_readings(evidence.classes[list(group)], _MOST)[:1]]
    kong = _kong_of(group, evidence) if len(group) == 3 else None
    if kong is not None:
        costs.append(kong if frozenset(group) in covering else kong + _HIDDEN)
    return costs


def _moved(tile: Detection, scale: float, below: float) -> Detection:
    x0, y0, x1, y1 = (value * scale for value in tile.box)
    return replace(tile, box=(x0, y0 + below, x1, y1 + below))
