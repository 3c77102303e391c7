"""鸡平胡, cap 3 and cap 5: one hand for each row, and how rows come together. Values worked out by hand."""

import pytest

from scorer.rulesets import rule_set

CHICKEN = "456p 999s 34p 22s +2p | chi 123m<E"
CLOSED = "123m 456p 789s 11p 33s +3s"  # three runs, a triplet and a pair: nothing

# Row → (deal, rows with cap 3, total 3, rows with cap 5, total 5).
ROWS = {
    "天和": (f"{CLOSED} ; E ; flags=tian_hu", "天和=6", 6, "天和=9", 9),
    "地和": (f"{CLOSED} ; S ; flags=di_hu", "地和=6", 6, "地和=9", 9),
    "人和": (f"{CLOSED} ; S<E ; flags=ren_hu", "人和=6", 6, "人和=9", 9),
    "十三幺": ("19m 19p 19s ESWNCFB +9s", "十三幺=6", 6, "十三幺=9", 9),
    "九莲宝灯": ("1112345678999p +2p", "九莲宝灯=6", 6, "九莲宝灯=8", 8),
    "大四喜": ("EEE NNN 7p +7p | peng SSS<N | peng WWW<E", "大四喜=6", 6, "大四喜=8", 8),
    "大三元": ("BBB 78s 22m +9s | peng CCC<N | peng FFF<E", "大三元=6", 6, "大三元=8", 8),
    "清幺九": ("111s 999s 11p 99p +9p | peng 999m<N", "清幺九=6", 6, "清幺九=8", 8),
    "字一色": ("SSS CCC FF WW +F | peng EEE<N", "字一色=6", 6, "字一色=8", 8),
    "小四喜": ("WWW NN 45m +6m | peng EEE<N | peng SSS<W", "小四喜=5", 5, "小四喜=7", 7),
    "小三元": ("FFF BB 345p 67s +8s | peng CCC<N", "小三元=5", 5, "小三元=7", 7),
    "混幺九": ("999s EEE 11p WW +1p | peng 111m<N", "混幺九=5", 5, "混幺九=7", 7),
    "清碰": ("222p 444p 55p 88p +8p | peng 999p<N", "清碰=5", 5, "清碰=7", 7),
    "清一色": ("123p 234p 678p 55p 99p +9p", "清一色=4", 4, "清一色=6", 6),
    "混碰": ("222s 555s 77s BB +7s | peng EEE<N", "混碰=4", 4, "混碰=6", 6),
    "混一色": ("123s 456s 77s 99s +9s | peng NNN<E", "混一色=2", 2, "混一色=2", 2),
    "碰碰胡": ("444p 666s 88m 99p +9p | peng 222m<E", "碰碰胡=2", 2, "碰碰胡=2", 2),
    "平胡": ("456m 789p 34s 55s +5s | chi 123m<E", "平胡=1", 1, "平胡=1", 1),
    "鸡胡": (CHICKEN, "鸡胡=0", 0, "鸡胡=0", 0),
    "自摸": (f"{CHICKEN} ; S", "鸡胡=0 自摸=1", 1, "鸡胡=0 自摸=1", 1),
    "门前清": (CLOSED, "鸡胡=0", 0, "鸡胡=0 门前清=1", 1),
    "风位": ("123m 456p 78s 55s +9s | peng SSS<N", "鸡胡=0 风位=1", 1, "鸡胡=0 风位=1", 1),
    "风圈": ("123m 456p 78s 55s +9s | peng EEE<N", "鸡胡=0 风圈=1", 1, "鸡胡=0 风圈=1", 1),
    "红中": ("123m 456p 78s 55s +9s | peng CCC<N", "鸡胡=0 红中=1", 1, "鸡胡=0 红中=1", 1),
    "发财": ("123m 456p 78s 55s +9s | ming_gang FFFF<N", "鸡胡=0 发财=1", 1, "鸡胡=0 发财=1", 1),
    "白板": ("123m 456p 78s 55s +9s | bu_gang BBBB<N", "鸡胡=0 白板=1", 1, "鸡胡=0 白板=1", 1),
    "杠上开花": (
        "123m 456p 78s 55s +9s | ming_gang 2222p<N ; S ; flags=gang_draw",
        "鸡胡=0 自摸=1 杠上开花=0",
        3,
        "鸡胡=0 自摸=1 杠上开花=0",
        1,
    ),
    "海底捞月": (
        f"{CHICKEN} ; S ; flags=last_tile",
        "鸡胡=0 自摸=1 海底捞月=0",
        3,
        "鸡胡=0 自摸=1 海底捞月=0",
        1,
    ),
    "抢杠胡": (f"{CHICKEN} ; S!N", "鸡胡=0 自摸=1 抢杠胡=0", 3, "鸡胡=0 自摸=1 抢杠胡=0", 1),
}
POINTS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


@pytest.mark.parametrize("row", ROWS)
def test_a_hand_for_each_row(play, row):
    deal, rows3, total3, rows5, total5 = ROWS[row]
    for rules, rows, total in (("ji_ping_hu", rows3, total3), ("ji_ping_hu_5", rows5, total5)):
        played = play(rules, deal)
        points = POINTS[total]
        how = deal.split(";")[1].strip() if ";" in deal else "S<W"
        pays = {
            "S": f"S+{3 * points} E-{points} W-{points} N-{points}",
            "E": f"E+{3 * points} S-{points} W-{points} N-{points}",
            "S<W": f"S+{points} W-{points}",
            "S<E": f"S+{points} E-{points}",
            "S!N": f"S+{3 * points} N-{3 * points}",
        }[how]
        played.has(rows, total, points, pays)


def test_every_row_has_its_hand():
    for rules in ("ji_ping_hu", "ji_ping_hu_5"):
        # 杠牌 needs an option and 一炮三响 three winners: both have tests of their own.
        assert {row.name for row in rule_set(rules).rows} == {*ROWS, "杠牌", "一炮三响"}


def test_basic_types_add_up_to_the_cap(play):
    deal = "123p 456p 789p 23p NN +1p"  # half flush 2 and all chows 1
    play("ji_ping_hu", deal).has("混一色=2 平胡=1", 3, 8, "S+8 W-8")
    play("ji_ping_hu", f"{deal} ; S").has("混一色=2 平胡=1 自摸=1", 3, 8, "S+24 E-8 W-8 N-8")
    play("ji_ping_hu_5", f"{deal} ; S").has("混一色=2 平胡=1 自摸=1 门前清=1", 5, 32, "S+96 E-32 W-32 N-32")


def test_seven_fan_are_cut_to_five(play):
    # All triplets 2, self-draw, seat wind and round wind of a dealer in the East round, red and green dragon.
    deal = "55m 88p +5m | peng EEE<N | peng CCC<W | ming_gang FFFF<S ; E"
    play("ji_ping_hu_5", deal).has(
        "碰碰胡=2 自摸=1 风位=1 风圈=1 红中=1 发财=1", 5, 32, "E+96 S-32 W-32 N-32"
    )


def test_a_wind_that_is_seat_and_round_counts_twice(play):
    play("ji_ping_hu", "123m 456p 78s 55s +9s | peng EEE<N ; E<W").has(
        "鸡胡=0 风位=1 风圈=1", 2, 4, "E+4 W-4"
    )


def test_a_pair_of_winds_or_dragons_gives_nothing(play):
    for pair in ("SS", "EE", "CC", "FF", "BB"):
        play("ji_ping_hu", f"456p 789s 34p {pair} +5p | chi 123m<E").has("平胡=1", 1, 2, "S+2 W-2")


def test_a_special_type_takes_no_bonus(play):
    play("ji_ping_hu", "123p 234p 678p 55p 99p +9p ; S").has("清一色=4", 4, 16, "S+48 E-16 W-16 N-16")


def test_only_the_highest_special_type_counts(play):
    # Big winds and all honours are both worth six; big winds comes first.
    play("ji_ping_hu", "CC NNN +C | peng EEE<N | peng SSS<W").refused("wrong_tile_count")
    play("ji_ping_hu", "C NNN +C | peng EEE<N | peng SSS<W | peng WWW<N").has("大四喜=6", 6, 64, "S+64 W-64")


def test_an_event_shows_beside_a_special_type_and_does_not_lift_it(play):
    play("ji_ping_hu", "123p 234p 678p 55p 99p +9p ; S ; flags=last_tile").has(
        "清一色=4 海底捞月=0", 4, 16, "S+48 E-16 W-16 N-16"
    )


def test_a_limit_event_stands_alone(play):
    play("ji_ping_hu", "19m 19p 19s ESWNCFB +9s ; S ; flags=di_hu,last_tile").has(
        "地和=6", 6, 64, "S+192 E-64 W-64 N-64"
    )


def test_three_identical_triplets_are_read_as_runs_where_that_is_worth_more(play):
    play("ji_ping_hu", "222333444s 67m BB +5m").has("平胡=1", 1, 2, "S+2 W-2")
    play("ji_ping_hu", "222333444s 66m BB +6m").has("碰碰胡=2", 2, 4, "S+4 W-4")


def test_the_same_fourteen_tiles_are_nine_gates_only_on_the_nine_sided_wait(play):
    play("ji_ping_hu", "1112345678999m +9m").has("九莲宝灯=6", 6, 64, "S+64 W-64")
    play("ji_ping_hu", "1123456789999m +1m").has("清一色=4", 4, 16, "S+16 W-16")
    play("ji_ping_hu_5", "1123456789999m +1m").has("清一色=6", 6, 64, "S+64 W-64")
    play("ji_ping_hu_5", "1123456789999m +1m ; S").has("清一色=6", 6, 64, "S+192 E-64 W-64 N-64")


def test_the_closed_hand_of_cap_five_allows_a_concealed_kong_only(play):
    for kong, closed in (("an_gang 9999p", True), ("ming_gang 9999p<N", False), ("bu_gang 9999p<N", False)):
        played = play("ji_ping_hu_5", f"123m 456m 77s 12s +3s | {kong}")
        assert played.holds("门前清") == closed


def test_three_winners_on_one_discard_are_lifted_to_the_cap(play_all):
    claims = (
        "E456p 999s 34p 22s +2p | chi 123m<N",
        "S123m 456m 34p 234s 55s +2p",
        "N123p 34p 678p 888p 99p +2p",
    )
    played = play_all("ji_ping_hu", "<W", *claims)
    wins = played.found["wins"]
    assert [win["total_fan"] for win in wins] == [3, 3, 4]
    assert wins[0]["fans"] == [["鸡胡", 0], ["一炮三响", 0]]
    played.pays("E+8 S+8 N+16 W-32")
    # Cap 5 has no floor: a chicken hand 1; all chows and closed 2 fan, 4; full flush 6 fan, 64.
    played = play_all("ji_ping_hu_5", "<W", *claims)
    played.pays("E+1 S+4 N+64 W-69")
    assert all(["一炮三响", 0] in win["fans"] for win in played.found["wins"])


def test_two_winners_are_not_lifted(play_all):
    played = play_all(
        "ji_ping_hu", "<W", "E456p 999s 34p 22s +2p | chi 123m<N", "S123m 456m 34p 234s 55s +2p"
    )
    played.pays("E+1 S+2 W-3")


def test_three_robbers_are_lifted_as_robbers_but_not_as_three_winners(play_all):
    claims = (
        "E456p 999s 34p 22s +2p | chi 123m<N",
        "S123m 456m 34p 234s 55s +2p",
        "W123s 34p 678p 888s 99p +2p",
    )
    played = play_all("ji_ping_hu", "!N", *claims)
    for win in played.found["wins"]:
        assert ["抢杠胡", 0] in win["fans"]
        assert ["一炮三响", 0] not in win["fans"]
    played.pays("E+24 S+24 W+24 N-72")


@pytest.mark.parametrize("rules", ["ji_ping_hu", "ji_ping_hu_5"])
@pytest.mark.parametrize("kong", ["an_gang 2222p", "ming_gang 2222p<N", "bu_gang 2222p<N"])
def test_any_kong_is_worth_one_where_that_is_played(play, rules, kong):
    played = play(rules, f"123m 456p 78s 55s +9s | {kong}", kong_bonus=True)
    assert ["杠牌", 1] in played.found["fans"]
    assert not play(rules, f"123m 456p 78s 55s +9s | {kong}").holds("杠牌")
