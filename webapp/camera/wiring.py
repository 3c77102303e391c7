"""What cameras over the tables need of the application."""

from flask import Flask

from webapp.camera.board import Boards
from webapp.camera.cameras import Cameras, Seams
from webapp.camera.hands import TurnedUp
from webapp.camera.proposal import Proposal, propose
from webapp.camera.real import RealTrackers
from webapp.camera.recording import Recordings
from webapp.camera.session import Session
from webapp.camera.setup import CameraSetup
from webapp.live.hub import Hub
from webapp.paths import DataFolder
from webapp.store import Store
from webapp.store.observations import ObservationStore
from webapp.tally.book import TableBook
from webapp.tally.closed import refuse_closed


def init_app(app: Flask, store: Store, folder: DataFolder) -> None:
    """Put the cameras of this process beside the tables and the screens that follow them."""
    hub: Hub = app.extensions["fanpai-hub"]
    tables: TableBook = app.extensions["fanpai-tables"]

    observations = ObservationStore(store)
    boards = Boards(tables, observations)

    def waiting(table_id: str, session: Session, setup: CameraSetup) -> int:
        return boards.of(session, tables.table(table_id), setup).waiting

    def proposal(table_id: str, hand: TurnedUp, setup: CameraSetup) -> Proposal | None:
        return propose(hand, tables.table(table_id), setup)

    def sequence(table_id: str) -> int:
        return tables.table(table_id).sequence

    trackers = app.config["TRACKERS"] or RealTrackers(app.extensions["fanpai-sets"])

    def refuse(table_id: str) -> None:
        refuse_closed(tables.table(table_id), "")

    seams = Seams(trackers, sequence, proposal, waiting, hub.tell_camera, refuse=refuse)
    recordings = Recordings(folder.recordings, room=app.extensions["fanpai-room"])
    app.extensions["fanpai-cameras"] = Cameras(observations, recordings, seams)
    app.extensions["fanpai-camera-boards"] = boards
    app.extensions["fanpai-camera-photos"] = {}
