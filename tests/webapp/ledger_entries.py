"""A table of four players and lines for its ledger."""

from typing import Any

SETUP = {
    "name": "Friday",
    "players": {"E": "Ann", "S": "Bo", "W": "Cai", "N": "Dan"},
    "rules": "ji_ping_hu",
    "options": {},
    "stake": {"amount": "0.5", "unit": "€"},
    "first_dealer": "E",
}
HAND = {
    "concealed": ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "7s", "E", "E"],
    "melds": [{"type": "peng", "tiles": ["C", "C", "C"], "from": None}],
    "win": "7s",
    "flowers": 0,
}
# Worth as much, of other tiles, and won on the same one.
BESIDE = {
    "concealed": ["1m", "2m", "3m", "4p", "5p", "6p", "8s", "9s", "S", "S"],
    "melds": [{"type": "peng", "tiles": ["F", "F", "F"], "from": None}],
    "win": "7s",
    "flowers": 0,
}
DRAW = {"kind": "draw", "context": {}}


def won(winner: str, source: str | None = None, **more: Any) -> dict[str, Any]:
    by = {"win_by": "self_draw"} if source is None else {"win_by": "discard", "from": source}
    return {"kind": "win", "wins": [{"winner": winner, "hand": HAND}], "context": {**by, **more}}


def points(winner: str, number: int, source: str | None = None) -> dict[str, Any]:
    by = {"win_by": "self_draw"} if source is None else {"win_by": "discard", "from": source}
    return {"kind": "named", "wins": [{"winner": winner, "points": number}], "context": by}
