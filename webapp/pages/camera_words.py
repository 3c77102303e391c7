"""What the page says of a camera over the table, in the reader's language."""

from collections.abc import Mapping
from typing import Any, Final

from vision.live.sources import SourceError
from webapp import words
from webapp.camera.session import Session
from webapp.pages.language import reader_locale
from webapp.pages.rules import capital
from webapp.pages.table_words import with_colon
from webapp.pages.wording import _
from webapp.store.observations import Observation

# Health of the camera that keeps faces from being read or seats from being told.
TROUBLES: Final = ("too_far", "dark", "frozen", "black", "moved", "upside_down", "lost")


def health_sentence(state: str) -> str:
    """How the camera does, and what to do about it."""
    return {
        "ok": _("The camera sees the table."),
        "too_far": _(
            "The camera is too far away: the faces are too small to be read. Hang it nearer, or let the "
            "table fill the picture."
        ),
        "dark": _("It is too dark to read the faces. Switch on a lamp over the table."),
        "frozen": _("The picture stands still: the camera hangs. Unplug it and plug it in again."),
        "black": _("The picture is black. Is the lens covered, or the camera asleep?"),
        "moved": _("The camera was knocked or moved. Look whether the corners still lie on the table."),
        "upside_down": _("The picture stands on its head. Turn the camera back, or pull the corners anew."),
        "lost": _("No picture comes from the camera. Look at its cable and its power."),
    }[state]


def trouble_sentence(error: SourceError, source: str) -> str:
    """Why no frames come, and what to do about it."""
    if error.code == "unknown":
        return _(
            "This is no camera here. Choose one, or write a camera's number, a stream's address, or the path "
            "of a film or of a folder of pictures."
        )
    if error.code == "missing":
        return _(
            "The Raspberry Pi's camera program is not installed on this machine. On a Raspberry Pi type: "
            "sudo apt install rpicam-apps"
        )
    if error.code == "unreadable":
        return _("This film or folder holds no pictures that can be read.")
    if error.code == "garbled":
        return _(
            "What the phone sends are no pictures that can be read. Open its page anew there; if that does "
            "not help, use another browser."
        )
    if source == "phone":
        return _(
            "No picture comes from the phone. Keep its page open, its screen on, and the phone in the Wi-Fi."
        )
    return _(
        "No picture comes from the camera. Look at its cable and its power; it is tried again by itself."
    )


def state_sentence(session: Session | None) -> tuple[str, bool]:
    """How things stand in one sentence, and whether that is well."""
    if session is None or session.phase == "stopped":
        return _("The camera is off."), True
    if session.trouble is not None and session.phase in {"waiting", "failed"}:
        return trouble_sentence(session.trouble, session.source.name), False
    if session.phase in {"failed", "finished"}:
        return _ended(session.phase)
    if session.view is None:
        return _waking(session.source.name), True
    health = session.view.health.state
    if health == "ok" and session.slow:
        return _slow(), False
    return health_sentence(health), health == "ok"


def note_sentences(session: Session | None, reshaped: bool) -> list[str]:
    """What else there is to say of a session.

    Args:
        session: of the table.
        reshaped: whether the corners were set in a picture of another shape.
    """
    notes = session.notes if session is not None else frozenset()
    said = {
        "set_lost": _(
            "The tile set chosen for this table cannot be used, so the table is watched without it. Choose "
            "another set or teach it again."
        ),
        "resized": _("The pictures have another size than before: the table was looked at anew."),
        "mixed": _("Some pictures have another size than the others: they are left out."),
    }
    found = [sentence for note, sentence in said.items() if note in notes]
    if reshaped:
        found.append(
            _(
                "The picture has another shape than when the corners were set. Say once more where the table "
                "lies, and who sits at its lower edge."
            )
        )
    return found


def _slow() -> str:
    return _(
        "The camera gives too few pictures to follow the play: two a second or more are needed. Choose a "
        "nearer or faster camera, or let this computer do less else."
    )


def _ended(phase: str) -> tuple[str, bool]:
    if phase == "finished":
        return _("The film is over."), True
    return _("Watching has failed. Start it again; the log of the program says why."), False


def _waking(source: str) -> str:
    if source == "phone":
        return _("Waiting for the phone: open its page there and keep it open.")
    return _("Waking the camera …")


def observation_title(kind: str, name: str | None, tiles: list[str], source: str | None) -> str:
    """What happened: ``Ann: discard 3 bamboo``."""
    locale = reader_locale()
    what = {
        "discard": _("discard"),
        "turned_up": _("hand turned up"),
        "cleared": _("table cleared"),
    }.get(kind) or words.meld_name(kind, locale)
    if kind not in {"turned_up", "cleared"}:
        names = _(", ").join(words.tile_name(tile, locale) for tile in dict.fromkeys(tiles) if _is_face(tile))
        what = _("%(what)s %(tiles)s", what=what, tiles=names) if names else what
    if name is None and kind != "cleared":  # where nobody could tell the seat
        name = _("Somebody")
    said = with_colon(name, what) if name else capital(what)
    return _("%(what)s, from %(name)s", what=said, name=source) if source else said


def observation_view(one: Observation, players: Mapping[str, str]) -> dict[str, Any]:
    """An observation for showing."""
    tiles = [str(tile) for tile in one.payload.get("tiles", ())]
    source = one.payload.get("source")
    return {
        "number": one.number,
        "kind": one.kind,
        "at": one.at,
        "title": observation_title(one.kind, players.get(one.seat or ""), tiles, players.get(source or "")),
        "tiles": tiles,
        "sure": round(100 * float(one.payload.get("confidence", 1.0))),
        "box": one.payload.get("box"),
        "size": one.payload.get("size") or [16, 9],
    }


def how_won(context: Mapping[str, Any], players: Mapping[str, str]) -> str:
    """By oneself or from whom."""
    source = players.get(context.get("from", ""), "")
    return {
        "self_draw": _("Self-draw"),
        "rob_kong": _("robbed a kong of %(name)s", name=source),
        "discard": _("from %(name)s", name=source),
    }[context["win_by"]]


def doubt_sentence(doubt: str) -> str:
    """What the camera could not tell of a hand."""
    return {
        "win_tile": _(
            "The picture does not tell which tile won. The hand is counted with the one that pays least."
        ),
        "discarder": _("Nobody was seen discarding the winning tile."),
        "tiles": _("Some faces are in doubt: look at the tiles once more."),
        "kong": _("Nobody was seen feeding one of the kongs: it is left out of the kong money."),
    }[doubt]


def _is_face(tile: str) -> bool:
    return tile not in {"back", "flower"}
