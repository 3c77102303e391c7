"""新章: a hand for each row of the additive table, with every row that holds for it. Worked out by hand."""

import pytest

from scorer.rulesets import rule_set

OPEN = "345s 67s WW +8s | chi 123m<E | peng 999p<N"
CLOSED = "123m 456p 789s 11p 33s +3s"
ROWS = {
    "门清自摸": ("123m 45s 678s 999p EE +6s ; S", "门清自摸=3"),
    "门清": ("123m 45s 678s 999p EE +6s", "门清=1"),
    "自摸": (f"{OPEN} ; S", "自摸=1"),
    "十三幺": ("19m 19p 19s ESWNCFB +9s", "十三幺=40 门清=1 全幺=10 缺五=1 五门齐=5"),
    "七对子": ("1133m 5577p 2244s E +E", "七对子=7 门清=1 独听=1"),
    "凑一色": ("456s 78s NN +9s | chi 234s<E | peng 111s<N", "凑一色=3"),
    "清一色": ("456s 78s 55s +9s | chi 234s<E | peng 111s<N", "清一色=10 将=1"),
    "九莲宝灯": ("1112345678999m +1m", "九莲宝灯=40 门清=1 老少=1 一条龙=3 四归一=1"),
    "字一色": (
        "SSS WW CCC FF +W | peng NNN<N",
        "字一色=40 清一色=10 全幺=10 两数=20 对对胡=3 混带幺=2 缺五=1 三元牌(红中)=1 门风=1",
    ),
    "绿一色": ("666s 888s 44s FF +F | chi 234s<E", "绿一色=40 凑一色=3 缺五=1 三元牌(发财)=1"),
    "缺门": ("456m 78s 33s +9s | chi 234m<E | peng 111s<N", "缺门=1"),
    "缺五": ("234m 78s EE +9s | chi 123p<E | peng 999p<N", "缺五=1"),
    "断幺": ("567m 34s 66s +5s | chi 234p<E | peng 888p<N", "断幺=1"),
    "全幺": (
        "999s EEE 11p WW +1p | peng 111m<N",
        "全幺=10 混老头=2 对对胡=3 混带幺=2 三数=10 圈风=1 缺五=1",
    ),
    "五门齐": ("567p 44s WWW CC +C | chi 123m<E", "五门齐=5 三元牌(红中)=1"),
    "独听": ("789m 111p 24s EE +3s | chi 456p<E", "独听=1"),
    "天胡": (f"{CLOSED} ; E ; flags=tian_hu", "天胡=20 门清自摸=3"),
    "地胡": (f"{CLOSED} ; S ; flags=di_hu", "地胡=10 门清自摸=3"),
    "天听": (f"{CLOSED} ; S<W ; ready=heaven", "天听=8 门清=1"),
    "地听": (f"{CLOSED} ; S<W ; ready=earth", "地听=4 门清=1"),
    "报听": (f"{CLOSED} ; S<W ; ready=declared", "报听=1 门清=1"),
    "海底捞月": (f"{OPEN} ; S ; flags=last_tile", "自摸=1 海底捞月=1"),
    "杠上花": (f"{OPEN.replace('peng 999p', 'ming_gang 9999p')} ; S ; flags=gang_draw", "自摸=1 杠上花=1"),
    "抢杠胡": (f"{OPEN} ; S!N", "抢杠胡=1"),
    "平胡": ("345s 67s 44p +8s | chi 123m<E | chi 567p<E", "平胡=1"),
    "对对胡": ("444p 666s 77m 99p +9p | peng 222m<E", "对对胡=3 缺五=1"),
    "将": ("345s 67s 22p +8s | chi 123m<E | peng 999p<N", "将=1"),
    "全将碰": ("222m 888p 55s 22p +5s | peng 555m<N", "全将碰=20 对对胡=3 将=1 断幺=1"),
    "两数": ("777p 77m 44s 444p +7m | peng 444m<N", "两数=20 对对胡=3 断幺=1 缺五=1"),
    "三数": ("777p 77m 99s 444p +7m | peng 444m<N", "三数=10 对对胡=3 缺五=1"),
    "小三元": ("FFF BB 345p 67s +8s | peng CCC<N", "小三元=5 三元牌(红中)=1 三元牌(发财)=1"),
    "大三元": (
        "BBB 78s 22m +9s | peng CCC<N | peng FFF<E",
        "大三元=10 三元牌(红中)=1 三元牌(发财)=1 三元牌(白板)=1 将=1 缺五=1",
    ),
    "小四喜": ("WWW NN 45m +6m | peng EEE<N | peng SSS<W", "小四喜=20 门风=1 圈风=1 凑一色=3"),
    "大四喜": (
        "EEE NNN 7p +7p | peng SSS<N | peng WWW<E",
        "大四喜=40 对对胡=3 凑一色=3 门风=1 圈风=1 独听=1 两数=20 缺五=1",
    ),
    "三元牌(红中)": ("345s 67s 44p +8s | chi 123m<E | peng CCC<N", "三元牌(红中)=1"),
    "三元牌(发财)": ("345s 67s 44p +8s | chi 123m<E | peng FFF<N", "三元牌(发财)=1"),
    "三元牌(白板)": ("345s 67s 44p +8s | chi 123m<E | peng BBB<N", "三元牌(白板)=1"),
    "门风": ("345s 67s 44p +8s | chi 123m<E | peng SSS<N", "门风=1"),
    "圈风": ("345s 67s 44p +8s | chi 123m<E | peng EEE<N", "圈风=1"),
    "2杠": ("345p 34s 66m +5s | ming_gang 2222m<N | an_gang 9999s", "2杠=1"),
    "3杠": ("99m 34p +2p | ming_gang 6666m<N | bu_gang 7777s<W | an_gang 8888s", "3杠=10 缺五=1"),
    "4杠": (
        "9m +9m | an_gang 1111m | ming_gang 3333p<N | bu_gang 5555s<W | an_gang 7777s",
        "4杠=40 对对胡=3 独听=1",
    ),
    "3暗刻": ("222p 444s 88s 66m +8s | chi 345m<E ; S", "3暗刻=2 自摸=1 断幺=1"),
    "4暗刻": ("222m 444p 666s 88s 99p +8s ; S", "4暗刻=30 对对胡=3 门清自摸=3 缺五=1"),
    "全求": ("8p +8p | chi 123m<E | peng NNN<E | peng 777s<W | peng 444s<N", "全求=3 独听=1 将=1 缺五=1"),
    "半求": (
        "8p +8p | chi 123m<E | peng NNN<E | peng 777s<W | peng 444s<N ; S",
        "半求=2 自摸=1 独听=1 将=1 缺五=1",
    ),
    "清四碰": (
        "8p +8p | peng 222m<N | peng NNN<E | peng 777s<W | peng 444s<N",
        "清四碰=1 全求=3 对对胡=3 独听=1 将=1 缺五=1",
    ),
    "全带": ("123p 345s 24m 33p +3m | chi 123s<E", "全带=10 平胡=1 独听=1"),
    "清带幺": ("123p 789s 78m 11s +9m | peng 999p<N", "清带幺=3 缺五=1"),
    "混带幺": ("123p 789s 78m EE +9m | peng 999p<N", "混带幺=2 缺五=1"),
    "清老头": (
        "111s 999s 11p 99p +9p | peng 999m<N",
        "清老头=40 全幺=10 两数=20 对对胡=3 清带幺=3 缺五=1 老少=1 三色同刻=2 三相逢=3",
    ),
    "混老头": (
        "111s 999s NN 99p +9p | peng 111m<N",
        "混老头=2 全幺=10 三数=10 对对胡=3 混带幺=2 缺五=1 老少=1",
    ),
    "一条龙": ("123s 456s 78s 33p +9s | peng WWW<N", "一条龙=3 老少=1"),
    "3连刻": ("44m 678p 33s +4m | peng 222m<N | peng 333m<W", "3连刻=2 断幺=1 缺五=1"),
    "4连刻": ("444m 55m 99s +5m | peng 222m<N | peng 333m<W", "4连刻=40 对对胡=3 缺门=1"),
    "老少": ("78m 345s 66p +9m | chi 123m<E | peng NNN<N", "老少=1"),
    "般高": ("223344m 67s EE +8s | peng 888p<N", "般高=1 缺五=1"),
    "双龙抱": ("112233m 556677p 9s +9s", "双龙抱=10 门清=1 平胡=1 独听=1"),
    "三色同刻": ("444s 44p 678m 99m +4p | peng 444m<N", "三色同刻=2 三相逢=3 缺五=1"),
    "三相逢": ("345m 345p 34s 99s +5s | peng NNN<N", "三相逢=3"),
    "卡五": ("789m 111p 46s EE +5s | chi 234p<E", "卡五=1 独听=1"),
    "四归一": ("678s 345p 99m 33m +3m | peng 666s<N", "四归一=1"),
    "四归二": ("234m 456m 44m 78s +9s | peng NNN<N", "四归二=2"),
}


@pytest.mark.parametrize("row", ROWS)
def test_a_hand_for_each_row(play, row):
    deal, rows = ROWS[row]
    total = sum(int(part.split("=")[1]) for part in rows.split())
    unit = total + 1
    how = deal.split(";")[1].strip() if ";" in deal else "S<W"
    pays = {
        "S<W": f"S+{4 * unit} W-{4 * unit}",
        "S!N": f"S+{4 * unit} N-{4 * unit}",
        "S": f"S+{6 * unit} E-{2 * unit} W-{2 * unit} N-{2 * unit}",
        "E": f"E+{6 * unit} S-{2 * unit} W-{2 * unit} N-{2 * unit}",
    }[how]
    if row == "半求":  # the fourth meld is North's
        pays = f"S+{6 * unit} N-{6 * unit}"
    play("xin_zhang", deal).has(rows, total, unit, pays)


def test_every_row_has_its_hand():
    assert {row.name for row in rule_set("xin_zhang").rows} == set(ROWS)


def test_a_hand_without_rows_is_worth_one_unit(play):
    play("xin_zhang", OPEN).has("", 0, 1, "S+4 W-4")


def test_a_human_hand_is_an_earthly_one_and_an_earthly_one_needs_no_kong(play):
    play("xin_zhang", f"{CLOSED} ; S<E ; flags=ren_hu").has("地胡=10 门清=1", 11, 12, "S+48 E-48")


def test_declaring_ready_counts_only_with_a_closed_hand(play):
    play("xin_zhang", f"{OPEN} ; S<W ; ready=declared").has("", 0, 1, "S+4 W-4")
    play("xin_zhang", f"{OPEN} ; S<W ; ready=earth").has("地听=4", 4, 5, "S+20 W-20")
    kong = "123m 456p 11p 33s +3s | an_gang 7777s ; S<W ; ready=declared"
    play("xin_zhang", kong).has("报听=1 门清=1", 2, 3, "S+12 W-12")


def test_low_and_high_count_once_for_each_suit(play):
    deal = "123p 789p 78m 66s +9m | chi 123m<E"
    play("xin_zhang", deal).has("老少=1 老少=1 平胡=1 缺五=1", 4, 5, "S+20 W-20")


def test_another_players_tile_goes_into_a_triplet_where_it_can(play):
    # 777888 99 and a nine: three triplets in a row, not three runs, unless the nine is self-drawn.
    deal = "77788899m 123p 11s +9m"
    play("xin_zhang", deal).has("3连刻=2 门清=1 缺五=1", 4, 5, "S+20 W-20")
    play("xin_zhang", f"{deal} ; S").has(
        "门清自摸=3 清带幺=3 平胡=1 般高=1 缺五=1", 9, 10, "S+60 E-20 W-20 N-20"
    )


def test_the_triplet_comes_before_seven_pairs_too(play):
    deal = "111222233334 4m +1m"
    play("xin_zhang", deal).has(
        "清一色=10 门清=1 3连刻=2 缺五=1 四归一=1 四归一=1 四归一=1", 17, 18, "S+72 W-72"
    )
    assert play("xin_zhang", f"{deal} ; S").found["total_fan"] > 17


def test_four_held_are_no_wait(play):
    # 4m and 7m would do, but all four sevens lie in the kong: only 4m is left.
    play("xin_zhang", "56m 234p 22s +4m | bu_gang 7777m<N | chi 123m<E").has("独听=1 将=1", 2, 3, "S+12 W-12")


def test_nine_gates_on_any_wait(play):
    play("xin_zhang", "1123456789999m +1m").has(
        "九莲宝灯=40 门清=1 老少=1 一条龙=3 四归一=1", 46, 47, "S+188 W-188"
    )


def test_a_five_beside_a_four_is_no_middle_five(play):
    assert not play("xin_zhang", "789m 111p 34s EE +5s | chi 234p<E").holds("卡五")
    assert not play("xin_zhang", "789m 111p 35s EE +4s | chi 234p<E").holds("卡五")


def test_a_concealed_kong_keeps_the_hand_closed(play):
    assert play("xin_zhang", "123m 45s 678s EE +6s | an_gang 9999p ; S").holds("门清自摸")


# Option, value, deal, payments with the default, payments with the value (or the code of an error).
CASES = [
    ("base", 2, f"{OPEN} ; S", "S+12 E-4 W-4 N-4", "S+24 E-8 W-8 N-8"),
    ("full_shoot", False, OPEN, "S+4 W-4", "S+4 W-2 E-1 N-1"),
    ("full_shoot", False, f"{OPEN} ; S!N", "S+8 N-8", "S+8 N-4 E-2 W-2"),
    ("full_shoot", False, "67s WW +8s | chi 123m<E | peng 999p<N | chi 345s<E", "S+4 W-4", "S+4 W-4"),
    ("bao_twelve", False, ROWS["半求"][0], "S+42 N-42", "S+42 E-14 W-14 N-14"),
    (
        "bao_gang_kai",
        True,
        "345s 67s WW +8s | chi 123m<E | ming_gang 9999p<N ; S ; flags=gang_draw gang_from=N",
        "S+18 E-6 W-6 N-6",
        "S+18 N-18",
    ),
    (
        "bao_big_dragons",
        True,
        "78s 22m +9s | peng CCC<N | peng FFF<E | peng BBB<W ; S",
        "S+102 E-34 W-34 N-34",
        "S+102 W-102",
    ),
    (
        "twelve_counts_an_gang",
        True,
        "8p +8p | chi 123m<E | an_gang NNNN | peng 777s<W | peng 444s<N ; S",
        "S+30 E-10 W-10 N-10",
        "S+30 N-30",
    ),
    (
        "first_round_void_by",
        "chi_peng",
        f"{CLOSED} ; S ; flags=di_hu calls_before_win=an_gang",
        "context_conflict",
        "S+84 E-28 W-28 N-28",
    ),
    ("profile", "seed003", CLOSED, "S+8 W-8", "S+2 W-2"),
]


@pytest.mark.parametrize(("option", "value", "deal", "default", "changed"), CASES)
def test_an_option_and_its_default(play, *, option, value, deal, default, changed):
    for expected, options in ((default, {}), (changed, {option: value})):
        played = play("xin_zhang", deal, **options)
        if expected.islower():
            played.refused(expected)
        else:
            played.pays(expected)


def test_big_winds_liability_is_its_own_option(play):
    deal = "7p +7p | peng EEE<N | peng NNN<E | peng SSS<N | peng WWW<E ; S"
    # 大四喜 40, 对对胡 3, 凑一色 3, 门风, 圈风, 独听, 两数 20, 缺五, 半求 2, 自摸, 清四碰: 74, unit 75.
    play("xin_zhang", deal, bao_twelve=False).pays("S+450 E-150 W-150 N-150")
    play("xin_zhang", deal, bao_twelve=False, bao_big_winds=True).pays("S+450 E-450")


def test_every_option_has_an_example():
    shared = {"multi_win", "dealer_rule", "dealer_on_draw", "max_streak", "false_win", "bao_big_winds"}
    assert {case[0] for case in CASES} | shared == set(rule_set("xin_zhang").options)
