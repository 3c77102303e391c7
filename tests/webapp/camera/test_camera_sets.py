"""The tile set of a table that a camera watches: learnt once, done without where it cannot be used."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from scripted_scanner import TAUGHT
from scripted_table import ScriptedTracker, a_folder

from vision.laid import TeachError
from vision.taught import TaughtSet
from webapp.camera.cameras import Cameras
from webapp.camera.real import RealTrackers, with_set_or_without
from webapp.paths import DataFolder
from webapp.taught_sets import SetError, TaughtSets


class FakeLook:
    """Learns a set of another reader as `vision.live.sight.TableLook` does."""

    def __init__(self) -> None:
        self.learnt = 0
        self.compared: list[TaughtSet] = []
        self.refusal: TeachError | None = None

    def current(self, taught: TaughtSet) -> TaughtSet:
        if self.refusal:
            raise self.refusal
        self.learnt += taught.reader != "today's"
        return taught if taught.reader == "today's" else replace(taught, reader="today's")

    def compare_with(self, taught: TaughtSet) -> None:
        self.compared.append(taught)


@pytest.fixture
def look(monkeypatch: pytest.MonkeyPatch) -> FakeLook:
    found = FakeLook()
    monkeypatch.setattr("webapp.camera.real.open_look", lambda _threads: found)
    return found


def test_a_set_of_another_reader_is_learnt_once_and_kept(look: FakeLook, tmp_path: Path) -> None:
    sets = TaughtSets.of(DataFolder(tmp_path))
    mine = sets.add(TAUGHT, "Jade")
    for _ in range(2):
        RealTrackers(sets)(mine, None)
    assert look.learnt == 1
    assert [one.reader for one in look.compared] == ["today's"] * 2


def test_a_set_whose_tiles_cannot_be_read_is_done_without(look: FakeLook, tmp_path: Path) -> None:
    sets = TaughtSets.of(DataFolder(tmp_path))
    mine = sets.add(TAUGHT, "Jade")
    look.refusal = TeachError("file", "The tiles of this set cannot be read.")
    lost: list[bool] = []
    assert with_set_or_without(RealTrackers(sets), mine, None, lambda: lost.append(True)) is not None
    assert lost == [True]
    assert look.compared == []


def test_a_camera_without_its_set_says_so(
    client: FlaskClient, cameras: Cameras, open_table: Callable[..., str], tmp_path: Path
) -> None:
    def make(tile_set: str, _corners: Any) -> ScriptedTracker:
        if tile_set:
            raise SetError("damaged", "it cannot be read")
        return ScriptedTracker({})

    table = open_table()
    cameras._seams = replace(cameras._seams, make_tracker=make)
    assert "tile set" not in client.get(f"{table}/camera/board").text
    session = cameras.start(table.rsplit("/", 1)[-1], str(a_folder(tmp_path / "deal", 2)), "jade")
    assert session.join(20)
    assert "the table is watched without it" in client.get(f"{table}/camera/board").text
