"""Tables that are put away: nothing is booked on a deleted or an archived one before it is brought back."""

from typing import Final

from webapp.tally.fold import Table

# What a table that is put away still takes, by how it is put away.
_TAKEN: Final = {
    "deleted": frozenset({"table_restored"}),
    "archived": frozenset({"table_resumed", "table_deleted"}),
}


class ClosedError(Exception):
    """The table is put away.

    Attributes:
        table: as it is.
    """

    def __init__(self, table: Table) -> None:
        super().__init__(closed(table))
        self.table = table


def closed(table: Table) -> str:
    """``deleted``, ``archived``, or ``""`` for a table in play."""
    return "deleted" if table.deleted else "archived" if table.archived else ""


def refuse_closed(table: Table, *kinds: str) -> None:
    """Raise ClosedError where the table takes no event of one of these kinds."""
    put_away = closed(table)
    if put_away and not _TAKEN[put_away].issuperset(kinds):
        raise ClosedError(table)
