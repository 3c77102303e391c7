"""A data folder that another version wrote: opened by the command, or left alone with a sentence."""

import os
import re
import signal
import sqlite3
import urllib.request
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from served import serving

from webapp.cli import fanpai
from webapp.paths import DataFolder
from webapp.store import Store
from webapp.tally.book import TableBook
from webapp.tally.statistics import table_records

if os.name == "nt":
    pytest.skip("Ctrl-C reaches a whole console on Windows, the tests too", allow_module_level=True)

# As fanpai 0.1.0 left it: revision r0001, a table with eight lines, one of them edited, that taken back.
FIRST = Path(__file__).parent / "data" / "first-version.sql"
TABLE = "6513270e-269e-4d37-b2a7-4de452e6b438"


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    folder = DataFolder(tmp_path / "data")
    folder.prepare()
    with closing(sqlite3.connect(folder.database)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.executescript(FIRST.read_text(encoding="utf-8"))
    return folder


def events(folder: DataFolder) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder.database)) as connection:
        rows = connection.execute("SELECT table_id, sequence, uuid, kind, payload, at FROM event")
        return sorted(rows.fetchall(), key=str)


def test_an_older_folder_is_served_with_all_that_was_booked(folder: DataFolder) -> None:
    before = events(folder)
    with serving(folder.root) as (process, lines):
        address = re.search(r"http://localhost:(\d+)", lines[0])
        assert address is not None, lines
        with urllib.request.urlopen(f"http://localhost:{address[1]}/tables/{TABLE}", timeout=20) as answer:
            page = answer.read().decode()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
    assert process.returncode == 0
    totals = re.findall(r'seat-amount">([^<]+)<', page)[:4]
    assert totals == ["+16", "+20.5", "−3.5", "−33"]
    assert "Dora" in page  # renamed after the deals
    assert "Redo" in page
    assert events(folder) == before
    # Before anything was changed, the folder as it was has been put beside the daily backups.
    (kept,) = (folder.root / "backups").glob("fanpai-before-r*.zip")
    with zipfile.ZipFile(kept) as archive, closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(archive.read("fanpai.sqlite3"))
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("r0001",)]


def test_the_figures_of_an_older_log_are_whole(folder: DataFolder) -> None:
    """It did not keep who paid whom: its lines are judged once more."""
    store = Store.open(folder)
    table = TableBook(store).table(TABLE)
    assert all(step.result.paid is None for step in table.steps)
    records = table_records(table)
    for record in records.values():
        assert sum(record.against.values()) == record.points
    # Eight to each for a false win, five from each for a self-draw; twenty to Ann, four to Bo for hands.
    assert records["N"].against == {"ann": -23, "bo": -7, "cai": -3}
    store.close()


def test_a_newer_folder_is_a_sentence_and_stays_as_it_was(folder: DataFolder) -> None:
    with closing(sqlite3.connect(folder.database)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'r9999'")
        connection.execute("CREATE TABLE brought_by_r9999 (note TEXT)")
        connection.commit()
        before = list(connection.iterdump())
    with serving(folder.root) as (process, lines):
        process.wait(timeout=20)
    assert process.returncode == 1
    assert len(lines) == 1
    assert "a newer fanpai" in lines[0]
    assert "--data DIR" in lines[0]
    with closing(sqlite3.connect(folder.database)) as connection:
        assert list(connection.iterdump()) == before
    told = CliRunner().invoke(fanpai, ["doctor", "--data", str(folder.root)])
    assert told.exit_code == 1
    assert "newer fanpai" in told.output
