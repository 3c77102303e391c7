"""What a page that runs for months keeps in memory: little for each line that stands, nothing else."""

import gc
import random
import tracemalloc
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.hand import SEATS
from scorer.tiles import HONOURS
from webapp.tally import fold
from webapp.tally.book import TableBook
from webapp.tally.fold import Table

# Of a win with its fourteen tiles; 7200 bytes before texts were shared and results kept once.
MOST_EACH_LINE = 3300
BOOKED = 40


@pytest.fixture
def retained(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Callable[[], object]], int]]:
    """``retained(work)``: the bytes that are in memory after it and were not before."""
    # It has a bound of its own, which fills up first.
    monkeypatch.setattr(fold, "_judged", fold._judged.__wrapped__)

    def after(work: Callable[[], object]) -> int:
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        work()
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - before

    tracemalloc.start()
    yield after
    tracemalloc.stop()


def a_deal(dice: random.Random) -> dict[str, Any]:
    """A hand that wins with three runs, a pair and a pung, and who won it from whom."""
    runs = [f"{first + one}{suit}" for suit in "mps" for first in [dice.randint(1, 7)] for one in range(3)]
    pair, pung = dice.sample(HONOURS, 2)
    melds = [{"type": "peng", "tiles": [pung] * 3, "from": None}]
    winner, loser = dice.sample(SEATS, 2)
    return {
        "hand": {"concealed": [*runs[:-1], pair, pair], "melds": melds, "win": runs[-1], "flowers": 0},
        "context": {"winner": winner, "win_by": "discard", "from": loser, "flags": []},
    }


@pytest.fixture
def play(client: FlaskClient, app: Flask, table: Table) -> Callable[[int], None]:
    """``play(5)``: so many hands at the table."""
    dice, tables = random.Random(1), app.extensions["fanpai-tables"]

    def book(times: int) -> None:
        for _ in range(times):
            sent = a_deal(dice) | {"uuid": str(uuid.uuid4()), "expected": tables.table(table.id).sequence}
            answer = client.post(f"/tables/{table.id}/hands", json=sent)
            assert answer.status_code == 201, answer.text

    return book


def look(client: FlaskClient, table: Table) -> None:
    for page in ("", "/history", "/settle", "/tv"):
        answer = client.get(f"/tables/{table.id}{page}")
        assert answer.status_code == 200
        answer.close()


def test_a_booked_hand_takes_little(
    play: Callable[[int], None], retained: Callable[[Callable[[], object]], int]
) -> None:
    play(15)
    each = retained(lambda: play(BOOKED)) / BOOKED
    print(f"{each:.0f} bytes a line")
    assert each < MOST_EACH_LINE


def test_looking_keeps_nothing(
    play: Callable[[int], None],
    retained: Callable[[Callable[[], object]], int],
    client: FlaskClient,
    table: Table,
) -> None:
    play(5)
    look(client, table)
    kept = retained(lambda: [look(client, table) for _ in range(10)])
    print(f"{kept} bytes after 40 pages")
    assert kept < 20_000


def test_what_is_taken_back_for_something_else_is_forgotten(
    app: Flask, play: Callable[[int], None], retained: Callable[[Callable[[], object]], int], table: Table
) -> None:
    tables: TableBook = app.extensions["fanpai-tables"]

    def change_ones_mind(times: int) -> None:
        for _ in range(times):
            play(1)
            sequence = tables.table(table.id).sequence
            tables.set(table.id, "undone", {}, uuid=str(uuid.uuid4()), expected=sequence)

    change_ones_mind(8)
    kept = retained(lambda: change_ones_mind(20))
    print(f"{kept} bytes after 20 changes of mind")
    assert len(tables.events(table.id)) > 50
    assert kept < 20_000
