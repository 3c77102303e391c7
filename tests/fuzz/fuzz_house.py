"""The house that the fuzz knocks at: a page on an empty folder, its visitors, what must stay true of it."""

import hashlib
import os
import sqlite3
import time
import uuid
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from flask.testing import FlaskClient
from fuzz_checks import BrokenPromiseError, check_log, check_refusal
from fuzz_requests import Made
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from page_open import PhoneClient, with_page_open
from scripted_scanner import TeachableScanner
from scripted_table import a_folder, a_won_deal, scripted
from werkzeug.test import TestResponse

from vision.live.sources import open_source
from webapp.app import create_app
from webapp.camera.cameras import Cameras
from webapp.paths import DataFolder
from webapp.store.access import AccessStore
from webapp.tally.book import Change, TableBook
from webapp.tally.fold import Table

# Who knocks: the serving machine, phones by what they may do, and what no page of ours sends.
VISITORS: Final = (*["home"] * 8, "scorer", "scorer", "onlooker", "guest", "unmarked", "foreign")
_TAKES_PART: Final = frozenset({"home", "scorer"})
HAND: Final[dict[str, Any]] = {
    "concealed": ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "7s", "E", "E"],
    "melds": [{"type": "peng", "tiles": ["C", "C", "C"], "from": None}],
    "win": "7s",
    "flowers": 0,
}
# Won on the same tile, of other tiles.
BESIDE: Final[dict[str, Any]] = {
    "concealed": ["1m", "2m", "3m", "4p", "5p", "6p", "8s", "9s", "S", "S"],
    "melds": [{"type": "peng", "tiles": ["F", "F", "F"], "from": None}],
    "win": "7s",
    "flowers": 0,
}
_PLAYERS: Final = {"E": "Ann", "S": "阿波", "W": "Cai", "N": "O'Dan"}
_LINES: Final[tuple[dict[str, Any], ...]] = (
    {"kind": "named", "wins": [{"winner": "S", "points": 4}], "context": {"win_by": "self_draw"}},
    {"kind": "draw", "context": {}},
    {"kind": "free", "transfers": [["E", "S", 1]], "note": "貼"},
)
_READ: Final = 30.0
_NAMED: Final = "SELECT count(*) FROM event WHERE payload LIKE '%{}%'"


class _Compiled(BytecodeCache):
    """Templates that an earlier house has compiled: each house is an application of its own."""

    def __init__(self) -> None:
        self._known: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """As jinja asks for it."""
        if bucket.key in self._known:
            bucket.bytecode_from_string(self._known[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """As jinja hands it over."""
        self._known[bucket.key] = bucket.bytecode_to_string()


_TEMPLATES: Final = _Compiled()


class Leap:
    """A clock that goes a thousand seconds at each look: nobody comes too often."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1000
        return self.now


class House:
    """One data folder and its page."""

    def __init__(self, root: Path) -> None:
        """``root``: an empty folder."""
        self.folder = root / "data"
        self.film = str(a_folder(root / "film", 6, rate=50))
        scanner = TeachableScanner()
        scanner.hand = [*HAND["concealed"], "C", "C", "C", HAND["win"]]
        self.app = create_app(
            {
                "DATA_FOLDER": DataFolder(self.folder),
                "SCANNER": lambda: scanner,
                "SCAN_QUEUE": 2,
                "TESTING": True,
                "CLOCK": Leap(),
                "TRACKERS": scripted(a_won_deal()),
            }
        )
        self.app.jinja_env.bytecode_cache = _TEMPLATES
        self.cameras: Cameras = self.app.extensions["fanpai-cameras"]
        self.cameras._seams = replace(
            self.cameras._seams,
            # As fast as it can be looked at.
            sources=lambda text, capture: open_source(text, replace(capture, real_time=False)),
        )
        self.book: TableBook = self.app.extensions["fanpai-tables"]
        self.clients = self._clients()
        self._cookies = {who: dict(client._cookies or {}) for who, client in self.clients.items()}
        self.jobs: list[str] = ["none"]
        self.lessons: list[str] = ["none"]
        self.jpeg = cv2.imencode(".jpg", np.full((60, 90, 3), 90, np.uint8))[1].tobytes()
        self.table = ""
        self.checked = 0
        self._connection = sqlite3.connect(self.folder / "fanpai.sqlite3", isolation_level=None)
        self._version = -1
        self._seen: tuple[Any, ...] = ()

    def close(self) -> None:
        """Let go of the folder."""
        self.cameras.close()
        self._connection.close()
        self.app.extensions["fanpai-hub"].close()
        self.book.store.close()

    def open_table(self, rules: str) -> None:
        """A new table with some lines, at which scorer and on-looker sit."""
        self.cameras.close()
        name = str(uuid.uuid4())
        setup = {
            "name": "Friday 五",
            "players": _PLAYERS,
            "rules": rules,
            "options": {},
            "stake": {"amount": "0.5", "unit": "€"},
            "first_dealer": "E",
        }
        sequence = self.book.create(setup, name).sequence
        for entry in _LINES:
            line = str(uuid.uuid4())
            sequence = self.book.change(
                name, Change("line_added", line, entry), uuid=line, expected=sequence
            ).sequence
        access: AccessStore = self.app.extensions["fanpai-access"]
        for who in ("scorer", "onlooker"):
            access.admit(_device_of(self._cookies[who]), name, who)
        self.table = name

    def now(self) -> Table:
        """The table as it is."""
        return self.book.table(self.table)

    def send(self, made: Made) -> TestResponse:
        """Knock, look at the answer and at what has become of the house.

        Raises:
            BrokenPromiseError: naming what is wrong.
        """
        before = self.kept()
        answer = self._knock(made)
        if answer.status_code >= 500:
            raise BrokenPromiseError(f"answered {answer.status}")
        after = self.kept()
        if answer.status_code >= 400:
            check_refusal(answer, made)
            if after != before:
                raise BrokenPromiseError(f"refused with {answer.status}, and yet something was kept")
        elif made.method in {"GET", "HEAD", "OPTIONS"}:
            if after[0] != before[0]:
                raise BrokenPromiseError("something was booked by looking")
        else:
            self._check_booked(before, after, made)
        self._remember(answer, made)
        answer.close()
        return answer

    def kept(self) -> tuple[Any, ...]:
        """All that is kept: logs by table, photos, links, admissions, files beside the database.

        Without what a running camera writes down, whoever knocks meanwhile.
        """
        version = self._one("PRAGMA data_version")
        if version != self._version:
            logs = "SELECT table_id, count(*), sum(length(payload)) FROM event GROUP BY table_id"
            self._seen = (
                {table: (count, size) for table, count, size in self._connection.execute(logs)},
                sorted(self._connection.execute("SELECT id, width, height FROM photo")),
                sorted(self._connection.execute("SELECT id, revoked FROM link")),
                sorted(self._connection.execute("SELECT device, table_id, link_id, role FROM admission")),
            )
            self._version = version
        return (*self._seen, self._files())

    def _files(self) -> list[tuple[str, int]]:
        """Path and size of the files beside the database."""
        found = []
        # Before and after each request: objects for paths would cost more than the request.
        for root, folders, names in os.walk(self.folder):
            folders[:] = [name for name in folders if name != "recordings"]
            paths = [os.path.join(root, name) for name in names if "sqlite3" not in name]
            found += [(path, os.path.getsize(path)) for path in paths]
        return sorted(found)

    def _one(self, query: str) -> Any:
        return self._connection.execute(query).fetchone()[0]

    def _clients(self) -> dict[str, FlaskClient]:
        def phone(number: int) -> FlaskClient:
            made = PhoneClient(self.app, self.app.response_class)
            return with_page_open(made, REMOTE_ADDR=f"192.168.1.{number}")

        unmarked, foreign = (with_page_open(self.app.test_client()) for _ in range(2))
        unmarked.environ_base.pop("HTTP_X_FANPAI_MARK")
        foreign.environ_base["HTTP_SEC_FETCH_SITE"] = "cross-site"
        return {
            "home": with_page_open(self.app.test_client()),
            "scorer": phone(7),
            "onlooker": phone(8),
            "guest": phone(9),
            "unmarked": unmarked,
            "foreign": foreign,
        }

    def _knock(self, made: Made) -> TestResponse:
        client = self.clients[made.visitor]
        overrides: dict[str, Any] = {}
        if made.mark_in_form and made.fields is not None:
            mark = client.environ_base.get("HTTP_X_FANPAI_MARK", "")
            overrides["HTTP_X_FANPAI_MARK"] = ""
            made.fields = [*made.fields, ("mark", mark)]
        for name, value in made.headers.items():
            key = f"HTTP_{name.upper().replace('-', '_')}"
            # As a server hands on the bytes of a header.
            overrides[key] = value.encode().decode("latin-1")
        data, kind = made.encoded()
        # An odd cookie made the browser a new device, perhaps: it goes on as the old one.
        client._cookies = dict(self._cookies[made.visitor])
        return client.open(
            made.address,
            method=made.method,
            data=data,
            content_type=kind.encode().decode("latin-1") or None,
            environ_overrides=overrides,
        )

    def _remember(self, answer: TestResponse, made: Made) -> None:
        """Wait for a photo in line, or for a film's end: the next request finds it read."""
        session = self.cameras.session(self.table)
        if session is not None and self.cameras.setup(self.table).source == self.film:
            session.join(_READ)
        if answer.status_code != 202 or "id" not in (answer.json or {}):
            return
        name = (answer.json or {})["id"]
        jobs = self.app.extensions["fanpai-jobs"]
        deadline = time.monotonic() + _READ
        while jobs.get(name).state not in {"done", "failed"}:
            if time.monotonic() > deadline:
                raise BrokenPromiseError("a photo was never read")
            time.sleep(0.001)
        if jobs.get(name).error == "internal":
            raise BrokenPromiseError("a photo could not be read")
        if jobs.get(name).state == "done":
            (self.lessons if made.path.startswith("/api/teach") else self.jobs).append(name)

    def _check_booked(self, kept: tuple[Any, ...], now: tuple[Any, ...], made: Made) -> None:
        """Every log that has grown is whole; nobody has booked where he may not."""
        before, logs = kept[0], now[0]
        if any(logs.get(log, (0, 0))[0] < count for log, (count, _size) in before.items()):
            raise BrokenPromiseError("a log has become shorter")
        grown = [log for log in logs if logs[log] != before.get(log)]
        if self.table in grown and made.visitor not in _TAKES_PART:
            raise BrokenPromiseError(f"{made.visitor} has changed a table")
        for log in grown:
            check_log(self.book, log, brought=made.endpoint == "exchange.brought")
            self.checked += 1
        for photo, *_size in now[1]:
            if photo not in {one for one, *_ in kept[1]} and not self._one(_NAMED.format(photo)):
                raise BrokenPromiseError("a photo was kept that belongs to nothing")
        photos = {path.stem for path in (self.folder / "photos").iterdir()}
        if photos != {name for name, *_size in now[1]}:
            raise BrokenPromiseError("photos and their files do not belong together")


def _device_of(cookies: Mapping[Any, Any]) -> str:
    """What the store knows the device by."""
    [cookie] = [one for one in cookies.values() if one.key == "fanpai-device"]
    return hashlib.sha256(cookie.value.encode()).hexdigest()
