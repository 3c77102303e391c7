"""How fast hands are scored, beside other packages, and whether memory stays flat.

``python tests/bench/bench_scorer.py`` measures processor time, not the time on the clock, so that other
work on the machine disturbs it little. Every hand is scored once: nothing is warm but what importing made.
"""

import argparse
import gc
import sys
import time
from collections.abc import Callable
from statistics import median, quantiles

from bench_hands import Won, two_wilds, wins
from bench_others import MissingPackageError, mahjong_job, pymahjonggb_job

from scorer.rulesets import rule_set
from scorer.scoring import score_win

BLOCKS = 100  # Python's own tables come and go
CHUNK = 250  # the programs take turns: whatever else runs on the machine meets all of them alike


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    failed = compare(wins(options.hands, options.seed), options.wanted)
    failed |= measure_wilds(options.wild_hands, options.seed)
    if options.memory:
        failed |= measure_memory(options.memory, options.seed)
    return int(failed)


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=5_000, help="distinct hands scored by every program")
    parser.add_argument("--wild-hands", type=int, default=1_000, help="Lishui hands with two wild tiles")
    parser.add_argument(
        "--memory", type=int, default=50_000, help="hands over which memory has to stay flat; 0: none"
    )
    parser.add_argument("--wanted", type=float, default=2.0, help="how many times as fast as `mahjong`")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


def compare(hands: list[Won], wanted: float) -> bool:
    """Print hands a second of each program; True when the scorer is slower than wanted."""
    rules = rule_set("ji_ping_hu")
    rules.live_rows  # noqa: B018 - what a rule set prepares once is no part of a hand
    jobs: dict[str, list[Callable[[], object]]] = {
        "fanpai": [lambda won=won: score_win(rules, won.hand, won.context) for won in hands]
    }
    for name, prepare in (("mahjong", mahjong_job), ("PyMahjongGB", pymahjonggb_job)):
        try:
            jobs[name] = [prepare(won) for won in hands]
        except MissingPackageError as why:
            print(f"{name}: skipped, {why}")
    spent = dict.fromkeys(jobs, 0.0)
    gc.collect()
    for first in range(0, len(hands), CHUNK):
        for name, calls in jobs.items():
            part = calls[first : first + CHUNK]
            started = time.process_time()
            for call in part:
                call()
            spent[name] += time.process_time() - started
    for name, seconds in spent.items():
        print(f"{name}: {len(hands) / seconds:,.0f} hands a second")
    if "mahjong" not in spent:
        return False
    ratio = spent["mahjong"] / spent["fanpai"]
    print(f"fanpai is {ratio:.2f} x as fast as mahjong (wanted: {wanted})")
    return ratio < wanted


def measure_wilds(number: int, seed: int) -> bool:
    """Print median and 99th percentile of Lishui hands with two wild tiles; True when one is too slow."""
    rules = rule_set("lishui")
    took = []
    for won in two_wilds(number, seed):
        started = time.process_time_ns()
        score_win(rules, won.hand, won.context)
        took.append((time.process_time_ns() - started) / 1e6)
    middle, slow = median(took), quantiles(took, n=100)[98]
    print(
        f"Lishui with two wild tiles: median {middle:.2f} ms, 99th percentile {slow:.2f} ms (wanted: 2, 10)"
    )
    return middle > 2 or slow > 10


def measure_memory(number: int, seed: int) -> bool:
    """Print how much memory scoring so many hands leaves taken; True when it is more than a trifle."""
    rules, hands = rule_set("ji_ping_hu"), wins(min(number, 20_000), seed)
    for won in hands[:200]:
        score_win(rules, won.hand, won.context)
    gc.collect()
    before = sys.getallocatedblocks()
    for turn in range(number):
        won = hands[turn % len(hands)]
        score_win(rules, won.hand, won.context)
    gc.collect()
    left = sys.getallocatedblocks() - before
    print(f"memory: {number:,} hands left {left} more blocks of memory taken (wanted: at most {BLOCKS})")
    return left > BLOCKS


if __name__ == "__main__":
    sys.exit(main())
