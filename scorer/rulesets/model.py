"""Rule sets as the engine uses them: rows with values, options with values, and how rows come together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from scorer.errors import OptionError
from scorer.explanation import Explanation
from scorer.hand import WIN_BY
from scorer.lines import FanLine
from scorer.predicates import PREDICATES, Predicate
from scorer.predicates.needs import NEEDS
from scorer.rulesets.options import MOST, Option, Value
from scorer.view import FACTS


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a rule set's table.

    Attributes:
        id: unique within the rule set.
        name, english: what players call it.
        value: a number, ``{option, plus}`` (the value of an option plus a number) or ``{self_draw,
            discard}``.
        predicate: name of the function that says whether (and how often) the row holds.
        group: the group of rows that it competes in.
        source: where its value comes from.
        shapes: winning shapes it can hold for; empty means every shape.
        excludes: rows that do not count beside it.
        when: an option that has to be on (not false, 0, or none) for the row to exist.
        fallback: counts only when no other row of its group does.
        unless_zero: leaves the table when its value is 0, so that house rules can switch it on.
    """

    id: str
    name: str
    english: str
    value: int | Mapping[str, Any]
    predicate: str
    group: str
    source: str
    shapes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    when: str | None = None
    fallback: bool = False
    unless_zero: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that compete with each other.

    Attributes:
        keep: ``"all"`` or ``"largest"``.
        silences: later groups that do not count once this one holds a row.
        above_cap: whether the cap does not apply once this group holds a row.
    """

    id: str
    keep: str
    silences: tuple[str, ...] = ()
    above_cap: bool = False


@dataclass(frozen=True, slots=True)
class LiveRow:
    """A row with its function and its values under the options in force.

    Attributes:
        row, test: the row and its predicate.
        self_draw, discard: what it is worth.
        order: its place in the order of precedence.
        group: the place of its group among the groups.
        needs: what must be so for it to hold, see :mod:`scorer.predicates.needs`.
        self_draw_line, discard_line: what the score says of it.
    """

    row: Row
    test: Predicate
    self_draw: int
    discard: int
    order: int
    group: int
    needs: int
    self_draw_line: FanLine
    discard_line: FanLine


@dataclass(frozen=True)
class RuleSet:
    """A rule set under the options of one table. Make one with :func:`scorer.rulesets.rule_set`.

    Attributes:
        name: of the rule set, or of the house rule.
        words: the rule set whose row names and sentences apply: its own, or that of its parent or profile.
        title: names by language, ``{"zh": ..., "en": ...}``.
        rows: the whole table, also rows that the options switch off.
        options: what can be chosen, by name.
        values: what is chosen, by name.
        data: the rest of the file: calls, shapes, groups, total, points, payment.
        row_values: row id → value chosen by a house rule.
        parent: the rule set that a house rule starts from, else None.
    """

    name: str
    words: str
    title: Mapping[str, str]
    rows: tuple[Row, ...]
    options: Mapping[str, Option]
    values: Mapping[str, Value]
    data: Mapping[str, Any]
    row_values: Mapping[str, int] = field(default_factory=dict)
    parent: str | None = None
    profiles: Mapping[str, Callable[[], RuleSet]] = field(default_factory=dict, compare=False)

    def with_options(self, options: Mapping[str, object]) -> RuleSet:
        """The same rule set with some options chosen.

        Raises:
            OptionError: for an option that this rule set does not have, or a value that it does not take.
        """
        if not options:
            return self
        start = self
        profile = options.get("profile", self.values.get("profile"))
        if isinstance(profile, str) and profile in self.profiles and profile != self.values.get("profile"):
            start = self.profiles[profile]()
        rows = {row.id: row.id for row in start.rows} | {row.name: row.id for row in start.rows}
        values = dict(start.values)
        for name, value in options.items():
            if name not in start.options:
                raise OptionError(
                    f"{start.name} has no option {name!r}; it has: {', '.join(sorted(start.options))}"
                )
            values[name] = start.options[name].check(value, rows)
        return replace(start, values=values)

    def with_row_values(self, row_values: Mapping[str, int]) -> RuleSet:
        """The same rule set with other values for some rows (by id or Chinese name).

        Raises:
            OptionError: for a row that this rule set does not have, or a value that is no whole number from 0
                up.
        """
        rows = {row.id: row.id for row in self.rows} | {row.name: row.id for row in self.rows}
        chosen = dict(self.row_values)
        for name, value in row_values.items():
            if name not in rows:
                raise OptionError(f"{self.name} has no row {name!r}")
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST:
                raise OptionError(
                    f"row {name!r} cannot be worth {value!r}; a whole number from 0 up to {MOST} is needed"
                )
            chosen[rows[name]] = value
        return replace(self, row_values=chosen)

    def row(self, row_id: str) -> Row:
        """The row with this id. Raises KeyError."""
        return self._by_id[row_id]

    def row_value(self, row: Row) -> tuple[int, int]:
        """What a row is worth under the options in force: (self-drawn, on a discard)."""
        chosen = self.row_values.get(row.id)
        if chosen is not None:
            return chosen, chosen
        multipliers: Mapping[str, Any] = self.values.get("multipliers") or {}  # type: ignore[assignment]
        if row.id in multipliers:
            pair = multipliers[row.id]
            return int(pair[0]), int(pair[1])
        if isinstance(row.value, int):
            return row.value, row.value
        if "option" in row.value:
            value = int(self.value(row.value["option"])) + int(row.value.get("plus", 0))
            return value, value
        return int(row.value["self_draw"]), int(row.value["discard"])

    def counts(self, row: Row) -> bool:
        """Whether a row is in play under the options in force."""
        if row.when and not self.value(row.when):
            return False
        return not row.unless_zero or any(self.row_value(row))

    def value(self, option: str) -> Any:
        """The value chosen for an option. Raises KeyError for an option that this rule set lacks."""
        return self.values[option]

    @cached_property
    def _by_id(self) -> Mapping[str, Row]:
        return {row.id: row for row in self.rows}

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The groups in the order in which they are settled, with option-dependent ``keep`` resolved."""
        found = []
        for group in self.data["groups"]:
            keep = group["keep"]
            if "keep_largest_unless" in group and not self.value(group["keep_largest_unless"]):
                keep = "largest"
            silences = tuple(group.get("silences", ()))
            found.append(Group(group["id"], keep, silences, group.get("above_cap", False)))
        return tuple(found)

    @cached_property
    def payment_cases(self) -> Mapping[str, tuple[Mapping[str, Any], ...]]:
        """Way of winning → the lines of the payment table that the options leave for it, in order."""
        cases: list[Mapping[str, Any]] = self.data["payment"]["cases"]
        return {
            how: tuple(
                case
                for case in cases
                if how in case["win_by"]
                and all(self.value(option) == wanted for option, wanted in case.get("when", {}).items())
            )
            for how in WIN_BY
        }

    @cached_property
    def live(self) -> Mapping[str, LiveRow]:
        """The rows that the options leave, by id, in the order of the table."""
        index = {group.id: position for position, group in enumerate(self.groups)}
        precedence = [*self.data.get("precedence", ())]
        precedence += [row.id for row in self.rows if row.id not in precedence]
        live: dict[str, LiveRow] = {}
        for row in self.rows:
            if not self.counts(row):
                continue
            test = PREDICATES[row.predicate]
            values = self.row_value(row)
            why = Explanation(f"row.{row.predicate}", {"row": row.id})
            lines = (FanLine(row.id, row.name, value, why) for value in values)
            place, needs = precedence.index(row.id), NEEDS.get(test, 0)
            live[row.id] = LiveRow(row, test, *values, place, index[row.group], needs, *lines)
        return live

    @cached_property
    def live_rows(self) -> Mapping[str, tuple[tuple[LiveRow, ...], ...]]:
        """Winning shape → for each combination of facts (see :class:`scorer.view.View`) the rows to ask."""
        shapes = {
            shape: [row for row in self.live.values() if not row.row.shapes or shape in row.row.shapes]
            for shape in self.data["shapes"]
        }
        return {
            shape: tuple(tuple(row for row in rows if not row.needs & ~facts) for facts in range(FACTS))
            for shape, rows in shapes.items()
        }
