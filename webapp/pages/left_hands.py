"""Hands that the camera proposed and nobody has booked, as pages show them."""

import json
from datetime import datetime
from typing import Any, Final

from flask import current_app, url_for

from webapp.camera.board import Boards
from webapp.camera.cameras import Cameras
from webapp.camera.left import Left
from webapp.pages.camera_words import how_won
from webapp.pages.wording import _
from webapp.tally.fold import Table

LISTED: Final = 5  # of each, open and put aside


def left_at(table: Table) -> tuple[Left, ...]:
    """Every hand that was proposed at a table and is not booked, newest first. Raises StoreError."""
    boards: Boards = current_app.extensions["fanpai-camera-boards"]
    return boards.left(_cameras().session(table.id), table)


def left_with(table: Table, hand_id: str) -> Left | None:
    """The one that holds this hand."""
    return next((one for one in left_at(table) if hand_id in {hand.id for hand in one.hands}), None)


def listed(table: Table) -> dict[str, list[dict[str, Any]]]:
    """What a page lists: ``left`` what waits, ``aside`` what somebody has put aside."""
    every = left_at(table)
    return {
        "left": [left_view(table, one) for one in every if not one.aside][:LISTED],
        "aside": [left_view(table, one) for one in every if one.aside][:LISTED],
    }


def left_seen(table: Table, number: int) -> dict[str, Any] | None:
    """The one whose hand was turned up in this observation, for showing; None where it is booked or none."""
    every = left_at(table)
    found = next((one for one in every if number in {hand.number for hand in one.hands}), None)
    return None if found is None else left_view(table, found)


def left_view(table: Table, left: Left) -> dict[str, Any]:
    """One of them, for showing."""
    first = left.hands[0]
    names = [table.players[hand.winner] for hand in left.hands]
    return {
        "number": first.number,
        "aside": left.aside,
        "names": names,
        "title": _title(names),
        "how": how_won(left.entry["context"], table.players),
        "when": _when(first.at),
        "at": first.at,
        "hands": [_tiles(hand.entry["wins"][0]["hand"]) for hand in left.hands],
        "late": left.late,
        "joins": None if left.joins is None else {"line": left.joins.line.id, "deal": left.joins.deal},
        "entry": json.dumps(left.entry, ensure_ascii=False),
        "edit": url_for("play.hand", table_id=table.id, camera=first.id) + "#hand",
    }


def reminder(table: Table) -> str:
    """What the table's page says of them; empty where there are none."""
    waiting = [one for one in left_at(table) if not one.aside]
    if not waiting:
        return ""
    if len(waiting) > 1:
        return _("Won hands not booked yet: %(count)s", count=len(waiting))
    one = left_view(table, waiting[0])
    return _("Not booked yet: %(what)s, %(time)s", what=one["title"], time=one["when"])


def left_for_editor(table: Table, hand_id: str) -> dict[str, Any] | None:
    """The line that the page of hands is filled with; None when the hand is booked or deleted."""
    left = left_with(table, hand_id)
    if left is None:
        return None
    hand = next(one for one in left.hands if one.id == hand_id)
    photo = None
    if _cameras().recordings.has(table.id, hand.number, "at"):
        url = url_for("camera_evening.frame", table_id=table.id, number=hand.number, part="at")
        photo = {"url": url, "width": hand.size[0], "height": hand.size[1]}
    entry = hand.entry if left.joins is not None else left.entry
    wins = sorted(entry["wins"], key=lambda win: win["winner"] != hand.winner)
    return {**entry, "wins": wins, "photo": photo}


def _cameras() -> Cameras:
    found: Cameras = current_app.extensions["fanpai-cameras"]
    return found


def _title(names: list[str]) -> str:
    if len(names) == 1:
        return _("the hand of %(name)s", name=names[0])
    return _("the hands of %(names)s and %(last)s", names=_(", ").join(names[:-1]), last=names[-1])


def _when(at: datetime) -> str:
    here = at.astimezone()
    today = here.date() == datetime.now().astimezone().date()
    return here.strftime("%H:%M" if today else "%Y-%m-%d %H:%M")


def _tiles(hand: Any) -> list[str]:
    return [*hand["concealed"], *(tile for meld in hand["melds"] for tile in meld["tiles"]), hand["win"]]
