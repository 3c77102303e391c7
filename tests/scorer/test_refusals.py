"""What cannot be is refused with its code, and the first fault that applies is the one named."""

from dataclasses import replace

import pytest

from scorer.errors import CODES, RuleError
from scorer.hand import Context, Hand, Meld
from scorer.rulesets import rule_set
from scorer.scoring import score_win
from scorer.tiles import parse_tiles
from scorer.validation import check_together

PLAIN = "123m 456p 789s 11p 33s +3s"
OPEN = "456p 999s 34p 22s +2p | chi 123m<E"


@pytest.mark.parametrize(
    ("rules", "deal", "code"),
    [
        ("ji_ping_hu", "023m 456p 789s 11p 33s +3s", "invalid_tile"),
        ("ji_ping_hu", "123m 456p 789s 11p 33s +X", "invalid_tile"),
        ("ji_ping_hu", "123m 456p 789s 11p 33 +3s", "invalid_tile"),
        ("ji_ping_hu", "456p 999s 34p 22s +2p | chi 12z<E", "invalid_tile"),
        ("tui_dao_hu", f"{PLAIN} ; S ; horses=0m", "invalid_tile"),
        ("lishui", f"{PLAIN} ; S ; wild=0m", "invalid_tile"),
        # Melds: unknown type, wrong tiles, wrong feeder.
        ("ji_ping_hu", "456p 999s 34p 22s +2p | pong 111m<E", "illegal_meld"),
        ("ji_ping_hu", "456p 999s 34p 22s +2p | gang_unknown 1111m", "illegal_meld"),
        ("ji_ping_hu", "456p 999s 34p 22s +2p | chi 124m<E", "illegal_meld"),
        ("ji_ping_hu", "456p 999s 34p 22s +2p | chi 8m9m1p<E", "illegal_meld"),
        ("ji_ping_hu", "456p 999s 34p 22s +2p | chi 9p1s2s<E", "illegal_meld"),
        ("ji_ping_hu", "456p 999s 34p 22s +2p | chi ESW<E", "illegal_meld"),
        ("ji_ping_hu", "456p 999s 34p 22s +2p | chi 1234m<E", "illegal_meld"),
        ("ji_ping_hu", "456p 999s 34p 22s +2p | peng 112m<E", "illegal_meld"),
        ("ji_ping_hu", "456p 999s 34p 22s +2p | peng 11m<E", "illegal_meld"),
        ("ji_ping_hu", "456p 999s 34p 22s +2p | an_gang 111m", "illegal_meld"),
        ("ji_ping_hu", "456p 999s 34p 22s +2p | ming_gang 1112m<E", "illegal_meld"),
        ("ji_ping_hu", "456p 999s 34p 22s +2p | chi 123m<N", "illegal_meld"),
        ("ji_ping_hu", "456p 999s 34p 22s +2p | chi 123m<S", "illegal_meld"),
        ("ji_ping_hu", "456p 999s 34p 22s +2p | peng 111m<S", "illegal_meld"),
        ("ji_ping_hu", "456p 999s 34p 22s +2p | peng 111m<X", "illegal_meld"),
        ("ji_ping_hu", "456p 999s 34p 22s +2p | an_gang 1111m<E", "illegal_meld"),
        ("tui_dao_hu", f"{OPEN} ; S", "illegal_meld"),
        # Wild tiles in melds, as themselves or for another tile.
        ("lishui", f"{OPEN} ; S<W ; wild=2m", "wild_in_meld"),
        ("lishui", "456p 999s 34p 22s +2p | peng 11m9m<E ; S<W ; wild=9m", "wild_in_meld"),
        ("lishui", "456p 999s 34p 22s +2p | chi 13m9m<E ; S<W ; wild=9m", "wild_in_meld"),
        ("lishui", "456p 999s 34p 22s +2p | chi 1m99m<E ; S<W ; wild=9m", "wild_in_meld"),
        ("lishui", "456p 999s 34p 22s +2p | an_gang 9999m ; S<W ; wild=9m", "wild_in_meld"),
        ("lishui", "456p 999s 34p 22s +2p | chi 14m9m<E ; S<W ; wild=9m", "illegal_meld"),
        ("lishui", "456p 999s 34p 22s +2p | peng 12m9m<E ; S<W ; wild=9m", "illegal_meld"),
        ("lishui", "456p 999s 34p 22s +2p | chi 46mB<E ; S<W ; wild=5p", "illegal_meld"),
        ("lishui", "456p 999s 34p 22s +2p | chi 46mB<E ; S<W ; wild=B", "wild_in_meld"),
        # Numbers of tiles and of copies.
        ("ji_ping_hu", "123m 456p 789s 11p 3s +3s", "wrong_tile_count"),
        ("ji_ping_hu", "123m 456p 789s 11p 333s +3s", "wrong_tile_count"),
        ("ji_ping_hu", "123m 456p 789s 11p 33s +33s", "wrong_tile_count"),
        ("ji_ping_hu", "123m 456p 789s 11p 33s", "wrong_tile_count"),
        ("wenzhou", f"{PLAIN} ; S ; wild=C", "wrong_tile_count"),
        (
            "ji_ping_hu",
            "1p +1p | peng 222m<E | peng 333m<E | peng 444m<E | peng 555m<E | peng 666m<E",
            "wrong_tile_count",
        ),
        ("ji_ping_hu", "1111m 23m 456p 789s 3s +1m", "too_many_copies"),
        ("ji_ping_hu", "11m 23m 456p 78s 1m +9s | peng 111m<E", "too_many_copies"),
        ("lishui", "456p 789s 23s 999m 11p +9m ; S ; wild=9m", "too_many_copies"),
        ("ji_ping_hu", f"{PLAIN.replace('33s', '3s3s')} ; S!N", "too_many_copies"),
        # Ways of winning.
        ("ji_ping_hu", "123m 456p 789s 11p 12s +3s ; S!N ; robbed_gang=an_gang", "illegal_win_method"),
        ("ji_ping_hu", "123m 456p 789s 11p 12s +3s ; S!N ; robbed_gang=ming_gang", "illegal_win_method"),
        ("tui_dao_hu", PLAIN, "illegal_win_method"),
        ("lishui", "123m 456p 789s 11p 3s 9m +9m ; S<W ; wild=9m", "wild_discarded"),
        ("lishui", "123m 456p 789s 11p 33s +9m ; S!W ; wild=9m", "wild_discarded"),
        # No win, and no win that is large enough.
        ("ji_ping_hu", "147m 258p 369s ESWN +C", "not_a_win"),
        ("ji_ping_hu", "1133m 5577p 2244s E +E", "not_a_win"),
        ("ji_ping_hu", "19m 19p 19s ESWNCFB +2m", "not_a_win"),
        ("ji_ping_hu", "11m 9m 11p 9p 19s ESWNC +B", "not_a_win"),
        ("lao_zhang", PLAIN, "below_min_fan"),
    ],
)
def test_what_cannot_be_is_refused(play, rules, deal, code):
    play(rules, deal).refused(code)


@pytest.mark.parametrize(
    "context",
    [
        "X",
        "S ; dealer=X",
        "S ; round_wind=C",
        "S ; seat_wind=X",
        "S ; from=W",
        "S<",
        "S<S",
        "S<X",
        "S<W ; flags=riichi",
        "S<W ; flags=gang_draw",
        "S<W ; flags=double_gang_draw",
        "S ; flags=gang_draw",
        "S ; gang_from=S",
        "S<W ; flags=last_tile",
        "S ; flags=last_discard",
        "S ; flags=tian_hu",
        "E<W ; flags=tian_hu",
        "E ; flags=di_hu",
        "S<E ; flags=di_hu",
        "E<W ; flags=ren_hu",
        "S ; flags=ren_hu",
        "S<W ; flags=ren_hu",
        "S ; flags=di_hu calls_before_win=peng",
        "S ; flags=di_hu calls_before_win=chi",
        "S ; flags=di_hu calls_before_win=bu_gang",
        "S<E ; flags=ren_hu calls_before_win=ming_gang",
        "S ; dealer_streak=-1",
        "S ; ready=maybe",
        "S ; already_liable=W>X",
    ],
)
def test_a_context_that_contradicts_itself_is_refused(play, context):
    play("ji_ping_hu", f"{PLAIN} ; {context}").refused("context_conflict")


@pytest.mark.parametrize(
    ("rules", "deal"),
    [
        ("ji_ping_hu", f"{OPEN} ; S ; flags=di_hu"),
        ("ji_ping_hu", f"{OPEN} ; S<E ; flags=ren_hu"),
        ("ji_ping_hu", "123m 456p 11p 33s +3s | an_gang 7777s ; E ; flags=tian_hu"),
        ("ji_ping_hu", "123m 456p 11p 33s +3s | an_gang 7777s ; S ; flags=gang_draw gang_from=S"),
        ("lao_zhang", f"{PLAIN} ; S<W ; flags=di_hu"),
        ("lao_zhang", f"{PLAIN} ; S ; flags=di_hu"),
        ("lishui", f"{PLAIN} ; S"),
        ("lishui", f"{PLAIN} ; S ; wild=9m key_pair=S,N"),
        ("lishui", f"{PLAIN} ; S ; wild=9m key_pair=S,S"),
        ("lishui", f"{PLAIN} ; S ; wild=9m key_pair=S,X"),
        ("lishui", f"{PLAIN} ; S ; wild=9m key_pair=S"),
        ("tui_dao_hu", f"{PLAIN} ; S ; gangs=X:an_gang"),
        ("tui_dao_hu", f"{PLAIN} ; S ; gangs=S:peng"),
        ("tui_dao_hu", f"{PLAIN} ; S ; gangs=S:ming_gang"),
        ("tui_dao_hu", f"{PLAIN} ; S ; gangs=S:ming_gang<S"),
        ("tui_dao_hu", f"{PLAIN} ; S ; gangs=S:ming_gang<X"),
        ("wenzhou", "123m 456p 123s 345p 11m 67s +8s ; S ; wild=C caishen_counts=S2,W2"),
        ("wenzhou", "123m 456p 123s 345p 11m 67s +8s ; S ; wild=C caishen_counts=S-1"),
        ("wenzhou", "123m 456p 123s 345p 11m 67s +8s ; S ; wild=C caishen_counts=X1"),
    ],
)
def test_contradictions_of_one_rule_set(play, rules, deal):
    play(rules, deal).refused("context_conflict")


def test_a_key_of_another_rule_set_is_ignored(play):
    play(
        "ji_ping_hu", f"{PLAIN} ; S<W ; key_pair=S,X horses=1m,1m,1m gangs=X:peng caishen_counts=S9 wild=3s"
    ).pays("S+1 W-1")
    play("wenzhou", "123m 456p 123s 345p 11m 67s +8s ; S ; wild=C flags=last_tile").pays("S+8 E-4 W-2 N-2")


@pytest.mark.parametrize(
    ("hand", "context", "code"),
    [
        # Each has this fault and every later one as well.
        (Hand(("0m",), (Meld("chi", ("1m", "2m", "9m"), "E"),), "9m"), {"win_by": "steal"}, "invalid_tile"),
        (Hand(("1m",), (Meld("chi", ("1m", "2m", "8m"), "E"),), "9m"), {"win_by": "steal"}, "illegal_meld"),
        (Hand(("1m",), (Meld("peng", ("9m", "9m", "9m"), "E"),), "9m"), {"win_by": "steal"}, "wild_in_meld"),
        (Hand(("1m",) * 5, (), "9m"), {"win_by": "steal"}, "wrong_tile_count"),
        (Hand(("1m",) * 13, (), "9m"), {"win_by": "steal", "flags": ("x",)}, "too_many_copies"),
        (
            Hand(tuple("ESWN") * 3 + ("C",), (), "9m"),
            {"win_by": "steal", "flags": ("x",)},
            "context_conflict",
        ),
        (Hand(tuple("ESWN") * 3 + ("C",), (), "9m"), {"win_by": "steal"}, "illegal_win_method"),
        (Hand(tuple("ESWN") * 3 + ("C",), (), "9m"), {"win_by": "discard"}, "wild_discarded"),
        (Hand(tuple("ESWN") * 3 + ("C",), (), "F"), {"win_by": "discard"}, "not_a_win"),
    ],
)
def test_the_first_fault_is_the_one_named(hand, context, code):
    whole = Context(**({"winner": "S", "source": "W", "wild": "9m"} | context))
    with pytest.raises(RuleError) as caught:
        score_win(rule_set("lishui"), hand, whole)
    assert caught.value.code == code
    assert caught.value.code in CODES
    assert caught.value.explanation.key.startswith("error.")
    assert code in str(caught.value)


def test_flowers_are_told_and_left_out():
    hand = Hand(("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1p", "1p", "3s", "3s"), (), "3s", 2)
    score = score_win(rule_set("ji_ping_hu"), hand, Context(winner="S", win_by="discard", source="W"))
    assert [note.params for note in score.notes if note.key == "note.flowers"] == [{"flowers": 2}]
    assert score.points == 1


KONG = (Meld("an_gang", ("C",) * 4),)


@pytest.mark.parametrize(
    ("rules", "context", "hands", "error"),
    [
        # Four red dragons each, in kongs.
        ("ji_ping_hu", {}, (("123m456p77sEE", KONG, "7s"), ("123m456p89sSS", KONG, "7s")), "too_many_copies"),
        # Both hold two of the tile that they won on.
        ("ji_ping_hu", {}, (("123m456p77sEE", (), "7s"), ("789m456p77sSS", (), "7s")), "too_many_copies"),
        # Two wild tiles each: three are left.
        ("lishui", {"wild": "9m"}, (("123m9m9m", (), "3s"), ("456p9m9m", (), "3s")), "too_many_wilds"),
    ],
)
def test_all_winners_together_hold_no_more_of_a_tile_than_there_is(rules, context, hands, error):
    found = [Hand(tuple(parse_tiles(tiles)), melds, win) for tiles, melds, win in hands]
    context = Context(win_by="discard", source="W", **context)
    for hand in found:
        check_together(rule_set(rules), [hand], context)
    with pytest.raises(RuleError, match=error):
        check_together(rule_set(rules), found, context)


def test_copies_are_counted_hand_by_hand_where_several_win(play_all):
    claims = ("S123m 456p 77s EE +7s | an_gang CCCC", "N123m 456p 89s SS +7s | an_gang CCCC")
    assert len(play_all("ji_ping_hu", "<W", *claims, multi_win="all").found["wins"]) == 2


def test_a_winning_tile_that_is_none_is_told_before_that_the_others_won_on_another(play_all):
    claims = ("S123m 456p 789s 11p 12s +3s", "N123m 456p 789s 99p 12s +X")
    play_all("ji_ping_hu", "<W", *claims, multi_win="all").refused("invalid_tile")


def test_a_set_has_eight_flowers():
    tiles = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1s", "2s")
    mine, other = (Hand((*tiles, pair, pair), (), "3s", number) for pair, number in (("E", 8), ("S", 1)))
    score_win(rule_set("ji_ping_hu"), mine, Context(winner="S"))
    with pytest.raises(RuleError, match="too_many_flowers"):
        score_win(rule_set("ji_ping_hu"), replace(mine, flowers=9), Context(winner="S"))
    with pytest.raises(RuleError, match="too_many_flowers"):
        check_together(rule_set("ji_ping_hu"), [mine, other], Context(win_by="discard", source="W"))
