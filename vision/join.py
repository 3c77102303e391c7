"""Two photos of one hand, the second of its melds: one hand, and one picture of both.

Distinct photos show distinct tiles, so nothing is seen twice; all tiles are weighed together.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.automaton import Win
from vision.corrector import correct
from vision.detector import Detection
from vision.evidence import Evidence
from vision.layout import Layout, winning_apart
from vision.melds import group_readings
from vision.problems import problems_anew
from vision.scan import Scan
from vision.winning import WHOLE

MOST_TILES: Final = 160  # a whole set with its flowers, and a few things taken for tiles
# How much higher than the longer side of the first picture the second may come out: of a photo sent on its
# side less than two; a stripe made as wide as the first would be hundreds of times higher.
_HIGHEST: Final = 2.0
_ODD: Final = 5.0  # what a tile of no meld costs where rows are cut into melds, as a logarithm
_MOST: Final = 20.0  # melds that cost more are none


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
    layout = _layout(first.layout, second.layout, second.evidence, (scale, first.height))
    evidence = Evidence(
        np.concatenate([first.evidence.classes, second.evidence.classes]),
        np.concatenate([first.evidence.exists, second.evidence.exists]),
    )
    reading = correct(layout, evidence, win)
    return Scan(
        width=first.width,
        height=first.height + round(second.height * scale),
        detections=layout.tiles,
        reading=reading,
        problems=problems_anew((*second.problems, *first.problems), reading),
        seconds={stage: first.seconds.get(stage, 0.0) + value for stage, value in second.seconds.items()},
        layout=layout,
        evidence=evidence,
    )


def _layout(hand: Layout, melds: Layout, evidence: Evidence, place: tuple[float, float]) -> Layout:
    """Both layouts; ``place`` is the scale of the second and how far it lies below."""
    scale, below = place
    offset = len(hand.tiles)
    loose = [*melds.concealed, *([] if melds.win is None else [melds.win])]
    known = {index for group in melds.melds for index in group}
    # Of a concealed kong at most two tiles are turned over at each end.
    backs = [
        index
        for index, tile in enumerate(melds.tiles)
        if tile.tile == "back" and index not in known and any(abs(index - other) <= 2 for other in loose)
    ]
    apart = [*melds.melds, *_cut([*loose, *backs], evidence)]
    grouped = {index for group in apart for index in group}
    rest = [index for index in loose if index not in grouped]
    win = hand.win
    if win is None:
        count = len(hand.concealed) + len(rest) + 3 * (len(hand.melds) + len(apart))
        win = _winning(hand, melds, rest, count)
    return Layout(
        tiles=(*hand.tiles, *(_moved(tile, scale, below) for tile in melds.tiles)),
        concealed=tuple(
            index for index in (*hand.concealed, *(offset + index for index in sorted(rest))) if index != win
        ),
        melds=(*hand.melds, *(tuple(offset + index for index in group) for group in sorted(apart))),
        win=win,
        flowers=(*hand.flowers, *(offset + index for index in melds.flowers)),
        covering=(*hand.covering, *_behind(melds.covering, offset)),
        unsure=(*hand.unsure, *_behind(melds.unsure, offset)),
    )


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


def _cut(tiles: Sequence[int], evidence: Evidence) -> list[tuple[int, ...]]:
    """The likeliest melds among tiles that lie in order, in rows or touching each other."""
    order = sorted(tiles)
    best: list[tuple[float, list[tuple[int, ...]]]] = [(0.0, [])]
    for end in range(1, len(order) + 1):
        cost, groups = best[end - 1]
        ways = [(cost + _ODD, groups)]
        for size in (3, 4):
            if size <= end:
                group = tuple(order[end - size : end])
                readings = group_readings(evidence.classes[list(group)], _MOST)
                if readings:
                    before, others = best[end - size]
                    ways.append((before + readings[0].cost, [*others, group]))
        best.append(min(ways, key=lambda way: way[0]))
    return best[-1][1]


def _moved(tile: Detection, scale: float, below: float) -> Detection:
    x0, y0, x1, y1 = (value * scale for value in tile.box)
    return replace(tile, box=(x0, y0 + below, x1, y1 + below))
