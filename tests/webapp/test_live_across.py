"""Screens that follow what another process books: on one SQLite file, and on PostgreSQL."""

import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from evening_forms import FORM
from flask import Flask
from flask.testing import FlaskClient
from ledger_entries import DRAW, SETUP
from screens import first_look, heard, let_go, opened

from webapp.app import create_app
from webapp.live.looking import looking_at
from webapp.paths import DataFolder
from webapp.store import Store
from webapp.store.access import AccessStore
from webapp.store.watch import News
from webapp.tally.book import Change, TableBook


@pytest.fixture
def folder(tmp_path: Path, database_url: str | None) -> DataFolder:
    return DataFolder(tmp_path, database_url)


@pytest.fixture
def store(folder: DataFolder) -> Iterator[Store]:
    store = Store.open(folder)
    yield store
    store.close()


@pytest.fixture
def other(folder: DataFolder) -> Iterator[Store]:
    """The same house in another process, as far as the database can tell."""
    store = Store.open(folder)
    yield store
    store.close()


@pytest.fixture
def app(folder: DataFolder) -> Iterator[Flask]:
    app = create_app({"DATA_FOLDER": folder, "TESTING": True})
    yield app
    let_go(app)


@pytest.fixture
def table(store: Store) -> str:
    return TableBook(store).create(SETUP, str(uuid.uuid4())).id


def draw(store: Store, table: str) -> None:
    book, name = TableBook(store), str(uuid.uuid4())
    change = Change("line_added", name, DRAW)
    book.change(table, change, uuid=name, expected=book.table(table).sequence)


def test_a_look_tells_what_others_have_booked_once(store: Store, table: str, other: Store) -> None:
    look = looking_at(store)
    assert look.news() == News({table: 1}, revoked=True)
    assert look.news() == News()
    draw(other, table)
    draw(store, table)
    told = [heard(look)]
    while told[-1].tables.get(table, 0) < 3:
        told.append(heard(look))
    assert told[-1] == News({table: 3})
    assert look.news() == News()
    draw(other, table)
    assert heard(look) == News({table: 4})
    look.close()


def test_a_look_tells_that_a_link_was_taken_back(store: Store, table: str, other: Store) -> None:
    look, links = looking_at(store), AccessStore(other)
    link = links.make_link(table, "scorer")
    look.news()
    links.revoke(link.id)
    assert heard(look) == News(revoked=True)
    look.close()


def test_a_look_that_was_closed_finds_what_it_missed(store: Store, table: str, other: Store) -> None:
    look = looking_at(store)
    look.news()
    look.close()
    draw(other, table)
    assert look.news().tables == {table: 2}
    look.close()


def test_every_screen_hears_within_a_second_of_what_another_process_books(
    app: Flask, client: FlaskClient, open_table: Callable[..., str], other: Store
) -> None:
    table = open_table()
    screens = [opened(client, table) for _ in range(3)]
    first_look(app)
    took: list[float] = []
    # A machine busy with other work may be late once, not three times.
    while not took or (took[-1] >= 1 and len(took) < 3):
        begun = time.monotonic()
        draw(other, table.rsplit("/", 1)[-1])
        news = f"data: {2 + len(took)}\n".encode()
        assert [news in next(lines) for lines in screens] == [True] * 3
        took.append(time.monotonic() - begun)
    print(", ".join(f"{seconds:.2f} s" for seconds in took))
    assert took[-1] < 1


def test_a_link_taken_back_in_another_process_ends_the_screens_that_came_by_it(
    app: Flask, phone: Callable[..., FlaskClient], other: Store
) -> None:
    owner, guest = phone("192.168.1.7"), phone("192.168.1.9")
    table = str(owner.post("/tables/new", data={**FORM, "uuid": str(uuid.uuid4())}).location)
    access, keys = AccessStore(other), app.extensions["fanpai-keys"]
    link = access.make_link(table.rsplit("/", 1)[-1], "onlooker")
    guest.get(f"/join/{keys.token(link)}")
    lines = opened(guest, table)
    first_look(app)
    access.revoke(link.id)
    assert list(lines) == [b"event: gone\ndata:\n\n"]
    assert guest.get(table).status_code == 403
