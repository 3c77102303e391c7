"""Instants by this machine's clock."""

from datetime import datetime


def here(moment: datetime) -> datetime:
    """An instant in this machine's time zone; at the ends of the calendar, where it has none, as it is."""
    try:
        return moment.astimezone()
    except (OverflowError, ValueError, OSError):
        return moment
