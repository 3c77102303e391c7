"""A hand kept without a table: booked at one after all, deleted, brought back."""

import io
import json
import re
import time
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from evening_forms import totals
from filled_form import filled
from flask import Flask
from flask.testing import FlaskClient

from scorer.rulesets import rule_set
from scorer.rulesets.house import named
from webapp.house_rules import HouseRules
from webapp.pages.hands import KIND, LOG
from webapp.tally.fold import Table


@pytest.fixture
def kept(client: FlaskClient, asked: dict[str, Any], jpeg: bytes) -> str:
    """The page of a hand kept with its photo: Bo's red dragon on Cai's tile."""
    scan = client.post("/api/scan", data={"photo": (io.BytesIO(jpeg), "p.jpg")}).json["id"]  # type: ignore[index]
    ends = time.monotonic() + 20
    while client.get(f"/api/scan/{scan}").json["state"] != "done":  # type: ignore[index]
        assert time.monotonic() < ends
        time.sleep(0.005)
    assert (
        client.post("/api/hands", json={**asked, "uuid": str(uuid.uuid4()), "scan": scan}).status_code == 201
    )
    link = re.search(r'href="(/hands/\d+)"', client.get("/recent").text)
    assert link is not None
    return link[1]


def number_of(kept: str) -> str:
    return kept.removeprefix("/hands/")


def press(client: FlaskClient, page: str, act: str) -> Any:
    return client.post(f"{page}/{act}", data=dict(filled(client.get(page).text, f"{page}/{act}")))


def test_it_is_booked_at_an_open_table_with_a_photo_of_its_own(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table], kept: str
) -> None:
    table, gone = open_table(name="Friday"), open_table(name="Thursday")
    client.post(f"{gone}/archive", data={"uuid": str(uuid.uuid4()), "expected": "1"})
    assert f'href="{kept}/book"' in client.get(kept).text
    page = client.get(f"{kept}/book").text
    assert "Thursday" not in page
    shown = client.post(f"{table}/preview", data=dict(filled(page, f"{table}/preview"))).text
    assert "Bo: Red dragon" in shown
    # Who sat where may be wrong: the way to the page of hands is there.
    assert f'href="{table}/hand?hand={number_of(kept)}#score"' in shown
    for _sent in range(2):
        assert client.post(f"{table}/lines", data=dict(filled(shown, f"{table}/lines"))).status_code == 303
    assert (state(table).deals, totals(state(table))) == (1, [0, 2, -2, 0])
    photo = state(table).steps[0].line.entry["photo"]
    photos = [one.id for one in client.application.extensions["fanpai-tables"].store.photos()]
    assert (len(photos), photo in photos) == (2, True)
    # What is deleted at the table is not deleted elsewhere.
    client.post(f"/photos/{photo}/delete")
    assert "/photos/" in client.get(kept).text


@pytest.fixture
def keep_kong(client: FlaskClient, asked: dict[str, Any]) -> Callable[..., str]:
    """``keep_kong(**context)``: the page of a self-drawn hand with a kong of C, kept under Ji Ping Hu."""

    def keep(**more: Any) -> str:
        context = asked["context"] | {"win_by": "self_draw", "from": None, **more}
        hand = asked["hand"] | {"melds": [{"type": "an_gang", "tiles": ["C"] * 4, "from": None}]}
        body = {**asked, "context": context, "hand": hand, "uuid": str(uuid.uuid4())}
        return f"/hands/{client.post('/api/hands', json=body).json['kept']}"  # type: ignore[index]

    return keep


def test_kongs_of_a_hand_kept_under_other_rules_are_paid_at_the_table(
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    keep_kong: Callable[..., str],
) -> None:
    table, kept = open_table(rules="tui_dao_hu"), keep_kong()
    fields = dict(filled(client.get(f"{kept}/book").text, f"{table}/preview"))
    shown = client.post(f"{table}/preview", data=fields).text
    assert client.post(f"{table}/lines", data=dict(filled(shown, f"{table}/lines"))).status_code == 303
    # 1 from each for the hand, and 2 from each for the concealed kong.
    assert totals(state(table)) == [-3, 9, -3, -3]


def test_wild_tiles_of_a_kept_hand_are_counted(
    client: FlaskClient, open_table: Callable[..., str], keep_kong: Callable[..., str]
) -> None:
    table, kept = open_table(rules="wenzhou"), keep_kong(wild="1m")
    fields = dict(filled(client.get(f"{kept}/book").text, f"{table}/preview"))
    assert json.loads(fields["entry"])["context"]["caishen_counts"] == {"S": 1}


def test_on_the_page_of_hands_it_lies_ready_and_is_booked_with_its_photo(
    client: FlaskClient,
    open_table: Callable[..., str],
    state: Callable[[str], Table],
    kept: str,
    asked: dict[str, Any],
) -> None:
    table, number = open_table(), int(number_of(kept))
    page = client.get(f"{table}/hand?hand={number}").text
    assert f"&#34;kept&#34;: {number}" in page
    assert "/photos/" in page
    body = {**asked, "uuid": str(uuid.uuid4()), "expected": 1, "kept": number}
    assert client.post(f"{table}/hands", json=body).status_code == 201
    assert state(table).steps[0].line.entry["photo"] is not None
    assert client.get(f"{table}/hand?hand=77").status_code == 404


def test_what_the_rules_of_the_table_refuse_can_be_changed(
    client: FlaskClient, open_table: Callable[..., str], kept: str
) -> None:
    table = open_table(rules="lishui")
    fields = dict(filled(client.get(f"{kept}/book").text, f"{table}/preview"))
    answer = client.post(f"{table}/preview", data=fields)
    assert answer.status_code == 422
    assert f'href="{table}/hand?hand={number_of(kept)}#score"' in answer.text


def test_without_an_open_table_it_says_what_to_do(client: FlaskClient, kept: str) -> None:
    assert "No table is in play. Open one" in client.get(f"{kept}/book").text


def test_it_is_deleted_and_brought_back(client: FlaskClient, kept: str) -> None:
    assert press(client, kept, "delete").location == kept
    assert kept not in client.get("/recent").text
    assert kept not in client.get("/").text
    assert "This hand is deleted." in client.get(kept).text
    assert f"{kept}/book" not in client.get(kept).text
    assert press(client, kept, "restore").location == kept
    assert kept in client.get("/recent").text
    assert "This hand is deleted." not in client.get(kept).text
    # Sent again, it is the same act.
    data = dict(filled(client.get(kept).text, f"{kept}/delete"))
    for _sent in range(2):
        assert client.post(f"{kept}/delete", data=data).status_code == 303
    assert kept not in client.get("/recent").text
    assert client.get(f"{kept}/delete").location == kept


def test_another_phone_does_nothing_with_it(phone: Callable[..., FlaskClient], kept: str) -> None:
    guest = phone()
    for path in (kept, f"{kept}/book"):
        assert guest.get(path).status_code == 404
    assert guest.post(f"{kept}/delete", data={"uuid": str(uuid.uuid4())}).status_code == 404


def test_it_stays_when_the_house_rule_it_was_kept_under_is_deleted(
    client: FlaskClient, app: Flask, asked: dict[str, Any]
) -> None:
    house: HouseRules = app.extensions["fanpai-house-rules"]
    house.save(named(rule_set("ji_ping_hu").with_row_values({"hong_zhong": 3}), "haus"))
    body = {**asked, "rules": "haus", "uuid": str(uuid.uuid4())}
    kept = f"/hands/{client.post('/api/hands', json=body).json['kept']}"  # type: ignore[index]
    before = client.get(kept).text
    house.delete("haus")
    listed = client.get("/recent").text
    assert kept in listed
    assert "Red dragon" in listed
    shown = client.get(kept).text
    assert "Red dragon" in shown
    assert "The rules have changed since" not in shown
    assert re.findall(r'class="seat-amount">([^<]*)', shown) == re.findall(
        r'class="seat-amount">([^<]*)', before
    )
    # Kept by an earlier version, it stays with its points alone.
    entry = {name: value for name, value in payload(app).items() if name != "spelt_out"}
    app.extensions["fanpai-tables"].store.append(LOG, KIND, entry, uuid=str(uuid.uuid4()))
    older = kept.replace("1", "2")
    assert older in client.get("/recent").text
    assert "The rules have changed since" in client.get(older).text


def payload(app: Flask) -> dict[str, Any]:
    """The hand that was kept first."""
    return dict(app.extensions["fanpai-tables"].store.events(LOG)[0].payload)


def test_a_hand_that_is_booked_asks_before_it_is_booked_once_more(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table], kept: str
) -> None:
    friday, other = open_table(name="Friday"), open_table(name="Saturday")

    def preview(table: str) -> Any:
        fields = dict(filled(client.get(f"{kept}/book").text, f"{table}/preview"))
        return client.post(f"{table}/preview", data=fields)

    early = preview(other).text
    booking = dict(filled(preview(friday).text, f"{friday}/lines"))
    assert client.post(f"{friday}/lines", data=booking).status_code == 303
    for page in (client.get(f"{kept}/book").text, preview(other).text):
        assert "This hand was booked already: Friday, deal 1." in page
    late = client.post(f"{other}/lines", data=dict(filled(early, f"{other}/lines")))
    assert (late.status_code, state(other).deals) == (409, 0)
    number = int(number_of(kept))
    entry = json.loads(booking["entry"])
    body = {"hand": entry["wins"][0]["hand"], "context": {**entry["context"], "winner": "S"}, "kept": number}
    body |= {"uuid": str(uuid.uuid4()), "expected": 1}
    answer = client.post(f"{other}/hands", json=body)
    assert (answer.status_code, state(other).deals) == (409, 0)
    assert client.post(f"{other}/lines", data=dict(filled(late.text, f"{other}/lines"))).status_code == 303
    assert state(other).deals == 1
    # Taken back it stands nowhere.
    for table in (friday, other):
        client.post(f"{table}/undo", data={"uuid": str(uuid.uuid4()), "expected": state(table).sequence})
    assert "booked already" not in preview(friday).text


def test_a_deleted_hand_is_brought_back_before_it_is_booked(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table], kept: str
) -> None:
    table = open_table()
    fields = dict(filled(client.get(f"{kept}/book").text, f"{table}/preview"))
    booking = dict(filled(client.post(f"{table}/preview", data=fields).text, f"{table}/lines"))
    press(client, kept, "delete")
    for answer in (
        client.get(f"{kept}/book"),
        client.get(f"{table}/hand?hand={number_of(kept)}"),
        client.post(f"{table}/preview", data=fields),
        client.post(f"{table}/lines", data=booking),
    ):
        assert answer.status_code == 409
        assert "Bring it back first." in answer.text
        assert 'id="restore"' in answer.text
    assert state(table).deals == 0
