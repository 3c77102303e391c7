"""How live tracking does on filmed deals: ``python -m models.live_figures FOLDER``.

``--hours 2`` plays them for two hours of a simulated clock instead and prints the memory held, ``--real-time
10`` for ten minutes on the real one and prints frame rates and how far it is behind. ``--corners`` looks at
five pictures of each and prints how far the proposed corners of the table lie from the true ones.

The deals are those of ``SEEDS`` in the split ``check``: designs, table tops and lamps that no training scene
and no tuning deal shows. They are drawn where the folder lacks them. Never tune anything on them: deals of
the split ``train`` serve for that (``--split train``).
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import Final

import numpy as np

from datasets.deals.write import deal_folder, render_deals
from models.intervals import wilson
from models.live_corners import corners_of
from models.live_deals import CAMERA_FPS, FilmedDeal, Pace, Watched, read_deal, watch
from models.live_endurance import hours, most, real_time
from models.live_matching import CALLS, LOGGED, Matched, Tally
from vision.live.events import Event, Seat
from vision.live.frame import Frame
from vision.live.settings import Settings
from vision.live.sight import open_look
from vision.live.tracker import Tracker
from vision.scan import Scan

SEEDS: Final = range(9000, 9030)  # of the deals that measure, in the split ``check``
_TIMERS: Final = {"wall": perf_counter, "cpu": process_time}


class Watching:
    """A tracker as `models.live_deals.watch` asks it."""

    def __init__(self, tracker: Tracker) -> None:
        self._tracker = tracker

    def see(self, frame: Frame) -> tuple[Event, ...]:
        """See `vision.live.tracker.Tracker.see`."""
        return self._tracker.see(frame)

    def turned_up(self) -> Mapping[Seat, Scan]:
        """See `vision.live.view.TableView`."""
        return self._tracker.view().turned_up


def share(hits: int, cases: int) -> str:
    """A share with its 95 % interval (Wilson)."""
    if not cases:
        return "none"
    low, high = wilson(hits, cases)
    return f"{hits}/{cases} = {100 * hits / cases:.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def spread(seconds: Sequence[float]) -> str:
    """Median and 95th percentile."""
    if not seconds:
        return "none"
    middle, slow = np.percentile(seconds, [50, 95])
    return f"median {middle:.2f} s, 95th percentile {slow:.2f} s"


def report(tally: Tally, still: Pace, moving: Pace) -> list[str]:
    """The figures, in lines for people."""
    logged = sum(tally.cases[kind] for kind in LOGGED)
    right = sum(tally.right[kind] for kind in LOGGED)
    false = sum(tally.false.values())
    lines = [f"{tally.deals} deals, {tally.wins} of them won"]
    lines.append(f"discards and calls with the right tiles and seat: {share(right, logged)}")
    for kind in LOGGED:
        wrong = f", {tally.wrong[kind]} told with others" if tally.wrong[kind] else ""
        lines.append(f"  {kind:10} {share(tally.right[kind], tally.cases[kind])}{wrong}")
    lines.append(f"  who fed a call (of {', '.join(CALLS[:3])}): {share(tally.sources, tally.fed)}")
    lines.append(f"  told after lying still: {spread(tally.told_after)}")
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(tally.false.items()))
    each = false / max(tally.deals, 1)
    lines.append(f"false events: {each:.2f} a deal, at most {tally.most_false} ({kinds or 'none'})")
    lines.append(f"hands turned up read exactly: {share(tally.hands, tally.wins)}")
    lines.append(f"  winning tile of those: {share(tally.winning_tiles, tally.hands)}")
    lines.append(f"  proposed after the last hand has left: {spread(tally.from_free)}")
    lines.append(f"  proposed after the tiles lie still: {spread(tally.from_still)}")
    lines.append(f"deals without a win that proposed one: {share(tally.proposed_without, tally.without)}")
    lines.append(f"tables cleared: {share(tally.right['cleared'], tally.cases['cleared'])}")
    lines.append(
        f"frames a second: {still.fps:.1f} with a still table ({still.frames} frames),"
        f" {moving.fps:.1f} with hands moving ({moving.frames})"
    )
    return lines


def _told(watched: Watched, found: Matched) -> str:
    """One deal in a line, for who follows the run."""
    right = sum(pair.right for pair in found.pairs)
    wrong = [pair for pair in found.pairs if not pair.right]
    parts = [f"{right} right"]
    parts += [f"{pair.true.kind} {pair.true.at:.1f} s wrong" for pair in wrong]
    parts += [f"{event.kind} {event.at:.1f} s missed" for event in found.missed]
    parts += [f"{one.event.kind} {one.event.at:.1f} s false" for one in found.false]
    won = watched.deal.won
    if won:
        read = [one.hand for one in watched.observed if one.hand is not None]
        if won.hand not in read:
            told = " ".join(read[-1]) if read else "nothing"
            parts.append(f"hand {' '.join(won.hand)} read as {told}")
    return f"{watched.deal.folder.name}: {', '.join(parts)}"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="How live tracking does on filmed deals.")
    parser.add_argument("folder", type=Path, help="where the deals are, or will be drawn (4 GB for 30)")
    parser.add_argument("--deals", type=int, default=len(SEEDS), help="how many of them")
    parser.add_argument("--split", choices=("check", "train"), default="check")
    parser.add_argument("--first", type=int, default=SEEDS.start, help="seed of the first")
    parser.add_argument("--threads", type=int, default=0, help="of the networks; 0 for all cores")
    parser.add_argument(
        "--timer",
        choices=tuple(_TIMERS),
        default="wall",
        help="cpu: for a machine that does other things too",
    )
    parser.add_argument("--no-corners", action="store_true", help="do not tell where the table's corners are")
    parser.add_argument("--hours", type=float, help="play so long on a simulated clock; prints the memory")
    parser.add_argument("--real-time", type=float, metavar="MINUTES", help="play so long on the real clock")
    parser.add_argument("--corners", action="store_true", help="only how good the proposed corners are")
    given = parser.parse_args()
    root = given.folder / given.split
    seeds = range(given.first, given.first + given.deals)
    missing = [seed for seed in seeds if not (deal_folder(root, seed) / "truth.json").is_file()]
    if missing:
        print(f"drawing {len(missing)} deals into {root} (about half a minute of one core each)", flush=True)
        tell = sys.stderr.isatty()
        render_deals(root, missing, given.split, progress=_progress if tell else None)
    deals = [read_deal(deal_folder(root, seed)) for seed in seeds]
    if given.corners:
        print("\n".join(corners_of(deals).lines()))
        return
    settings = Settings(threads=given.threads)
    look = open_look(given.threads)

    def begin(deal: FilmedDeal) -> Watching:
        return Watching(Tracker(look, settings, None if given.no_corners else deal.corners))

    if given.hours is not None:
        for mark in hours(deals, begin, 3600 * given.hours):
            print(f"{mark.minutes:.0f} minutes: {mark.held:.0f} MB, at most {mark.most:.0f} MB", flush=True)
    elif given.real_time is not None:
        print("\n".join(real_time(deals, begin, 60 * given.real_time).lines()))
    else:
        _measure(deals, begin, given.timer)


def _measure(deals: Sequence[FilmedDeal], begin: Callable[[FilmedDeal], Watching], timer: str) -> None:
    tally, still, moving, first, seconds = Tally(), Pace(), Pace(), 0.0, 0.0
    for deal in deals:
        watched = watch(deal, begin(deal), _TIMERS[timer])
        still += watched.still
        moving += watched.moving
        seconds += deal.seconds
        first = first or most()
        print(_told(watched, tally.add(watched)), flush=True)
    print("\n".join(report(tally, still, moving)))
    print(
        f"clock: a camera of {CAMERA_FPS:.0f} frames a second that waits for nobody; a frame takes what was"
        f" measured for it ({timer} time, decoding included), {seconds / 60:.0f} minutes in all"
    )
    print(f"memory: {first:.0f} MB after the first deal, {most():.0f} MB after the last")


def _progress(done: int, count: int) -> None:
    print(f"\r{done} of {count}", end="" if done < count else "\n", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
