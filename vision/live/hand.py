"""A hand turned up, read with what is known of its melds from the game before."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from vision.automaton import Win
from vision.corrector import correct
from vision.layout import Layout, winning_apart
from vision.live.frame import Box
from vision.problems import problems_anew
from vision.scan import Scan
from vision.winning import WHOLE

_SAME: Final = 0.5  # tile sizes: a tile of the scan so near is the one that was tracked


def with_known(
    scan: Scan, melds: Sequence[tuple[Sequence[Box], bool]], loose: Sequence[Box], win: Win | None = None
) -> Scan:
    """Read a hand again, its melds being those that were called.

    Args:
        scan: of a part of the frame that shows the hand and its melds; boxes in pixels of the frame.
        melds: boxes of the tiles of each meld, and whether one of them hides a fourth.
        loose: boxes of the other faces before the player.
        win: what wins at the table.

    Returns:
        The scan as it was where it was made without a layout.
    """
    layout = scan.layout
    if layout is None:
        return scan
    known = [(_matching(layout, boxes), covering) for boxes, covering in melds]
    groups = [group for group, _ in known if len(group) >= 3]
    over = [group for group, covering in known if covering and len(group) == 3]
    held = {index for group in groups for index in group}
    own = [group for group in layout.melds if not held & set(group)]
    broken = [index for group in layout.melds if held & set(group) for index in group if index not in held]
    before = [*layout.concealed, *([] if layout.win is None else [layout.win])]
    faces = [
        index
        for index in (*before, *broken, *_matching(layout, loose))
        if layout.tiles[index].tile not in ("back", "flower") and not any(index in group for group in own)
    ]
    hand = sorted({index for index in faces if index not in held})
    called = (*own, *groups)
    changed = replace(
        layout,
        concealed=tuple(hand),
        melds=tuple(called),
        win=None,
        covering=(*over, *(group for group in layout.covering if group in own)),
        unsure=tuple(group for group in layout.unsure if group in own),
    )
    last = _last(layout, changed)
    if last is not None:
        changed = replace(changed, concealed=tuple(index for index in hand if index != last), win=last)
    reading = correct(changed, scan.evidence, win)
    return replace(scan, layout=changed, reading=reading, problems=problems_anew(scan.problems, reading, win))


def _last(before: Layout, now: Layout) -> int | None:
    """The winning tile: as it was seen, or the one set apart now that the hand's tiles are known."""
    count = len(now.concealed) + 3 * len(now.melds)
    if before.win is not None and before.win in now.concealed and count in WHOLE:
        return before.win
    last = winning_apart(now, count)
    return last if last in now.concealed else None


def _matching(layout: Layout, boxes: Sequence[Box]) -> tuple[int, ...]:
    """Tiles of the layout that lie where the boxes are."""
    found = []
    for x0, y0, x1, y1 in boxes:
        size = ((x1 - x0) * (y1 - y0)) ** 0.5
        for index, tile in enumerate(layout.tiles):
            x = (tile.box[0] + tile.box[2] - x0 - x1) / 2
            y = (tile.box[1] + tile.box[3] - y0 - y1) / 2
            if (x * x + y * y) ** 0.5 < _SAME * size and index not in found:
                found.append(index)
                break
    return tuple(sorted(found))
