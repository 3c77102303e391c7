"""``fanpai serve`` as a process of its own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def serving(data: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """Start it on a free port; gives the process and the lines of its greeting."""
    process = subprocess.Popen(
        [sys.executable, "-m", "webapp", "serve", "--port", "0", "--data", str(data), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    assert process.stdout is not None
    lines: list[str] = []
    try:
        for line in process.stdout:
            lines.append(line.rstrip())
            if "Ctrl-C" in line and "stops it" in line:
                break
        yield process, lines
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        process.stdout.close()
