"""Options of a rule set: what they mean, what they start with and which values they take."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorer.errors import OptionError
from scorer.tiles import INDEX

# No table plays for more; what is multiplied stays a number that can be written down.
MOST = 10**9

Value = bool | int | str | None | Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Option:
    """One choice a table can make.

    Attributes:
        name: as in the rule set's file.
        default: what holds when nothing is said; None stands for "none".
        meaning: one English sentence; the page's translations have it in the player's language.
        source: where the choice comes from, by public name.
        choices: words allowed; ``"fixed:*"`` stands for ``fixed:`` and any tile.
        minimum, maximum: bounds of whole numbers; a minimum of None means that no number is allowed, a
            maximum of None stands for ``MOST``.
        none: whether None is allowed.
        keys: for a table of numbers: its keys. ``("*",)`` means row names, each with a pair of numbers.
    """

    name: str
    default: Value
    meaning: str
    source: str
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    none: bool = False
    keys: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """The allowed values for people: ``"true | false"``, ``"1..20 | none"``, ``"full | half"``."""
        parts = ["true | false"] if isinstance(self.default, bool) else []
        parts += self.choices
        if self.minimum is not None:
            number = f"{self.minimum}..{'' if self.maximum is None else self.maximum}"
            parts.append(
                "{" + ", ".join(f"{key}: {number}" for key in self.keys) + "}" if self.keys else number
            )
        if self.keys == ("*",):
            parts = ["{row: [self-draw, discard]}"]
        if self.none:
            parts.append("none")
        return " | ".join(parts)

    def check(self, value: object, rows: Mapping[str, str]) -> Value:
        """The value in the form the engine uses.

        Args:
            value: what the table chose.
            rows: names of rows (ids and Chinese names) → row id, for options that name rows.

        Raises:
            OptionError: naming the option, the value and what is allowed.
        """
        if self.keys and isinstance(value, Mapping):
            table = self._rows(value, rows) if self.keys == ("*",) else self._numbers(value)
            if table is not None:
                return table
        elif (
            (value is None and self.none)
            or (isinstance(value, bool) and isinstance(self.default, bool))
            or (isinstance(value, str) and self._is_choice(value))
            or (isinstance(value, int) and not self.keys and self._in_range(value))
        ):
            return value
        raise OptionError(f"option {self.name!r} cannot be {value!r}; allowed: {self.allowed}")

    def _is_choice(self, value: str) -> bool:
        if "fixed:*" in self.choices and value.startswith("fixed:"):
            return value.removeprefix("fixed:") in INDEX
        return value in self.choices and value != "fixed:*"

    def _in_range(self, value: object) -> bool:
        return (
            isinstance(value, int)
            and not isinstance(value, bool)
            and self.minimum is not None
            and self.minimum <= value
            and value <= (MOST if self.maximum is None else self.maximum)
        )

    def _numbers(self, value: Mapping[str, object]) -> Mapping[str, object] | None:
        if set(value) == set(self.keys) and all(self._in_range(number) for number in value.values()):
            return dict(value)
        return None

    def _rows(self, value: Mapping[str, object], rows: Mapping[str, str]) -> Mapping[str, object] | None:
        table: dict[str, object] = {}
        for name, pair in value.items():
            if name not in rows or not isinstance(pair, list | tuple) or len(pair) != 2:
                return None
            if not all(self._in_range(number) for number in pair):
                return None
            table[rows[name]] = tuple(pair)
        return table
