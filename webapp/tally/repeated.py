"""A change that comes again under its name: the same as before, and does it stand?"""

import json
from collections.abc import Mapping
from typing import Any

from webapp.store import Event, Store
from webapp.tally.ledger import standing


class TakenBackError(ValueError):
    """A change that comes again was booked, and has been taken back since."""


def adds(event: Event, entry: Mapping[str, Any]) -> bool:
    """Whether an event has added this line, whatever its photo."""
    as_kept = json.loads(json.dumps(entry))
    return {**event.payload.get("entry", {}), "photo": None} == {**as_kept, "photo": None}


def refuse_taken_back(store: Store, table_id: str, uuid: str) -> None:
    """Raise TakenBackError for a change that was booked and does not stand: a late repeat of it."""
    if uuid not in standing(store.events(table_id)):
        raise TakenBackError(uuid)
