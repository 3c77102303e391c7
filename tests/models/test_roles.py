"""How rendered hands lie, compared with readings that are right and wrong in one thing each."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from datasets.labels import save
from datasets.scene import scene
from models.roles import Laid, LaidTile, compare_roles, read_laid
from models.truth import TruthError
from vision.layout import Role
from vision.reading import Reading, ReadMeld, ReadTile

# 123m 456p 789s C in a row, its second C apart; a concealed kong of E with backs; above, a 9p of the table.
HAND = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "C"]
KONG = ["back", "E", "E", "back"]


def tile(
    kind: str, x: float, role: str, *, y: float = 100, meld: int = -1, winning: bool = False
) -> LaidTile:
    return LaidTile(kind, kind, (x, y, x + 30, y + 40), role, meld, winning)


def laid(*, apart: float = 50) -> Laid:
    tiles = [tile(kind, 30 * place, "hand") for place, kind in enumerate(HAND)]
    tiles.append(tile("C", 30 * 9 + apart, "hand", winning=True))
    tiles += [tile(kind, 500 + 30 * place, "meld", meld=0) for place, kind in enumerate(KONG)]
    tiles.append(tile("9p", 40, "table", y=10))
    tiles.append(tile("flower", 90, "flower", y=10))
    return Laid("lotus pond", "row", True, tuple(tiles))


def read(**change: Any) -> Reading:
    """The reading of `laid`, with changes."""
    roles: list[Role] = [*["hand"] * 11, *["meld"] * 4, "table", "flower"]  # type: ignore[list-item]  # literals
    tiles = tuple(
        ReadTile(one.tile, one.box, 0.9, role, ((one.tile, 0.9),), one.tile, False)
        for one, role in zip(laid().tiles, change.pop("roles", roles), strict=True)
    )
    kong = ReadMeld("an_gang", ("E",) * 4, (11, 12, 13, 14))
    facts = {"concealed": tuple(range(10)), "melds": (kong,), "win": 10, "flowers": 1, "complete": True}
    return Reading(tiles=tiles, **(facts | change))


def test_a_hand_is_told_as_a_reading_tells_it() -> None:
    assert laid().hand == (*HAND, "C", "E", "E", "E", "E")
    assert laid().whole
    assert laid().melds == {0: (11, 12, 13, 14)}


def test_a_kong_face_down_stays_backs() -> None:
    tiles = tuple(tile("back", 30 * place, "meld", meld=0) for place in range(4))
    assert Laid("x", "row", True, tiles).hand == ("back",) * 4


@pytest.mark.parametrize(
    ("shown", "face"), [(["E"] * 3, "E"), (["back", "back", "E"], "E"), (["back"] * 3, "back")]
)
def test_a_kong_of_which_one_tile_lies_on_another_is_four(shown: list[str], face: str) -> None:
    tiles = tuple(tile(kind, 30 * place, "meld", meld=0) for place, kind in enumerate(shown))
    assert Laid("x", "row", True, tiles, kongs=frozenset((0,))).hand == (face,) * 4


def test_a_hand_partly_out_of_the_picture_is_not_whole() -> None:
    assert not Laid("x", "row", True, laid().tiles[1:]).whole
    assert not Laid("x", "row", True, tuple(t for i, t in enumerate(laid().tiles) if i not in (11, 14))).whole


def test_only_a_tile_apart_can_be_told_as_the_winning_one() -> None:
    assert laid().win == 10
    assert laid(apart=30).win is None
    assert Laid("x", "reading", True, laid(apart=30).tiles).win == 10, "hands laid for scoring set it apart"


def test_a_right_reading_is_right() -> None:
    assert compare_roles(laid(), read()).all


def test_a_winning_tile_within_the_row_need_not_be_named() -> None:
    within = laid(apart=30)
    boxes = compare_roles(within, read(win=None))
    assert boxes.win


def test_the_wrong_winning_tile_is_wrong() -> None:
    result = compare_roles(laid(), read(win=9))
    assert (result.roles, result.melds, result.win) == (True, True, False)
    assert not compare_roles(laid(), read(win=None)).win


def test_a_meld_missed_or_cut_short_is_wrong() -> None:
    assert not compare_roles(laid(), read(melds=())).melds
    kong = ReadMeld("gang_unknown", ("E",) * 4, (11, 12, 13, 14))
    assert not compare_roles(laid(), read(melds=(kong,))).melds, "backs make it a concealed one"
    assert not compare_roles(laid(), read(melds=(ReadMeld("an_gang", ("E",) * 3, (11, 12, 13)),))).melds


def test_a_discard_taken_into_the_hand_is_told() -> None:
    roles = [*["hand"] * 11, *["meld"] * 4, "hand", "flower"]
    result = compare_roles(laid(), read(roles=roles))
    assert not result.roles
    assert result.mistaken == Counter({("table", "hand"): 1})


def test_a_tile_that_is_not_there_counts_only_within_the_hand() -> None:
    assert compare_roles(Laid("x", "row", True, laid().tiles[:15]), read()).mistaken == Counter(
        {("-", "flower"): 1}
    )


def test_discards_and_flowers_that_were_missed_are_no_matter_of_roles() -> None:
    right = read()
    without = Reading(right.tiles[:15], right.concealed, right.melds, right.win, 0, True)
    assert compare_roles(laid(), without).roles


def test_what_the_renderer_writes_is_read(tmp_path: Path) -> None:
    made = next(made for made in (scene(seed, "check", 480) for seed in range(30)) if made.facts["complete"])
    save(made, tmp_path, "one")
    told = read_laid(tmp_path / "facts" / "one.json")
    assert told.design == made.facts["design"]
    assert len(told.tiles) == len(made.labels)
    assert {one.role for one in told.tiles} <= {"hand", "meld", "flower", "table"}


def test_another_json_is_refused(tmp_path: Path) -> None:
    (tmp_path / "facts.json").write_text(json.dumps({"tiles": [{}]}))
    with pytest.raises(TruthError, match=r"facts\.json"):
        read_laid(tmp_path / "facts.json")
