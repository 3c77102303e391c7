"""Put small faults into the scorer, one at a time, and see whether its tests notice.

``python tests/mutants/run_mutants.py`` runs the scorer's tests, and the cases of FANPAI_CASES if it is set,
once for each fault and until the first test that fails. Each run is a fork of a process that has imported
and collected everything, so it takes no longer than its tests. Needs a system with fork (Linux, macOS).
"""

import argparse
import importlib
import os
import pkgutil
import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from mutants_of_python import PythonMutant, python_mutants
from mutants_of_tables import TableMutant, table_mutants

from scorer import predicates
from scorer.rulesets import names

ROOT = Path(__file__).parents[2]
SECONDS = 120  # a fault that makes a test run for ever counts as noticed
WANTED = 95.0
# Asked last: they look at random hands for long and rarely see what the others do not.
LAST = ("test_properties", "test_needs", "test_shapes", "test_ready")

Mutant = PythonMutant | TableMutant


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    mutants = all_mutants(options.only)
    total = len(mutants)
    random.Random(options.seed).shuffle(mutants)  # so that a run that is cut short is a sample too
    mutants = mutants[: options.sample or total]
    print(f"{len(mutants)} of {total} faults, {options.processes} at a time", flush=True)
    runner = Runner(mutants, options.processes, options.seconds)
    pytest.main(
        [str(ROOT / "tests" / "scorer"), "-qq", "-p", "no:cacheprovider", "--rootdir", str(ROOT)],
        plugins=[runner],
    )
    return int(not report(runner))


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=0, help="only so many faults, drawn at random; 0: all")
    parser.add_argument("--seconds", type=int, default=0, help="stop after so long; 0: when all are done")
    parser.add_argument("--seed", type=int, default=1, help="for the order in which they are drawn")
    parser.add_argument(
        "--only", default="", help="faults whose description contains this: points.py, lishui"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    return parser.parse_args(arguments)


def all_mutants(only: str) -> list[Mutant]:
    modules = [f"scorer.predicates.{module.name}" for module in pkgutil.iter_modules(predicates.__path__)]
    modules = [name for name in modules if not name.endswith(".needs")] + ["scorer.points", "scorer.payment"]
    found: list[Mutant] = []
    for name in modules:
        found += python_mutants(importlib.import_module(name))
    for name in names():
        found += table_mutants(name)
    return [mutant for mutant in found if only in mutant.label]


class Runner:
    """A pytest plugin that runs the collected tests once for each fault."""

    def __init__(self, mutants: list[Mutant], processes: int, seconds: int) -> None:
        self.mutants, self.processes, self.seconds = mutants, processes, seconds
        self.tried: list[Mutant] = []
        self.survivors: list[Mutant] = []
        self.kills: Counter[int] = Counter()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = session.items
        self.say = lambda text: os.write(self.out, f"{text}\n".encode())
        capture: Any = session.config.pluginmanager.getplugin("capturemanager")
        capture.suspend_global_capture(in_=True)
        self.out = os.dup(1)
        if self.first_failure(self.order(None)) is not None:
            self.say("The tests fail without any fault: nothing can be said.")
            session.testsfailed = 1
            return True
        running: dict[int, tuple[Mutant, int]] = {}
        started = time.monotonic()
        for number, mutant in enumerate(self.mutants, 1):
            spent = time.monotonic() - started
            if self.seconds and spent > self.seconds:
                break
            if len(running) >= self.processes:
                self.wait(running)
            running |= dict([self.start(mutant)])
            if number % 100 == 0:
                self.say(f"  {number} faults, {len(self.survivors)} survived, {spent:.0f} s")
        while running:
            self.wait(running)
        return True

    def start(self, mutant: Mutant) -> tuple[int, tuple[Mutant, int]]:
        """Fork a process with the fault; it tells the number of the test that failed through a pipe."""
        reading, writing = os.pipe()
        child = os.fork()
        if child:
            os.close(writing)
            return child, (mutant, reading)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(SECONDS)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        try:
            mutant.apply()
            failed = self.first_failure(self.order(mutant))
        except BaseException:  # a fault that cannot even be imported is noticed
            failed = 0
        if failed is not None:
            os.write(writing, str(failed).encode())
        os._exit(0 if failed is None else 1)

    def wait(self, running: dict[int, tuple[Mutant, int]]) -> None:
        child, status = os.wait()
        mutant, reading = running.pop(child)
        self.tried.append(mutant)
        told = os.read(reading, 20)
        os.close(reading)
        if told:
            self.kills[int(told)] += 1
        elif status == 0:
            self.survivors.append(mutant)

    def order(self, mutant: Mutant | None) -> list[int]:
        """Numbers of the tests, the likely ones first: of the same rule set, or that noticed other faults."""
        own = mutant.name if isinstance(mutant, TableMutant) else "-"

        def place(number: int) -> tuple[int, int, int]:
            file = self.items[number].path.stem
            if any(late in file for late in LAST):
                return 3, -self.kills[number], number
            if own in file or (own != "-" and "option_bounds" in file):
                return 0, -self.kills[number], number
            return 2 - ("cases_file" in file), -self.kills[number], number

        return sorted(range(len(self.items)), key=place)

    def first_failure(self, order: list[int]) -> int | None:
        for number in order:
            item = self.items[number]
            # A test taken out of order must not tear down what the next one of its file needs.
            reports = runtestprotocol(item, nextitem=None, log=False)
            if any(one.failed for one in reports):
                return number
        return None


def report(runner: Runner) -> bool:
    """Print what survived, and the share that was noticed for code, numbers and predicates of tables."""
    good = True
    survived = {id(mutant) for mutant in runner.survivors}
    for title, part in parts(runner.tried).items():
        if part:
            noticed = [mutant for mutant in part if id(mutant) not in survived]
            share = 100 * len(noticed) / len(part)
            print(f"{title}: {len(noticed)} of {len(part)} killed, {share:.1f} %")
            good = good and share >= (WANTED if title.startswith("code") else 100)
    for mutant in sorted(runner.survivors, key=lambda mutant: mutant.label):
        print(f"  survived: {mutant.label}")
    return good


def parts(mutants: list[Mutant]) -> dict[str, list[Mutant]]:
    tables = [mutant for mutant in mutants if isinstance(mutant, TableMutant)]
    return {
        "code of predicates, points and payment": [one for one in mutants if isinstance(one, PythonMutant)],
        "numbers in rule sets": [one for one in tables if one.other.lstrip("-").isdigit()],
        "predicates swapped": [one for one in tables if not one.other.lstrip("-").isdigit()],
    }


if __name__ == "__main__":
    sys.exit(main())
