"""A page on an empty data folder, and a reader that needs no network."""

import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

from webapp.app import create_app
from webapp.paths import DataFolder
from webapp.store import Store
from webapp.tally.book import Change, TableBook
from webapp.tally.fold import Table

# Plain modules beside the tests, no package.
sys.path.insert(0, str(Path(__file__).parent))

from evening_forms import FORM
from ledger_entries import SETUP
from page_open import PhoneClient, with_page_open
from scripted_scanner import FakeScanner


@pytest.fixture
def scanner() -> FakeScanner:
    return FakeScanner()


@pytest.fixture
def app(tmp_path: Path, scanner: FakeScanner) -> Flask:
    return create_app(
        {"DATA_FOLDER": DataFolder(tmp_path), "SCANNER": lambda: scanner, "SCAN_QUEUE": 2, "TESTING": True}
    )


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    """The browser of the machine that serves the page, with a page of ours open."""
    with app.test_client() as client:
        yield with_page_open(client)


@pytest.fixture
def phone(app: Flask) -> Callable[..., FlaskClient]:
    """``phone()``: a new phone with a page of ours open; ``phone("192.168.1.8")`` at its address."""

    def make(address: str = "192.168.1.7") -> FlaskClient:
        return with_page_open(PhoneClient(app, app.response_class), REMOTE_ADDR=address)

    return make


@pytest.fixture
def stranger(app: Flask) -> Iterator[FlaskClient]:
    """Something that does not say where its requests come from."""
    with app.test_client() as client:
        yield client


@pytest.fixture
def jpeg() -> bytes:
    """A small grey picture."""
    done, data = cv2.imencode(".jpg", np.full((300, 900, 3), 90, np.uint8))
    assert done
    return data.tobytes()


@pytest.fixture
def asked() -> dict[str, Any]:
    """A score request as the page sends it: 123m 456p 77s EE + pung of C, South wins 7s from West."""
    return {
        "rules": "ji_ping_hu",
        "hand": {
            "concealed": ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "7s", "E", "E"],
            "melds": [{"type": "peng", "tiles": ["C", "C", "C"], "from": "N"}],
            "win": "7s",
            "flowers": 0,
        },
        "context": {
            "winner": "S",
            "dealer": "E",
            "seat_wind": "S",
            "round_wind": "E",
            "win_by": "discard",
            "from": "W",
            "flags": [],
            "gang_from": None,
        },
    }


@pytest.fixture
def open_table(client: FlaskClient) -> Callable[..., str]:
    """``open_table(**fields)``: a new table's address."""

    def make(**fields: str) -> str:
        answer = client.post("/tables/new", data={**FORM, "uuid": str(uuid.uuid4()), **fields})
        assert answer.status_code == 303, answer.text
        return str(answer.location)

    return make


@pytest.fixture
def state(app: Flask) -> Callable[[str], Table]:
    """``state(address)``: the table behind an address."""

    def read(address: str) -> Table:
        table: Table = app.extensions["fanpai-tables"].table(address.rsplit("/", 1)[-1])
        return table

    return read


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(DataFolder(tmp_path))
    yield store
    store.close()


@pytest.fixture
def book(store: Store) -> TableBook:
    return TableBook(store)


@pytest.fixture
def table(book: TableBook) -> Table:
    return book.create(SETUP, str(uuid.uuid4()))


@pytest.fixture
def do(book: TableBook, table: Table) -> Callable[..., Table]:
    """``do(entry)`` books a line, ``do(entry, line)`` edits one, ``do(None, line)`` removes one."""

    def make(entry: Any, line: str | None = None) -> Table:
        kind = "line_added" if line is None else "line_edited" if entry is not None else "line_removed"
        name = str(uuid.uuid4())
        change = Change(kind, line or name, entry)
        return book.change(table.id, change, uuid=name, expected=book.table(table.id).sequence)

    return make
