"""``fanpai live``: what happens at a table, as text and as JSON, with and without a table."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask.testing import FlaskClient
from scripted_scanner import TAUGHT
from scripted_table import ScriptedTracker, a_folder, a_won_deal, scripted

from webapp.commands.live import command
from webapp.paths import DataFolder
from webapp.store import Store
from webapp.store.observations import ObservationStore
from webapp.taught_sets import TaughtSets


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """``live(source, option, …)`` with a tracker that follows a script."""
    monkeypatch.setattr("webapp.commands.live.RealTrackers", lambda *_more: scripted(a_won_deal()))

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(command, [*arguments, "--data", str(tmp_path)], catch_exceptions=False)

    return run


@pytest.fixture
def deal(tmp_path: Path) -> str:
    return str(a_folder(tmp_path / "deal", 8))


def test_what_happens_is_printed_as_it_comes(live: Callable[..., Result], deal: str) -> None:
    lines = live(deal, "--fast").stdout.splitlines()
    assert [line.split(" s  ", 1)[1] for line in lines if " s  " in line] == [
        "left discards 9m  (97%)",
        "right calls a triplet C C C from left  (96%)",
        "top discards 1s  (97%)",
        "right turns up 1m 2m 3m 4p 5p 6p 7s 8s 9s 1s  (95%)",
    ]


def test_json_is_one_object_a_line(live: Callable[..., Result], deal: str) -> None:
    told = [json.loads(line) for line in live(deal, "--fast", "--json").stdout.splitlines()]
    assert {one["event"] for one in told} == {"health", "discard", "peng", "turned_up"}
    first = next(one for one in told if one["event"] == "discard")
    assert first["seat"] == "left"
    assert first["tiles"] == ["9m"]
    assert first["at"] == 0.25


def test_at_a_table_names_stand_for_seats_and_a_win_is_proposed(
    live: Callable[..., Result],
    deal: str,
    open_table: Callable[..., str],
    store: Store,
    state: Callable[[str], Any],
) -> None:
    table = open_table()
    shown = live(deal, "--fast", "--table", table, "--bottom", "E").stdout
    assert "Dan discards 9m" in shown
    assert "Bo has won" in shown
    kept = ObservationStore(store).of(table.rsplit("/", 1)[-1])
    assert [one.seat for one in kept] == ["N", "S", "W", "S"]
    told = [json.loads(line) for line in live(deal, "--fast", "--table", table, "--json").stdout.splitlines()]
    proposal = next(one for one in told if one["event"] == "proposal")
    assert proposal["winner"] == "S"
    assert proposal["entry"]["context"]["from"] == "W"
    assert state(table).deals == 0  # nothing is booked by itself


def test_the_corners_of_the_page_are_used(
    live: Callable[..., Result], deal: str, open_table: Callable[..., str], client: FlaskClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    asked: list[Any] = []

    def make(_tile_set: str, corners: Any) -> ScriptedTracker:
        asked.append(corners)
        return ScriptedTracker({})

    monkeypatch.setattr("webapp.commands.live.RealTrackers", lambda *_more: make)
    table = open_table()
    corners = [0.25, 0, 0.75, 0, 0.75, 1, 0.25, 1]
    assert client.post(f"{table}/camera/setup", json={"corners": corners}).status_code == 200
    live(deal, "--fast", "--table", table)
    live(deal, "--fast", "--table", table, "--corners", "0,0,1,0,1,1,0,1")
    live(deal, "--fast")
    assert asked == [[160, 0, 480, 0, 480, 480, 160, 480], [0, 0, 640, 0, 640, 480, 0, 480], None]


def test_without_corners_a_warning_is_given_once(live: Callable[..., Result], deal: str) -> None:
    assert live(deal, "--fast").stderr.count("the four corners") == 1
    assert "corners" not in live(deal, "--fast", "--corners", "0,0,1,0,1,1,0,1").stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere",), "no camera, folder or film"),
        (("phone",), "fanpai serve"),
        (("0", "--size", "large"), "2304x1296"),
        (("0", "--corners", "1,2"), "eight shares"),
        (("0", "--corners", "0,0,0,1,1,1,1,0"), "clockwise"),
        (("0", "--corners", "0,0,0.5,0.01,1,0,0.5,1"), "eight shares"),
        (("0", "--set", "mine"), "no tile set"),
        (("0", "--table", "nothing"), "no table nothing"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(
    live: Callable[..., Result], arguments: tuple[str, ...], said: str
) -> None:
    result = live(*arguments)
    assert result.exit_code != 0
    assert said in " ".join(result.output.split())
    assert "Traceback" not in result.output


def test_a_set_is_named_however_it_is_written(
    live: Callable[..., Result], deal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = TaughtSets.of(DataFolder(tmp_path)).add(TAUGHT, "My Set")
    asked: list[str] = []

    def make(tile_set: str, _corners: Any) -> ScriptedTracker:
        asked.append(tile_set)
        return ScriptedTracker({})

    monkeypatch.setattr("webapp.commands.live.RealTrackers", lambda *_more: make)
    assert live(deal, "--fast", "--set", "my  set ").exit_code == 0
    assert asked == [mine]


def test_a_setup_kept_in_another_form_is_as_for_the_first_time(
    live: Callable[..., Result], deal: str, open_table: Callable[..., str], store: Store
) -> None:
    table = open_table()
    ObservationStore(store).keep_setup(table.rsplit("/", 1)[-1], {"corners": {"a": 1}, "bottom": 7})
    done = live(deal, "--fast", "--table", table)
    assert done.exit_code == 0
    assert "Dan discards 9m" in done.stdout


def test_a_folder_without_a_picture_that_can_be_read_fails(
    live: Callable[..., Result], tmp_path: Path
) -> None:
    (tmp_path / "a.jpg").write_bytes(b"no picture")
    done = live(str(tmp_path), "--fast")
    assert done.exit_code == 1
    assert "None of the pictures" in done.stderr
