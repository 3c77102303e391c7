"""What cameras over the tables need of the application."""

from flask import Flask

from webapp.camera.cameras import Cameras, Seams
from webapp.camera.real import RealTrackers
from webapp.camera.recording import Recordings
from webapp.live.hub import Hub
from webapp.paths import DataFolder
from webapp.store import Store
from webapp.store.observations import ObservationStore
from webapp.tally.book import TableBook


def init_app(app: Flask, store: Store, folder: DataFolder) -> None:
    """Put the cameras of this process beside the tables and the screens that follow them."""
    hub: Hub = app.extensions["fanpai-hub"]
    tables: TableBook = app.extensions["fanpai-tables"]

    def progress(table_id: str) -> tuple[int, int]:
        table = tables.table(table_id)
        return table.sequence, table.deals

    trackers = app.config["TRACKERS"] or RealTrackers(app.extensions["fanpai-sets"])
    seams = Seams(trackers, progress, hub.tell_camera)
    recordings = Recordings(folder.recordings, room=app.extensions["fanpai-room"])
    app.extensions["fanpai-cameras"] = Cameras(ObservationStore(store), recordings, seams)
    app.extensions["fanpai-camera-photos"] = {}
    app.extensions["fanpai-camera-proposals"] = {}
