"""Many tables, screens at each, bookings at a steady rate: how late are bookings and screens?

    python tests/load/load.py [--minutes 1.5] [--tables 100] [--viewers 5] [--rate 1] [--place sqlite ...]
    python tests/load/load.py --sweep docs      # delay against tables and viewers, as pictures

Page and generator run on the same machine; what each takes of the processor is printed. A screen is a
browser's: it opens the table's page, follows its stream and fetches the page again when the stream says so.
Bookings are sent when they are due, whether or not earlier ones are answered, and measured from then on.
"""

import argparse
import asyncio
import json
import random
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import load_machine as machine
from load_figures import Costs, Figures, Sample, delays, spread
from load_people import Scorer, Screen, Table
from load_places import PLACES, Place, here
from load_plots import plot

# Screens that open their stream at once: a club's evening does not begin in one moment.
_ARRIVING = 20
_ARRIVAL_SECONDS = 180.0
# A booking at the very end must still reach its screens.
_GRACE = 60.0
_LOOKS = 60
# What --sweep tries: tables with the given viewers each, and viewers at the given tables.
SWEEP_TABLES = (25, 50, 75, 100)
SWEEP_VIEWERS = (1, 3, 5)


async def run(
    place: Place, tables: int, viewers: int, *, rate: float, seconds: float, seed: int = 1
) -> Figures:
    """Load a page that runs already.

    Args:
        place: where it runs.
        tables, viewers: how many tables, and how many screens at each.
        rate: bookings a second at all tables together.
        seconds: for how long is booked.
        seed: of who wins, and at which table is booked.

    Raises:
        RuntimeError: the page does not let all screens in.
    """
    scorer, dice = Scorer(place.device, seed), random.Random(seed)
    await scorer.arrive()
    opened = [await scorer.open_table(number) for number in range(1, tables + 1)]
    screens: list[Screen] = []
    for table in opened:
        invitation = await scorer.invitation(table) if place.by_invitation else ""
        # Numbered on from those that book, so that each has an address of its own.
        devices = [place.device(1 + tables + len(screens) + one) for one in range(viewers)]
        screens += [Screen(table.id, device, invitation) for device in devices]
    following = await _arrive(screens)
    try:
        samples: list[Sample] = []
        looking = asyncio.create_task(_look(place, samples, seconds / _LOOKS))
        before, start = _spent(place), time.monotonic()
        await _book(
            scorer, [(dice.choice(opened), start + number / rate) for number in range(round(rate * seconds))]
        )
        costs = _costs(before, _spent(place), time.monotonic() - start)
        looking.cancel()
        await _settle(scorer, screens)
    finally:
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
    booking, event, page, lost = delays(scorer.booked, screens)
    return Figures(
        place=place.name,
        tables=tables,
        viewers=viewers,
        rate=rate,
        seconds=seconds,
        booking=spread(booking),
        event=spread(event),
        page=spread(page),
        lost=lost,
        refused=tuple(scorer.refused),
        breaks=sum(screen.breaks + screen.failed_pages for screen in screens),
        costs=costs,
        samples=tuple(samples),
    )


async def _arrive(screens: Sequence[Screen]) -> list[asyncio.Task[None]]:
    following = []
    for first in range(0, len(screens), _ARRIVING):
        group = screens[first : first + _ARRIVING]
        following += [asyncio.create_task(screen.follow()) for screen in group]
        try:
            async with asyncio.timeout(_ARRIVAL_SECONDS):
                await asyncio.gather(*(screen.connected.wait() for screen in group))
        except TimeoutError as error:
            there = sum(screen.connected.is_set() for screen in screens)
            raise RuntimeError(f"only {there} of {len(screens)} screens are let in") from error
    return following


async def _book(scorer: Scorer, plan: Sequence[tuple[Table, float]]) -> None:
    """Book at each table when it is due."""
    async with asyncio.TaskGroup() as bookings:
        for table, due in plan:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            bookings.create_task(scorer.book(table, due))


async def _settle(scorer: Scorer, screens: Sequence[Screen]) -> None:
    """Wait until every screen shows what was booked, or for the grace."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_GRACE):
            while delays(scorer.booked, screens)[3]:
                await asyncio.sleep(0.1)


async def _look(place: Place, samples: list[Sample], every: float) -> None:
    start = time.monotonic()
    while True:
        samples.append(Sample(time.monotonic() - start, _memory(place)))
        await asyncio.sleep(every)


def _memory(place: Place) -> float:
    return sum(machine.memory(machine.family(process)) for process in place.servers)


def _spent(place: Place) -> tuple[float, float, float, float]:
    database = machine.cpu_seconds(machine.family(place.database)) if place.database else 0.0
    server = sum(machine.cpu_seconds(machine.family(process)) for process in place.servers)
    return server, database, machine.own_cpu_seconds(), machine.machine_seconds()[0]


def _costs(before: Sequence[float], after: Sequence[float], seconds: float) -> Costs:
    server, database, generator, whole = ((b - a) / seconds for a, b in zip(before, after, strict=True))
    return Costs(server, database, generator, whole, machine.machine_seconds()[1])


def load(place: str, tables: int, viewers: int, rate: float, seconds: float) -> Figures:
    """Start a page, load it, stop it."""
    with PLACES[place](tables * viewers) as running:
        return asyncio.run(run(running, tables, viewers, rate=rate, seconds=seconds))


def sweep(
    places: Sequence[str], rate: float, seconds: float, most_tables: int, most_viewers: int
) -> list[Figures]:
    """Runs with growing numbers of tables, and of viewers at each."""
    pairs = [(tables, most_viewers) for tables in SWEEP_TABLES if tables < most_tables]
    pairs += [(most_tables, viewers) for viewers in SWEEP_VIEWERS if viewers < most_viewers]
    pairs.append((most_tables, most_viewers))
    done = []
    for place in places:
        for tables, viewers in pairs:
            done.append(load(place, tables, viewers, rate, seconds))
            print(done[-1].text(), end="\n\n", flush=True)
    return done


def main() -> None:
    """Run it; exit status 1 when the promised delays are not kept."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=1.5, help="of booking at each place (default 1.5)")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--viewers", type=int, default=5, help="screens at each table")
    parser.add_argument("--rate", type=float, default=1.0, help="bookings a second, at all tables together")
    parser.add_argument(
        "--place", action="append", choices=list(PLACES), help="default: every one that this machine has"
    )
    parser.add_argument("--json", type=Path, help="write the figures to this file, too")
    parser.add_argument("--sweep", type=Path, metavar="FOLDER", help="draw delays into this folder instead")
    given = parser.parse_args()
    places, seconds = given.place or here(), given.minutes * 60
    if given.sweep is not None:
        done = sweep(places, given.rate, seconds, given.tables, given.viewers)
        plot(done, given.sweep)
    else:
        done = []
        for place in places:
            done.append(load(place, given.tables, given.viewers, given.rate, seconds))
            print(done[-1].text(), end="\n\n", flush=True)
    if given.json is not None:
        given.json.write_text(json.dumps([one.as_json() for one in done], indent=1) + "\n", encoding="utf-8")
    sys.exit(not all(one.holds() for one in done))


if __name__ == "__main__":
    main()
