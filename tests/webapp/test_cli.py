"""The command line as a whole: quick, readable everywhere, no traceback for a user's mistake."""

import os
import subprocess
import sys
from importlib import metadata

import pytest
from click.testing import CliRunner

from webapp.cli import COMMANDS, fanpai
from webapp.console import _value

SLOW = "{'numpy', 'cv2', 'onnxruntime', 'flask', 'sqlalchemy', 'alembic', 'PIL'}"


def python(code: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=False, env=os.environ | environment
    )


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_version_and_help_are_instant(option: str) -> None:
    """Nothing slow is imported for them."""
    code = (
        "import sys\nfrom webapp.cli import main\n"
        f"sys.argv = ['fanpai', '{option}']\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert end.code in (0, None)\n"
        f"assert not {SLOW} & set(sys.modules), sorted({SLOW} & set(sys.modules))\n"
    )
    done = python(code)
    assert done.returncode == 0, done.stderr.decode()


def test_the_version_is_the_distributions() -> None:
    result = CliRunner().invoke(fanpai, ["--version"])
    assert result.output == f"fanpai {metadata.version('fanpai')}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str) -> None:
    result = CliRunner().invoke(fanpai, [name, "--help"])
    assert result.exit_code == 0, result.output
    assert result.output.startswith("Usage:")
    assert "--help" in result.output


def test_an_unknown_command_is_a_sentence() -> None:
    result = CliRunner().invoke(fanpai, ["scna"])
    assert result.exit_code == 2
    assert "No such command 'scna'" in result.output


@pytest.mark.parametrize("command", ["serve", "backup", "doctor"])
def test_an_empty_data_folder_name_is_not_the_current_folder(command: str) -> None:
    """An unset variable in a script gives ``--data ""``."""
    result = CliRunner().invoke(fanpai, [command, "--data", ""])
    assert result.exit_code == 2
    assert "the name of the folder is empty" in result.output


@pytest.mark.parametrize("module", ["webapp", "webapp.cli"])
def test_the_modules_can_be_run(module: str) -> None:
    done = subprocess.run([sys.executable, "-m", module, "--version"], capture_output=True, check=True)
    assert done.stdout.decode().startswith("fanpai ")


def test_chinese_reaches_a_console_of_another_code_page() -> None:
    """A Windows console hands Python cp1252 or cp936; the output is UTF-8 all the same."""
    code = "import sys\nfrom webapp.cli import main\nsys.argv = ['fanpai', 'rules', 'list']\nmain()\n"
    done = python(code, PYTHONIOENCODING="cp1252", PYTHONUTF8="0")
    assert done.returncode == 0, done.stderr.decode()
    assert "鸡平胡" in done.stdout.decode("utf-8")


def test_options_with_values_are_read_as_json_or_words() -> None:
    given = ["4", "true", "none", "cap", '{"an_gang": 2}', "[" * 100_000]
    assert [_value(text) for text in given[:5]] == [4, True, None, "cap", {"an_gang": 2}]
    assert _value(given[5]) == given[5]
