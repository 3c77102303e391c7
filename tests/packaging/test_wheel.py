"""The built wheel, installed in an empty environment outside the tree, does what the checkout does."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("scorer", "vision", "datasets", "models", "webapp")
SCRIPTS = "Scripts" if os.name == "nt" else "bin"

CASE = {
    "id": "half flush of chows, self-drawn",
    "kind": "win",
    "ruleset": "ji_ping_hu",
    "hand": {"concealed": "123m 456m 789m 23m EE", "melds": [], "win": "4m"},
    "context": {
        "winner": "S",
        "dealer": "E",
        "seat_wind": "S",
        "round_wind": "S",
        "win_by": "self_draw",
        "flags": [],
    },
}


def python(*arguments: str, cwd: Path) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source distribution as an index would receive it."""
    folder = tmp_path_factory.mktemp("dist")
    python("-m", "build", "--outdir", str(folder), str(ROOT), cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def scripts(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment that holds the wheel and what it requires, nothing else."""
    home = tmp_path_factory.mktemp("elsewhere")
    python("-m", "venv", str(home / "venv"), cwd=home)
    folder = home / "venv" / SCRIPTS
    subprocess.run([folder / "python", "-m", "pip", "install", "--quiet", str(wheel)], check=True, cwd=home)
    return folder


def fanpai(scripts: Path, *arguments: str, given: str = "", data: Path | None = None) -> str:
    """Run the installed program in a folder of its own; gives its standard output."""
    done = subprocess.run(
        [scripts / "fanpai", *arguments],
        input=given,
        cwd=scripts,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env=os.environ | ({"FANPAI_DATA": str(data)} if data else {}),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_data_file_of_the_packages_is_in_the_wheel(wheel: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z", *PACKAGES], cwd=ROOT, capture_output=True, check=True, text=True
    )
    # Sources of translations, settings of tools and the weights that training starts from stay behind.
    tools = (".po", ".pot", ".cfg", ".pt", "ruff.toml")
    wanted = {name for name in listed.stdout.split("\0") if name and not name.endswith(tools)}
    wanted = {name for name in wanted if (ROOT / name).is_file()}
    with zipfile.ZipFile(wheel) as archive:
        assert wanted <= set(archive.namelist())


def test_the_wheel_holds_nothing_but_the_packages(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.split("/")[0] for name in archive.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)


def test_the_installed_program_is_healthy(scripts: Path, tmp_path: Path) -> None:
    report = fanpai(scripts, "doctor", data=tmp_path)
    assert "All in order." in report


def test_the_installed_program_reads_the_sample_photo(scripts: Path) -> None:
    where = "import webapp, pathlib; print(pathlib.Path(webapp.__file__).parent / 'static' / 'sample.jpg')"
    shown = subprocess.run(
        [scripts / "python", "-c", where], cwd=scripts, capture_output=True, text=True, check=True
    )
    sample = shown.stdout.strip()
    assert not Path(sample).is_relative_to(ROOT)
    answer = json.loads(fanpai(scripts, "scan", "--json", sample))
    assert answer["hand"]["complete"]
    assert len(answer["tiles"]) >= 14


def test_the_installed_program_scores_a_case(scripts: Path) -> None:
    answer = json.loads(fanpai(scripts, "score", "--cases", "-", given=json.dumps(CASE)))
    assert answer["id"] == CASE["id"]
    # 混一色 2 + 平胡 1 + 自摸 1, capped at 3: 2^3 points from each of the others.
    assert answer["total_fan"] == 3
    assert answer["points"] == 8
    assert answer["payments"] == {"E": -8, "S": 24, "W": -8, "N": -8}


def test_training_is_not_installed_with_it(scripts: Path) -> None:
    listed = subprocess.run(
        [scripts / "python", "-m", "pip", "list", "--format=freeze"],
        capture_output=True,
        text=True,
        check=True,
    )
    names = {line.split("==")[0].lower() for line in listed.stdout.splitlines()}
    assert not names & {"torch", "torchvision", "ultralytics", "opencv-python"}
