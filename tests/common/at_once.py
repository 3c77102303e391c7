"""Programs that wait for each other and then do their work at the same moment."""

import subprocess
import sys
from collections.abc import Iterable


def waiting(program: str, *arguments: str) -> "subprocess.Popen[str]":
    """Start Python on a program that prints ``ready`` and goes on when a line comes."""
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def begin(processes: Iterable["subprocess.Popen[str]"]) -> None:
    """Wait until all are ready, then let all go."""
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
