"""One fault in an otherwise legal win, so that refusals are compared too."""

# ruff: noqa: C901
# One branch for each kind of case reads best in one list.

from copy import deepcopy
from random import Random
from typing import Any

from oracle_case import SEATS, read_tiles

from scorer.tiles import format_tiles

FAULTS = ("zero", "count", "tile", "flag", "self", "meld", "tian_hu", "method", "wild_meld", "horses")


def spoil(rng: Random, case: dict[str, Any]) -> dict[str, Any]:
    """The case with one fault (which may happen to leave it a win: another tile can still fit)."""
    spoilt = deepcopy(case)
    hand, context = spoilt["hand"], spoilt["context"]
    tiles, melds = list(read_tiles(hand["concealed"])), hand["melds"]
    fault = rng.choice(FAULTS)
    if fault == "zero":
        hand["concealed"] = rng.choice(("0m ", "10p ", "X ", "5 ")) + hand["concealed"]
    elif fault == "count":
        hand["concealed"] = format_tiles(tiles[1:] if rng.random() < 0.5 else [*tiles, "9s"])
    elif fault == "tile":
        tiles[0] = rng.choice(("1m", "5p", "9s", "E", "C"))
        hand["concealed"] = format_tiles(tiles)
    elif fault == "flag":
        context["flags"] = [*context["flags"], rng.choice(("riichi", "tenhou"))]
    elif fault == "self" and "from" in context:
        context["from"] = context["winner"]
    elif fault == "self":
        context["from"] = rng.choice(SEATS)
    elif fault == "meld" and melds:
        spoil_meld(rng, rng.choice(melds), context["winner"])
    elif fault == "tian_hu":
        context["flags"] = ["tian_hu"]
    elif fault == "method" and context["win_by"] == "rob_kong":
        context["robbed_gang"] = rng.choice(("an_gang", "ming_gang"))
    elif fault == "wild_meld" and melds and "wild" in context:
        context["wild"] = read_tiles(melds[0]["tiles"])[0]
    elif fault == "horses" and "horses" in context:
        context["horses"] = context["horses"] + ["1m"] * 21
    return spoilt


def spoil_meld(rng: Random, meld: dict[str, Any], winner: str) -> None:
    change = rng.choice(("from", "type", "tiles"))
    if change == "from":
        meld["from"] = winner
    elif change == "type":
        meld["type"] = rng.choice(("kan", "chi" if meld["type"] != "chi" else "peng"))
    else:
        meld["tiles"] = meld["tiles"][:-1] + ("s" if meld["tiles"].endswith("m") else "m")
        if not meld["tiles"][0].isdigit():
            meld["tiles"] = "EES"
