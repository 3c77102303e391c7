"""Two processes of gunicorn on one PostgreSQL, as a club runs them."""

import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from evening_forms import FORM
from flask import Flask, request

from webapp.access.keys import Keys
from webapp.invitations import house_address
from webapp.paths import DataFolder
from webapp.store import Store
from webapp.store.access import AccessStore
from webapp.tally.book import TableBook
from webapp.wsgi import SettingError, from_environment

if TYPE_CHECKING:
    from postgres_cluster import Cluster

gunicorns = pytest.importorskip("gunicorns", reason="needs POSIX")
pytest.importorskip("gunicorn")


@pytest.fixture
def folder(tmp_path: Path, postgres: "Cluster") -> DataFolder:
    return DataFolder(tmp_path, postgres.place())


@pytest.fixture
def two(folder: DataFolder) -> "Iterator[list[gunicorns.Gunicorn]]":
    """Two processes of the page, as many as a club's proxy has behind it."""
    started = [gunicorns.Gunicorn(folder.root, folder.database_url) for _ in range(2)]
    for one in started:
        one.start()
    yield started
    for one in started:
        one.kill()


def late(uuid_: str, expected: int) -> str:
    fields = [["payer", "E"], ["payee", "S"], ["amount", "3"], ["note", ""]]
    return json.dumps({"uuid": uuid_, "expected": expected, "kind": "free", "fields": fields})


def test_what_one_process_books_the_screens_of_another_show_and_a_kill_loses_nothing(
    folder: DataFolder, two: "list[gunicorns.Gunicorn]"
) -> None:
    first, second = two
    first.wait()
    second.wait()
    store = Store.open(folder)
    token = house_address(AccessStore(store), Keys(folder.secret_key()), "").rpartition("/")[2]

    stranger, owner = first.browser(), first.browser()
    assert stranger.post("/tables/new", FORM | {"uuid": str(uuid.uuid4())})[0] == 403  # no page of ours open
    owner.ask("GET", "/about")
    assert owner.cookie.startswith("__Host-fanpai-device=")
    assert owner.ask("GET", f"/join/{token}") == (303, "/tables")
    status, table = owner.post("/tables/new", FORM | {"uuid": str(uuid.uuid4())})
    assert status == 303

    elsewhere = owner.at(second)
    connection, stream = elsewhere.request("GET", f"{table}/events")
    assert stream.headers["X-Accel-Buffering"] == "no"
    assert b"".join(stream.readline() for _ in range(5)).endswith(b"data: 1\n\n")
    sent = str(uuid.uuid4())
    assert owner.ask("POST", f"{table}/entries", late(sent, 1), "application/json")[0] == 201
    assert b"".join(stream.readline() for _ in range(4)) == b"id: 2\nevent: table\ndata: 2\n\n"
    # Sent again, to the other process: booked once. Against an old state: a conflict.
    assert elsewhere.ask("POST", f"{table}/entries", late(sent, 1), "application/json")[0] == 201
    assert elsewhere.ask("POST", f"{table}/entries", late(str(uuid.uuid4()), 1), "application/json")[0] == 409

    # A process that is killed takes nothing acknowledged with it, and its screens go on elsewhere.
    for number in range(2, 5):
        assert (
            owner.ask("POST", f"{table}/entries", late(str(uuid.uuid4()), number), "application/json")[0]
            == 201
        )
        if number == 3:
            first.kill()
            owner = elsewhere
    assert len(store.events(table.rpartition("/")[2])) == 5
    assert TableBook(store).table(table.rpartition("/")[2]).totals["S"] == 12

    # A stream is open: it ends at once.
    status, printed = second.stop()
    connection.close()
    assert (status, "Traceback" in printed) == (0, False), printed
    store.close()


def test_a_start_that_cannot_be_is_one_sentence_without_the_password(tmp_path: Path) -> None:
    lost = gunicorns.Gunicorn(tmp_path, "postgresql+psycopg://ann:geheim@127.0.0.1:1/fanpai")
    lost.start()
    printed = lost.process.communicate(timeout=60)[0]
    assert lost.process.returncode == 1
    assert "cannot be reached" in printed
    assert "Traceback" not in printed
    assert "geheim" not in printed


def test_two_workers_in_one_gunicorn_are_refused(tmp_path: Path) -> None:
    many = gunicorns.Gunicorn(tmp_path, "")
    many.start("--workers", "2")
    assert "one worker a gunicorn" in many.process.communicate(timeout=60)[0]
    assert many.process.returncode == 1


@pytest.mark.parametrize(
    ("proxies", "forwarded", "sender"),
    [
        ("", "203.0.113.7", "10.0.0.2"),
        ("0", "203.0.113.7", "10.0.0.2"),
        ("1", "203.0.113.7", "203.0.113.7"),
        (
            "1",
            "198.51.100.1, 203.0.113.7",
            "203.0.113.7",
        ),  # what a sender claims about itself is not believed
        ("2", "198.51.100.1, 203.0.113.7", "198.51.100.1"),
    ],
)
def test_who_asks_is_believed_to_as_many_proxies_as_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxies: str, forwarded: str, sender: str
) -> None:
    monkeypatch.setenv("FANPAI_DATA", str(tmp_path))
    monkeypatch.delenv("FANPAI_DATABASE_URL", raising=False)
    app: Flask = from_environment({"FANPAI_PROXIES": proxies})
    app.add_url_rule("/who", "who", lambda: f"{request.remote_addr} {request.scheme} {request.host}")
    answer = app.test_client().get(
        "/who",
        base_url="http://10.0.0.1",
        environ_base={"REMOTE_ADDR": "10.0.0.2"},
        headers={"X-Forwarded-For": forwarded, "X-Forwarded-Proto": "https", "X-Forwarded-Host": "127.0.0.9"},
    )
    trusted = sender != "10.0.0.2"
    if proxies == "2":
        assert answer.text.split()[0] == sender
    else:
        assert answer.text == f"{sender} {'https 127.0.0.9' if trusted else 'http 10.0.0.1'}"


def test_behind_a_proxy_nobody_is_the_owner_for_sitting_at_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FANPAI_DATA", str(tmp_path))
    monkeypatch.delenv("FANPAI_DATABASE_URL", raising=False)
    app = from_environment({})
    assert (
        app.test_client().post("/photos/delete-all", headers={"Sec-Fetch-Site": "same-origin"}).status_code
        == 403
    )


@pytest.mark.parametrize(("name", "value"), [("FANPAI_PROXIES", "yes"), ("FANPAI_VIEWERS", "-1")])
def test_a_setting_that_cannot_be_is_named(name: str, value: str) -> None:
    with pytest.raises(SettingError, match=name):
        from_environment({name: value})
