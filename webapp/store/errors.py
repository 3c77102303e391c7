"""What can go wrong with the store; ``str(error)`` is a sentence for a player."""


class StoreError(Exception):
    """The database or a photo file cannot be read or written.

    Attributes:
        code: ``full``, ``read_only``, ``locked``, ``damaged`` or ``other``; with a database server also
            ``away``, ``crowded``, ``password``, ``no_database``, ``no_rights``, ``twice`` (kept already), and
            ``address`` and ``driver`` where it cannot even be asked.
    """

    def __init__(self, message: str = "", code: str = "other") -> None:
        super().__init__(message)
        self.code = code


class NewerDataError(StoreError):
    """The data folder was written by a newer fanpai."""


class ConflictError(StoreError):
    """Somebody else has booked in between.

    Attributes:
        expected: the sequence number that the sender knew last.
        current: the sequence number of the table's last event, 0 for none.
    """

    def __init__(self, table_id: str, expected: int, current: int) -> None:
        super().__init__(
            f"table {table_id} has moved on to entry {current}, this was written against entry {expected}; "
            "look at the new state and try again"
        )
        self.expected = expected
        self.current = current


class ReusedUuidError(StoreError):
    """One event UUID came with two different contents: the sender mixes up its entries."""


class UnknownPhotoError(StoreError, KeyError):
    """There is no photo with this name (any more)."""

    def __str__(self) -> str:  # KeyError would show the repr
        return str(self.args[0])
