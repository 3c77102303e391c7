"""Which deals were seen, as both databases keep them, and what that tells of booked lines."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from webapp.camera.left import until
from webapp.paths import DataFolder
from webapp.store import Store
from webapp.store.observations import DealSeen, ObservationStore


@pytest.fixture
def observations(tmp_path: Path, database_url: str | None) -> Iterator[ObservationStore]:
    store = Store.open(DataFolder(tmp_path, database_url))
    yield ObservationStore(store)
    store.close()


def test_each_deal_tells_when_it_was_played_and_shown(observations: ObservationStore) -> None:
    def note(kind: str, deal: str | None, sequence: int) -> None:
        more = {} if deal is None else {"deal": deal}
        observations.add("t", kind, "E", {"sequence": sequence, **more})

    note("discard", None, 1)  # as earlier versions have kept it
    for sequence in (1, 1, 2):
        note("discard", "b", sequence)
    note("turned_up", "b", 4)
    note("cleared", "a", 4)
    note("peng", "a", 5)
    note("cleared", "c", 6)
    observations.add("other", "discard", "E", {"sequence": 9, "deal": "z"})
    every = (DealSeen("b", 2, 4), DealSeen("a", 5, None), DealSeen("c", None, None))
    assert observations.deals("t") == every
    assert observations.deals("t", 6) == every[1:]
    assert observations.deals("nowhere") == ()


def test_only_a_hand_that_was_proposed_is_put_aside(observations: ObservationStore) -> None:
    observations.add("t", "turned_up", "E", {"sequence": 1})
    made = observations.add("t", "turned_up", "S", {"sequence": 1, "hand": {"id": "x"}})
    assert [observations.put_aside("t", number, True) for number in (1, 2, 3)] == [False, True, False]
    newest, _older = observations.turned_up("t", 9)
    assert newest.payload["hand"] == {"id": "x", "aside": True}
    assert observations.holds(made)  # the same one, for the frame after it
    assert observations.put_aside("t", 2, False)
    assert observations.turned_up("t", 1)[0].payload["hand"]["aside"] is False


SEEN = (DealSeen("a", 3, 3), DealSeen("b", 5, None))


@pytest.mark.parametrize(
    ("seen", "bound"),
    [
        ((DealSeen("a", 3, 3),), None),
        (SEEN, None),  # being played: who books now books the one before
        ((*SEEN, DealSeen("c", None, None)), 5),  # drawn, and cleared
        ((SEEN[0], DealSeen("b", 5, 6)), 5),
        ((SEEN[0], DealSeen("b", None, 6)), 6),  # nothing of it was seen but the hand
        ((SEEN[0], DealSeen("x", None, None), DealSeen("b", 5, 6)), 5),
        ((DealSeen("z", 1, 1),), None),
    ],
)
def test_what_bounds_a_deal_in_the_log(seen: tuple[DealSeen, ...], bound: int | None) -> None:
    assert until("a", seen) == bound
