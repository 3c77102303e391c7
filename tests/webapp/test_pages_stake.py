"""A changed stake counts for the whole evening: it is asked about first, and stands in the history."""

import html
import re
import uuid
from collections.abc import Callable

from evening_forms import FORM, add
from flask.testing import FlaskClient

from webapp.tally.fold import Table


def text_of(page: str) -> str:
    """What is read of a page, without its marks."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page[page.index("<main") :])).split())


def test_a_changed_stake_is_kept_only_after_the_money_was_shown(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    add(client, table, "free", payer="E", payee="S", amount="8")
    wanted = {**FORM, "name": "Saturday", "stake": "2", "expected": str(state(table).sequence)}
    asked = client.post(f"{table}/settings", data=wanted)
    assert asked.status_code == 200
    assert state(table).stake["amount"] == "0.5"
    said = text_of(asked.text)
    for part in ("Ann −4 € −16 €", "Bo +4 € +16 €", "A point is worth 2 € instead of 0.5 €."):
        assert part in said
    form = asked.text[asked.text.rindex("<form") :]
    sent = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    assert client.post(f"{table}/settings", data=sent).location == table
    assert (state(table).stake["amount"], state(table).name) == ("2", "Saturday")
    # Another stake than the one that was asked about is asked about itself.
    other = {**sent, "stake": "3", "expected": str(state(table).sequence)}
    assert client.post(f"{table}/settings", data=other).status_code == 200
    assert state(table).stake["amount"] == "2"


def test_what_moves_no_money_is_not_asked_about(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    data = {**FORM, "stake": "2", "expected": "1"}
    assert client.post(f"{table}/settings", data=data).status_code == 303
    assert state(table).stake["amount"] == "2"


def test_the_history_tells_where_the_stake_changed_on_whatever_page_that_is(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table()
    stakes = iter(("1", "2", "3"))
    for place in range(101):
        entry = {"uuid": str(uuid.uuid4()), "expected": state(table).sequence, "kind": "draw", "fields": []}
        assert client.post(f"{table}/entries", json=entry).status_code == 201
        if place in {0, 50, 100}:  # the last line of all, the first of the second page, the newest
            data = {**FORM, "stake": next(stakes), "expected": str(state(table).sequence)}
            assert client.post(f"{table}/settings", data=data).status_code == 303
    pages = [text_of(client.get(f"{table}/history?page={page}").text) for page in (1, 2, 3)]
    told = [re.findall(r"A point is worth (\S+) €", page) for page in pages]
    assert told == [["3"], ["2"], ["1"]]
    assert "A point is worth 3 € instead of 2 €." in text_of(client.get(table).text)


def test_money_that_cannot_be_paid_is_rounded_and_still_adds_up(
    client: FlaskClient, open_table: Callable[..., str], state: Callable[[str], Table]
) -> None:
    table = open_table(stake="1/3")
    add(client, table, "free", payer="E", payee="S", amount="1")
    add(client, table, "free", payer="W", payee="S", amount="1")
    said = text_of(client.get(f"{table}/settle").text)
    assert "Rounded to two decimals" in said
    paid = [float(one) for one in re.findall(r"→ Bo (0\.\d\d) €", said)]
    assert sorted(paid) == [0.33, 0.34]  # of two thirds of a euro, 0.67
