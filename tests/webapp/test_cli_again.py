"""The command that a page shows for starting it again repeats what is in use, and can be pasted."""

import os
import shlex
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from webapp.commands import serve
from webapp.commands.again import lan_command
from webapp.paths import VARIABLE, DataFolder

if os.name == "nt":
    pytest.skip("quotes are others on Windows", allow_module_level=True)

FOLDER = DataFolder(Path("/srv/our games"))


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(sys, "argv", [str(Path.cwd() / ".venv" / "bin" / "fanpai")])


def test_nothing_is_repeated_that_is_as_usual() -> None:
    assert lan_command(FOLDER, 8000, None) == ".venv/bin/fanpai serve --lan"


def test_port_and_folder_are_repeated() -> None:
    said = lan_command(FOLDER, 8010, FOLDER.root, ("--https",))
    given = ["--lan", "--port", "8010", "--data", "/srv/our games", "--https"]
    assert shlex.split(said) == [".venv/bin/fanpai", "serve", *given]


def test_a_folder_from_the_environment_is_repeated_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(FOLDER.root))
    assert "--data '/srv/our games'" in lan_command(FOLDER, 8000, None)


def test_run_as_a_module_it_names_a_python_that_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/anywhere/webapp/__main__.py"])
    monkeypatch.setenv("PATH", "/nowhere")
    assert lan_command(FOLDER, 8000, None) == shlex.join([sys.executable, "-m", "webapp", "serve", "--lan"])


def test_the_server_tells_its_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = {}
    monkeypatch.setattr(serve.server, "run", lambda listening, **_more: listening.stop())
    make = serve.create_app
    monkeypatch.setattr(serve, "create_app", lambda config: told.setdefault("app", make(config)))
    options = ["--port", "0", "--data", str(tmp_path), "--viewers", "30", "--no-name"]
    result = CliRunner().invoke(serve.command, options)
    assert result.exit_code == 0, result.output
    said = shlex.split(told["app"].config["LAN_COMMAND"])
    port = said[said.index("--port") + 1]
    assert f"http://localhost:{port}" in result.output
    assert said[said.index("--port") + 2 :] == ["--data", str(tmp_path), "--viewers", "30", "--no-name"]
    assert told["app"].config["LAN_COMMAND"] in result.output
