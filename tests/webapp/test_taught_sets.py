"""Taught sets in the data folder: names, taken away and brought back, learnt again for another reader."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.laid import TeachError
from vision.taught import TaughtSet
from webapp.paths import DataFolder
from webapp.taught_sets import KeptSet, SetError, TaughtSets

SET = TaughtSet(
    ("1m", "2m"),
    np.eye(2, 128, dtype=np.float32)[:, None],
    "a reader",
    b"\xff\xd8 tiles",
    np.ones((2, 2), np.float32),
)


@pytest.fixture
def sets(tmp_path: Path) -> TaughtSets:
    return TaughtSets.of(DataFolder(tmp_path))


def names(sets: TaughtSets) -> list[str]:
    return list(sets.names().values())


def code(error: pytest.ExceptionInfo[SetError]) -> str:
    return error.value.code


def test_a_set_is_kept_under_its_name(sets: TaughtSets) -> None:
    set_id = sets.add(SET, "  绿背  牌 ")
    assert sets.names() == {set_id: "绿背 牌"}
    assert sets.load(set_id).kinds == SET.kinds
    assert sets.find("绿背 牌").name == "绿背 牌"
    assert sets.picture(set_id) == SET.cells


def test_a_folder_without_sets_is_an_empty_list(sets: TaughtSets) -> None:
    assert sets.all() == ()
    with pytest.raises(SetError, match="none yet") as refused:
        sets.find("jade")
    assert code(refused) == "unknown"


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\x00b"])
def test_what_is_no_name_is_refused(sets: TaughtSets, name: str) -> None:
    with pytest.raises(SetError) as refused:
        sets.add(SET, name)
    assert code(refused) == "name"
    assert sets.all() == ()


def test_a_name_is_given_once_whatever_its_letters(sets: TaughtSets) -> None:
    first = sets.add(SET, "Jade")
    second = sets.add(SET, "Bone")
    with pytest.raises(SetError) as refused:
        sets.rename(second, "jade")
    assert code(refused) == "taken"
    sets.rename(first, "JADE")
    assert names(sets) == ["Bone", "JADE"]


def test_a_deleted_set_comes_back_beside_one_of_its_name(sets: TaughtSets) -> None:
    old = sets.add(SET, "Jade")
    sets.delete(old)
    assert names(sets) == []
    with pytest.raises(SetError):
        sets.load(old)
    assert sets.picture(old) == SET.cells
    sets.add(SET, "Jade")
    sets.restore(old)
    assert sets.names()[old] == "Jade 2"


def test_a_set_removed_for_good_is_gone(sets: TaughtSets) -> None:
    set_id = sets.add(SET, "Jade")
    sets.delete(set_id)
    sets.purge(set_id)
    assert sets.all() == ()
    with pytest.raises(SetError):
        sets.restore(set_id)


@pytest.mark.parametrize("set_id", ["", "../secret", "0" * 16, "g" * 16])
def test_what_is_no_set_is_told(sets: TaughtSets, set_id: str) -> None:
    sets.add(SET, "Jade")
    for act in (sets.load, sets.delete, sets.restore, sets.purge, sets.picture):
        with pytest.raises(SetError) as refused:
            act(set_id)
        assert code(refused) == "unknown"


def test_a_damaged_file_is_listed_not_chosen_and_can_be_removed(sets: TaughtSets, tmp_path: Path) -> None:
    set_id = sets.add(SET, "Jade")
    (tmp_path / "sets" / f"{set_id}.fanpaiset").write_bytes(b"PK half")
    (tmp_path / "sets" / "of my own.fanpaiset").write_bytes(b"not put there by us")
    assert sets.all() == (KeptSet(set_id, "", damaged=True),)
    assert sets.names() == {}
    with pytest.raises(SetError) as refused:
        sets.load(set_id)
    assert code(refused) == "damaged"
    sets.delete(set_id)
    assert sets.all() == (KeptSet(set_id, "", deleted=True, damaged=True),)
    sets.purge(set_id)
    assert sets.all() == ()


def test_another_reader_learns_a_set_once(sets: TaughtSets) -> None:
    set_id = sets.add(SET, "Jade")
    learnt = []

    def learn(taught: TaughtSet) -> TaughtSet:
        if taught.reader == "a new reader":
            return taught
        learnt.append(taught.reader)
        return replace(taught, reader="a new reader")

    for _ in range(2):
        assert sets.current(set_id, learn).reader == "a new reader"
    assert learnt == ["a reader"]
    assert names(sets) == ["Jade"]


def test_a_set_that_cannot_be_learnt_again_is_told(sets: TaughtSets) -> None:
    def learn(taught: TaughtSet) -> TaughtSet:
        raise TeachError("file", "the tiles are lost")

    with pytest.raises(SetError, match="lost"):
        sets.current(sets.add(SET, "Jade"), learn)


def test_a_folder_that_cannot_be_written_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "sets").write_text("a file where a folder should be")
    sets = TaughtSets.of(DataFolder(tmp_path))
    with pytest.raises(SetError) as refused:
        sets.add(SET, "Jade")
    assert code(refused) == "disk"
    assert [path.name for path in tmp_path.iterdir()] == ["sets"]
