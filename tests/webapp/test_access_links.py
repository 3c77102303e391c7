"""Links that let devices to a table: what each role may do, and what is left when a link is taken back."""

import re
import uuid
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import segno
from evening_forms import FORM
from flask import Flask
from flask.testing import FlaskClient

from webapp.access.keys import Keys
from webapp.app import create_app
from webapp.backup import write_backup
from webapp.invitations import svg_code
from webapp.paths import DataFolder
from webapp.store.access import AccessStore, Link
from webapp.tally.book import Change

Phone = Callable[..., FlaskClient]
FREE = '{"kind": "free", "transfers": [["E", "S", 1]], "note": ""}'
WATCHED = ("", "/history", "/looks", "/settle", "/take", "/print", "/table.json", "/table.csv", "/table.zip")
SCORED = ("/hand", "/settings", "/add/free", "/add/named")


def link(client: FlaskClient, table: str, role: str) -> str:
    """The path of a table's link as the owner's page shows it."""
    page = client.get(f"{table}/links").text
    found = re.search(rf'href="http://192\.168\.1\.5:8000(/join/[^"]+)" id="link-{role}"', page)
    assert found is not None, page
    return found[1]


def book(client: FlaskClient, table: str, sequence: int = 1) -> int:
    """Book an amount; gives the status."""
    data = {"uuid": str(uuid.uuid4()), "expected": sequence, "entry": FREE}
    return client.post(f"{table}/lines", data=data).status_code


@pytest.fixture
def owner(phone: Phone) -> FlaskClient:
    """The phone that opens the table."""
    return phone("192.168.1.7")


@pytest.fixture
def table(owner: FlaskClient) -> str:
    answer = owner.post("/tables/new", data={**FORM, "uuid": str(uuid.uuid4())})
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def test_the_phone_that_opens_a_table_keeps_its_score(owner: FlaskClient, table: str) -> None:
    assert book(owner, table) == 303
    assert "Friday" in owner.get("/tables").text


def test_a_guests_phone_sees_no_table_and_books_nothing(phone: Phone, table: str) -> None:
    guest = phone("192.168.1.9")
    for path in (*WATCHED, *SCORED, "/links"):
        assert guest.get(table + path).status_code == 403, path
    assert book(guest, table) == 403
    assert "Friday" not in guest.get("/tables").text
    assert "Ann" not in guest.get("/players").text + guest.get("/tables/new").text
    assert guest.get("/player?name=ann").status_code == 404
    assert guest.get("/house").status_code == 403


def test_an_on_lookers_link_reads_and_writes_nothing(owner: FlaskClient, phone: Phone, table: str) -> None:
    guest = phone("192.168.1.9")
    answer = guest.get(link(owner, table, "onlooker"))
    assert (answer.status_code, answer.location) == (303, table)
    for path in WATCHED:
        assert guest.get(table + path).status_code == 200, path
    for path in (*SCORED, "/links"):
        assert guest.get(table + path).status_code == 403, path
    assert book(guest, table) == 403
    assert guest.post(f"{table}/hands", json={}).status_code == 403
    assert guest.post(f"{table}/preview", data={"kind": "draw"}).status_code == 403
    for act in ("undo", "redo", "archive", "delete"):
        assert (
            guest.post(f"{table}/{act}", data={"uuid": str(uuid.uuid4()), "expected": 1}).status_code == 403
        )
    page = guest.get(table).text
    assert "You are looking on" in page
    assert 'id="book"' not in page
    # Every form left on the page is the language switch.
    assert set(re.findall(r'<form method="post" action="([^"]+)"', page)) == {"/settings"}


def test_a_scorers_link_books_but_gives_no_links_away(owner: FlaskClient, phone: Phone, table: str) -> None:
    friend = phone("192.168.1.9")
    friend.get(link(owner, table, "scorer"))
    assert book(friend, table) == 303
    assert friend.get(f"{table}/links").status_code == 403
    assert "Other phones" not in friend.get(table).text


@pytest.mark.parametrize("role", ["onlooker", "scorer"])
def test_a_link_taken_back_shuts_out_who_came_by_it(
    owner: FlaskClient, phone: Phone, table: str, role: str
) -> None:
    came, late = phone("192.168.1.9"), phone("192.168.1.10")
    old = link(owner, table, role)
    came.get(old)
    revoke = re.findall(r'action="([^"]+/revoke)"', owner.get(f"{table}/links").text)
    assert owner.post(revoke[["onlooker", "scorer"].index(role)]).status_code == 303
    assert came.get(table).status_code == 403
    assert book(came, table) == 403
    refused = late.get(old)
    assert refused.status_code == 403
    assert "taken back" in refused.text
    assert late.get(table).status_code == 403
    fresh = link(owner, table, role)
    assert fresh != old
    assert late.get(fresh).status_code == 303
    assert owner.get(table).status_code == 200


def test_a_guessed_or_altered_link_opens_nothing(owner: FlaskClient, phone: Phone, table: str) -> None:
    guest = phone("192.168.1.9")
    path = link(owner, table, "onlooker")
    altered = path[:-1] + ("A" if path[-1] != "A" else "B")
    for wrong in (altered, path.partition(".")[0], "/join/nothing", "/join/é.ü"):
        assert guest.get(wrong).status_code == 404
        assert guest.get(table).status_code == 403


def test_a_link_of_one_table_opens_no_other(owner: FlaskClient, phone: Phone, table: str) -> None:
    guest = phone("192.168.1.9")
    guest.get(link(owner, table, "scorer"))
    other = str(owner.post("/tables/new", data={**FORM, "uuid": str(uuid.uuid4())}).location)
    assert guest.get(other).status_code == 403
    assert book(guest, other) == 403


def test_an_on_looker_does_not_become_owner_by_opening_the_table_again(
    owner: FlaskClient, phone: Phone, table: str
) -> None:
    guest = phone("192.168.1.9")
    guest.get(link(owner, table, "onlooker"))
    answer = guest.post("/tables/new", data={**FORM, "uuid": table.rsplit("/", 1)[-1]})
    assert answer.status_code == 409
    assert book(guest, table) == 403


def test_the_house_link_opens_every_table_until_it_is_taken_back(
    client: FlaskClient, phone: Phone, table: str
) -> None:
    own = phone("192.168.1.9")
    found = re.search(r"/join/[^<\"]+", _house_page(client))
    assert found is not None
    own.get(found[0])
    assert book(own, table) == 303
    assert own.get(f"{table}/links").status_code == 200
    revoke = re.search(r'action="(/house/[^"]+/revoke)"', _house_page(client))
    assert revoke is not None
    assert client.post(revoke[1]).status_code == 303
    assert own.get(table).status_code == 403


def _house_page(client: FlaskClient) -> str:
    client.application.config["REACHABLE"] = lambda: ("http://192.168.1.5:8000",)
    return str(client.get("/house").text)


def test_the_machine_that_serves_the_page_is_never_locked_out(client: FlaskClient, table: str) -> None:
    assert book(client, table) == 303
    assert client.get(f"{table}/links").status_code == 200


@pytest.mark.parametrize(
    "environ",
    [
        {"HTTP_X_FORWARDED_FOR": "203.0.113.9"},
        {"HTTP_FORWARDED": "for=203.0.113.9"},
        {"HTTP_X_REAL_IP": "203.0.113.9"},
        {"HTTP_VIA": "1.1 proxy"},
        {"REMOTE_ADDR": "192.168.1.9"},
        {"REMOTE_ADDR": ""},
    ],
)
def test_nobody_else_passes_for_the_machine_itself(
    client: FlaskClient, table: str, environ: dict[str, str]
) -> None:
    assert client.get(table, environ_base={**client.environ_base, **environ}).status_code == 403


@pytest.mark.parametrize("base_url", ["http://fanpai.local:8000", "http://192.168.1.5:8000"])
def test_only_localhost_is_the_machine_itself(client: FlaskClient, table: str, base_url: str) -> None:
    assert client.get(table, base_url=base_url).status_code == 403


def test_behind_a_proxy_this_machine_is_nobody_special(app: Flask, client: FlaskClient, table: str) -> None:
    app.config["TRUST_THIS_MACHINE"] = False
    assert client.get(table).status_code == 403


def test_photos_are_shown_to_who_may_see_their_table(
    app: Flask, owner: FlaskClient, phone: Phone, table: str
) -> None:
    store = app.extensions["fanpai-tables"].store
    photo = store.save_photo(np.full((20, 20, 3), 90, np.uint8)).id
    melds = [{"type": "peng", "tiles": ["C"] * 3}]
    hand = {
        "concealed": ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "5p"],
        "melds": melds,
        "win": "5p",
    }
    win = {"wins": [{"winner": "S", "hand": hand}], "context": {"win_by": "self_draw"}}
    name, books = str(uuid.uuid4()), app.extensions["fanpai-tables"]
    change = Change("line_added", name, {"kind": "win", **win})
    books.change(table.rsplit("/", 1)[-1], change, uuid=name, expected=1, photo=photo)
    guest, watcher = phone("192.168.1.9"), phone("192.168.1.10")
    watcher.get(link(owner, table, "onlooker"))
    seen = [one.get(f"/photos/{photo}.jpg").status_code for one in (owner, watcher, guest)]
    assert seen == [200, 200, 403]
    deleted = [one.post(f"/photos/{photo}/delete").status_code for one in (guest, watcher, owner)]
    assert deleted == [403, 403, 303]
    assert owner.post("/photos/delete-all").status_code == 403


def test_a_stolen_backup_opens_nothing(owner: FlaskClient, table: str, app: Flask, tmp_path: Path) -> None:
    real = link(owner, table, "scorer").removeprefix("/join/")
    write_backup(DataFolder(tmp_path), tmp_path / "stolen.zip")
    raw = (tmp_path / "fanpai.sqlite3").read_bytes() + (tmp_path / "fanpai.sqlite3-wal").read_bytes()
    signature = real.partition(".")[2].encode()
    cookie = owner.get_cookie("fanpai-device", domain="192.168.1.5")
    assert cookie is not None
    # The database holds the link's id, but neither its signature nor what a device's cookie holds.
    assert real.partition(".")[0].encode() in raw
    assert signature not in raw
    assert cookie.value.encode() not in raw
    # With another secret than the house's, a signature made from the database does not fit.
    found: Link = AccessStore(app.extensions["fanpai-tables"].store).links(table.rsplit("/", 1)[-1])[-1]
    forged = Keys(b"another secret").token(found)
    assert not app.extensions["fanpai-keys"].is_token_of(forged, found)
    assert "secret" not in zipfile.ZipFile(tmp_path / "stolen.zip").namelist()


def test_links_outlive_a_restart(owner: FlaskClient, table: str, tmp_path: Path) -> None:
    path = link(owner, table, "onlooker")
    again = create_app({"DATA_FOLDER": DataFolder(tmp_path), "TESTING": True})
    guest: Any = again.test_client()
    guest.environ_base.update(REMOTE_ADDR="192.168.1.9", HTTP_HOST="192.168.1.5:8000")
    assert guest.get(path).status_code == 303
    assert guest.get(table).status_code == 200


def test_the_code_shows_the_links_address(owner: FlaskClient, client: FlaskClient, table: str) -> None:
    address = f"http://192.168.1.5:8000{link(owner, table, 'onlooker')}"
    picture = svg_code(address, "Look on")
    assert picture in owner.get(f"{table}/links").text.replace("&#39;", "'")
    size = int(re.search(r'viewBox="0 0 (\d+) ', picture)[1])  # type: ignore[index]
    assert "style=" not in picture
    assert 'fill="#fff"' in picture
    dots = segno.make(address, error="m", micro=False).matrix
    code = np.array([[255 * (not dark) for dark in row] for row in dots], np.uint8)
    assert size == code.shape[0] + 8
    framed = np.pad(code, 4, constant_values=255)
    # OpenCV's readers miss a few codes at one size or another, and every link is another code.
    sizes = [cv2.resize(framed, None, fx=by, fy=by, interpolation=cv2.INTER_NEAREST) for by in (8, 5, 11, 3)]
    readers = (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco())
    assert address in {reader.detectAndDecode(large)[0] for reader in readers for large in sizes}
    # On the machine itself there is nothing to scan as long as nobody else can reach it.
    assert "serve --lan" in client.get(f"{table}/links").text


def test_the_way_out_repeats_how_the_page_was_started(client: FlaskClient, table: str) -> None:
    client.application.config["LAN_COMMAND"] = "fanpai serve --lan --port 8010 --data '/srv/our games'"
    for page in (client.get(f"{table}/links").text, client.get("/house").text, client.get("/trust").text):
        assert "fanpai serve --lan --port 8010 --data &#39;/srv/our games&#39;" in page
    assert 'id="copy"' in client.get(f"{table}/links").text
    assert (
        "reload this page" in client.get(f"{table}/links").text
    )  # an open page learns nothing of the restart


def test_the_table_says_how_it_comes_onto_a_television(client: FlaskClient, table: str) -> None:
    page = client.get(table).text
    assert "in the television's browser" in page
    assert "cast this tab" in page
