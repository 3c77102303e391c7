"""Winning shapes."""

import pytest

from scorer.rulesets import names, rule_set
from scorer.tiles import KINDS, parse_tiles
from vision.automaton import machine
from vision.wins import is_win, winning


@pytest.mark.parametrize(
    ("tiles", "melds", "win"),
    [
        ("123m456p789sEEECC", 0, True),
        ("123m456p789sEECC", 1, False),
        ("123m456pCC", 2, True),
        ("CC", 4, True),
        ("112233m445566pEE", 0, True),
        ("1133m5577p2244sEE", 0, True),
        ("1111m5577p2244sEE", 0, True),
        ("19m19p19sESWNCFBB", 0, True),
        ("19m19p19sESWNCFB", 0, False),
        ("123m456p789s123sEEECC", 0, True),
        ("123m456p789sEEECF", 0, False),
        ("891m456p789sEEECC", 0, False),
        ("55555m456p789sEEE", 0, False),
        ("", 0, False),
    ],
)
def test_whole_hands(tiles: str, melds: int, win: bool) -> None:
    assert is_win(parse_tiles(tiles), melds) == win


def test_backs_and_flowers_finish_nothing() -> None:
    assert not is_win([*parse_tiles("123m456p789sEEEC"), "back"])


@pytest.mark.parametrize(
    ("tiles", "win"),
    [
        ("123m456p789sEEEECC", True),
        ("1111m4444pEEEECCCCFF", True),
        ("1111m4444pEEEECCCCFFF", False),
        ("1111mEEEE444pCCCCFF", True),
        ("123m456p789sEEECCC", False),
        ("123456789m123pEEECC", True),
    ],
)
def test_four_alike_that_are_one_tile_too_many_are_a_kong(tiles: str, win: bool) -> None:
    assert is_win(parse_tiles(tiles)) == win


def counts_of(tiles: str) -> list[int]:
    found = parse_tiles(tiles)
    return [found.count(kind) for kind in KINDS]


@pytest.mark.parametrize("name", names())
def test_every_rule_set_knows_what_wins(name: str) -> None:
    win = winning(rule_set(name))
    tiles = "123m456p789sEEECC" if win.sets == (4,) else "123m456p789s123sEEECC"
    assert machine(win).accepts(counts_of(tiles))


def test_seven_pairs_win_where_the_table_plays_them() -> None:
    pairs = counts_of("1133m5577p2244sEE")
    assert not machine(winning(rule_set("ji_ping_hu"))).accepts(pairs)
    assert machine(winning(rule_set("tui_dao_hu"))).accepts(pairs)
    house = rule_set("tui_dao_hu").with_options({"seven_pairs": False})
    assert not machine(winning(house)).accepts(pairs)


def test_a_wild_tile_turned_up_counts_and_white_dragons_stand_in_for_it() -> None:
    rules = rule_set("lishui")
    assert machine(winning(rules, "5s")).accepts(counts_of("123m456p789sEEEC5s"))
    assert machine(winning(rules, "5s")).accepts(counts_of("123m456p46sEEECCB"))
    assert not machine(winning(rules)).accepts(counts_of("123m456p789sEEEC5s"))
