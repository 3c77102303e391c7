"""``fanpai live``: a camera over the table, its observations as they come."""

import json
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from scorer.hand import SEATS
from vision.live.events import SEATS as SIDES
from vision.live.events import Event
from vision.live.frame import Frame
from vision.live.sources import Capture, SourceError, open_source
from webapp.camera.hands import Noted
from webapp.camera.observing import Asked, Observer
from webapp.camera.proposal import Proposal, propose
from webapp.camera.real import RealTrackers, with_set_or_without
from webapp.camera.recording import Recordings
from webapp.camera.session import Hooks, Note, Session, TrackerLike
from webapp.camera.setup import CameraSetup
from webapp.console import data_option
from webapp.pages.form import FormError
from webapp.paths import DataFolder, DataFolderError, data_folder
from webapp.room import left
from webapp.store import Store, StoreError
from webapp.store.observations import ObservationStore
from webapp.tally.book import TableBook, UnknownTableError
from webapp.taught_sets import SetError, TaughtSets

_LOOK: Final = 0.5  # seconds between two looks whether the source has ended
_NO_CORNERS: Final = (
    "fanpai: nobody has said where the table lies in the picture: walls may be taken for hands, melds for "
    "discards. Set the four corners on the camera's page, or give --corners."
)
_NOTES: Final[Mapping[Note, str]] = {
    "resized": "the pictures have another size now: the table is looked at anew. Where their shape is "
    "another one too, give --corners anew.",
    "mixed": "some pictures have another size than the others: they are left out.",
    "set_lost": "the tile set cannot be used: the table is watched without it. Teach the set again.",
}
_VERBS: Final = {
    "discard": "discards",
    "chi": "calls a run",
    "peng": "calls a triplet",
    "turned_up": "turns up",
}


def _size(ctx: click.Context, parameter: click.Parameter, given: str) -> tuple[int, int]:
    width, _, height = given.lower().partition("x")
    if not (
        width.isdecimal() and height.isdecimal() and 0 < int(width) < 20_000 and 0 < int(height) < 20_000
    ):
        raise click.BadParameter(f"{given!r} should look like 2304x1296")
    return int(width), int(height)


def _corners(ctx: click.Context, parameter: click.Parameter, given: str | None) -> tuple[float, ...]:
    """Corners as shares of the picture."""
    if given is None:
        return ()
    try:
        return CameraSetup().changed({"corners": [float(one) for one in given.split(",")]}).corners
    except (ValueError, FormError) as error:
        raise click.BadParameter(
            f"{given!r} is not eight shares x,y,x,y,x,y,x,y from 0 to 1, clockwise from the upper left, "
            "around a table that fills a tenth of the picture or more"
        ) from error


@dataclass(frozen=True)
class _Room:
    """What is kept where: nothing without a table."""

    folder: DataFolder
    store: Store
    book: TableBook
    table_id: str


@click.command("live")
@click.argument("source")
@click.option(
    "--table", "table_id", metavar="ID", help="Keep what is seen at this table (its address ends in ID)."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.option("--fast", is_flag=True, help="Films and folders as fast as they can be read, every frame.")
@click.option(
    "--size", callback=_size, default="2304x1296", show_default=True, help="Pixels asked of a camera."
)
@click.option(
    "--rate", type=click.FloatRange(0.1, 120), default=10.0, show_default=True, help="Frames a second asked."
)
@click.option(
    "--corners",
    callback=_corners,
    metavar="x,y,…",
    help="Of the table, as shares of the picture; else the whole picture.",
)
@click.option("--bottom", type=click.Choice(SEATS), help="Who sits at the picture's lower edge.")
@click.option("--set", "tile_set", metavar="NAME", help="A tile set that was taught.")
@click.option(
    "--threads", type=click.IntRange(0, 64), default=0, help="Threads of the networks; 0 takes all cores."
)
@data_option("Where tables are kept.")
def command(  # noqa: PLR0913, PLR0917 - one an option
    source: str,
    table_id: str | None,
    as_json: bool,
    fast: bool,
    size: tuple[int, int],
    rate: float,
    corners: tuple[float, ...],
    bottom: str | None,
    tile_set: str | None,
    threads: int,
    data: Path | None,
) -> None:
    """Watch a table through SOURCE and print what happens; Ctrl-C stops it.

    SOURCE is pi (a Raspberry Pi's camera), a camera's number such as 0, /dev/video0, a stream's address such
    as rtsp://…, or the path of a film or of a folder of pictures.
    """
    folder = data_folder(data)
    try:
        opened = open_source(source, Capture(*size, rate=rate, real_time=not fast))
        room = _room(folder, table_id) if table_id else None
        setup = _setup(room, corners, bottom)
        chosen = _set_id(TaughtSets.of(folder), tile_set) or (_of_table(room) if room else "")
    except (SourceError, SetError, DataFolderError, StoreError) as error:
        raise click.ClickException(str(error)) from error
    if source == "phone":
        raise click.ClickException("A phone sends its pictures to the page: use `fanpai serve`.")
    if not setup.corners:
        click.echo(_NO_CORNERS, err=True)
    teller = _Teller(as_json, setup, room)
    trackers = RealTrackers(TaughtSets.of(folder), threads)
    shaped = setup

    def make(width: int, height: int) -> TrackerLike:
        nonlocal shaped
        shaped = shaped.seen_in(width, height)
        corners = shaped.corners_in(width, height)
        return with_set_or_without(trackers, chosen, corners, lambda: session.note("set_lost"))

    session = Session(opened, make, _hooks(room, setup, teller))
    teller.session = session
    session.start()
    try:
        while not session.join(_LOOK):
            pass
    except KeyboardInterrupt:
        session.stop()
    finally:
        if room is not None:
            room.store.close()
    if session.phase == "failed":
        why = session.trouble.message if session.trouble else "see above."
        raise click.ClickException(f"Watching has failed: {why}")


class _Teller:
    """Prints what happens."""

    def __init__(self, as_json: bool, setup: CameraSetup, room: _Room | None) -> None:
        self._json, self._setup, self._room = as_json, setup, room
        self._said = ""
        self._proposed: set[str] = set()
        self._noted: frozenset[Note] = frozenset()
        self._lock = threading.Lock()
        self.session: Session | None = None

    def event(self, event: Event) -> None:
        """One observation."""
        seat = self._setup.seat_at(event.seat) if self._room else event.seat
        source = self._setup.seat_at(event.source) if self._room else event.source
        told = {
            "event": event.kind,
            "at": round(event.at, 2),
            "seat": seat,
            "tiles": list(event.tiles),
            "source": source,
            "confidence": round(event.confidence, 3),
            "box": None if event.box is None else [round(value, 1) for value in event.box],
            "frame": event.frame,
        }
        who = self._name(seat) if seat else "somebody"
        if event.kind == "cleared":
            text = "the table is cleared"
        else:
            fed = f" from {self._name(source)}" if source else ""
            text = f"{who} {_VERBS.get(event.kind, event.kind)} {' '.join(event.tiles)}{fed}"
        self._say(told, f"{event.at:8.1f} s  {text}  ({event.confidence:.0%})")

    def state(self) -> None:
        """How the camera does, where that is something new; and hands that can be booked."""
        session = self.session
        if session is None:
            return
        for note in sorted(session.notes - self._noted):
            click.echo(f"fanpai: {_NOTES[note]}", err=True)
        self._noted = session.notes
        if session.trouble is not None and session.phase == "waiting":
            said, text = "lost", session.trouble.message
        else:
            said = text = session.view.health.state if session.view else session.phase
        if said != self._said:
            self._said = said
            self._say({"event": "health", "state": said}, f"   camera  {text}")
        for hand in session.hands if self._room else ():
            table = self._room.book.table(self._room.table_id) if self._room else None
            if table is not None and hand.id not in self._proposed:
                self._proposed.add(hand.id)
                if (made := propose(hand, table, self._setup)) is not None:
                    self._propose(made)

    def _propose(self, made: Proposal) -> None:
        payments: Mapping[str, Any] = made.verdict.settlement.payments if made.verdict else {}
        amounts = {seat: str(value) for seat, value in payments.items()}
        told = {"event": "proposal", "winner": made.winner, "entry": made.entry, "payments": amounts}
        paid = ", ".join(f"{self._name(seat)} {value}" for seat, value in amounts.items())
        text = f"{self._name(made.winner)} has won: {paid or 'not counted yet'}; book it on the page"
        self._say({**told, "doubts": list(made.doubts)}, f"      win  {text}")

    def _name(self, seat: str) -> str:
        if self._room is None or seat in SIDES:
            return seat
        return self._room.book.table(self._room.table_id).players[seat]

    def _say(self, told: dict[str, Any], text: str) -> None:
        with self._lock:
            click.echo(json.dumps(told, ensure_ascii=False) if self._json else text)
            sys.stdout.flush()


def _hooks(room: _Room | None, setup: CameraSetup, teller: _Teller) -> Hooks:
    if room is None:
        return Hooks(event=lambda event, frame, noted: teller.event(event), tell=teller.state)
    known = room

    def sequence() -> int:
        return known.book.table(known.table_id).sequence

    observer = Observer(
        known.table_id,
        ObservationStore(known.store),
        Recordings(known.folder.recordings, room=lambda: left(known.folder)),
        Asked(
            lambda: setup,
            sequence,
            lambda hand: propose(hand, known.book.table(known.table_id), setup),
        ),
    )

    def event(one: Event, frame: Frame, noted: Noted) -> None:
        teller.event(one)
        observer.event(one, frame, noted)
        if observer.trouble is not None:
            click.echo(f"fanpai: {observer.trouble}", err=True)

    return Hooks(event, observer.frame, teller.state, sequence)


def _room(folder: DataFolder, table_id: str) -> _Room:
    store = Store.open(folder)
    book = TableBook(store)
    name = table_id.rstrip("/").rsplit("/", 1)[-1]
    try:
        book.table(name)
    except UnknownTableError:
        store.close()
        raise click.ClickException(
            f"There is no table {name} in {folder.root}. Open it on the page: its address ends in its ID."
        ) from None
    return _Room(folder, store, book, name)


def _setup(room: _Room | None, corners: tuple[float, ...], bottom: str | None) -> CameraSetup:
    """As the page has kept it, changed by what the options say."""
    kept = CameraSetup()
    if room is not None:
        kept = CameraSetup.of(ObservationStore(room.store).setup(room.table_id))
    return kept.changed(
        {**({"corners": corners} if corners else {}), **({"bottom": bottom} if bottom else {})}
    )


def _set_id(sets: TaughtSets, name: str | None) -> str:
    """The id of the set of this name, empty without one. Raises SetError."""
    return "" if name is None else sets.id_of(name)


def _of_table(room: _Room) -> str:
    return room.book.table(room.table_id).tile_set
