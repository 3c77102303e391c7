"""Hands that the camera has seen turned up, as the page proposes them and as the page of hands takes them."""

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from flask import current_app, url_for

from vision.scan import Scan
from webapp.camera.board import Board, Boards, Booked, Offer
from webapp.camera.booked import line_with
from webapp.camera.cameras import Cameras
from webapp.camera.hands import TurnedUp
from webapp.camera.proposal import as_read
from webapp.camera.recording import encoded
from webapp.camera.setup import CameraSetup
from webapp.pages import table_words
from webapp.pages.camera_words import doubt_sentence, how_won
from webapp.pages.jobs import BusyError, Job, Jobs
from webapp.pages.left_hands import left_for_editor, left_with
from webapp.pages.line_pages import scores_of
from webapp.pages.reasons import reasons
from webapp.tally.fold import Table
from webapp.tally.judge import Verdict
from webapp.tally.table_rules import rules_of

# Of names for entries: the same hands give the same one, so that two taps book one line.
_NAMES: Final = uuid.UUID("5a0c7d51-6f3e-4a0b-9a52-6b1c5b0e4f11")
_PHOTO_SIDE: Final = 4096
_QUALITY: Final = 92
_REMEMBERED: Final = 32


def cameras() -> Cameras:
    """The application's cameras."""
    found: Cameras = current_app.extensions["fanpai-cameras"]
    return found


def board_of(table: Table) -> Board:
    """What can be booked at a table of the hands turned up there. Raises StoreError."""
    boards: Boards = current_app.extensions["fanpai-camera-boards"]
    return boards.of(cameras().session(table.id), table, cameras().setup(table.id))


def offer_view(table: Table, offer: Offer) -> dict[str, Any]:
    """A line that can be booked, for showing."""
    entry, verdict = offer.entry, offer.verdict
    rules, dealer = table.rule_set, table.seating.dealer
    if (deal := offer.joins) is not None:  # as it was played
        rules, dealer = rules_of(deal.rules, deal.options), deal.before.dealer
    # The booked deal has its photo.
    photo = photo_of(offer.hands[-1]) if deal is None else None
    return {
        "id": offer.hands[0].id,
        "names": [table.players[win["winner"]] for win in entry["wins"]],
        "how": how_won(entry["context"], table.players),
        "winners": [_winner_view(table, hand, entry) for hand in offer.hands],
        "joins": None if deal is None else {"line": deal.line.id, "deal": deal.deal},
        "scores": scores_of(entry, rules, verdict, table.players) if verdict else [],
        "unpaid": _unpaid(entry, verdict, table) if verdict else [],
        "cards": table_words.seat_cards(table, verdict.settlement.payments, dealer) if verdict else [],
        "why": [
            table_words.say(reason, rules, table.players)
            for reason in reasons(verdict.settlement.transfers if verdict else ())
        ],
        "refused": offer.refused and table_words.say(offer.refused, rules, table.players),
        "doubts": [doubt_sentence(doubt) for doubt in offer.doubts],
        "entry": json.dumps(entry, ensure_ascii=False),
        # The same hands at the same state of the log are one line, whatever phone; after an undo a new one.
        "uuid": str(uuid.uuid5(_NAMES, f"{table.id} {table.sequence} {' '.join(entry['observed'])}")),
        "scan": photo.id if photo else "",
    }


def _winner_view(table: Table, hand: TurnedUp, entry: Mapping[str, Any]) -> dict[str, Any]:
    """One of the winners of a line that can be booked: his tiles, and where to put them right."""
    won = next(win for win in entry["wins"] if win["winner"] == cameras().setup(table.id).seat_at(hand.side))
    return {
        "id": hand.id,
        "name": table.players[won["winner"]],
        "tiles": won["hand"]["concealed"],
        "win": won["hand"]["win"],
        "melds": [
            {"tiles": meld["tiles"], "from": table.players.get(meld.get("from") or "", "")}
            for meld in won["hand"]["melds"]
        ],
        "edit": _editor(table, hand.id),
        "alone": url_for("play.hand", table_id=table.id, camera=hand.id, alone="yes") + "#hand",
    }


def _unpaid(entry: Mapping[str, Any], verdict: Verdict, table: Table) -> list[str]:
    """Winners whom the rules pay nothing, since another one sits nearer."""
    paid = {winner for winner, _score in verdict.wins}
    return [table.players[win["winner"]] for win in entry["wins"] if win["winner"] not in paid]


def unread_view(table: Table, hand: TurnedUp) -> dict[str, str]:
    """A hand that is no win as it was read: whose it is, and where to put it right."""
    seat = cameras().setup(table.id).seat_at(hand.side) or ""
    return {"name": table.players[seat], "edit": _editor(table, hand.id)}


def booked_view(table: Table, booked: Booked) -> dict[str, Any]:
    """A hand that is booked: whose it is, and in which line."""
    return {
        **unread_view(table, booked.hand),
        "line": booked.step.line.id,
        "deal": booked.step.deal,
        "named": booked.named,
    }


def booked_line(table: Table, hand_id: str) -> str | None:
    """The line that was booked from this very hand."""
    step = line_with(hand_id, table.steps)
    return None if step is None else step.line.id


def observed(table: Table, hand_id: str, winners: Sequence[str]) -> list[str]:
    """The hands that a line books which began with one of them: that one, and those of the other winners.

    Args:
        table: where they were turned up.
        hand_id: the one it began with.
        winners: the seats that the line names, the first one that of this hand.
    """
    session, setup = cameras().session(table.id), cameras().setup(table.id)
    if (left := left_with(table, hand_id)) is not None:
        beside = {hand.id: hand.winner for hand in left.hands}
    else:
        beside = {hand.id: setup.seat_at(hand.side) or "" for hand in (session.hands if session else ())}
    return [hand_id, *(name for name, seat in beside.items() if name != hand_id and seat in winners[1:])]


def joins_a_deal(table: Table, hand_id: str) -> bool:
    """Whether a hand is proposed as one more winner of a deal that is booked."""
    session = cameras().session(table.id)
    hand = next((one for one in (session.hands if session else ()) if one.id == hand_id), None)
    if hand is None:
        left = left_with(table, hand_id)
        return left is not None and left.joins is not None
    offer = board_of(table).offer_with(hand)
    return offer is not None and offer.joins is not None


def _editor(table: Table, hand_id: str) -> str:
    return url_for("play.hand", table_id=table.id, camera=hand_id) + "#hand"


def hand_for_editor(table: Table, hand_id: str) -> dict[str, Any] | None:
    """The line that the page of hands is filled with; None when the hand is no longer here."""
    session, setup = cameras().session(table.id), cameras().setup(table.id)
    hand = next((one for one in (session.hands if session else ()) if one.id == hand_id), None)
    if hand is None:
        return left_for_editor(table, hand_id)
    entry = _entry_of(hand, table, setup)
    if entry is None:
        return None
    reading = hand.scan.reading
    free = [reading.tiles[index] for index in (*reading.concealed, *_one(reading.win))]
    won = entry["wins"][0]["hand"]
    seen = []
    for kind in (*won["concealed"], won["win"]):
        found = next((tile for tile in free if tile.tile == kind), None)
        if found is not None:
            free.remove(found)
        seen.append(_seen(found))
    height, width = hand.frame.image.shape[:2]
    photo = photo_of(hand)
    shown = None
    if photo is not None:
        url = url_for("scans.photo", name=photo.id)
        shown = {"scan": photo.id, "url": url, "width": width, "height": height}
    return {**entry, "seen": seen, "photo": shown}


def _entry_of(hand: TurnedUp, table: Table, setup: CameraSetup) -> dict[str, Any] | None:
    """The line as it is proposed, this hand first; else the tiles as they were read."""
    board = board_of(table)
    offer = board.offer_with(hand)
    made = board.made.get(hand.id)
    if offer is not None and offer.joins is None:
        seat = setup.seat_at(hand.side)
        wins = sorted(offer.entry["wins"], key=lambda win: win["winner"] != seat)
        return {**offer.entry, "wins": wins}
    return dict(made.entry) if made is not None else as_read(hand, setup)


def photo_of(hand: TurnedUp) -> Job | None:
    """The frame of a hand among the photos that were read, ready to be kept with it; None while busy."""
    jobs: Jobs = current_app.extensions["fanpai-jobs"]
    known: dict[str, str] = current_app.extensions["fanpai-camera-photos"]
    if (found := jobs.get(known.get(hand.id, ""))) is not None:
        return found
    picture = encoded(hand.frame.image, _PHOTO_SIDE, _QUALITY)
    scan: Scan = replace(hand.scan)
    try:
        job = jobs.submit(picture, work=lambda scanner, photo, progress: scan)
    except BusyError:
        return None
    while len(known) >= _REMEMBERED:
        del known[next(iter(known))]  # the oldest
    known[hand.id] = job.id
    return job


def forget_photos(hands: Sequence[TurnedUp]) -> None:
    """Keep no frame of these hands among the photos that were read."""
    jobs: Jobs = current_app.extensions["fanpai-jobs"]
    known: dict[str, str] = current_app.extensions["fanpai-camera-photos"]
    for hand in hands:
        if (name := known.pop(hand.id, None)) is not None:
            jobs.forget(name)


def _one(index: int | None) -> tuple[int, ...]:
    return () if index is None else (index,)


def _seen(tile: Any) -> Mapping[str, Any]:
    """What the page of hands knows of a tile that it has seen itself."""
    if tile is None:
        return {}
    likely = [[kind, round(share, 3)] for kind, share in tile.candidates if kind not in {"flower", "back"}]
    return {
        "box": [round(value, 1) for value in tile.box],
        "sure": round(tile.confidence, 3),
        "likely": likely,
        "doubt": tile.doubtful,
    }
