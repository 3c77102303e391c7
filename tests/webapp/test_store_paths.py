"""Where the data folder is, and what happens when it cannot be used."""

import os
import stat
from pathlib import Path

import platformdirs
import pytest

from webapp.paths import DataFolder, DataFolderError, data_folder


def test_the_option_wins_over_the_variable_and_the_platform(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FANPAI_DATA", raising=False)
    assert data_folder().root == platformdirs.user_data_path("fanpai", appauthor=False)
    monkeypatch.setenv("FANPAI_DATA", str(tmp_path / "variable"))
    assert data_folder().root == tmp_path / "variable"
    assert data_folder(tmp_path / "option").root == tmp_path / "option"


def test_a_relative_folder_stays_where_it_was_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = data_folder(Path("evening"))
    monkeypatch.chdir(tmp_path.parent)
    assert folder.root == tmp_path / "evening"


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DataFolderError, match="--data DIR"):
        DataFolder(tmp_path / "file" / "data").prepare()


def test_prepare_leaves_nothing_behind(tmp_path: Path) -> None:
    DataFolder(tmp_path).prepare()
    assert [path.name for path in tmp_path.iterdir()] == ["photos"]


def test_the_secret_is_kept_and_private(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    key = folder.secret_key()
    assert len(key) == 32
    assert folder.secret_key() == key
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]
    if os.name != "nt":
        assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600
