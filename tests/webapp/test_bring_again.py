"""A table's file brought in where the table is already: asked about, since its money would count twice."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from evening_forms import add, totals
from flask.testing import FlaskClient
from page_open import with_page_open

from webapp.app import create_app
from webapp.clock import here
from webapp.paths import DataFolder
from webapp.tally.fold import Table

Open = Callable[..., str]
State = Callable[[str], Table]


def bring(client: FlaskClient, file: bytes, **fields: str) -> Any:
    return client.post("/tables/bring", data={"file": (io.BytesIO(file), "t"), **fields})


@pytest.mark.parametrize("suffix", ["json", "zip"])
def test_the_house_that_has_the_table_asks_and_a_copy_is_a_knowing_act(
    client: FlaskClient, open_table: Open, state: State, suffix: str
) -> None:
    table = open_table()
    file = client.get(f"{table}/table.{suffix}").data
    # It has gone on since, under another name.
    add(client, table, "free", payer="E", payee="S", amount="7", note="")
    answer = bring(client, file)
    assert answer.status_code == 409
    day = f"{here(state(table).began):%Y-%m-%d}"
    assert f"This table is here already (Friday, {day})." in answer.text
    assert 'name="copy"' in answer.text
    assert client.get("/tables").text.count("Friday") == 1
    copied = bring(client, file, copy="yes")
    assert copied.status_code == 303
    assert totals(state(copied.location)) == [0, 0, 0, 0]


def test_another_house_asks_the_second_time_and_so_does_the_first_when_it_comes_back(
    client: FlaskClient, open_table: Open, tmp_path: Path
) -> None:
    table = open_table()
    add(client, table, "free", payer="E", payee="S", amount="7", note="")
    as_zip, as_json = (client.get(f"{table}/table.{suffix}").data for suffix in ("zip", "json"))
    other = create_app({"DATA_FOLDER": DataFolder(tmp_path / "other"), "TESTING": True})
    with other.test_client() as visitor:
        with_page_open(visitor)
        first = bring(visitor, as_zip)
        assert first.status_code == 303
        assert bring(visitor, as_json).status_code == 409
        back = visitor.get(f"{first.location}/table.json").data
    assert bring(client, back).status_code == 409


def test_a_table_that_was_deleted_here_is_brought_in_unasked(
    client: FlaskClient, open_table: Open, state: State
) -> None:
    table = open_table()
    file = client.get(f"{table}/table.json").data
    data = {"uuid": "00000000-0000-4000-8000-00000000d31e", "expected": state(table).sequence}
    assert client.post(f"{table}/delete", data=data).status_code == 303
    assert bring(client, file).status_code == 303


def test_two_tables_of_one_form_are_two(client: FlaskClient, open_table: Open, tmp_path: Path) -> None:
    one, two = (client.get(f"{open_table()}/table.json").data for _ in range(2))
    other = create_app({"DATA_FOLDER": DataFolder(tmp_path / "other"), "TESTING": True})
    with other.test_client() as visitor:
        with_page_open(visitor)
        assert [bring(visitor, file).status_code for file in (one, two)] == [303, 303]
