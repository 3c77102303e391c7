"""What other people's class names mean: tables from the names of a labelled export to this project's classes.

The tables of the known public exports come with the package, one TOML file each in ``exports/``::

    source = "https://…"
    licence = "CC BY 4.0"
    ignore = ["UNKNOWN"]       # classes whose labels are left out

    [classes]
    "bamboo-1" = "1s"          # a tile kind, flower or back
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Final

from datasets.faces import CLASS_NAMES

_SHOWN: Final = 12  # names in a message


class ClassMapError(ValueError):
    """Class names without a known meaning, or a table that cannot be read; the message says what to do."""


@dataclass(frozen=True)
class ClassMap:
    """A table of class names.

    Attributes:
        name: of the table.
        source: where photographs with these names come from.
        classes: this project's class by the export's name.
        ignored: names whose labels are left out.
    """

    name: str
    source: str
    classes: Mapping[str, str]
    ignored: frozenset[str]

    def unknown(self, names: Sequence[str]) -> list[str]:
        """The names this table lacks, in their order."""
        return [name for name in names if name not in self.classes and name not in self.ignored]

    def numbers(self, names: Sequence[str]) -> dict[int, int]:
        """This project's class number by the export's; ignored classes are left out.

        Args:
            names: the export's classes, in the order of their numbers.

        Raises:
            ClassMapError: for names that this table lacks.
        """
        if unknown := self.unknown(names):
            raise ClassMapError(f"the table {self.name} does not know {_listed(unknown)}. {_ADVICE}")
        return {
            number: CLASS_NAMES.index(self.classes[name])
            for number, name in enumerate(names)
            if name not in self.ignored
        }


_ADVICE: Final = (
    "Write a TOML file with a table [classes] in which each name gets a tile (1m … 9s, E S W N B F C, flower "
    "or back), above it a list ignore = [...] of names to leave out, and give it with --classes FILE.toml"
)


def read_map(path: Path) -> ClassMap:
    """Read a table.

    Raises:
        ClassMapError: if it is no such table, or gives a name a class that does not exist.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise ClassMapError(f"{path} is no TOML table of class names: {fault}") from fault
    classes, ignored = data.get("classes"), data.get("ignore", [])
    if not isinstance(classes, dict) or not isinstance(ignored, list):
        raise ClassMapError(f"{path} lacks a table [classes]. {_ADVICE}")
    for name, tile in classes.items():
        if tile not in CLASS_NAMES:
            raise ClassMapError(
                f"{path}: {name} = {tile!r}, which is no class; known are {_listed(CLASS_NAMES)}"
            )
    return ClassMap(path.stem, str(data.get("source", "")), classes, frozenset(map(str, ignored)))


def shipped() -> dict[str, ClassMap]:
    """The tables of the known public exports, by name."""
    folder = Path(str(resources.files("datasets") / "exports"))
    return {path.stem: read_map(path) for path in sorted(folder.glob("*.toml"))}


def choose(names: Sequence[str]) -> ClassMap:
    """The shipped table that knows all of these names.

    Raises:
        ClassMapError: if none does, or several that give them different meanings.
    """
    tables = shipped()
    fitting = [table for table in tables.values() if not table.unknown(names)]
    meanings = {tuple(table.classes.get(name) for name in names) for table in fitting}
    if len(meanings) == 1:
        return fitting[0]
    if fitting:
        known = ", ".join(table.name for table in fitting)
        raise ClassMapError(f"these class names mean different tiles in {known}: say which with --classes")
    nearest = min(tables.values(), key=lambda table: len(table.unknown(names)))
    missing = nearest.unknown(names)
    raise ClassMapError(
        f"class names without a known meaning: {_listed(missing)} (nearest table: {nearest.name}). {_ADVICE}"
    )


def _listed(names: Sequence[str]) -> str:
    rest = len(names) - 3 * _SHOWN
    return ", ".join(names[: 3 * _SHOWN]) + (f" and {rest} more" if rest > 0 else "")
