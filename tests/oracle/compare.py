"""Compare the scoring engine with the oracle on random wins: ``python tests/oracle/compare.py``.

Prints how often each row fired and each option value was used, and every kind of disagreement with its
smallest case as JSON. Exits with 1 when there is one, when a row fired too rarely, or when an option
value was never used.
"""

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Iterator

from compare_runs import ROWS, Job, Outcome, jobs, run
from generate_wins import PLAIN_TABLES, TABLES, WILD_TABLES


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    tables = options.tables or TABLES
    amounts = dict.fromkeys(PLAIN_TABLES, options.wins) | dict.fromkeys(WILD_TABLES, options.wild_wins)
    failed = False
    for table in tables:
        outcome = compare(table, options.seed, amounts[table], options.processes)
        print(report(outcome))
        rare, unused = outcome.rare_rows(options.rows), outcome.unused_options()
        if rare:
            print(f"  fewer than {options.rows} times: {' '.join(rare)}")
        if unused:
            print(f"  never used: {' '.join(unused)}")
        few_wilds = table in WILD_TABLES and outcome.three_wilds * 10 < outcome.cases
        if few_wilds:
            print("  fewer than a tenth hold three wild tiles")
        failed = failed or few_wilds or bool(rare or unused or outcome.disagreements)
    return int(failed)


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--wins", type=int, default=200_000, help="cases for each rule set without wild tiles"
    )
    parser.add_argument("--wild-wins", type=int, default=10_000, help="cases for 丽水 and for 温州")
    parser.add_argument("--rows", type=int, default=50, help="how often each row must fire at least")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--tables", nargs="*", choices=TABLES, help="only these rule sets")
    return parser.parse_args(arguments)


def compare(table: str, seed: int, cases: int, processes: int) -> Outcome:
    """Run the cases of one table in several processes, telling how far it is on the error stream."""
    total, started, told = Outcome(table), time.monotonic(), time.monotonic()
    work = list(jobs(table, seed, cases, 100 if table in WILD_TABLES else 1000))
    for part in parts(work, processes):
        total.add(part)
        if time.monotonic() - told > 15:
            told = time.monotonic()
            pace = total.cases / (told - started)
            line = f"  {table}: {total.cases} of {cases}, {pace:.0f} a second"
            print(f"{line}, {sum(total.disagreements.values())} disagree", file=sys.stderr, flush=True)
    return total


def parts(work: list[Job], processes: int) -> Iterator[Outcome]:
    if processes == 1:
        yield from map(run, work)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(run, work)


def report(outcome: Outcome) -> str:
    lines = [
        f"{outcome.table}: {outcome.cases} cases, {outcome.wins} wins scored, "
        f"{sum(outcome.errors.values())} refused, {sum(outcome.disagreements.values())} disagreements"
    ]
    if outcome.table in WILD_TABLES:
        lines.append(f"  with three wild tiles: {outcome.three_wilds}")
    lines.append("  rows: " + ", ".join(f"{row} {outcome.rows[row]}" for row in ROWS[outcome.table]))
    lines.append("  refusals: " + counted(outcome.errors))
    lines.append("  options: " + counted(outcome.options))
    for kind, times in outcome.disagreements.most_common():
        lines.append(f"  DISAGREE {times} times: {kind}")
        lines.append("    " + json.dumps(outcome.smallest[kind], ensure_ascii=False))
    return "\n".join(lines)


def counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in sorted(counts.items()))


if __name__ == "__main__":
    sys.exit(main())
