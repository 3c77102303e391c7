"""How the page was started, as a line that starts it again: to be pasted into the same terminal."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from webapp import server
from webapp.paths import VARIABLE, DataFolder


def lan_command(folder: DataFolder, port: int, data: Path | None, more: tuple[str, ...] = ()) -> str:
    """The command that serves the same pages to the phones in the Wi-Fi.

    Args:
        folder: where everything is kept.
        port: on which the page is served.
        data: the folder as it was asked for, None for the usual place.
        more: further options in use, such as ``--https``.
    """
    parts = [*typed(), "serve", "--lan"]
    if port != server.DEFAULT_PORT:
        parts += ["--port", str(port)]
    if data is not None or os.environ.get(VARIABLE):
        parts += ["--data", str(folder.root)]
    return _line([*parts, *more])


def typed() -> list[str]:
    """How this program was called."""
    called = Path(sys.argv[0]).absolute()
    found = shutil.which("fanpai")
    if found is not None and Path(found).absolute() == called:
        return ["fanpai"]
    if called.name == "__main__.py":
        python = Path(sys.executable)
        known = shutil.which(python.name)
        return [python.name if known is not None and Path(known) == python else str(python), "-m", "webapp"]
    here = Path.cwd()
    return [str(called.relative_to(here) if called.is_relative_to(here) else called)]


def _line(parts: list[str]) -> str:
    return subprocess.list2cmdline(parts) if os.name == "nt" else shlex.join(parts)
