"""Hands turned up and the log: each is booked once, and what is taken back can be booked again."""

import json
import re
import uuid
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from camera_hand import given_at, posted
from flask.testing import FlaskClient
from ledger_entries import DRAW
from scripted_table import two_winners

from webapp.camera.session import Session
from webapp.tally.fold import Table

Watch = Callable[..., Session]
State = Callable[[str], Table]


def form_of(page: str, number: int = 0) -> dict[str, str]:
    """What the button of a proposal posts."""
    form = page.split('class="proposal"')[1 + number].split("</form>")
    posted = next(one for one in form if 'name="entry"' in one)
    return {name: unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', posted)}


def act(client: FlaskClient, table: str, name: str, state: State) -> None:
    data = {"uuid": str(uuid.uuid4()), "expected": state(table).sequence}
    assert client.post(f"{table}/{name}", data=data).status_code == 303


def body_of(client: FlaskClient, table: str, hand_id: str, state: State) -> dict[str, Any]:
    """What the page of hands posts for a hand that the camera has seen."""
    return posted(given_at(client, f"{table}/hand?camera={hand_id}"), state(table).sequence)


def test_what_was_booked_and_undone_is_booked_again(
    client: FlaskClient, watched: tuple[str, Session], state: State
) -> None:
    table, session = watched
    first = form_of(client.get(f"{table}/camera").text)
    assert client.post(f"{table}/lines", data=first).status_code == 303
    page = client.get(f"{table}/camera").text
    assert "has won" not in page
    assert "Bo's hand is booked as deal 1." in page
    act(client, table, "undo", state)
    assert state(table).deals == 0
    again = form_of(client.get(f"{table}/camera").text)
    assert again["uuid"] != first["uuid"]
    assert client.post(f"{table}/lines", data=again).status_code == 303
    assert state(table).deals == 1
    (step,) = state(table).steps
    assert step.line.entry["observed"] == [session.hands[0].id]


def test_a_double_tap_and_two_phones_at_once_book_one_line(
    client: FlaskClient, watched: tuple[str, Session], state: State
) -> None:
    table, _session = watched
    act(client, table, "redo", state)  # the log has moved on before
    one, other = (form_of(client.get(f"{table}/camera").text) for _ in range(2))
    assert one["uuid"] == other["uuid"]
    without = {**other, "scan": ""}  # whose page had no photo yet
    assert [client.post(f"{table}/lines", data=form).status_code for form in (one, one, without)] == [303] * 3
    assert state(table).deals == 1


def test_a_hand_booked_from_its_tiles_is_not_booked_again_from_a_page_loaded_before(
    client: FlaskClient, watched: tuple[str, Session], state: State
) -> None:
    table, session = watched
    body = body_of(client, table, session.hands[0].id, state)
    assert client.post(f"{table}/hands", json=body).status_code == 201
    # The page that was loaded again, or stayed open on another phone: a new name, the newest state.
    late = {**body, "uuid": str(uuid.uuid4()), "expected": state(table).sequence}
    answer = client.post(f"{table}/hands", json=late)
    assert answer.status_code == 409
    assert answer.json["error"]["message"].startswith("This hand is booked already, as deal 1.")
    # Nor from the proposal, nor can the page of hands be opened for it.
    form = {"uuid": late["uuid"], "expected": late["expected"], "change": "line_added"}
    entry = json.dumps(state(table).steps[0].line.entry)
    answer = client.post(f"{table}/lines", data={**form, "entry": entry})
    assert answer.status_code == 409
    assert "This hand is booked already, as deal 1." in answer.text
    (step,) = state(table).steps
    opened = client.get(f"{table}/hand?camera={session.hands[0].id}")
    assert opened.location.endswith(f"/lines/{step.line.id}")
    assert state(table).deals == 1


def test_a_photo_of_the_same_hand_books_the_proposal_away_until_it_is_undone(
    client: FlaskClient, watched: tuple[str, Session], state: State
) -> None:
    table, session = watched
    body = body_of(client, table, session.hands[0].id, state)
    del body["camera"]  # taken with a phone
    assert client.post(f"{table}/hands", json=body).status_code == 201
    page = client.get(f"{table}/camera").text
    assert 'class="proposal"' not in page
    assert "Bo has turned up a hand, and the deal is booked already, as deal 1." in page
    act(client, table, "undo", state)
    assert "Bo has won" in client.get(f"{table}/camera").text
    act(client, table, "redo", state)
    assert 'class="proposal"' not in client.get(f"{table}/camera").text


def test_a_photo_of_a_hand_that_was_booked_from_the_camera_is_refused_until_that_is_undone(
    client: FlaskClient, watched: tuple[str, Session], state: State
) -> None:
    table, session = watched
    body = body_of(client, table, session.hands[0].id, state) | {"camera": ""}  # taken with a phone
    assert client.post(f"{table}/lines", data=form_of(client.get(f"{table}/camera").text)).status_code == 303
    photo = {**body, "expected": state(table).sequence}
    answer = client.post(f"{table}/hands", json=photo)
    assert answer.status_code == 409
    assert answer.json["error"]["message"].startswith("This hand is booked already, as deal 1.")
    act(client, table, "undo", state)
    again = client.post(f"{table}/hands", json={**photo, "expected": state(table).sequence})
    assert again.status_code == 201
    assert state(table).deals == 1


def test_a_deal_counter_that_comes_by_the_same_number_frees_nothing(
    client: FlaskClient, watch: Watch, open_table: Callable[..., str], state: State
) -> None:
    """One deal before, one from the camera; the first is taken out: as many as when it was turned up."""
    table = open_table()
    first = draw(client, table, state)
    watch(table)
    assert client.post(f"{table}/lines", data=form_of(client.get(f"{table}/camera").text)).status_code == 303
    data = {
        "uuid": str(uuid.uuid4()),
        "expected": state(table).sequence,
        "change": "line_removed",
        "line": first,
    }
    assert client.post(f"{table}/lines", data=data).status_code == 303
    assert state(table).deals == 1
    page = client.get(f"{table}/camera").text
    assert 'class="proposal"' not in page
    assert "Bo's hand is booked as deal 1." in page


def test_what_was_booked_before_the_camera_saw_the_hand_is_no_other_deal(
    client: FlaskClient, watch: Watch, open_table: Callable[..., str], state: State
) -> None:
    """A camera that is started anew sees the tiles that still lie there."""
    table = open_table()
    watch(table)
    assert client.post(f"{table}/lines", data=form_of(client.get(f"{table}/camera").text)).status_code == 303
    watch(table, "again")
    page = client.get(f"{table}/camera").text
    assert 'class="proposal"' not in page
    assert "the deal is booked already, as deal 1." in page
    act(client, table, "undo", state)
    assert "Bo has won" in client.get(f"{table}/camera").text


def test_a_deal_booked_before_this_one_books_nothing_away(
    client: FlaskClient, watch: Watch, open_table: Callable[..., str], state: State
) -> None:
    table = open_table()
    draw(client, table, state)
    watch(table)
    assert "Bo has won" in client.get(f"{table}/camera").text


def draw(client: FlaskClient, table: str, state: State) -> str:
    name = str(uuid.uuid4())
    data = {
        "uuid": name,
        "expected": state(table).sequence,
        "change": "line_added",
        "entry": json.dumps(DRAW),
    }
    assert client.post(f"{table}/lines", data=data).status_code == 303
    return name


# Several winners


@pytest.fixture
def both(watch: Watch, open_table: Callable[..., str]) -> tuple[str, Session]:
    """A table where South and North have turned up hands that win by West's 1s."""
    table = open_table()
    return table, watch(table, script=two_winners())


def test_two_winners_of_one_tile_are_booked_together(
    client: FlaskClient, both: tuple[str, Session], state: State
) -> None:
    table, session = both
    page = client.get(f"{table}/camera").text
    assert "Bo and Dan have won" in page
    assert page.count('class="proposal"') == 1
    assert client.post(f"{table}/lines", data=form_of(page)).status_code == 303
    (step,) = state(table).steps
    assert [win["winner"] for win in step.line.entry["wins"]] == ["S", "N"]
    assert step.line.entry["observed"] == [hand.id for hand in session.hands]
    assert state(table).totals["S"] > 0
    assert state(table).totals["N"] > 0
    assert state(table).totals["W"] == -state(table).totals["S"] - state(table).totals["N"]


def test_of_two_winners_one_alone_is_proposed_when_the_other_is_none(
    client: FlaskClient, both: tuple[str, Session]
) -> None:
    table, session = both
    client.post(f"{table}/camera/hands/{session.hands[0].id}/drop")
    page = client.get(f"{table}/camera").text
    assert "Dan has won" in page
    assert "Bo and Dan" not in page
    assert form_of(page)["entry"].count('"winner"') == 1


def test_both_winners_are_on_the_page_of_hands(
    client: FlaskClient, both: tuple[str, Session], state: State
) -> None:
    table, session = both
    south, north = session.hands
    body = body_of(client, table, north.id, state)
    assert body["context"]["winner"] == "N"
    assert [win["winner"] for win in body["others"]] == ["S"]
    # The other winner was taken away there: his hand is not in the line.
    alone = {**body, "others": []}
    assert client.post(f"{table}/hands", json=alone).status_code == 201
    assert state(table).steps[0].line.entry["observed"] == [north.id]
    act(client, table, "undo", state)
    again = {**body, "expected": state(table).sequence, "uuid": str(uuid.uuid4())}
    assert client.post(f"{table}/hands", json=again).status_code == 201
    assert state(table).steps[0].line.entry["observed"] == [north.id, south.id]


def test_who_turns_up_later_joins_the_booked_deal(
    client: FlaskClient, both: tuple[str, Session], state: State
) -> None:
    table, session = both
    south, north = session.hands
    session.hands = (south,)
    assert client.post(f"{table}/lines", data=form_of(client.get(f"{table}/camera").text)).status_code == 303
    session.hands = (south, north)
    page = client.get(f"{table}/camera").text
    assert "Bo's hand is booked as deal 1." in page
    assert "Dan has won too" in page
    assert state(table).seating.dealer == "S"  # by now; the deal was Ann's
    ann = page[page.index('data-seat="E"') :]
    assert ann[ann.index('seat-tags">') :].startswith('seat-tags">dealer<')
    # By its address alone he is no deal of his own.
    assert client.get(f"{table}/hand?camera={north.id}").location == f"{table}/camera"
    assert f'href="{table}/hand?camera={north.id}&amp;alone=yes#hand"' in page
    assert client.get(f"{table}/hand?camera={north.id}&alone=yes").status_code == 200
    confirm = client.post(f"{table}/preview", data=form_of(page))
    assert confirm.status_code == 200, confirm.text
    kept = re.findall(r'name="(uuid|expected|change|line|entry)" value="([^"]*)"', confirm.text)
    sent = {name: unescape(value) for name, value in kept}
    assert client.post(f"{table}/lines", data=sent).status_code == 303
    now = state(table)
    assert now.deals == 1
    assert [win["winner"] for win in now.steps[0].line.entry["wins"]] == ["S", "N"]
    assert now.totals["N"] > 0
    page = client.get(f"{table}/camera").text
    assert "Dan's hand is booked as deal 1." in page
    assert 'class="proposal"' not in page


def test_a_changed_line_keeps_the_hands_it_was_booked_from(
    client: FlaskClient, watched: tuple[str, Session], state: State
) -> None:
    table, session = watched
    body = body_of(client, table, session.hands[0].id, state)
    assert client.post(f"{table}/hands", json=body).status_code == 201
    line = state(table).steps[0].line.id
    change = {**body, "line": line, "expected": 2, "camera": "", "context": {**body["context"], "from": "N"}}
    answer = client.post(f"{table}/hands", json=change)
    assert json.loads(answer.json["entry"])["observed"] == [session.hands[0].id]


@pytest.mark.parametrize(("camera", "status"), [(1, 400), (["a"], 400), ("a b", 400), ("x" * 40, 422)])
def test_no_hand_has_such_a_name(
    client: FlaskClient, watched: tuple[str, Session], state: State, camera: Any, status: int
) -> None:
    table, session = watched
    body = body_of(client, table, session.hands[0].id, state) | {"camera": camera}
    assert client.post(f"{table}/hands", json=body).status_code == status
    assert state(table).deals == 0
