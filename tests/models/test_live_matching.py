"""What a tracker told is compared with what happened: right, wrong, missed, false, and wins proposed."""

from pathlib import Path
from typing import get_args

import pytest

from models.live_deals import FilmedDeal, Observed, Pace, TrueEvent, TrueWin, Watched
from models.live_figures import report
from models.live_matching import Tally, match
from vision.live.events import Event, Kind, Seat

WIN = TrueWin("top", ("1p", "1p", "E"), "E", "left")


def true(kind: str, at: float, seat: str | None, *tiles: str, shows: tuple[str, ...] = ()) -> TrueEvent:
    return TrueEvent(kind, at, at + 1, seat, tiles, shows or tiles, None)


def told(
    kind: str, at: float, seat: Seat | None, *tiles: str, hand: tuple[str, ...] | None = None
) -> Observed:
    assert kind in get_args(Kind)
    event = Event(kind, at, seat, tiles, None, 0.9, 0)  # type: ignore[arg-type]  # asserted above
    return Observed(event, at + 0.5, hand, hand[-1] if hand else None)


def deal(*events: TrueEvent, won: TrueWin | None = None) -> FilmedDeal:
    return FilmedDeal(Path("deal"), (), ((9.0, Path("0.jpg"), False),), events, won)


def test_the_right_one_of_two_is_paired_even_if_it_is_farther_away() -> None:
    found = match(
        [true("discard", 10, "left", "5m")],
        [told("discard", 10.1, "left", "6m"), told("discard", 11, "left", "5m")],
    )
    assert [pair.right for pair in found.pairs] == [True]
    assert [one.event.tiles for one in found.false] == [("6m",)]


def test_wrong_tiles_or_another_seat_are_wrong_and_not_false() -> None:
    found = match(
        [true("discard", 10, "left", "5m"), true("chi", 20, "top", "1m", "2m", "3m")],
        [told("discard", 10, "top", "5m"), told("chi", 20, "top", "1m", "2m", "4m")],
    )
    assert [pair.right for pair in found.pairs] == [False, False]
    assert not found.false
    assert not found.missed


def test_what_is_told_much_later_is_missed_and_false() -> None:
    found = match([true("peng", 10, "left", "C", "C", "C")], [told("peng", 25, "left", "C", "C", "C")])
    assert [event.kind for event in found.missed] == ["peng"]
    assert [one.event.kind for one in found.false] == ["peng"]


@pytest.mark.parametrize("tiles", [("9s", "9s", "9s", "9s"), ("back", "9s", "9s", "back")])
def test_a_concealed_kong_is_right_by_what_it_shows_or_is(tiles: tuple[str, ...]) -> None:
    kong = true("an_gang", 10, "left", "9s", "9s", "9s", "9s", shows=("back", "9s", "9s", "back"))
    assert match([kong], [told("an_gang", 10, "left", *tiles)]).pairs[0].right


def test_hands_are_exact_only_with_every_tile_and_the_winners_seat() -> None:
    turned = true("turned_up", 10, "top", "1p", "E")
    tally = Tally()
    tally.add(Watched(deal(turned, won=WIN), [told("turned_up", 10, "top", hand=("1p", "1p", "E"))]))
    tally.add(Watched(deal(turned, won=WIN), [told("turned_up", 10, "top", hand=("1p", "2p", "E"))]))
    tally.add(Watched(deal(turned, won=WIN), [told("turned_up", 10, "left", hand=("1p", "1p", "E"))]))
    tally.add(Watched(deal(turned, won=WIN), [told("turned_up", 10, "top")]))
    assert (tally.wins, tally.hands, tally.winning_tiles) == (4, 1, 1)
    assert tally.from_still == [0.5]
    assert tally.from_free == [-0.5]


def test_a_win_proposed_where_nobody_won_is_counted() -> None:
    tally = Tally()
    tally.add(Watched(deal(true("cleared", 12, None)), [told("turned_up", 10, "top", hand=("1p", "1p"))]))
    tally.add(Watched(deal(true("cleared", 12, None)), [told("cleared", 12, None)]))
    assert (tally.without, tally.proposed_without) == (2, 1)
    assert tally.false == {"turned_up": 1}
    assert tally.right["cleared"] == 1


def test_the_report_gives_shares_with_their_intervals() -> None:
    tally = Tally()
    events = [true("discard", 10.0 * n, "left", "5m") for n in range(1, 5)]
    seen = [told("discard", 10.0 * n, "left", "5m") for n in range(1, 4)]
    tally.add(Watched(deal(*events), seen))
    lines = report(tally, Pace(20, 2.0), Pace(9, 3.0))
    assert "discards and calls with the right tiles and seat: 3/4 = 75.0 % (30.1–95.4)" in lines
    assert any("10.0 with a still table (20 frames), 3.0 with hands moving (9)" in line for line in lines)
    assert any("false events: 0.00 a deal" in line for line in lines)
