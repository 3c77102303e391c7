"""The Flask application: where scanner, scorer, store and pages are wired together."""

import time
from collections.abc import Mapping
from typing import Any

from flask import Flask

from webapp.access import guard
from webapp.access.keys import Keys
from webapp.backup import BackupError, keep_before_upgrade
from webapp.camera import wiring
from webapp.corrections import Corrections
from webapp.house_rules import HouseRules
from webapp.leftovers import sweep
from webapp.live.hub import Hub
from webapp.live.looking import looking_at
from webapp.live.screens import Screens
from webapp.pages import (
    camera,
    camera_evening,
    camera_left,
    camera_phone,
    closed,
    club,
    corrections,
    days,
    evening,
    exchange,
    home,
    join,
    kept,
    kept_hand,
    language,
    lines,
    live,
    live_page,
    looks,
    named_total,
    play,
    players,
    ranking,
    refusals,
    room_notice,
    scans,
    scores,
    security,
    sets,
    source,
    tables,
    teach,
    trust,
    tv,
)
from webapp.pages.hands import HandBook
from webapp.pages.jobs import Jobs, default_scanner
from webapp.pages.uploads import UploadRequest
from webapp.paths import data_folder
from webapp.room import left, open_store
from webapp.store import StoreError
from webapp.store.access import AccessStore
from webapp.tally.book import TableBook
from webapp.tally.people import PeopleBook
from webapp.taught_sets import TaughtSets

# A little more than vision.photo takes: its refusal explains more than "too large" can.
UPLOAD_BYTES = 41_000_000
# Screens that one device may keep up to date.
VIEWERS_EACH = 8


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Build the application.

    Args:
        config: Flask settings, and these of our own:
            ``DATA_FOLDER`` (webapp.paths.DataFolder; default: the platform's place), opened here;
            ``SCANNER`` (makes a webapp.pages.jobs.ScannerLike; default: vision.scan.Scanner on the shipped
            weights), called in the reading thread on the first photo;
            ``SCAN_QUEUE`` (photos that may wait while one is read; default 4);
            ``TRUST_THIS_MACHINE`` (whoever sits at this machine may do everything; default True; False
            behind a proxy);
            ``HOSTS`` (names this page may be asked for by, besides those of webapp.access.hosts);
            ``REACHABLE`` (gives the addresses for other devices, ``http://192.168.1.5:8000``, best first);
            ``LAN_COMMAND`` (what to type so that other devices reach the page);
            ``VIEWERS`` (screens kept up to date at once; each holds a thread of the server; default 24);
            ``CERTIFICATES``, ``SECURE_PORT`` (webapp.certificates.Certificates, and where https is served);
            ``ROOM`` (gives the bytes left on the disk; default: asks the system);
            ``TRACKERS`` (makes what watches a table, see webapp.camera.cameras.MakeTracker; default: on the
            shipped weights);
            ``CLOCK`` (seconds, for tests).

    Raises:
        webapp.paths.DataFolderError, webapp.store.StoreError: the data folder cannot be used.
    """
    app = Flask("webapp")
    app.request_class = UploadRequest
    app.config.update(
        DATA_FOLDER=None,
        DEBUG=False,  # whatever FLASK_DEBUG says: faults are for the log, not for the page
        MAX_CONTENT_LENGTH=UPLOAD_BYTES,
        MAX_FORM_MEMORY_SIZE=200_000,
        SCANNER=default_scanner,
        SCAN_QUEUE=4,
        TRUST_THIS_MACHINE=True,
        HOSTS=(),
        REACHABLE=tuple,
        LAN_COMMAND="fanpai serve --lan",
        VIEWERS=24,
        CERTIFICATES=None,
        SECURE_PORT=None,
        TRACKERS=None,
        CLOCK=None,
        ROOM=None,
    )
    app.config.update(config or {})
    app.json.ensure_ascii = False  # type: ignore[attr-defined]  # of the default provider, the one in use

    folder = app.config["DATA_FOLDER"] or data_folder()
    try:
        keep_before_upgrade(folder)
    except BackupError as error:
        raise StoreError(f"the data folder is of an older fanpai and is left as it is: {error}") from error
    store = open_store(folder)
    sweep(folder)
    app.extensions["fanpai-house-rules"] = HouseRules.of(folder)
    app.extensions["fanpai-hands"] = HandBook(store)
    app.extensions["fanpai-corrections"] = Corrections.of(folder)
    app.extensions["fanpai-sets"] = TaughtSets.of(folder)
    app.extensions["fanpai-jobs"] = Jobs(
        app.config["SCANNER"], waiting=app.config["SCAN_QUEUE"], now=time.monotonic
    )

    app.extensions["fanpai-tables"] = TableBook(store)
    app.extensions["fanpai-people"] = PeopleBook(store)
    app.extensions["fanpai-access"] = AccessStore(store)
    screens = Screens(folder.screens if store.shared else None)
    app.extensions["fanpai-screens"] = screens
    app.extensions["fanpai-hub"] = Hub(
        lambda: looking_at(store), app.config["VIEWERS"], VIEWERS_EACH, screens.tell
    )
    app.extensions["fanpai-keys"] = Keys(folder.secret_key())
    app.extensions["fanpai-room"] = app.config["ROOM"] or (lambda: left(folder))
    wiring.init_app(app, store, folder)

    language.init_app(app)
    looks.init_app(app)
    security.init_app(app)
    guard.init_app(app)
    closed.init_app(app)
    refusals.init_app(app)
    live_page.init_app(app)
    days.init_app(app)
    room_notice.init_app(app)
    for blueprint in (
        home.pages,
        source.pages,
        scans.api,
        scores.api,
        teach.api,
        sets.pages,
        corrections.pages,
        tables.pages,
        lines.pages,
        named_total.pages,
        live.pages,
        trust.pages,
        tv.pages,
        play.pages,
        evening.pages,
        exchange.pages,
        players.pages,
        club.pages,
        ranking.pages,
        kept.pages,
        kept_hand.pages,
        join.pages,
        camera.pages,
        camera_evening.pages,
        camera_left.pages,
        camera_phone.pages,
    ):
        app.register_blueprint(blueprint)
    return app
