"""Winning shapes."""

import pytest

from scorer.tiles import parse_tiles
from vision.wins import is_complete, is_win


@pytest.mark.parametrize(
    ("tiles", "melds", "whole"),
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
def test_whole_hands(tiles: str, melds: int, whole: bool) -> None:
    assert is_complete(parse_tiles(tiles), melds) == whole


def test_backs_and_flowers_finish_nothing() -> None:
    assert not is_complete([*parse_tiles("123m456p789sEEEC"), "back"])


@pytest.mark.parametrize(
    ("tiles", "win"),
    [
        ("123m456p789sEEECC", True),
        ("123m456p789sEEEECC", True),
        ("1111m4444pEEEECCCCFF", True),
        ("1111m4444pEEEECCCCFFF", False),
        ("1111mEEEE444pCCCCFF", True),
        ("123m456p789sEEECCC", False),
        ("123456789m123pEEECC", True),
    ],
)
def test_tiles_of_which_only_the_kinds_are_known(tiles: str, win: bool) -> None:
    assert is_win(parse_tiles(tiles)) == win
