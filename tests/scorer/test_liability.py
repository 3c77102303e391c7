"""Who pays for all (包), in the order in which the rules are asked."""

import pytest


def test_the_feeder_of_the_fourth_open_meld_pays_a_self_draw(play):
    deal = "5m +5m | chi 123m<E | chi 456p<E | peng NNN<N | peng 888s<W"
    play("ji_ping_hu", f"{deal} ; S").pays("S+6 W-6")
    # On a discard the discarder pays his ordinary debt.
    play("ji_ping_hu", f"{deal} ; S<N").pays("S+1 N-1")


def test_an_added_kong_keeps_the_place_and_the_feeder_of_its_triplet(play):
    deal = "5m +5m | chi 123m<E | peng NNN<N | peng 777s<W | bu_gang 8888p<E ; S"
    play("ji_ping_hu", deal).pays("S+6 E-6")


def test_a_concealed_kong_keeps_nine_tiles_down(play):
    play("ji_ping_hu", "5m +5m | an_gang 2222s | chi 456p<E | peng NNN<N | peng 888s<W ; S").pays(
        "S+6 E-2 W-2 N-2"
    )


def test_three_melds_make_nobody_liable(play):
    play("ji_ping_hu", "5m 78m 5m +9m | chi 456p<E | peng NNN<N | peng 888s<W ; S").pays("S+6 E-2 W-2 N-2")


def test_nobody_is_liable_for_a_meld_whose_feeder_is_not_known(play):
    play("ji_ping_hu", "5m +5m | chi 123m<E | chi 456p<E | peng NNN<N | peng 888s ; S").pays(
        "S+6 E-2 W-2 N-2"
    )


@pytest.mark.parametrize(("first", "pays"), [("N", "S+6 E-2 W-2 N-2"), ("S", "S+6 W-6")])
def test_who_is_liable_to_one_player_is_not_liable_to_the_next(play, first, pays):
    deal = "5m +5m | chi 123m<E | chi 456p<E | peng NNN<N | peng 888s<W"
    play("ji_ping_hu", f"{deal} ; S ; already_liable=W>{first}").pays(pays)
    play("ji_ping_hu", f"{deal} ; S ; already_liable=N>E").pays("S+6 W-6")


def test_the_feeder_of_the_last_dragon_pays(play):
    play("ji_ping_hu", "55m 78s +9s | peng CCC<N | peng BBB<E | bu_gang FFFF<W ; S").pays("S+192 W-192")
    # With another meld after it the last dragon still decides; the fourth meld comes after that rule.
    deal = "5m +5m | peng CCC<N | peng BBB<E | peng FFF<W | peng 888s<N ; S"
    play("ji_ping_hu", deal).pays("S+192 W-192")
    play("ji_ping_hu", deal, bao_big_dragons=False).pays("S+192 N-192")


def test_a_concealed_dragon_kong_makes_nobody_liable(play):
    play("ji_ping_hu", "55m 78s +9s | peng CCC<N | peng BBB<E | an_gang FFFF ; S").pays(
        "S+192 E-64 W-64 N-64"
    )


def test_two_open_dragons_and_one_in_hand_make_nobody_liable(play):
    play("ji_ping_hu", "FFF 78s 55m +9s | peng CCC<N | peng BBB<E ; S").pays("S+192 E-64 W-64 N-64")


def test_the_feeder_of_the_kong_comes_before_all_others(play):
    deal = (
        "5m +5m | peng CCC<N | peng BBB<E | peng FFF<W | ming_gang 8888s<N ; S ; flags=gang_draw gang_from=E"
    )
    play("ji_ping_hu", deal).pays("S+192 E-192")
    play("ji_ping_hu", deal.replace(" gang_from=E", "")).pays("S+192 W-192")


def test_a_robbed_player_pays_and_liability_is_not_asked(play):
    deal = "55m 78s +9s | peng CCC<N | peng BBB<E | peng FFF<W ; S!N"
    play("ji_ping_hu", deal).pays("S+192 N-192")
    # Old style: 5 and the three dragons and the robbed kong, 9 fan, 96; three halves of it.
    play("lao_zhang", deal).pays("S+144 N-144")


def test_old_style_frees_a_win_after_a_kong_from_every_other_liability(play):
    deal = "55m 78s +9s | peng CCC<N | peng FFF<E | ming_gang BBBB<W ; S ; flags={flag} gang_from=W"
    for flag in ("gang_draw", "double_gang_draw", "gang_draw,double_gang_draw"):
        play("lao_zhang", deal.format(flag=flag)).pays("S+192 E-64 W-64 N-64")
    play("lao_zhang", deal.format(flag="gang_draw"), bao_gang_kai=True).pays("S+192 W-192")
    play("lao_zhang", deal.format(flag="last_tile").replace(" gang_from=W", "")).pays("S+192 W-192")


def test_a_second_kong_in_a_row_is_a_flag_of_its_own(play):
    # Only old style has a row for it; elsewhere the single kong's flag says what counts.
    deal = "123m 456m 77s 12s +3s | an_gang 9999p ; S ; flags={flags}"
    play("ji_ping_hu", deal.format(flags="double_gang_draw")).has("鸡胡=0 自摸=1", 1, 2, "S+6 E-2 W-2 N-2")
    both = deal.format(flags="gang_draw,double_gang_draw")
    play("ji_ping_hu", both).has("鸡胡=0 自摸=1 杠上开花=0", 3, 8, "S+24 E-8 W-8 N-8")


def test_a_kongs_feeder_pays_only_when_its_replacement_won(play):
    deal = "123m 78s 55s +9s | ming_gang NNNN<E | an_gang 2222p ; S ; gang_from=E"
    play("ji_ping_hu", deal).has("鸡胡=0 自摸=1", 1, 2, "S+6 E-2 W-2 N-2")
