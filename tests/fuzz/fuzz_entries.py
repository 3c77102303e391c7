"""What is booked and asked for in the houses: valid, of every kind."""

from typing import Any, Final

from fuzz_house import BESIDE, HAND

CONTEXT: Final[dict[str, Any]] = {
    "winner": "S",
    "dealer": "E",
    "seat_wind": "S",
    "round_wind": "E",
    "win_by": "discard",
    "from": "W",
    "flags": [],
    "gang_from": None,
    "wild": "9p",
    "horses": ["1m", "5s"],
    "ready": None,
    "gangs": [],
    "dealer_streak": 0,
    "caishen_counts": {},
    "already_liable": {},
    "calls_before_win": [],
}
GANGS: Final = [
    {"seat": "E", "type": "an_gang", "from": None},
    {"seat": "W", "type": "ming_gang", "from": "E"},
]
ENTRIES: Final[tuple[dict[str, Any], ...]] = (
    {"kind": "win", "wins": [{"winner": "S", "hand": HAND, "flags": []}], "context": {"win_by": "self_draw"}},
    {
        "kind": "win",
        "wins": [
            {"winner": "S", "hand": HAND, "flags": []},
            {"winner": "N", "hand": BESIDE, "flags": []},
        ],
        "context": {"win_by": "discard", "from": "W", "wild": "9p"},
    },
    {"kind": "named", "wins": [{"winner": "S", "rows": ["zi_mo"]}], "context": {"win_by": "self_draw"}},
    {"kind": "named", "wins": [{"winner": "N", "points": 8}], "context": {"win_by": "discard", "from": "E"}},
    {"kind": "draw", "context": {"gangs": GANGS, "caishen_counts": {"E": 1, "S": 2}}},
    {"kind": "kongs", "context": {"gangs": GANGS}},
    {"kind": "penalty", "player": "E", "penalty": "followed", "note": "x"},
    {"kind": "free", "transfers": [["E", "S", 1], ["W", "S", "1/2"]], "note": "貼"},
    {"kind": "rules", "rules": "lishui", "options": {"base": 2, "row_values": {"qi_dui": 2}}},
    {"kind": "rules", "rules": "ji_ping_hu", "options": {}},
)
