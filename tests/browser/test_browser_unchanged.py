"""A booked hand opened on the page of hands and kept untouched: nothing of it is lost on the way."""

import json
import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from new_table import new_table

from scorer.tiles import parse_tiles
from webapp.tally.book import Change, TableBook


def meld(kind: str, tiles: str, source: str | None = None) -> dict[str, Any]:
    return {"type": kind, "tiles": list(parse_tiles(tiles)), "from": source}


def win(winner: str, tiles: str, *melds: dict[str, Any], flags: Any = (), flowers: int = 0) -> dict[str, Any]:
    """A winner; the last of ``tiles`` is the winning one."""
    *concealed, won = parse_tiles(tiles)
    hand = {"concealed": concealed, "melds": list(melds), "win": won, "flowers": flowers}
    return {"winner": winner, "hand": hand, "flags": list(flags)}


def line(*wins: dict[str, Any], source: str | None = None, **context: Any) -> dict[str, Any]:
    by = {"win_by": "self_draw"} if source is None else {"win_by": "discard", "from": source}
    return {"kind": "win", "wins": list(wins), "context": by | context, "photo": None}


def kong(seat: str, kind: str, source: str | None = None) -> dict[str, Any]:
    return {"seat": seat, "type": kind, "from": source}


PLAIN = "123m456p77sEE7s"
OTHER = "456m123p89sWW7s"
CHOW = "123m456p11sEE1s"
# What players book, rule set by rule set: all of it is shown and sent again.
BOOKED = {
    "ji_ping_hu": [
        line(win("S", PLAIN, meld("peng", "CCC", "N"), flowers=2), source="W"),
        line(win("S", PLAIN, meld("peng", "CCC")), win("N", OTHER, meld("peng", "FFF", "E")), source="W"),
        line(win("S", CHOW, meld("chi", "789s", "E"))),
        line(
            win("W", PLAIN, meld("ming_gang", "CCCC", "N"), flags=["gang_draw"]),
            gang_from="N",
            gangs=[kong("W", "ming_gang", "N")],
        ),
        line(win("N", "123m456p789s456sEE", flags=["di_hu"]), calls_before_win=[]),
        line(win("S", "123m456p789s56sEE4s"), source="W", win_by="rob_kong"),
    ],
    "tui_dao_hu": [
        line(
            win("S", PLAIN, meld("an_gang", "1p1p1p1p")),
            horses=["1m", "5p"],
            gangs=[kong("S", "an_gang"), kong("E", "ming_gang", "N"), kong("N", "bu_gang")],
        ),
    ],
    "lishui": [line(win("S", "123m456p7sEE99m99p9p"), wild="9m", caishen_counts={"S": 2})],
    "wenzhou": [line(win("S", "123m456p789s123sFFFEE"), source="W", wild="5m", caishen_counts={"W": 1})],
    "xin_zhang": [line(win("S", "123m456p789s123sEE"), source="W", ready="declared")],
}
# Files from elsewhere may hold more than the page asks for, or less than it counts from the tiles.
ODD = {
    "ji_ping_hu": [
        line(win("S", CHOW, meld("chi", "789s"), flags=["last_tile"]), ready="declared"),
        line(win("S", PLAIN, meld("peng", "CCC")), source="W", already_liable={"E": "N", "W": "S"}),
        line(win("W", PLAIN, meld("ming_gang", "CCCC", "N"), flags=["gang_draw"]), gang_from="N"),
    ],
    "lishui": [line(win("S", "123m456p7sEE99m99p9p"), wild="9m")],
}
CASES = [
    *((rules, entry, False) for rules, entries in BOOKED.items() for entry in entries),
    *((rules, entry, True) for rules, entries in ODD.items() for entry in entries),
]


def as_booked(site: Any, table_id: str, entry: dict[str, Any]) -> Any:
    """Book a hand; gives the step."""
    book: TableBook = site.app.extensions["fanpai-tables"]
    name = str(uuid.uuid4())
    known = book.table(table_id).sequence
    change = Change("line_added", name, entry)
    return book.change(table_id, change, uuid=name, expected=known).steps[-1]


@pytest.mark.parametrize("rules", BOOKED)
def test_a_hand_that_nobody_touched_is_as_it_was(
    site: Any, open_phone: Callable[..., Any], rules: str
) -> None:
    page = open_phone()
    table = new_table(page, site.address, rules=rules)
    table_id = table.rsplit("/", 1)[-1]

    def as_if_touched(route: Any) -> None:
        # What the page shows must be enough: the server is not told that it is all the same.
        body = route.request.post_data_json
        route.continue_(post_data=json.dumps({**body, "unchanged": False}))

    for _, entry, odd in (case for case in CASES if case[0] == rules):
        step = as_booked(site, table_id, entry)
        page.unroute("**/hands")
        if not odd:
            page.route("**/hands", as_if_touched)
        page.goto(f"{table}/hand?line={step.line.id}#score")
        page.wait_for_selector(".seat.gets")
        page.click("#keep")
        page.wait_for_url("**/preview")
        sent = json.loads(page.locator('.choices [name="entry"]').get_attribute("value"))
        assert sent == step.line.entry
        page.click("text=Keep the change")
        page.wait_for_url(re.compile(f"{table_id}$"))
