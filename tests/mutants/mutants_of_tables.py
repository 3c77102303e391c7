"""Small faults in rule sets: every number one more and one less, every row with its neighbour's predicate."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from types import SimpleNamespace

from scorer import rulesets

# A string, a comment, a whole number, in this order: numbers in the first two are none.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|#.*|(?<![\w.])-?\d+(?![\w.])')
_PREDICATE = re.compile(r'predicate = "(\w+)"')


@dataclass(frozen=True)
class TableMutant:
    """One fault in the file of one rule set: the text from ``start`` to ``end`` is another."""

    name: str
    label: str
    start: int
    end: int
    other: str

    def apply(self) -> None:
        """Let every rule set be read anew, this one with the fault."""
        text = text_of(self.name)
        faulty = text[: self.start] + self.other + text[self.end :]
        rulesets.tomllib = SimpleNamespace(  # type: ignore[assignment]
            loads=lambda given: tomllib.loads(faulty if given == text else given)
        )
        rulesets.rule_set.cache_clear()


def text_of(name: str) -> str:
    return resources.files("scorer.rulesets").joinpath(f"{name}.toml").read_text(encoding="utf-8")


def table_mutants(name: str) -> Iterator[TableMutant]:
    """Every fault of a rule set, in the order of its lines."""
    text = text_of(name)
    for found in _TOKEN.finditer(text):
        if found[0][0] in '"#':
            continue
        for other in (int(found[0]) + 1, int(found[0]) - 1):
            yield _mutant(name, text, found.span(), str(other))
    predicates = list(_PREDICATE.finditer(text))
    for one, neighbour in zip(
        predicates, [*predicates[1:], predicates[-2]] if predicates else [], strict=True
    ):
        if one[1] != neighbour[1]:
            yield _mutant(name, text, one.span(1), neighbour[1])


def _mutant(name: str, text: str, span: tuple[int, int], other: str) -> TableMutant:
    start, end = span
    line = text.count("\n", 0, start) + 1
    before = text[text.rindex("\n", 0, start) + 1 : start].strip()
    begun = re.sub(r".*?id = \"(\w+)\".*", r"\1", before) if "id = " in before else before[:30]
    label = f"scorer/rulesets/{name}.toml:{line} {begun}: {text[start:end]} -> {other}"
    return TableMutant(name, label, start, end, other)
