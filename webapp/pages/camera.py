"""The page of a table's camera: the picture with what was seen, the hand to be booked, start, stop."""

import time
import weakref
from typing import Any, Final

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.hand import SEATS
from scorer.tiles import KINDS
from vision.live.events import SEATS as SIDES
from vision.live.frame import Frame
from vision.live.sources import SourceError, masked
from webapp.access.levels import HOUSE, Level
from webapp.access.visitor import visitor
from webapp.camera.cameras import Cameras
from webapp.camera.left import put_aside
from webapp.camera.recording import encoded
from webapp.camera.session import Session
from webapp.camera.setup import CameraSetup
from webapp.camera.suggested import suggestion
from webapp.pages.answers import malformed
from webapp.pages.camera_hands import board_of, booked_view, cameras, offer_view, unread_view
from webapp.pages.camera_words import note_sentences, observation_view, state_sentence, trouble_sentence
from webapp.pages.form import FormError
from webapp.pages.json_in import posted
from webapp.pages.left_hands import listed
from webapp.pages.store_trouble import sentence as store_sentence
from webapp.pages.tables import table_or_404
from webapp.pages.texts import wind_names
from webapp.pages.wording import _
from webapp.store import StoreError
from webapp.tally.fold import Table

pages = Blueprint("camera", __name__, url_prefix="/tables/<table_id>/camera")

SHOWN: Final = 12  # observations on the page
_PICTURE_SIDE: Final = 1280
_QUALITY: Final = 70
_PICTURE_EACH: Final = 0.4  # seconds: however many look on, a picture is encoded so often at most
# What anybody who scores may start: what lies elsewhere on the machine or in the network is the house's.
CAMERAS: Final = ("pi", "0", "1", "2", "phone")
OFFERED: Final = ("pi", "0", "1", "phone")  # by name on the page
# By session and frame, gone with them: another camera's frames have the same numbers.
_pictures: weakref.WeakKeyDictionary[Session, tuple[float, weakref.ref[Frame], bytes]] = (
    weakref.WeakKeyDictionary()
)


@pages.get("")
def show(table_id: str) -> str:
    """The whole page."""
    return _page(table_or_404(table_id), "")


@pages.get("/board")
def board(table_id: str) -> str:
    """What changes on the page, drawn anew."""
    return render_template("camera/board.html", **_shown(table_or_404(table_id)))


@pages.get("/picture.jpg")
def picture(table_id: str) -> Response:
    """The last frame, made small."""
    session = cameras().session(table_or_404(table_id).id)
    frame = session.frame if session else None
    if session is None or frame is None:
        abort(404)
    now = time.monotonic()
    made = _pictures.get(session)
    if made is None or (made[1]() is not frame and now - made[0] >= _PICTURE_EACH):
        made = now, weakref.ref(frame), encoded(frame.image, _PICTURE_SIDE, _QUALITY)
        _pictures[session] = made
    return Response(made[2], mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@pages.post("/start")
def start(table_id: str) -> str | BaseResponse | tuple[str, int]:
    """Start the camera that the form names."""
    table = table_or_404(table_id)
    here = bool(request.form.get("here"))
    kept = cameras().setup(table.id).source
    asked = "phone" if here else _chosen(kept)
    source = request.form.get("other", "").strip() if asked == "other" else asked
    if source == masked(kept):  # as the page has shown it, without its password
        source = kept
    if not may_start(table, source):
        trouble = _("Only whoever sits at this computer can choose a stream, a film or a folder.")
        return _page(table, trouble, asked), 403
    try:
        cameras().start(table.id, source, table.tile_set)
    except SourceError as error:
        return _page(table, trouble_sentence(error, source), asked), 422
    except FormError:
        abort(400)
    if here:
        return redirect(url_for("camera_phone.show", table_id=table.id), code=303)
    return redirect(url_for("camera.show", table_id=table.id), code=303)


@pages.get("/start")
@pages.get("/stop")
def elsewhere(table_id: str) -> BaseResponse:
    """Reloaded, or come back to by the language switch: to the page."""
    return redirect(url_for("camera.show", table_id=table_id))


@pages.post("/stop")
def stop(table_id: str) -> BaseResponse:
    """Stop the camera."""
    cameras().stop(table_or_404(table_id).id)
    return redirect(url_for("camera.show", table_id=table_id), code=303)


@pages.post("/setup")
def set_up(table_id: str) -> tuple[Response, int]:
    """Take ``{corners?, bottom?, record?}``; see `webapp.camera.setup.CameraSetup`."""
    table = table_or_404(table_id)
    try:
        body = posted()
        allowed = {name: body[name] for name in ("corners", "bottom", "record") if name in body}
        setup = cameras().change(table.id, allowed)
    except FormError as error:
        return malformed(error)
    return jsonify(setup={**setup.to_json(), "source": masked(setup.source)}), 200


@pages.post("/hands/<hand_id>/drop")
def drop(table_id: str, hand_id: str) -> BaseResponse:
    """This hand is no win; it can be taken back from among those that were put aside."""
    session = cameras().session(table_or_404(table_id).id)
    for hand in session.hands if session else ():
        if session is not None and hand.id == hand_id:
            put_aside(table_id, cameras().store, hand_id)
            session.drop(hand)
    return redirect(url_for("camera.show", table_id=table_id), code=303)


def may_start(table: Table, source: str) -> bool:
    """Whether this device may start this source: a path or an address is for the house, and what it chose."""
    if source in CAMERAS or visitor().level(HOUSE) >= Level.OWN:
        return True
    return bool(source) and source == cameras().setup(table.id).source


def _offered(source: str) -> str:
    """Which of the page's choices a source is."""
    return source if source in OFFERED else "other" if source else "pi"


def _chosen(kept: str) -> str:
    """The choice that a form sends; an address typed beside the choice that was there chooses it."""
    chosen, typed = request.form.get("source", "other"), request.form.get("other", "").strip()
    before = masked(kept) if kept not in OFFERED else ""
    return "other" if chosen == _offered(kept) and typed not in {"", before} else chosen


def _page(table: Table, trouble: str, asked: str = "") -> str:
    """``asked``: the choice that came to nothing; it stays, and what was typed with it."""
    return render_template(
        "camera/show.html",
        trouble=trouble,
        settings=_settings(table, _setup_now(table)),
        **(_shown(table) | ({"chosen": asked, "other": request.form.get("other", "")} if asked else {})),
    )


def _setup_now(table: Table) -> CameraSetup:
    """The setup, without corners where those that are known are of pictures of another shape."""
    session = cameras().session(table.id)
    return cameras().setup(table.id).in_picture(session.size if session else None)


def _settings(table: Table, setup: CameraSetup) -> dict[str, Any]:
    """What the page's script needs."""
    return {
        "board": url_for("camera.board", table_id=table.id),
        "picture": url_for("camera.picture", table_id=table.id),
        "setup": url_for("camera.set_up", table_id=table.id),
        "corners": list(setup.corners),
        "bottom": setup.bottom,
        "not_stored": _("Something went wrong there. Try again."),
        "outline": _(
            "The corners must go around the table, none of them dented, and the table must fill a good part "
            "of the picture."
        ),
    }


def _shown(table: Table) -> dict[str, Any]:
    """What the board shows."""
    every = cameras()
    session, setup = every.session(table.id), _setup_now(table)
    reshaped = setup.corners != every.setup(table.id).corners
    said, well = state_sentence(session)
    trouble = every.trouble_at(table.id)
    view = session.view if session else None
    board = board_of(table)
    return {
        "table": table,
        "setup": setup,
        "session": session,
        "running": session is not None and session.alive,
        "said": said,
        "well": well,
        "notes": note_sentences(session, reshaped),
        "unkept": store_sentence(trouble) if isinstance(trouble, StoreError) else "",
        "rate": session.rate if session else 0.0,
        "delay": session.delay if session else None,
        "size": session.frame.image.shape[1::-1] if session and session.frame is not None else None,
        "suggested": None if setup.corners else suggestion(session),
        "view": view,
        "boxes": _boxes(session),
        "sides": [(side, setup.seat_at(side)) for side in SIDES],
        "chosen": _offered(setup.source),
        "other": masked(setup.source) if setup.source not in OFFERED else "",
        "offers_other": visitor().level(HOUSE) >= Level.OWN or setup.source not in {*OFFERED, ""},
        "laid": _laid(table, setup, session),
        "winds": wind_names(),
        "unseen": [[kind, view.unseen.get(kind, 4)] for kind in KINDS] if view else [],
        "offers": [offer_view(table, offer) for offer in board.offers],
        "unread": [unread_view(table, hand) for hand in board.unread],
        "booked": [booked_view(table, one) for one in board.booked],
        "seeming": _seeming(table, setup, session),
        "seen": _seen(every, table),
        **listed(table),
    }


def _seeming(table: Table, setup: CameraSetup, session: Session | None) -> list[str]:
    """Players before whom a hand seems to lie; without the table's edges it may as well be a wall."""
    if session is None or session.view is None or not setup.corners:
        return []
    unread = session.view.unread
    return [table.players[seat] for seat in SEATS if setup.side_of(seat) in unread]


def _seen(every: Cameras, table: Table) -> list[dict[str, Any]]:
    found = []
    for one in every.store.latest(table.id, SHOWN):
        found.append(
            observation_view(one, table.players)
            | {"detail": every.recordings.has(table.id, one.number, "detail")}
        )
    return found


def _boxes(session: Session | None) -> list[dict[str, Any]]:
    """What is drawn over the picture: each tile or meld with its box and what it was taken for."""
    view = session.view if session else None
    if view is None:
        return []
    found = [
        {"box": seen.box, "tile": seen.tile, "what": "pool", "unsure": not seen.settled} for seen in view.pool
    ]
    for melds in view.melds.values():
        found += [
            {
                "box": meld.box,
                "tile": next((tile for tile in meld.tiles if tile != "back"), "back"),
                "what": "meld",
                "unsure": False,
            }
            for meld in melds
        ]
    for scan in view.turned_up.values():
        found += [
            {"box": tile.box, "tile": tile.tile, "what": "hand", "unsure": tile.doubtful}
            for tile in scan.reading.tiles
        ]
    return found


def _laid(table: Table, setup: CameraSetup, session: Session | None) -> list[dict[str, Any]]:
    """What lies before each player."""
    view = session.view if session else None
    if view is None:
        return []
    return [
        {
            "name": table.players[seat],
            "melds": [
                {"tiles": meld.tiles, "from": table.players.get(setup.seat_at(meld.source) or "", "")}
                for meld in view.melds.get(setup.side_of(seat), ())
            ],
            # Which backs are a hand and which a wall, only the table's edges tell.
            "backs": view.backs.get(setup.side_of(seat), 0) if setup.corners else 0,
        }
        for seat in SEATS
    ]
