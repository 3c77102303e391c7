"""What must be so for a predicate to hold at all: of most hands most rows need not be asked.

A predicate that is not named here is always asked, so a new one works without an entry.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from scorer.predicates import colours, events, honours, melds, numbers, shapes
from scorer.view import EVENT, HONOUR_TRIPLET, KONG, NO_RUN, ONE_SUIT, View

NEEDS: Final[dict[Callable[[View], int], int]] = {
    **dict.fromkeys(
        (
            events.last_tile,
            events.last_discard,
            events.kong_draw,
            events.double_kong_draw,
            events.heavenly,
            events.earthly,
            events.human,
            events.earthly_or_human,
        ),
        EVENT,
    ),
    **dict.fromkeys(
        (
            honours.big_winds,
            honours.little_winds,
            honours.big_dragons,
            honours.little_dragons,
            honours.red_dragon,
            honours.green_dragon,
            honours.white_dragon,
            honours.seat_wind,
            honours.round_wind,
        ),
        HONOUR_TRIPLET,
    ),
    **dict.fromkeys(
        (
            shapes.all_triplets,
            colours.only_yao,
            colours.mixed_yao,
            colours.only_terminals,
            numbers.triplets_of_generals,
            numbers.two_numbers,
            numbers.three_numbers,
            numbers.terminal_triplets,
            numbers.mixed_yao_triplets,
        ),
        NO_RUN,
    ),
    **dict.fromkeys(
        (
            colours.half_flush,
            colours.full_flush,
            colours.one_kind_of_tiles,
            colours.all_green,
            shapes.nine_gates_any_wait,
            shapes.nine_gates_pure,
            shapes.nine_gates_by_draw_or_pure,
        ),
        ONE_SUIT,
    ),
    **dict.fromkeys(
        (colours.half_flush_triplets, colours.full_flush_triplets, colours.all_honours), NO_RUN | ONE_SUIT
    ),
    **dict.fromkeys((melds.any_kong, melds.two_kongs, melds.three_kongs, melds.four_kongs), KONG),
}
