"""What cameras over the tables need of the application."""

from flask import Flask

from webapp.camera.board import Boards
from webapp.camera.cameras import Cameras, Seams
from webapp.camera.real import RealTrackers
from webapp.camera.recording import Recordings
from webapp.camera.session import Session
from webapp.camera.setup import CameraSetup
from webapp.live.hub import Hub
from webapp.paths import DataFolder
from webapp.store import Store
from webapp.store.observations import ObservationStore
from webapp.tally.book import TableBook


def init_app(app: Flask, store: Store, folder: DataFolder) -> None:
    """Put the cameras of this process beside the tables and the screens that follow them."""
    hub: Hub = app.extensions["fanpai-hub"]
    tables: TableBook = app.extensions["fanpai-tables"]

    boards = Boards(tables)

    def waiting(table_id: str, session: Session, setup: CameraSetup) -> int:
        return boards.of(session, tables.table(table_id), setup).waiting

    trackers = app.config["TRACKERS"] or RealTrackers(app.extensions["fanpai-sets"])
    seams = Seams(trackers, lambda table_id: tables.table(table_id).sequence, waiting, hub.tell_camera)
    recordings = Recordings(folder.recordings, room=app.extensions["fanpai-room"])
    app.extensions["fanpai-cameras"] = Cameras(ObservationStore(store), recordings, seams)
    app.extensions["fanpai-camera-boards"] = boards
    app.extensions["fanpai-camera-photos"] = {}
