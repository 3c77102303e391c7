"""What the tests of an evening's pages fill in and read."""

import re
from typing import Any

from flask.testing import FlaskClient

from webapp.tally.fold import Table

FORM = {
    "name": "Friday",
    "player-E": "Ann",
    "player-S": "Bo",
    "player-W": "Cai",
    "player-N": "Dan",
    "rules": "ji_ping_hu",
    "stake": "0.5",
    "unit": "€",
    "first_dealer": "E",
}


def hidden(page: str) -> dict[str, str]:
    """The last form's hidden fields."""
    form = page[page.rindex("<form") :]
    found = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
    return {name: value.replace("&#34;", '"').replace("&amp;", "&") for name, value in found.items()}


def add(client: FlaskClient, table: str, kind: str, **fields: Any) -> str:
    """Fill a form opened just now, look at the preview, book it; gives the preview."""
    shown = client.post(
        f"{table}/preview", data={"kind": kind, "expected": sequence(client, table), **fields}
    )
    assert shown.status_code == 200, shown.text
    booked = client.post(f"{table}/lines", data=hidden(shown.text))
    assert (booked.status_code, booked.location) == (303, table)
    return shown.text


def sequence(client: FlaskClient, table: str) -> int:
    """What the form of a table carries that is opened now."""
    now: Table = client.application.extensions["fanpai-tables"].table(table.rsplit("/", 1)[-1])
    return now.sequence


def totals(table: Table) -> list[Any]:
    return [table.totals[seat] for seat in "ESWN"]
