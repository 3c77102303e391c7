"""A made-up evening for the pictures of the documentation."""

import random
import uuid
from typing import Any

from webapp.tally.book import Change, TableBook

PLAYERS = {
    "en-GB": {"E": "Ann", "S": "Bo", "W": "Cai", "N": "Dan"},
    "zh-CN": {"E": "小安", "S": "老博", "W": "阿财", "N": "丹丹"},
    "zh-TW": {"E": "小安", "S": "老博", "W": "阿財", "N": "丹丹"},
}
_HANDS = (
    (["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "5p"], "5p"),
    (["1m", "2m", "3m", "4m", "5m", "6m", "7m", "7m", "E", "E"], "7m"),
    (["2p", "2p", "2p", "5p", "5p", "5p", "8p", "8p", "B", "B"], "8p"),
)


def book_an_evening(book: TableBook, locale: str, deals: int = 14) -> str:
    """Book some deals between four players and return the table's id."""
    dice = random.Random(11)  # noqa: S311  # a picture, nothing secret
    setup = {
        "name": {"en-GB": "Friday", "zh-CN": "周五晚", "zh-TW": "週五晚"}[locale],
        "players": PLAYERS[locale],
        "rules": "ji_ping_hu",
        "options": {"base": 2},
        "stake": {"amount": "0.5", "unit": "元" if locale.startswith("zh") else "€"},
        "first_dealer": "E",
    }
    table = book.create(setup, str(uuid.uuid4()))
    for number in range(deals):
        name = str(uuid.uuid4())
        book.change(table.id, Change("line_added", name, _line(dice, number)), uuid=name, expected=number + 1)
    return table.id


def _line(dice: random.Random, number: int) -> dict[str, Any]:
    if number % 7 == 3:
        return {"kind": "draw", "context": {}}
    if number == 9:
        return {"kind": "penalty", "player": "W", "penalty": "false_win"}
    winner, loser = dice.sample("ESWN", 2)
    concealed, win = dice.choice(_HANDS)
    hand = {
        "concealed": concealed,
        "melds": [{"type": "peng", "tiles": ["C", "C", "C"], "from": None}],
        "win": win,
        "flowers": 0,
    }
    how = {"win_by": "self_draw"} if dice.random() < 0.4 else {"win_by": "discard", "from": loser}
    return {"kind": "win", "wins": [{"winner": winner, "hand": hand}], "context": how}
