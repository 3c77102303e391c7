"""What processes cost, as Linux counts it in /proc: seconds of the processor, and memory."""

import os
from collections.abc import Iterable
from pathlib import Path

_TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_MEGABYTE = 1_000_000


def cpu_seconds(processes: Iterable[int]) -> float:
    """Seconds of the processor that these processes have used; those that have ended do not count."""
    return sum(_cpu(number) for number in processes)


def own_cpu_seconds() -> float:
    """The same of this process."""
    times = os.times()
    return times.user + times.system


def machine_seconds() -> tuple[float, int]:
    """Seconds that all processors were at work since the machine started, and how many there are."""
    fields = [int(part) for part in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    idle = fields[3] + fields[4]
    return (sum(fields) - idle) / _TICK, os.cpu_count() or 1


def memory(processes: Iterable[int]) -> float:
    """Megabytes in memory (resident), each process's own share of what is shared."""
    return sum(_proportional(number) for number in processes) / _MEGABYTE


def family(parent: int) -> list[int]:
    """A process and all that it has started, and those in turn."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and (found := _fields(int(entry.name))):
            children.setdefault(int(found[1]), []).append(int(entry.name))
    found_all, waiting = [], [parent]
    while waiting:
        number = waiting.pop()
        found_all.append(number)
        waiting += children.get(number, [])
    return found_all


def _fields(number: int) -> list[str]:
    try:
        text = Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return []
    return text.rpartition(")")[2].split()  # the name in brackets may hold anything


def _cpu(number: int) -> float:
    fields = _fields(number)
    return (int(fields[11]) + int(fields[12])) / _TICK if fields else 0.0


def _proportional(number: int) -> int:
    for name in ("smaps_rollup", "status"):
        try:
            lines = Path(f"/proc/{number}/{name}").read_text().splitlines()
        except OSError:
            continue
        for line in lines:
            if line.startswith(("Pss:", "VmRSS:")):
                return int(line.split()[1]) * 1024
    return 0
