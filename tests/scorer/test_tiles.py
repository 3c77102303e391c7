"""Tile notation."""

import pytest

from scorer.tiles import HONOURS, INDEX, KINDS, YAO, InvalidTileError, format_tiles, parse_tiles


def test_there_are_34_kinds_each_with_its_place():
    assert len(KINDS) == len(set(KINDS)) == 34
    assert [INDEX[kind] for kind in KINDS] == list(range(34))
    assert len(YAO) == 13


def test_ranks_of_one_suit_share_its_letter_and_blanks_do_not_matter():
    assert parse_tiles("123m 4 5p EE C") == ("1m", "2m", "3m", "4p", "5p", "E", "E", "C")
    assert parse_tiles("") == ()


@pytest.mark.parametrize("text", ["0m", "12", "1E", "m", "1x", "e", "1m5", "１m"])
def test_what_is_no_notation_is_refused_with_the_part_that_is_wrong(text):
    with pytest.raises(InvalidTileError, match="'"):
        parse_tiles(text)


def test_writing_keeps_the_order_and_joins_neighbours():
    assert format_tiles(("1m", "2m", "E", "E", "S", "3p", "1m")) == "12m EES 3p 1m"
    assert format_tiles(()) == ""
    for text in ("123m 456p EEE CC", "1m 1p 1s", "".join(HONOURS)):
        assert parse_tiles(format_tiles(parse_tiles(text))) == parse_tiles(text)


@pytest.mark.parametrize(
    "text",
    [
        "123万 456筒 789条 东南西北 中发白",
        "123萬 456餅 789條 東南西北 中發白",
        "123m 456饼 789索 ESWN 中发B",
    ],
)
def test_what_stands_on_the_tiles_is_read_as_well(text):
    assert format_tiles(parse_tiles(text)) == "123m 456p 789s ESWNCFB"
