"""Screens that follow a table: ends, limits, and late entries."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from evening_forms import FORM, totals
from flask import Flask
from flask.testing import FlaskClient
from screens import first_look, opened

from webapp.app import VIEWERS_EACH
from webapp.live.hub import FullError, Hub, Viewer
from webapp.live.stream import stream
from webapp.pages.live import events
from webapp.store import StoreError
from webapp.store.watch import News
from webapp.tally.fold import Table


class Quiet:
    """A database in which nothing happens."""

    def news(self) -> News:
        return News()

    def close(self) -> None:
        pass


def test_a_stream_tells_the_number_at_once_and_beats_in_silence() -> None:
    hub = Hub(Quiet, most=4, most_each=4)
    lines = stream(hub, hub.join("t", "d"), 7, lambda: True, beat=0.01)
    assert next(lines) == b"retry: 1000\nid: 7\nevent: table\ndata: 7\n\n"
    assert next(lines) == b"event: beat\ndata:\n\n"
    hub.spread(News({"other": 9}))
    assert next(lines) == b"event: beat\ndata:\n\n"
    hub.spread(News({"t": 9}))
    assert next(lines) == b"id: 9\nevent: table\ndata: 9\n\n"
    lines.close()  # type: ignore[attr-defined]
    hub.close()


def test_a_stream_tells_of_the_camera_of_its_table_alone() -> None:
    hub = Hub(Quiet, most=4, most_each=4)
    lines = stream(hub, hub.join("t", "d"), 7, lambda: True, beat=0.01)
    next(lines)
    hub.tell_camera("other", 1)
    assert next(lines).startswith(b"event: beat")
    hub.tell_camera("t", 2)
    assert next(lines) == b"event: camera\ndata: 2\n\n"
    hub.close()


def test_a_stream_ends_when_the_link_is_taken_back_and_only_then() -> None:
    hub = Hub(Quiet, most=4, most_each=4)
    allowed = [True, False]
    lines = stream(hub, hub.join("t", "d"), 1, lambda: allowed.pop(0), beat=5)
    next(lines)
    hub.spread(News(revoked=True))
    hub.spread(News({"t": 2}))
    assert b"data: 2" in next(lines)
    hub.spread(News(revoked=True))
    assert list(lines) == [b"event: gone\ndata:\n\n"]
    hub.close()


def test_streams_end_when_the_server_stops() -> None:
    hub = Hub(Quiet, most=4, most_each=4)
    lines = stream(hub, hub.join("t", "d"), 1, lambda: True, beat=5)
    next(lines)
    hub.close()
    assert list(lines) == []
    with pytest.raises(FullError):
        hub.join("t", "d")


def test_one_device_does_not_take_every_place() -> None:
    hub = Hub(Quiet, most=3, most_each=2)
    mine = [hub.join("t", "mine") for _ in range(2)]
    with pytest.raises(FullError):
        hub.join("u", "mine")
    hub.join("t", "yours")
    with pytest.raises(FullError):
        hub.join("t", "theirs")
    hub.leave(mine[0])
    hub.join("t", "theirs")
    hub.close()


def test_a_tab_that_went_to_another_page_gives_its_place_back() -> None:
    hub = Hub(Quiet, most=2, most_each=2)
    left = stream(hub, hub.join("t", "mine", "one"), 1, lambda: True, beat=5)
    next(left)
    for _ in range(5):
        hub.join("u", "mine", "one")
    assert list(left) == []
    hub.join("t", "mine", "two")
    with pytest.raises(FullError):
        hub.join("t", "mine", "three")
    hub.close()


def test_a_database_in_trouble_does_not_end_the_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.live.hub._AFTER_TROUBLE", 0.01)
    answers: list[Any] = [StoreError("locked"), News({"t": 5})]

    class Shaken(Quiet):
        def news(self) -> News:
            answer = answers.pop(0) if answers else News()
            if isinstance(answer, StoreError):
                raise answer
            return answer  # type: ignore[no-any-return]

    hub = Hub(Shaken, most=1, most_each=1)
    viewer: Viewer = hub.join("t", "d")
    assert viewer.wait(60)
    assert viewer.sequence == 5
    hub.close()


def test_a_phone_whose_link_is_taken_back_hears_it_at_once(
    app: Flask, phone: Callable[..., FlaskClient]
) -> None:
    owner, guest = phone("192.168.1.7"), phone("192.168.1.9")
    table = str(owner.post("/tables/new", data={**FORM, "uuid": str(uuid.uuid4())}).location)
    assert guest.get(f"{table}/events").status_code == 403
    access, keys = app.extensions["fanpai-access"], app.extensions["fanpai-keys"]
    link = access.make_link(table.rsplit("/", 1)[-1], "onlooker")
    guest.get(f"/join/{keys.token(link)}")
    lines = opened(guest, table)
    first_look(app)
    access.revoke(link.id)
    assert list(lines) == [b"event: gone\ndata:\n\n"]
    app.extensions["fanpai-hub"].close()


def test_too_many_screens_are_told_to_ask_again(
    app: Flask, client: FlaskClient, open_table: Callable[..., str]
) -> None:
    table = open_table()
    kept = [opened(client, table) for _ in range(VIEWERS_EACH)]
    assert client.get(f"{table}/events").status_code == 503
    kept[0].close()  # type: ignore[attr-defined]
    assert opened(client, table)
    app.extensions["fanpai-hub"].close()


def late(**more: Any) -> dict[str, Any]:
    fields = [["payer", "E"], ["payee", "S"], ["amount", "3"], ["note", ""]]
    return {"uuid": str(uuid.uuid4()), "expected": 1, "kind": "free", "fields": fields, **more}


def test_an_entry_that_waited_is_booked_once_however_often_it_is_sent(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    body, next_one = late(), late(expected=2)
    answers = [client.post(f"{table}/entries", json=one).status_code for one in (body, body, next_one, body)]
    assert answers == [201] * 4
    assert totals(state(table)) == [-6, 6, 0, 0]


def test_a_late_entry_does_not_pass_over_what_others_have_booked(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    client.post(f"{table}/entries", json=late())
    answer = client.post(f"{table}/entries", json=late())
    assert answer.status_code == 409
    assert answer.json is not None
    assert answer.json["error"]["current"] == 2
    assert totals(state(table)) == [-3, 3, 0, 0]


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"uuid": "x"}, 400),
        ({"uuid": "../" * 12}, 400),
        ({"expected": True}, 400),
        ({"expected": "1"}, 400),
        ({"kind": "win"}, 400),
        ({"fields": [["payer"]]}, 400),
        ({"fields": [["payer", "E"], ["payee", "S"], ["amount", "x"]]}, 400),
        ({"kind": "penalty", "fields": [["player", "E"], ["penalty", "nothing"]]}, 400),
        ({"kind": "named", "fields": [["winner", "S"], ["how", "S"], ["points-S", "2"]]}, 422),
    ],
)
def test_a_late_entry_that_cannot_be_is_refused_with_a_sentence(
    client: FlaskClient, open_table: Callable[..., str], change: dict[str, Any], status: int
) -> None:
    answer = client.post(f"{open_table()}/entries", json=late(**change))
    assert answer.status_code == status, answer.text
    assert answer.json is not None
    assert answer.json["error"]["message"]


def test_asking_for_the_headers_alone_takes_no_screen(
    client: FlaskClient, app: Flask, open_table: Callable[..., str]
) -> None:
    table = open_table()
    for _ in range(VIEWERS_EACH + 1):
        answer = client.head(f"{table}/events")
        assert (answer.status_code, answer.mimetype) == (200, "text/event-stream")
    assert not app.extensions["fanpai-hub"]._viewers


def test_a_stream_closed_before_its_first_line_gives_its_screen_back(
    app: Flask, open_table: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table()
    # The client would fetch the first line; a browser that is gone by then never asks for it.
    with app.test_request_context(f"{table}/events"), monkeypatch.context() as patch:
        patch.setattr("webapp.pages.live.table_or_404", app.extensions["fanpai-tables"].table)
        app.make_response(events(table.rsplit("/", 1)[-1])).close()
    assert not app.extensions["fanpai-hub"]._viewers
