"""The short form of ``make load``, and its arithmetic."""

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from load import load
from load_figures import Costs, Figures, Sample, delays, growth, spread
from load_http import Device
from load_people import Booking, Screen
from load_places import PLACES, here
from load_plots import plot

NOWHERE = Device(0, {})


def figures(tables: int = 100, viewers: int = 5, screen: float = 0.2, place: str = "one process") -> Figures:
    return Figures(
        place=place,
        tables=tables,
        viewers=viewers,
        rate=1.0,
        seconds=60.0,
        booking=spread([0.02, 0.04]),
        event=spread([screen / 2]),
        page=spread([screen]),
        lost=0,
        refused=(),
        breaks=0,
        costs=Costs(0.1, 0.0, 0.05, 0.3, 2),
        samples=(Sample(0, 100), Sample(30, 101), Sample(59, 101)),
    )


@pytest.mark.skipif(sys.platform != "linux", reason="what it costs is read from /proc")
@pytest.mark.parametrize("place", PLACES)
def test_no_screen_misses_a_booking(place: str) -> None:
    if place not in here():
        pytest.skip("PostgreSQL is not installed")
    # How late they are cannot be judged here: other tests may run beside this one.
    # A thread of its own: an open browser keeps an event loop running in that of the tests.
    with ThreadPoolExecutor(1) as apart:
        done = apart.submit(load, place, tables=4, viewers=2, rate=4, seconds=4).result()
    print(done.text())
    assert (done.lost, done.refused, done.breaks) == (0, (), 0)
    assert done.booking.count == 16
    assert done.event.count == done.page.count == 32
    assert 0 < done.booking.median <= done.booking.p95 <= done.booking.most
    assert done.event.p95 <= done.page.p95
    assert done.samples
    assert all(20 < one.memory < 1000 for one in done.samples)
    assert 0 < done.costs.server <= done.costs.machine + 0.1
    assert 0 < done.costs.generator <= done.costs.machine + 0.1
    assert re.search(
        r"processor, 100 % is one of \d+: server \d+%, database \d+%, generator \d+%", done.text()
    )


def test_percentiles_are_by_nearest_rank() -> None:
    found = spread(number / 100 for number in range(100, 0, -1))
    assert (found.count, found.median, found.p95, found.most) == (100, 0.5, 0.95, 1.0)
    assert spread([0.3]).p95 == 0.3
    assert spread([]).count == 0


def test_a_later_event_tells_of_an_earlier_booking_and_one_never_told_is_lost() -> None:
    booked = [Booking("t", 2, due=1.0, acknowledged=1.1), Booking("t", 3, due=1.2, acknowledged=1.5)]
    both = Screen("t", NOWHERE, heard={2: 1.2, 3: 1.4}, shown={2: 1.3, 3: 1.75})
    only_last = Screen("t", NOWHERE, heard={3: 1.6}, shown={3: 1.9})
    deaf = Screen("t", NOWHERE, heard={2: 1.2}, shown={2: 1.3})
    elsewhere = Screen("u", NOWHERE)
    booking, events, pages, lost = delays(booked, [both, only_last, deaf, elsewhere])
    assert booking == pytest.approx([0.1, 0.3])
    # Told before the sender had read the answer: no delay.
    assert events == pytest.approx([0.1, 0.5, 0.1, 0.0, 0.1])
    assert pages == pytest.approx([0.2, 0.8, 0.2, 0.25, 0.4])
    assert lost == 1


def test_growth_is_that_of_the_second_half() -> None:
    rising = [Sample(at, 100 + at) for at in range(0, 1000, 100)]
    flat = [Sample(at + 1000, 1100) for at in range(0, 1000, 100)]
    assert growth([*rising, *flat]) == pytest.approx(0)
    assert growth(rising) == pytest.approx(3600)
    assert growth(rising[:1]) == 0


def test_what_is_lost_or_late_does_not_hold() -> None:
    assert figures().holds()
    assert not figures(screen=1.01).holds()
    assert "DOES NOT HOLD" in figures(screen=1.01).text()


def test_pictures_hold_a_line_for_every_delay_of_every_place(tmp_path: Path) -> None:
    places = ("one process", "two processes")
    done = [
        figures(tables, viewers, screen=tables / 100, place=place)
        for place in places
        for tables, viewers in ((10, 5), (50, 5), (100, 1), (100, 5))
    ]
    page = tmp_path / "load.md"
    page.write_text("# How many\n\n<!-- from here on written by `make load-plots` -->\n\nold figures\n")
    plot(done, tmp_path)
    assert page.read_text().startswith("# How many\n")
    assert "old figures" not in page.read_text()
    assert "| two processes | 50 × 5 | 20, 40, 40 | 250 | 500, 500, 500 | 0 |" in page.read_text()
    for name, points in (("load-tables.svg", 3), ("load-viewers.svg", 2)):
        drawn = ET.fromstring((tmp_path / name).read_text(encoding="utf-8"))  # noqa: S314  # drawn just now
        found = drawn.findall("{http://www.w3.org/2000/svg}polyline")
        assert len(found) == 4
        assert all(len(line.attrib["points"].split()) == points for line in found)
        assert {word for text in drawn.itertext() for word in places if word in text} == set(places)
