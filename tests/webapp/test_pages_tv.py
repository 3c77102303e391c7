"""The page for a television."""

import re
import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from evening_forms import add
from flask.testing import FlaskClient

from webapp.pages import tv
from webapp.pages.tables import table_or_404
from webapp.tally.fold import Table


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


def test_a_penalty_stands_below_the_last_hand_and_starts_no_deal(
    client: FlaskClient,
    open_table: Callable[..., str],
    asked: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = open_table()
    client.post(f"{table}/hands", json={**asked, "uuid": str(uuid.uuid4()), "expected": 1})
    add(client, table, "free", payer="E", payee="S", amount="7")
    page = client.get(f"{table}/tv").text
    assert len(re.findall(r'class="tile ', page)) == 14
    assert re.search(r'tv-then.*<span class="pays">Ann −7</span><span class="gets">Bo \+7</span>', page)

    def earlier(found: Table) -> Table:
        hand, penalty = found.steps
        return replace(found, steps=(replace(hand, line=replace(hand.line, at=five_minutes_ago())), penalty))

    assert 299 <= seconds_of_this_deal(client, table, monkeypatch, earlier) < 360


def test_the_first_deal_counts_from_the_opening_of_the_table(
    client: FlaskClient, open_table: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table()
    assert 0 <= seconds_of_this_deal(client, table, monkeypatch, lambda found: found) < 60
    add(client, table, "free", payer="E", payee="S", amount="7")

    def earlier(found: Table) -> Table:
        return replace(found, began=five_minutes_ago())

    assert 299 <= seconds_of_this_deal(client, table, monkeypatch, earlier) < 360


def five_minutes_ago() -> datetime:
    return datetime.now(UTC) - timedelta(minutes=5)


def seconds_of_this_deal(
    client: FlaskClient, table: str, monkeypatch: pytest.MonkeyPatch, earlier: Callable[[Table], Table]
) -> int:
    """What the television's clock starts with, where the table is older than this test."""
    monkeypatch.setattr(tv, "table_or_404", lambda table_id: earlier(table_or_404(table_id)))
    since = re.search(r'data-since="(\d+)"', client.get(f"{table}/tv").text)
    assert since is not None
    return int(since[1])
