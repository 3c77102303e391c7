"""Runs of cases through oracle and engine, and what came of them."""

import importlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import oracle_ls
import oracle_lz
import oracle_wz
import oracle_xz
from generate_options import offered_values
from generate_wins import WILD_TABLES, case_of
from oracle_answer import oracle_answer
from oracle_case import read_tiles
from oracle_compare_answers import comparable

JI_PING_HU_ROWS = (
    *("鸡胡", "平胡", "碰碰胡", "混一色", "自摸", "风位", "风圈", "红中", "发财", "白板", "门前清", "杠牌"),
    *("杠上开花", "海底捞月", "抢杠胡", "一炮三响", "天和", "地和", "人和"),
    *("十三幺", "九莲宝灯", "大四喜", "大三元", "清幺九", "字一色", "小四喜", "小三元", "混幺九"),
    *("清碰", "清一色", "混碰"),
)
ROWS: dict[str, tuple[str, ...]] = {
    "ji_ping_hu": JI_PING_HU_ROWS,
    "ji_ping_hu_5": JI_PING_HU_ROWS,
    "xin_zhang/seed003": JI_PING_HU_ROWS,
    "tui_dao_hu": (
        *("小胡", "天胡", "地胡", "十三幺", "大四喜", "大三元", "小四喜", "字一色", "十八罗汉"),
        *("四暗刻", "七对子", "清一色"),
    ),
    "xin_zhang": oracle_xz.ORDER,
    "lao_zhang": (
        *oracle_lz.ORDER,
        *("字一色", "清幺九", "九莲宝灯", "十三幺", "大四喜", "十八罗汉", "天胡", "地胡", "人胡"),
    ),
    "lishui": tuple(oracle_ls.MULTIPLES),
    "wenzhou": oracle_wz.ORDER,
}


@dataclass(frozen=True)
class Job:
    """Cases ``first`` to ``last`` (exclusive) of one table."""

    table: str
    seed: int
    first: int
    last: int


@dataclass
class Outcome:
    """Counts over the cases of one table, and the smallest case of each kind of disagreement."""

    table: str
    cases: int = 0
    wins: int = 0
    three_wilds: int = 0
    rows: Counter[str] = field(default_factory=Counter)
    options: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    disagreements: Counter[str] = field(default_factory=Counter)
    smallest: dict[str, dict[str, Any]] = field(default_factory=dict)

    def add(self, other: "Outcome") -> None:
        self.cases += other.cases
        self.wins += other.wins
        self.three_wilds += other.three_wilds
        for name in ("rows", "options", "errors", "disagreements"):
            getattr(self, name).update(getattr(other, name))
        for kind, found in other.smallest.items():
            self.keep(kind, found)

    def keep(self, kind: str, found: dict[str, Any]) -> None:
        held = self.smallest.get(kind)
        if held is None or len(json.dumps(found["case"])) < len(json.dumps(held["case"])):
            self.smallest[kind] = found

    def rare_rows(self, times: int) -> list[str]:
        return [row for row in ROWS[self.table] if self.rows[row] < times]

    def unused_options(self) -> list[str]:
        values = [f"{name}={json.dumps(value)}" for name, value in offered_values(self.table)]
        return [value for value in values if not self.options[value]]


def run(job: Job) -> Outcome:
    """Ask oracle and engine for every case of the job."""
    engine = importlib.import_module("scorer.cases").answer
    outcome = Outcome(job.table)
    for number in range(job.first, job.last):
        wilds = number % 4 if job.table in WILD_TABLES else None
        case = case_of(job.table, job.seed, number, wilds)
        expected = oracle_answer(case)
        count(outcome, case, expected)
        try:
            given = engine(case)
        except Exception as fault:
            given = {"error": f"crash: {type(fault).__name__}: {fault}"}
        if comparable(given) != comparable(expected):
            kind = difference(comparable(expected), comparable(given))
            outcome.disagreements[kind] += 1
            outcome.keep(kind, {"case": case, "oracle": plain(expected), "engine": plain(given)})
    return outcome


def count(outcome: Outcome, case: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    outcome.cases += 1
    if "error" in expected:
        outcome.errors[expected["error"]] += 1
        return
    outcome.options.update(f"{name}={json.dumps(value)}" for name, value in case["options"].items())
    for win in (expected, *expected.get("wins", ())):
        outcome.rows.update(name for name, _ in win.get("fans", ()))
        outcome.wins += "fans" in win
    wild = case["context"].get("wild")
    if wild and "hand" in case:
        held = [*read_tiles(case["hand"]["concealed"]), case["hand"]["win"]]
        outcome.three_wilds += held.count(wild) == 3


def difference(expected: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    """A short name for what differs, to gather like with like."""
    if "error" in expected or "error" in given:
        return f"error {expected.get('error')} / {given.get('error')}"
    parts = [key for key in sorted({*expected, *given}) if expected.get(key) != given.get(key)]
    missing = Counter(expected.get("fans", [])) - Counter(given.get("fans", []))
    surplus = Counter(given.get("fans", [])) - Counter(expected.get("fans", []))
    rows = [f"-{name}" for name, _ in missing] + [f"+{name}" for name, _ in surplus]
    return " ".join(["+".join(parts), *sorted(rows)])


def plain(answer: Any) -> Any:
    """The answer as JSON can hold it; fractions that are not whole become text."""
    if isinstance(answer, Mapping):
        return {key: plain(value) for key, value in answer.items()}
    if isinstance(answer, list | tuple):
        return [plain(value) for value in answer]
    if hasattr(answer, "denominator") and not isinstance(answer, bool):
        return int(answer) if answer == int(answer) else str(answer)
    return answer


def jobs(table: str, seed: int, cases: int, size: int) -> Iterator[Job]:
    for first in range(0, cases, size):
        yield Job(table, seed, first, min(first + size, cases))
