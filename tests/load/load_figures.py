"""From what was seen in a run to the figures that are printed and kept."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from load_people import Booking, Screen

# A booking may take this long at the 95th percentile, and a screen may be this late. Seconds.
MOST_BOOKING, MOST_SCREEN = 0.3, 1.0
# In a shorter run memory has not settled: its growth would say nothing.
_LONG = 300.0


@dataclass(frozen=True)
class Spread:
    """How a delay is spread, in seconds."""

    count: int
    median: float
    p95: float
    most: float

    def line(self, name: str) -> str:
        """For people, in milliseconds."""
        parts = (f"{value * 1000:8.0f}" for value in (self.median, self.p95, self.most))
        return f"  {name:38}{self.count:7}{''.join(parts)}"


def spread(delays: Iterable[float]) -> Spread:
    """The nearest-rank percentiles; zeros where nothing was measured."""
    ordered = sorted(delays)
    if not ordered:
        return Spread(0, 0.0, 0.0, 0.0)

    def rank(share: float) -> float:
        return ordered[max(0, -(-len(ordered) * share // 1).__int__() - 1)]

    return Spread(len(ordered), rank(0.5), rank(0.95), ordered[-1])


@dataclass(frozen=True)
class Sample:
    """A look at the server while it ran: seconds since the start of the run, megabytes in memory."""

    at: float
    memory: float


@dataclass(frozen=True)
class Costs:
    """Shares of one processor's time during the run: 1.0 is one processor busy all the time."""

    server: float
    database: float
    generator: float
    machine: float
    processors: int


@dataclass(frozen=True)
class Figures:
    """Everything about one run."""

    place: str
    tables: int
    viewers: int
    rate: float
    seconds: float
    booking: Spread
    event: Spread
    page: Spread
    lost: int
    refused: tuple[str, ...]
    breaks: int
    costs: Costs
    samples: tuple[Sample, ...]

    def holds(self) -> bool:
        """Whether nothing was lost or refused and both delays are within what is promised."""
        sound = not (self.lost or self.refused or self.breaks) and self.booking.count > 0
        return sound and self.booking.p95 <= MOST_BOOKING and self.page.p95 <= MOST_SCREEN

    def as_json(self) -> dict[str, Any]:
        """For a file."""
        return asdict(self)

    def text(self) -> str:
        """For people."""
        costs = self.costs
        others = max(0.0, costs.machine - costs.server - costs.database - costs.generator)
        lines = [
            f"{self.place}: {self.tables} tables, {self.viewers} viewers each, "
            f"{self.rate:g} bookings a second, {self.seconds:.0f} s",
            f"  {'milliseconds':38}{'count':>7}{'p50':>8}{'p95':>8}{'max':>8}",
            self.booking.line("booking, due until acknowledged"),
            self.event.line("screen, acknowledged until it is told"),
            self.page.line("screen, acknowledged until it shows it"),
            f"  events lost: {self.lost}; bookings refused: {len(self.refused)}; "
            f"streams and pages broken: {self.breaks}",
            *(f"    {text}" for text in self.refused[:3]),
            f"  processor, 100 % is one of {costs.processors}: server {costs.server:.0%}, database "
            f"{costs.database:.0%}, generator {costs.generator:.0%}, everything else {others:.0%}",
            f"  memory of the server: {_course(self.samples)}",
            f"  {'holds' if self.holds() else 'DOES NOT HOLD'}: p95 of bookings at most "
            f"{MOST_BOOKING * 1000:.0f} ms, of screens at most {MOST_SCREEN * 1000:.0f} ms, nothing lost",
        ]
        return "\n".join(lines)


def growth(samples: Sequence[Sample]) -> float:
    """Megabytes an hour that memory grows by, over the second half of a run: the line of least squares."""
    half = samples[len(samples) // 2 :]
    if len(half) < 2 or half[0].at == half[-1].at:
        return 0.0
    middle_at = sum(one.at for one in half) / len(half)
    middle = sum(one.memory for one in half) / len(half)
    above = sum((one.at - middle_at) * (one.memory - middle) for one in half)
    return 3600 * above / sum((one.at - middle_at) ** 2 for one in half)


def delays(
    booked: Sequence[Booking], screens: Sequence[Screen]
) -> tuple[list[float], list[float], list[float], int]:
    """Of bookings, of events, of pages, and how many screens never heard of a booking at their table.

    A screen may hear of a booking before its sender has read the answer: that is no delay.
    """
    following: dict[str, list[Screen]] = {}
    for screen in screens:
        following.setdefault(screen.table, []).append(screen)
    events, pages, lost = [], [], 0
    for one in booked:
        for screen in following.get(one.table, ()):
            heard, shown = screen.when(one.sequence, screen.heard), screen.when(one.sequence, screen.shown)
            if heard is None or shown is None:
                lost += 1
            else:
                events.append(max(0.0, heard - one.acknowledged))
                pages.append(max(0.0, shown - one.acknowledged))
    return [one.acknowledged - one.due for one in booked], events, pages, lost


def _course(samples: Sequence[Sample]) -> str:
    if not samples:
        return "not looked at"
    shown = [samples[round(part * (len(samples) - 1) / 4)] for part in range(5)]
    course = ", ".join(f"{one.memory:.0f} MB at {one.at:.0f} s" for one in dict.fromkeys(shown))
    if samples[-1].at < _LONG:
        return course
    return f"{course}; {growth(samples):+.1f} MB an hour in the second half"
