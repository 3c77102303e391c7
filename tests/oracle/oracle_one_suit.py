"""Every hand of fourteen tiles of one suit, judged by the engine, the oracle and the package ``mahjong``.

There are 118,800 of them. All three must agree which are won, except that the package, which follows the
Japanese rules, wants seven different pairs where here four alike are two pairs.
"""

import importlib
from collections.abc import Iterator
from itertools import product
from typing import Any

from mahjong.agari import Agari
from oracle_shapes import readings

from scorer.tiles import format_tiles

Counts = tuple[int, ...]


def all_counts() -> Iterator[Counts]:
    """How often each rank is held: nine numbers of at most four, fourteen in all."""
    for counts in product(range(5), repeat=9):
        if sum(counts) == 14:
            yield counts


def case_of_tiles(tiles: list[str]) -> dict[str, Any]:
    """A self-drawn 推倒胡 hand, where four sets and a pair and seven pairs win."""
    context = {"winner": "S", "dealer": "E", "seat_wind": "S", "round_wind": "E", "win_by": "self_draw"}
    return {
        "kind": "win",
        "ruleset": "tui_dao_hu",
        "options": {},
        "hand": {"concealed": format_tiles(tiles[1:]), "melds": [], "win": tiles[0]},
        "context": {**context, "flags": []},
    }


def is_won(answer: dict[str, Any]) -> bool:
    """Raises ValueError when the hand was refused for anything but its shape."""
    if answer.get("error", "not_a_win") != "not_a_win":
        raise ValueError(answer["error"])
    return "error" not in answer


def judged(counts: Counts) -> tuple[bool, bool, bool]:
    """Won for the engine, for the oracle, for the package."""
    engine = importlib.import_module("scorer.cases").answer
    tiles = [f"{rank}s" for rank, number in enumerate(counts, 1) for _ in range(number)]
    package = Agari().is_agari([0] * 18 + list(counts) + [0] * 7)
    return is_won(engine(case_of_tiles(tiles))), bool(readings(tiles, 0, pairs=True)), package


def disagreements(step: int = 1) -> tuple[int, int, list[Counts], list[Counts]]:
    """Judge every ``step``-th hand.

    Returns:
        how many were judged, how many the oracle calls won, those that only the package does not call
        won, and those on which engine and oracle differ or only the package sees a win.
    """
    seen = won = 0
    four_alike, wrong = [], []
    for number, counts in enumerate(all_counts()):
        if number % step:
            continue
        engine, oracle, package = judged(counts)
        seen, won = seen + 1, won + oracle
        if engine != oracle or (package and not oracle):
            wrong.append(counts)
        elif oracle and not package:
            four_alike.append(counts)
    return seen, won, four_alike, wrong


def is_pairs_with_four_alike(counts: Counts) -> bool:
    return all(number % 2 == 0 for number in counts) and 4 in counts
