"""Backs by a hand that may be a concealed kong of which not every tile was found."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.groups import KONG, Group
from vision.lying import Lying
from vision.rows import centres, sizes

_LIKE_SIZE: Final = 1.4
_TOUCHING: Final = 1.9  # pitches to a back that touches, if one of them lies on top of another
_OVER: Final = 2.4  # pitches to a face beyond a tile that was not found


def may_be_kongs(seen: Lying, melds: Sequence[Group]) -> list[Group]:
    """Backs that touch one another, with the faces beside them or without, the likeliest first.

    Args:
        seen: all tiles; its block is the hand.
        melds: those that were found whole.
    """
    if seen.block is None:
        return []
    row = seen.block.leading
    ratio = sizes(seen.boxes) / row.size
    known = {index for meld in melds for index in meld}
    like = [i for i in range(len(ratio)) if i not in known and 1 / _LIKE_SIZE < ratio[i] < _LIKE_SIZE]
    points = centres(seen.boxes) / row.pitch
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    of_kind: dict[str, list[int]] = {}
    for index in like:
        of_kind.setdefault(seen.kinds[index], []).append(index)
    found: list[Group] = []
    for group in _touching(of_kind.pop("back", []), apart):
        if len(group) > KONG:  # a wall
            continue
        # All copies of a face lie in its kong.
        found += [
            [*faces, *group]
            for kind, faces in of_kind.items()
            if kind != "flower"
            and len(faces) + len(group) <= KONG
            and apart[np.ix_(faces, group)].min(axis=1).max() < _OVER
        ]
        found.append(group)
    long = {index for group in seen.block.groups if len(group) > KONG for index in group}
    return sorted(found, key=lambda group: (len(long & set(group)), -len(group)))


def _touching(tiles: Sequence[int], apart: npt.NDArray[np.float64]) -> Iterator[list[int]]:
    """Those that touch one another, group by group."""
    left = set(tiles)
    while left:
        group, edge = [], [left.pop()]
        while edge:
            group.append(edge.pop())
            close = {index for index in left if apart[index, group[-1]] < _TOUCHING}
            left -= close
            edge += close
        yield sorted(group)
