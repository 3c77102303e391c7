"""The page for a television."""

import re
import uuid
from collections.abc import Callable
from typing import Any

from evening_forms import add
from flask.testing import FlaskClient


def test_a_new_table_waits_for_its_first_deal(client: FlaskClient, open_table: Callable[..., str]) -> None:
    page = client.get(f"{open_table()}/tv").text
    assert "The first deal is being played." in page
    assert "dealer: Ann" in page
    assert "Deal 1" in page


def test_the_last_hand_shows_its_tiles_and_what_was_paid(
    client: FlaskClient, open_table: Callable[..., str], asked: dict[str, Any]
) -> None:
    table = open_table()
    client.post(f"{table}/hands", json={**asked, "uuid": str(uuid.uuid4()), "expected": 1})
    page = client.get(f"{table}/tv").text
    assert len(re.findall(r'class="tile ', page)) == 14
    assert "from Cai" in page
    assert "Bo <b>+" in page
    assert "Deal 2" in page


def test_a_line_without_tiles_shows_none(client: FlaskClient, open_table: Callable[..., str]) -> None:
    table = open_table()
    add(client, table, "named", winner="S", how="self_draw", **{"points-S": "2"})
    page = client.get(f"{table}/tv").text
    assert 'class="tile ' not in page
    assert "Bo: 2 points" in page


def test_the_time_of_a_deal_counts_from_the_line_before(
    client: FlaskClient, open_table: Callable[..., str]
) -> None:
    since = re.search(r'data-since="(\d+)"', client.get(f"{open_table()}/tv").text)
    assert since is not None
    assert int(since[1]) < 60
