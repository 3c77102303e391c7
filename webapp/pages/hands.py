"""Scored hands that a player kept: one log in the store, newest shown first."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from webapp.pages.jobs import Job
from webapp.store import Event, Store

LOG: Final = "single-hands"
KIND: Final = "hand_scored"


@dataclass(frozen=True)
class KeptHand:
    """A kept hand for showing: its tiles in order, winning tile last, and what it was worth."""

    tiles: tuple[str, ...]
    payload: Mapping[str, Any]


class HandBook:
    """Keeps hands and shows the last ones."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen = 0  # the last entry read: older ones need not be read again

    def keep(self, uuid: str, payload: Mapping[str, Any], job: Job | None) -> Event:
        """Keep one hand, with its photo if it came from one. The same ``uuid`` again is the same hand.

        Raises:
            webapp.store.StoreError: it could not be written; nothing is kept then.
            webapp.store.ReusedUuidError: ``uuid`` stands for another hand.
        """
        if job is not None and job.image is not None and job.kept_as is None:
            job.kept_as = self._store.save_photo(job.image).id
        photo = job.kept_as if job is not None else None
        return self._store.append(LOG, KIND, {**payload, "photo": photo}, uuid=uuid)

    def last(self, count: int) -> tuple[KeptHand, ...]:
        """The hands kept last, newest first."""
        events = self._store.events(LOG, after=max(0, self._seen - count))
        self._seen = events[-1].sequence if events else 0
        return tuple(_shown(event.payload) for event in reversed(events[-count:]) if event.kind == KIND)


def _shown(payload: Mapping[str, Any]) -> KeptHand:
    hand = payload["hand"]
    tiles = [*hand["concealed"], *(tile for meld in hand["melds"] for tile in meld["tiles"]), hand["win"]]
    return KeptHand(tuple(tiles), payload)
