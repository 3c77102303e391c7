"""The photo that a line is kept with."""

from typing import Any

from webapp.tally.entries import PHOTOGRAPHED
from webapp.tally.fold import Table


def with_photo(entry: dict[str, Any], photo: str | None, table: Table, line_id: str) -> dict[str, Any]:
    """The line with the photo kept for it, or else with that which it names, if it has had that before."""
    if photo is None and (named := entry.get("photo")) is not None:
        had = (step.line.entry.get("photo") for step in table.steps if step.line.id == line_id)
        photo = named if named in had else None
    return entry | {"photo": photo} if entry["kind"] in PHOTOGRAPHED else entry
