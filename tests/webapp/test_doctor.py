"""The doctor finds what is wrong, and goes on looking after the first fault."""

import os
import subprocess
import sys
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import pytest
from sqlalchemy import text

from webapp import doctor
from webapp.doctor import Finding
from webapp.paths import DataFolder
from webapp.store import Store
from webapp.store import sqlite as sqlite_door


def faults(findings: Iterable[Finding]) -> list[str]:
    return [finding.text for finding in findings if not finding.healthy]


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


def test_a_new_data_folder_is_healthy_before_and_after_the_first_start(folder: DataFolder) -> None:
    assert faults(doctor.writable(folder)) == []
    assert [finding.text for finding in doctor.database(folder)] == [
        "none yet: it is made at the first start"
    ]
    Store.open(folder).close()
    (finding,) = doctor.database(folder)
    assert finding.healthy
    assert "whole" in finding.text


def test_the_database_of_a_newer_version_is_a_fault(folder: DataFolder) -> None:
    store = Store.open(folder)
    with sqlite_door.writing(store._engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'r9999'"))
    store.close()
    assert "newer fanpai" in faults(doctor.database(folder))[0]


def test_a_file_that_is_no_database_is_a_fault_and_stays_as_it_is(folder: DataFolder) -> None:
    folder.prepare()
    folder.database.write_bytes(b"minutes of the club " * 500)
    findings = list(doctor.examine(folder))
    assert [finding.subject for finding in findings if not finding.healthy][-1] == "database"
    assert findings[-1].subject == "camera"
    assert folder.database.read_bytes() == b"minutes of the club " * 500


def test_a_data_folder_that_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert "cannot be written" in faults(doctor.writable(DataFolder(tmp_path / "file" / "data")))[0]


def test_our_packages_are_ours() -> None:
    assert faults(doctor.packages()) == []


def test_another_package_of_the_same_name_in_the_environment_is_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    owners = {name: ["fanpai"] for name in doctor.OUR_PACKAGES} | {"datasets": ["datasets", "fanpai"]}
    monkeypatch.setattr(metadata, "packages_distributions", lambda: owners)
    assert "datasets also installs `datasets`" in faults(doctor.packages())[0]


def test_a_second_opencv_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    real = metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: "4.12" if name == "opencv-python" else real(name))
    assert "opencv-python overwrites" in faults(doctor.versions())[0]


def test_a_folder_that_hides_one_of_ours_is_a_fault(tmp_path: Path, folder: DataFolder) -> None:
    foreign = tmp_path / "datasets"
    foreign.mkdir()
    (foreign / "__init__.py").write_text("raise SystemError('somebody else')\n")
    script = Path(sys.executable).parent / ("fanpai.exe" if os.name == "nt" else "fanpai")
    folder.root.mkdir(exist_ok=True)
    done = subprocess.run(
        [script, "doctor", "--data", folder.root],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1
    assert f"`datasets` is taken from {foreign}" in done.stdout
    assert "camera" in done.stdout
    assert "Traceback" not in done.stderr


def test_looking_at_a_folder_that_is_not_there_makes_none(folder: DataFolder) -> None:
    findings = {finding.subject: finding for finding in doctor.examine(folder)}
    assert "is not there yet" in findings["data folder"].text
    assert all(findings[subject].healthy for subject in ("data folder", "database", "room"))
    assert not folder.root.exists()
    folder.root.mkdir()
    assert faults(doctor.writable(folder)) == []
    assert not list(folder.root.iterdir())
