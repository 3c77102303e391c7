"""Melds as they lie on the table: one tile across, a fourth on top, beside tiles that are no part of them."""

from collections.abc import Sequence

import numpy as np
import pytest

from vision.detector import CLASSES
from vision.live.frame import Box
from vision.live.ground import Ground
from vision.live.kongs import lift
from vision.live.melds import Group, added, find_groups
from vision.live.records import Moment
from vision.live.settings import Settings
from vision.live.story import Story
from vision.live.tiles import Tile

GROUND = Ground((2304, 1296), (570, 25, 1800, 25, 1800, 1275, 570, 1275))
# A triplet at the left edge, its tile from across lying along the edge, all outer sides in one line.
ACROSS: tuple[Box, ...] = ((514, 1069, 588, 1127), (515, 1133, 562, 1204), (512, 1206, 580, 1263))
PLAIN: tuple[Box, ...] = ((514, 1069, 588, 1127), (514, 1128, 588, 1186), (514, 1187, 588, 1245))
ON_TOP: tuple[Box, ...] = (PLAIN[0], (502, 1126, 580, 1187), PLAIN[2])


def a_tile(number: int, kind: str, box: Box, since: float = 0.0) -> Tile:
    shares = np.full(len(CLASSES), 0.001, np.float32)
    shares[CLASSES.index(kind)] = 0.965
    tile = Tile(number, box, since=since)
    tile.vote(box, shares, since)
    return tile


def tiles(kinds: Sequence[str], boxes: Sequence[Box], first: int = 1, since: float = 0.0) -> list[Tile]:
    return [a_tile(first + n, *one, since) for n, one in enumerate(zip(kinds, boxes, strict=True))]


def triplet(boxes: Sequence[Box]) -> Group:
    return Group(tuple(tiles(["E"] * 3, boxes)), ("E",) * 3, 0.0, "left")


def test_a_tile_that_lies_across_hides_no_fourth() -> None:
    assert abs(lift(triplet(ACROSS), GROUND)) < 0.05
    assert abs(lift(triplet(PLAIN), GROUND)) < 0.01


def test_a_fourth_tile_on_top_is_seen_farther_out() -> None:
    assert lift(triplet(ON_TOP), GROUND) > 0.15


def test_a_fourth_tile_beside_the_wall_is_one() -> None:
    fourth = a_tile(9, "E", (592, 1128, 666, 1186))
    wall = a_tile(10, "back", (660, 1128, 730, 1186))
    grown = added(triplet(PLAIN), [fourth, wall])
    assert grown is not None
    assert grown.kinds == ("E",) * 4


def test_faces_that_could_not_be_read_do_not_hide_the_next_meld() -> None:
    """Three tiles of a meld that was never told lay there when the next meld came."""
    unread = tiles(["1m", "9p", "F"], [(600 + 48 * n, 1200, 646 + 48 * n, 1265) for n in range(3)])
    fresh = tiles(["C"] * 3, [(900 + 48 * n, 1200, 946 + 48 * n, 1265) for n in range(3)], 4, 20.0)
    groups, faces = find_groups([*unread, *fresh], GROUND)
    assert [group.kinds for group in groups] == [("C",) * 3]
    assert len(faces["bottom"]) == 6


def test_a_hand_turned_up_is_no_meld_although_its_tiles_lie_in_threes() -> None:
    hand = tiles(
        ["C"] * 3 + ["1m", "2m", "3m"],
        [(600 + 48 * n + 40 * (n > 2), 1200, 646 + 48 * n + 40 * (n > 2), 1265) for n in range(6)],
    )
    assert find_groups(hand, GROUND)[0] == ()


@pytest.mark.parametrize(
    ("shown", "before", "told"),
    [
        (("B", "back", "back", "B"), slice(1, 3), ["an_gang"]),  # laid where tiles had stood
        (("B", "back", "back", "B"), slice(0, 4), []),  # lay there when the camera was started
        (("back", "back", "2p", "back"), slice(0, 0), ["an_gang"]),
        (("back", "back", "2p", "back"), slice(0, 2), []),  # a standing tile, for a moment taken for a face
    ],
)
def test_a_concealed_kong_is_told_by_its_faces(
    shown: tuple[str, ...], before: slice, told: list[str]
) -> None:
    """Backs that lie where backs had stood keep their number: only faces tell whether the meld is new."""
    boxes: list[Box] = [(900 + 48 * n, 1200, 946 + 48 * n, 1265) for n in range(4)]
    kong = tiles(shown, boxes)
    story = Story(Settings())
    story.begin(kong[before])
    group = Group(tuple(kong), shown, 0.0, "bottom")
    lying = {tile.number: tile for tile in kong}
    events = []
    for at in (0.0, 1.0, 4.0):
        events += story.tell(lying, [] if events else [group], lambda _: True, Moment(at, 0))
    assert [event.kind for event in events] == told
    assert len(story.melds["bottom"]) == 1
