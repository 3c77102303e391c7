"""Hands that the camera has seen turned up, as the page proposes them and as the page of hands takes them."""

import json
import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, Literal

from flask import current_app, url_for

from vision.scan import Scan
from webapp.camera.cameras import Cameras
from webapp.camera.hands import TurnedUp
from webapp.camera.proposal import Proposal, as_read, propose
from webapp.camera.recording import encoded
from webapp.camera.setup import CameraSetup
from webapp.pages import table_words
from webapp.pages.camera_words import doubt_sentence
from webapp.pages.jobs import BusyError, Job, Jobs
from webapp.pages.lines import scores_of
from webapp.pages.wording import _
from webapp.tally.fold import Table

# Of names for entries: the same hand gives the same one, so that two taps book one line.
_NAMES: Final = uuid.UUID("5a0c7d51-6f3e-4a0b-9a52-6b1c5b0e4f11")
_PHOTO_SIDE: Final = 4096
_QUALITY: Final = 92
_REMEMBERED: Final = 32


def cameras() -> Cameras:
    """The application's cameras."""
    found: Cameras = current_app.extensions["fanpai-cameras"]
    return found


def proposals(table: Table) -> list[tuple[TurnedUp, Proposal]]:
    """What can be booked now: hands turned up in the deal that has not been booked yet."""
    session = cameras().session(table.id)
    if session is None:
        return []
    setup = cameras().setup(table.id)
    found = [(hand, _proposed(hand, table, setup)) for hand in session.hands if hand.deals == table.deals]
    return [(hand, made) for hand, made in found if made is not None]


def _proposed(hand: TurnedUp, table: Table, setup: CameraSetup) -> Proposal | None:
    """Worked out once, however many screens look on."""
    known: dict[Any, Proposal | Literal[False] | None] = current_app.extensions["fanpai-camera-proposals"]
    key = (hand.id, table.id, table.sequence, setup, hand.scan)
    made = known.get(key, False)
    if made is False:
        if len(known) >= _REMEMBERED:
            known.clear()
        made = known[key] = propose(hand, table, setup)
    return made


def proposal_view(table: Table, hand: TurnedUp, made: Proposal) -> dict[str, Any]:
    """A proposal for showing."""
    won = made.entry["wins"][0]
    context = made.entry["context"]
    how = {
        "self_draw": _("Self-draw"),
        "rob_kong": _("robbed a kong of %(name)s", name=table.players.get(context.get("from", ""), "")),
        "discard": _("from %(name)s", name=table.players.get(context.get("from", ""), "")),
    }[context["win_by"]]
    photo = photo_of(hand)
    verdict = made.verdict
    return {
        "id": made.id,
        "name": table.players[made.winner],
        "how": how,
        "tiles": won["hand"]["concealed"],
        "win": won["hand"]["win"],
        "melds": [
            {"tiles": meld["tiles"], "from": table.players.get(meld.get("from") or "", "")}
            for meld in won["hand"]["melds"]
        ],
        "scores": scores_of(made.entry, table.rule_set, verdict, table.players) if verdict else [],
        "cards": table_words.seat_cards(table, verdict.settlement.payments) if verdict else [],
        "why": [
            table_words.say(transfer.why, table.rule_set, table.players)
            for transfer in (verdict.settlement.transfers if verdict else ())
        ],
        "refused": made.refused and table_words.say(made.refused, table.rule_set, table.players),
        "doubts": [doubt_sentence(doubt) for doubt in made.doubts],
        "entry": json.dumps(made.entry, ensure_ascii=False),
        "uuid": str(uuid.uuid5(_NAMES, f"{table.id} {made.id}")),
        "scan": photo.id if photo else "",
        "edit": _editor(table, made.id),
    }


def unread(table: Table) -> list[dict[str, str]]:
    """Hands turned up in this deal that are no win as they were read: who, and where to put them right."""
    found = {hand.id for hand, _made in proposals(table)}
    session, setup = cameras().session(table.id), cameras().setup(table.id)
    return [
        {"name": table.players[seat], "edit": _editor(table, hand.id)}
        for hand in (session.hands if session else ())
        if hand.deals == table.deals and hand.id not in found and (seat := setup.seat_at(hand.side))
    ]


def _editor(table: Table, hand_id: str) -> str:
    return url_for("play.hand", table_id=table.id, camera=hand_id) + "#hand"


def hand_for_editor(table: Table, hand_id: str) -> dict[str, Any] | None:
    """The line that the page of hands is filled with; None when the hand is no longer here."""
    session, setup = cameras().session(table.id), cameras().setup(table.id)
    hand = next((one for one in (session.hands if session else ()) if one.id == hand_id), None)
    if hand is None:
        return None
    made = _proposed(hand, table, setup)
    entry = made.entry if made is not None else as_read(hand, setup)
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
    known.clear()  # older hands are not asked for again
    known[hand.id] = job.id
    return job


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
