"""How gunicorn serves a club: ``gunicorn -c python:webapp.gunicorn_conf webapp.wsgi:app``.

One worker a gunicorn: a photo waits in the memory of the process it was sent to. More processes are more
gunicorns, and the proxy keeps a phone at one of them (docs/club.md).
"""

import logging
import os
import signal
import sys
import threading
from contextlib import suppress
from types import FrameType
from typing import Any

from webapp.backup import start_daily
from webapp.paths import DataFolderError, data_folder
from webapp.store import Store, StoreError
from webapp.wsgi import BESIDE_VIEWERS, SettingError, viewers

log = logging.getLogger("gunicorn.error")


def _threads() -> int:
    try:
        return viewers(os.environ) + BESIDE_VIEWERS
    except SettingError as error:
        sys.exit(f"fanpai: {error}")


bind = os.environ.get("FANPAI_BIND") or "127.0.0.1:8000"
workers = 1
worker_class = "gthread"
threads = _threads()
# Streams end at once, a photo that is being read gets this long.
graceful_timeout = 10
# Longer than a proxy keeps an idle connection, so that it never sends into one that is being closed.
keepalive = 75
# Nothing speaks to it but signals.
control_socket_disable = True
# Whom to believe who is asking is said by FANPAI_PROXIES, in one place.
forwarded_allow_ips = ""
secure_scheme_headers: dict[str, str] = {}


def on_starting(server: Any) -> None:
    """Before any worker: bring the tables up to date, or say in one sentence why that cannot be."""
    if server.cfg.workers > 1:
        sys.exit(
            "fanpai: one worker a gunicorn, please: a photo waits in the process it was sent to. For more "
            "processes start more gunicorns on other ports, as docs/club.md shows."
        )
    try:
        Store.open(data_folder()).close()
    except (DataFolderError, StoreError) as error:
        sys.exit(f"fanpai: {error}")


def post_worker_init(worker: Any) -> None:
    """Streams would go on for ever: end them when the worker is told to stop. Keep the daily backup."""
    app = worker.wsgi
    before = signal.getsignal(signal.SIGTERM)

    def stop(number: int, frame: FrameType | None) -> None:
        app.extensions["fanpai-hub"].close()
        if callable(before):
            before(number, frame)

    signal.signal(signal.SIGTERM, stop)
    start_daily(data_folder(), log.warning)
    threading.Thread(target=_read_ahead, args=(app,), name="reading ahead", daemon=True).start()


def _read_ahead(app: Any) -> None:
    with suppress(StoreError):  # whoever opens a page hears of it
        app.extensions["fanpai-tables"].tables()
