"""Players across evenings: guests, one person under two spellings, and taking both back."""

import html
import re
import uuid
from collections.abc import Callable

import pytest
from evening_forms import FORM, add, hidden
from flask import Flask
from flask.testing import FlaskClient

from webapp.tally.people import People, PeopleBook
from webapp.tally.statistics import player_records


@pytest.fixture
def two_evenings(client: FlaskClient, open_table: Callable[..., str]) -> tuple[str, str]:
    """Bo wins three from each on Friday; as "Bob" two from each on Sunday."""
    friday, sunday = open_table(), open_table(**{"name": "Sunday", "player-S": "Bob"})
    add(client, friday, "named", winner="S", how="self_draw", **{"points-S": "3"})
    add(client, sunday, "named", winner="S", how="self_draw", **{"points-S": "2"})
    return friday, sunday


@pytest.fixture
def people(app: Flask) -> Callable[[], People]:
    book: PeopleBook = app.extensions["fanpai-people"]
    return book.people


def joined(client: FlaskClient, name: str, into: str) -> None:
    """Look, then keep."""
    shown = client.get("/same-player", query_string={"name": name, "into": into})
    assert shown.status_code == 200, shown.text
    assert "+15" in shown.text
    kept = client.post("/same-player", data=hidden(shown.text))
    assert (kept.status_code, kept.location) == (303, f"/player?name={into}")


@pytest.mark.usefixtures("two_evenings")
def test_two_spellings_become_one_player_and_two_again(client: FlaskClient) -> None:
    assert "Bob" in client.get("/players").text
    joined(client, "Bob", "Bo")
    assert ">Bob<" not in client.get("/players").text
    page = client.get("/player?name=Bob").text
    assert "+15" in page
    assert "Also written as" in page
    # Against Ann: three on Friday, two on Sunday.
    assert "Ann <b>+5</b>" in page
    form = page[page.index("Also written as") :]
    client.post("/same-player/not", data=hidden(form[: form.index("</form>")]))
    assert "+9" in client.get("/player?name=Bo").text
    assert "+6" in client.get("/player?name=Bob").text


@pytest.mark.usefixtures("two_evenings")
def test_the_tables_keep_the_names_as_they_were_written(
    client: FlaskClient, two_evenings: tuple[str, str]
) -> None:
    joined(client, "Bob", "Bo")
    assert "Bob" in client.get(two_evenings[1]).text


@pytest.mark.usefixtures("two_evenings")
def test_who_sat_at_one_table_are_two_people(client: FlaskClient) -> None:
    answer = client.get("/same-player", query_string={"name": "Ann", "into": "Bo"})
    assert answer.status_code == 422
    assert "Both sat at the table" in answer.text
    data = {"name": "Ann", "into": "Bo", "uuid": str(uuid.uuid4()), "expected": "0"}
    assert client.post("/same-player", data=data).status_code == 422


@pytest.mark.usefixtures("two_evenings")
def test_one_person_cannot_take_two_seats(client: FlaskClient) -> None:
    joined(client, "Bob", "Bo")
    answer = client.post("/tables/new", data={**FORM, "player-W": "bob", "uuid": str(uuid.uuid4())})
    assert answer.status_code == 422
    assert "one player" in answer.text


def test_a_table_where_two_joined_players_sit_keeps_its_settings_page(
    app: Flask, client: FlaskClient, two_evenings: tuple[str, str]
) -> None:
    joined(client, "Bob", "Bo")
    # A table that was brought in from elsewhere knows them as two.
    players = {"E": "Ann", "S": "Bo", "W": "Bob", "N": "Dan"}
    stake = {"amount": "1", "unit": ""}
    setup = {"name": "Away", "players": players, "rules": "ji_ping_hu", "stake": stake, "first_dealer": "E"}
    table = app.extensions["fanpai-tables"].create(setup, str(uuid.uuid4()))
    fields = {**FORM, "name": "Home", "player-W": "Bob", "expected": "1"}
    address = f"/tables/{table.id}/settings"
    assert client.post(address, data=fields).status_code == 303
    # Somebody new at the table who is a third spelling is still refused.
    other = client.post(address, data={**fields, "player-N": "bo ", "player-W": "Cai", "expected": "4"})
    assert other.status_code == 422


@pytest.mark.usefixtures("two_evenings")
def test_who_sat_at_a_deleted_table_are_two_people_too(
    client: FlaskClient, open_table: Callable[..., str], two_evenings: tuple[str, str]
) -> None:
    data = {"uuid": str(uuid.uuid4()), "expected": "2"}
    assert client.post(f"{two_evenings[0]}/delete", data=data).status_code == 303
    # Each of them still plays somewhere.
    open_table(**{"player-E": "Eve"})
    answer = client.get("/same-player", query_string={"name": "Ann", "into": "Bo"})
    assert answer.status_code == 422
    assert "Both sat at the table" in answer.text


@pytest.mark.parametrize("name", ["/", "//", "a/b", "..", "?", "#1", "100%", "安 娜"])
def test_every_name_has_a_page_that_its_link_leads_to(
    client: FlaskClient, open_table: Callable[..., str], name: str
) -> None:
    open_table(**{"player-S": name})
    links = re.findall(r'class="name-link" href="([^"]+)"', client.get("/players").text)
    pages = [client.get(html.unescape(link)) for link in links]
    assert [page.status_code for page in pages] == [200] * 4
    assert any(f"<title>{html.escape(name)}</title>" in page.text for page in pages)
    # The language switch leads back to the same player.
    link = html.unescape(links[[f"<title>{html.escape(name)}<" in page.text for page in pages].index(True)])
    back = re.search(r'name="back" value="([^"]+)"', client.get(link).text)
    assert back is not None
    switched = client.post("/settings", data={"language": "en", "back": html.unescape(back[1])})
    assert client.get(switched.location).status_code == 200


@pytest.mark.usefixtures("two_evenings")
def test_the_address_that_a_player_once_had_leads_on(client: FlaskClient) -> None:
    assert client.get("/players/Bo").location == "/player?name=Bo"


@pytest.mark.usefixtures("two_evenings")
def test_a_guest_is_listed_apart_and_not_offered(client: FlaskClient, people: Callable[[], People]) -> None:
    offered = '<option value="Cai">'
    assert offered in client.get("/tables/new").text
    data = {"name": "Cai", "guest": "yes", "uuid": str(uuid.uuid4()), "expected": "0"}
    assert client.post("/guests", data=data).location == "/player?name=Cai"
    assert people().is_guest("cai")
    assert offered not in client.get("/tables/new").text
    page = client.get("/players").text
    assert page.index("Guests") < page.index(">Cai<")
    again = {**data, "guest": "no", "uuid": str(uuid.uuid4()), "expected": "1"}
    client.post("/guests", data=again)
    assert offered in client.get("/tables/new").text


@pytest.mark.usefixtures("two_evenings")
def test_of_two_phones_the_second_is_told(client: FlaskClient) -> None:
    data = {"name": "Cai", "guest": "yes", "uuid": str(uuid.uuid4()), "expected": "0"}
    client.post("/guests", data=data)
    # Sent once more, as after a lost answer: no second event.
    assert client.post("/guests", data=data).status_code == 303
    late = client.post("/guests", data={**data, "uuid": str(uuid.uuid4())})
    assert late.status_code == 409
    assert "Somebody else has changed the players" in late.text


@pytest.mark.usefixtures("two_evenings")
@pytest.mark.parametrize("name", ["Nobody", "", "../x"])
def test_unknown_names_leave_no_trace(client: FlaskClient, people: Callable[[], People], name: str) -> None:
    data = {"name": name, "into": "Bo", "uuid": str(uuid.uuid4()), "expected": "0"}
    for path in ("/same-player", "/same-player/not", "/guests"):
        assert client.post(path, data=data).status_code == 409
    assert client.get("/same-player", query_string=data).status_code == 302
    assert people() == People()


def test_spellings_joined_in_a_chain_are_one_person_and_the_links_can_go_in_any_order(app: Flask) -> None:
    book: PeopleBook = app.extensions["fanpai-people"]

    def do(act: Callable[..., None], *names: object) -> People:
        act(*names, uuid=str(uuid.uuid4()), expected=book.people().sequence)
        return book.people()

    do(book.join, "Robert", "Bob", ())
    now = do(book.join, "Bob", "Bo", ())
    assert {now.who(name) for name in ("robert", "BOB", "Bo")} == {"bo"}
    assert now.others("Bo") == ("Bob", "Robert")
    now = do(book.part, "Bob")
    assert (now.who("Robert"), now.who("Bo")) == ("bob", "bo")
    # The other way round, when they are one already, is nothing.
    now = do(book.join, "Bob", "Robert", ())
    assert now.who("Robert") == "bob"
    assert player_records((), now) == {}
