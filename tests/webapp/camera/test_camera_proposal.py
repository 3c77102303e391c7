"""From a hand turned up to a booking: who won from whom, by which tile, and who is liable."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from ledger_entries import SETUP
from scripted_table import a_hand, discard, frames, laid, lying

from vision.live.events import SEATS, Event
from webapp.camera.hands import TurnedUp
from webapp.camera.proposal import Proposal, propose
from webapp.camera.setup import CameraSetup
from webapp.tally.book import TableBook
from webapp.tally.fold import Table

FRAME = frames(1)[0]
DRAGONS = ["2m", "2m", "6p", "7p"]  # beside three triplets of dragons: waits for 5p and 8p
HOME = CameraSetup()  # East at the lower edge, South right, West on top, North left


@pytest.fixture
def table_with(book: TableBook) -> Callable[..., Table]:
    """``table_with(rules, **options)``: an empty table; East deals."""

    def make(rules: str, **options: Any) -> Table:
        return book.create({**SETUP, "rules": rules, "options": options}, str(uuid.uuid4()))

    return make


def turned(
    side: Any,
    kinds: Sequence[str],
    deal: Sequence[Event] = (),
    melds: Sequence[Any] = (),
    **more: Any,
) -> TurnedUp:
    win = more.pop("win", None)
    doubtful = more.pop("doubtful", ())
    others = {**dict.fromkeys(SEATS, ()), **more.pop("others", {})}
    others.pop(side)
    pool = tuple(more.pop("pool", ()))
    return TurnedUp(side, a_hand(kinds, win, doubtful), tuple(melds), others, pool, tuple(deal), FRAME)


def won(proposal: Proposal | None) -> Mapping[str, Any]:
    assert proposal is not None
    assert proposal.verdict is not None
    assert sum(proposal.verdict.settlement.payments.values()) == 0
    entry: Mapping[str, Any] = proposal.entry
    return entry


ROW = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "C", "C", "C", "1s"]


def test_a_discard_that_still_lies_there_wins(table_with: Callable[..., Table]) -> None:
    hand = turned("right", ROW, [discard("top", "1s")], pool=[lying("1s", "top")])
    made = propose(hand, table_with("ji_ping_hu"), HOME)
    entry = won(made)
    assert entry["context"] == {"win_by": "discard", "from": "W"}
    (win,) = entry["wins"]
    assert (win["winner"], win["hand"]["win"], len(win["hand"]["concealed"])) == ("S", "1s", 13)
    assert made is not None
    assert made.doubts == ()


def test_a_discard_laid_to_the_hand_wins(table_with: Callable[..., Table]) -> None:
    hand = turned("right", [*ROW, "1s"], [discard("top", "1s")])
    entry = won(propose(hand, table_with("ji_ping_hu"), HOME))
    assert entry["context"] == {"win_by": "discard", "from": "W"}
    assert entry["wins"][0]["hand"]["win"] == "1s"


def test_while_the_last_discard_lies_there_a_whole_hand_is_self_drawn(
    table_with: Callable[..., Table],
) -> None:
    hand = turned("right", [*ROW, "1s"], [discard("top", "1s")], pool=[lying("1s")], win=13)
    entry = won(propose(hand, table_with("ji_ping_hu"), HOME))
    assert entry["context"] == {"win_by": "self_draw"}
    assert entry["wins"][0]["hand"]["win"] == "1s"


def test_where_no_tile_lies_apart_the_one_that_pays_least_is_taken_and_doubted(
    table_with: Callable[..., Table],
) -> None:
    table = table_with("ji_ping_hu")
    made = propose(turned("bottom", [*ROW, "1s"], [discard("right", "9m")]), table, HOME)
    entry = won(made)
    assert made is not None
    assert made.doubts == ("win_tile",)
    assert made.verdict is not None
    least = made.verdict.settlement.payments["E"]
    for tile in sorted({*ROW}):
        named = turned("bottom", [*ROW, "1s"], win=[*ROW, "1s"].index(tile))
        other = propose(named, table, HOME)
        assert other is not None
        assert other.verdict is not None
        assert least <= other.verdict.settlement.payments["E"]
    assert entry["context"]["win_by"] == "self_draw"


def test_a_discard_nobody_was_seen_to_make_is_doubted(table_with: Callable[..., Table]) -> None:
    made = propose(turned("right", ROW, [discard(None, "1s")]), table_with("ji_ping_hu"), HOME)
    assert won(made)["context"]["from"] == "E"  # the player before
    assert made is not None
    assert made.doubts == ("discarder",)


def test_faces_in_doubt_are_told(table_with: Callable[..., Table]) -> None:
    hand = turned("right", ROW, [discard("top", "1s")], doubtful=(3,))
    made = propose(hand, table_with("ji_ping_hu"), HOME)
    assert made is not None
    assert made.doubts == ("tiles",)


@pytest.mark.parametrize(
    ("kinds", "deal"),
    [
        (ROW, []),  # nobody discarded
        (ROW, [discard("top", "9m")]),  # another tile
        (ROW, [discard("right", "1s")]),  # his own
        ([*ROW[:-1], "2s"], [discard("top", "1s")]),
        ([*ROW[:-1], "9p", "8p"], [discard("top", "1s")]),  # shown after somebody else has won
        (ROW[:10], [discard("top", "1s")]),
        ([], [discard("top", "1s")]),
        (["back"] * 13, [discard("top", "1s")]),
        ([*ROW, "1s", "1s"], [discard("top", "1s")]),
    ],
)
def test_what_is_no_win_proposes_nothing(
    kinds: list[str], deal: list[Event], table_with: Callable[..., Table]
) -> None:
    assert propose(turned("right", kinds, deal), table_with("ji_ping_hu"), HOME) is None


def test_melds_come_with_who_fed_them_in_their_order(table_with: Callable[..., Table]) -> None:
    melds = [
        laid("peng", ("C", "C", "C"), "left", since=30),
        laid("chi", ("3s", "4s", "5s"), None, since=10),
        laid("an_gang", ("back", "9p", "9p", "back"), None, since=20),
    ]
    made = propose(
        turned("right", ["1m", "1m", "2p", "3p"], [discard("top", "4p")], melds),
        table_with("ji_ping_hu"),
        HOME,
    )
    laid_down = won(made)["wins"][0]["hand"]["melds"]
    assert [(meld["type"], meld["from"]) for meld in laid_down] == [
        ("chi", "E"),
        ("an_gang", None),
        ("peng", "N"),
    ]
    assert laid_down[1]["tiles"] == ["9p"] * 4


# Liability


def pungs(*fed: tuple[str, Any]) -> list[Any]:
    return [laid("peng", (kind,) * 3, side, since=10.0 * place) for place, (kind, side) in enumerate(fed)]


def test_who_fed_the_third_dragon_pays_for_all(table_with: Callable[..., Table]) -> None:
    melds = pungs(("C", "left"), ("F", "left"), ("B", "top"))
    drawn = turned("bottom", [*DRAGONS, "8p"], [discard("left", "9m")], melds, win=4)
    made = propose(drawn, table_with("ji_ping_hu", bao_big_dragons=True), HOME)
    won(made)
    assert made is not None
    assert made.verdict is not None
    payments = made.verdict.settlement.payments
    assert payments["W"] == -payments["E"]  # West sits on top


def test_who_fed_the_fourth_meld_pays_unless_liable_before(table_with: Callable[..., Table]) -> None:
    table = table_with("ji_ping_hu", bao_twelve=True)
    melds = pungs(("2m", "left"), ("5p", "top"), ("6s", "top"), ("9s", "right"))
    pair = ["8p", "8p"]
    made = propose(turned("bottom", pair, [discard("left", "9m")], melds, win=1), table, HOME)
    assert "already_liable" not in won(made)["context"]
    assert made is not None
    assert made.verdict is not None
    assert made.verdict.settlement.payments["S"] == -made.verdict.settlement.payments["E"]
    # South had fed West's fourth meld before that.
    first = pungs(("3m", "left"), ("4m", "left"), ("7m", "left"), ("8m", "right"))
    held = turned(
        "bottom",
        pair,
        [discard("left", "9m")],
        [*melds[:3], laid("peng", ("9s",) * 3, "right", 99)],
        win=1,
        others={"top": tuple(first)},
    )
    entry = won(propose(held, table, HOME))
    assert entry["context"]["already_liable"] == {"S": "W"}


def kong(side: Any, kind: str, tile: str, source: Any = None, at: float = 5.0) -> Event:
    return Event(kind, at, side, (tile,) * 4, (1, 1, 5, 5), 0.9, 20, source)  # type: ignore[arg-type]  # of a test


def test_a_win_on_the_tile_after_a_kong_is_told_with_its_feeder(table_with: Callable[..., Table]) -> None:
    deal = [discard("top", "7s"), kong("bottom", "ming_gang", "7s", "top")]
    melds = [laid("ming_gang", ("7s",) * 4, "top")]
    kinds = ["1m", "2m", "3m", "4p", "5p", "6p", "C", "C", "C", "1s", "1s"]
    made = propose(
        turned("bottom", kinds, deal, melds, win=10), table_with("ji_ping_hu", bao_gang_kai=True), HOME
    )
    entry = won(made)
    assert entry["wins"][0]["flags"] == ["gang_draw"]
    assert entry["context"]["gang_from"] == "W"


def test_a_kong_before_somebody_elses_discard_is_no_kong_draw(table_with: Callable[..., Table]) -> None:
    deal = [kong("bottom", "an_gang", "7s"), discard("bottom", "9m"), discard("right", "2m")]
    melds = [laid("an_gang", ("7s",) * 4)]
    kinds = ["1m", "2m", "3m", "4p", "5p", "6p", "C", "C", "C", "1s", "1s"]
    entry = won(
        propose(
            turned("bottom", kinds, deal, melds, win=10, pool=[lying("2m")]), table_with("ji_ping_hu"), HOME
        )
    )
    assert entry["wins"][0]["flags"] == []


def test_a_kong_is_robbed(table_with: Callable[..., Table]) -> None:
    deal = [discard("left", "9m"), kong("top", "bu_gang", "1s")]
    waits = [*ROW[:6], *["C", "C", "C", "9s", "9s", "2s", "3s"]]
    entry = won(propose(turned("right", waits, deal), table_with("ji_ping_hu"), HOME))
    assert entry["context"]["win_by"] == "rob_kong"
    assert entry["context"]["from"] == "W"


def test_kongs_of_all_players_are_paid_where_the_rules_pay_them(table_with: Callable[..., Table]) -> None:
    others = {
        "top": (laid("ming_gang", ("7p",) * 4, "left"), laid("an_gang", ("back", "2s", "2s", "back"))),
        "left": (laid("ming_gang", ("8p",) * 4, None), laid("peng", ("9p",) * 3, "top")),
    }
    made = propose(
        turned("right", [*ROW, "1s"], [discard("top", "9m")], others=others, win=13),
        table_with("tui_dao_hu"),
        HOME,
    )
    assert won(made)["context"]["gangs"] == [
        {"seat": "W", "type": "ming_gang", "from": "N"},
        {"seat": "W", "type": "an_gang", "from": None},
    ]
    assert made is not None
    assert made.doubts == ("kong",)


def test_what_the_rules_want_to_know_besides_is_asked_not_guessed(table_with: Callable[..., Table]) -> None:
    """Lishui plays with a wild tile that is turned up: no camera knows which."""
    made = propose(turned("right", ROW, [discard("top", "1s")]), table_with("lishui"), HOME)
    assert made is not None
    assert made.verdict is None
    assert made.refused is not None
