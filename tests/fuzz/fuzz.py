"""Knock at every route of the page with requests that no page of ours sends, and look what becomes of it.

    python tests/fuzz/fuzz.py [--requests 100000] [--seed 1] [--processes 2]

The routes are those that the application has. Hypothesis makes the requests: valid ones, and ones with wrong
types, huge numbers, odd letters, missing and doubled fields, wrong content types and broken bytes, from the
serving machine, from phones that may book, look on or nothing, and from elsewhere. Whatever is sent, the page
answers without failing; what is refused leaves the folder as it was; what is booked sums to zero and is the
same when all of it is folded and judged anew.

Each house holds some hundred requests; one that fails is named and can be tried alone with ``--house``.
"""

import argparse
import contextlib
import multiprocessing
import os
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, Self

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "common"))

from fuzz_checks import BrokenPromiseError
from fuzz_house import House
from fuzz_recipes import RULES
from fuzz_requests import Made
from fuzz_routes import request_for, routes, without_recipe
from fuzz_spoil import Draw, spoilt
from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st
from werkzeug.routing import Rule

IN_A_HOUSE: Final = 1000
_AT_A_TABLE: Final = 10
_MEMORY: Final = Path("/dev/shm")  # noqa: S108  # a folder of our own is made in it
_ROOM: Final = 2 * 10**9


@dataclass
class Tally:
    """What was sent, and how it was answered."""

    statuses: Counter[int] = field(default_factory=Counter)
    routes: Counter[str] = field(default_factory=Counter)
    requests: int = 0
    checked: int = 0

    def add(self, made: Made, status: int) -> None:
        """One more request."""
        self.requests += 1
        self.statuses[status] += 1
        self.routes[f"{made.method} {made.endpoint}"] += 1

    def take(self, other: Self) -> None:
        """All that another has counted."""
        self.requests += other.requests
        self.checked += other.checked
        self.statuses += other.statuses
        self.routes += other.routes


class FuzzError(AssertionError):
    """A request that did what none may; the text says which, and how to send it again."""


def fuzz(
    requests: int, chosen: int, say: Callable[[str], None] = print, first: int = 0, processes: int = 1
) -> Tally:
    """Send so many requests and return the tally.

    Args:
        requests: how many.
        chosen: the seed.
        say: told how far it is.
        first: the number of the house to begin with.
        processes: how many houses are knocked at at the same time.

    Raises:
        FuzzError: at the first request that fails.
    """
    tally, started, number = Tally(), time.monotonic(), first
    with _at_the_same_time(processes) as each:
        while (left := requests - tally.requests) > 0:
            houses = -(-left // IN_A_HOUSE)
            sizes = [min(IN_A_HOUSE, left - house * IN_A_HOUSE) for house in range(houses)]
            for done in each(partial(_house, chosen), range(number, number + houses), sizes):
                tally.take(done)
                rate = tally.requests / (time.monotonic() - started)
                say(f"{tally.requests:,} of {requests:,} requests, {rate:.0f} a second: {_shares(tally)}")
            number += houses
    return tally


@contextlib.contextmanager
def _at_the_same_time(processes: int) -> Iterator[Callable[..., Iterable[Tally]]]:
    """A ``map`` over so many processes; after a failure what has not begun does not begin."""
    if processes == 1:
        yield map
        return
    # A fresh start: what runs in this process's threads would not run in a copy of it.
    with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        try:
            yield pool.map
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _house(chosen: int, number: int, requests: int) -> Tally:
    """Knock at the house of this number. Raises FuzzError."""
    tally = Tally()
    try:
        _knock_at_one_house(chosen * 1_000_000 + number, requests, tally)
    except FuzzError as error:
        raise FuzzError(f"house {number}, seed {chosen}: {error}") from error
    return tally


def _quick_folder() -> str | None:
    """Memory in place of a disk, where there is enough: nobody cuts the power here, so no booking waits."""
    there = _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM
    return str(_MEMORY) if there else None


def _knock_at_one_house(chosen: int, requests: int, tally: Tally) -> None:
    """One folder, several tables, about so many requests."""
    with tempfile.TemporaryDirectory(dir=_quick_folder()) as folder:
        house = House(Path(folder))
        if missing := without_recipe(house.app):
            raise FuzzError(f"no recipe in fuzz_recipes.py for {', '.join(missing)}")
        ways = [way for way in routes(house.app) for _ in range(_weight(*way))]

        @seed(chosen)
        @settings(
            max_examples=-(-requests // _AT_A_TABLE),
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
            verbosity=Verbosity.quiet,
        )
        @given(st.data())
        def sit_down(data: st.DataObject) -> None:
            draw: Draw = data.draw
            house.open_table(draw(st.sampled_from(RULES)))
            for _ in range(_AT_A_TABLE):
                rule, method = draw(st.sampled_from(ways))
                made = spoilt(request_for(house, rule, method, draw), draw)
                failed.extend(_send(house, made, tally))
                if failed:
                    break

        failed: list[FuzzError] = []
        try:
            sit_down()
        except Exception as error:
            # After a failure it is tried again in a house that is no longer as it was.
            raise failed[0] if failed else error from None
        finally:
            tally.checked += house.checked
            house.close()
        if failed:
            raise failed[0]


def _weight(rule: Rule, method: str) -> int:
    """What books at a table is knocked at most, what only shows least."""
    return 1 if method == "GET" else 8 if "table_id" in rule.arguments else 4


def _send(house: House, made: Made, tally: Tally) -> list[FuzzError]:
    """Send it; gives what failed."""
    try:
        tally.add(made, house.send(made).status_code)
    except Exception as error:
        where = traceback.format_exc(limit=-3)
        what = error if isinstance(error, BrokenPromiseError) else where
        made.files = [(*file[:2], file[2][:40]) for file in made.files]
        return [FuzzError(f"{what}\n  {made.method} {made.address} as {made.visitor}\n  {made}")]
    return []


def _shares(tally: Tally) -> str:
    refused = sum(number for status, number in tally.statuses.items() if status >= 400)
    return f"{100 * refused / tally.requests:.0f} % refused, {tally.checked:,} tables counted again"


def summary(tally: Tally) -> str:
    """All in all."""
    statuses = ", ".join(f"{status}: {number:,}" for status, number in sorted(tally.statuses.items()))
    rarest, times = min(tally.routes.items(), key=lambda item: item[1])
    return (
        f"{tally.requests:,} requests to {len(tally.routes)} routes, none failed, none booked by half\n"
        f"answers: {statuses}\n"
        f"tables folded and judged anew after a booking: {tally.checked:,}\n"
        f"least often: {rarest}, {times} times"
    )


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--requests", type=int, default=100_000, help="how many (default 100000)")
    parser.add_argument("--seed", type=int, default=1, help="makes the run repeatable (default 1)")
    parser.add_argument("--house", type=int, default=0, help="number of the house to begin with (default 0)")
    parser.add_argument("--processes", type=int, default=1, help="houses at the same time (default 1)")
    chosen = parser.parse_args()
    # Dates near the ends of the calendar are only refused where the clock is far from UTC.
    os.environ["TZ"] = "America/New_York"
    time.tzset()
    try:
        print(summary(fuzz(chosen.requests, chosen.seed, first=chosen.house, processes=chosen.processes)))
    except FuzzError as error:
        sys.exit(f"{error}\nAlone: python tests/fuzz/fuzz.py --seed {chosen.seed} --house …")


if __name__ == "__main__":
    main()
