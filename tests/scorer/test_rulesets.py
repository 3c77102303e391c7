"""Rule sets as data: what the files hold, options, house rules and how they differ."""

import json

import pytest

from scorer.errors import OptionError
from scorer.predicates import PREDICATES
from scorer.rulesets import names, parse, rule_set
from scorer.rulesets.house import Difference, differences, named, to_data

SEVEN = ("ji_ping_hu", "ji_ping_hu_5", "tui_dao_hu", "xin_zhang", "lao_zhang", "lishui", "wenzhou")
SHARED = {"base", "multi_win", "dealer_rule", "dealer_on_draw", "max_streak", "false_win"}


def test_the_seven_rule_sets_come_first_and_the_house_rule_after():
    assert names() == (*SEVEN, "tui_dao_hu_shaoguan")


@pytest.mark.parametrize("name", SEVEN)
def test_a_file_is_complete(name):
    rules = rule_set(name)
    assert rules.name == rules.words == name
    assert set(rules.title) == {"zh", "zh_hant", "en"}
    assert set(rules.options) >= SHARED
    ids = [row.id for row in rules.rows]
    assert len(ids) == len(set(ids))
    groups = {group.id for group in rules.groups}
    for row in rules.rows:
        assert row.name, row.id
        assert row.english, row.id
        assert row.source, row.id
        assert row.predicate in PREDICATES
        assert row.group in groups
        assert set(row.excludes) <= set(ids)
        assert set(row.shapes) <= set(rules.data["shapes"])
        assert row.when is None or row.when in rules.options
    fallbacks = [row.group for row in rules.rows if row.fallback]
    assert len(fallbacks) == len(set(fallbacks))
    assert set(rules.data.get("precedence", ())) <= set(ids)
    for option in rules.options.values():
        assert option.meaning.endswith("."), option.name
        assert option.source, option.name
        assert option.allowed, option.name
        assert option.check(option.default, {}) == option.default


def test_every_predicate_has_a_row():
    asked = {row.predicate for name in SEVEN for row in rule_set(name).rows}
    assert asked == set(PREDICATES)


@pytest.mark.parametrize("name", SEVEN)
def test_files_cite_names_that_players_can_look_up(name):
    rules = rule_set(name)
    for source in (
        *(row.source for row in rules.rows),
        *(option.source for option in rules.options.values()),
    ):
        assert not any(tag in source.split() for tag in ("P1", "P13", "S000", "S001", "S003", "S004"))


def test_an_unknown_rule_set_is_refused_by_name_and_the_others_are_named():
    with pytest.raises(OptionError, match=r"'riichi'.*lishui"):
        rule_set("riichi")


def test_an_unknown_option_is_refused_by_name_and_the_others_are_named():
    with pytest.raises(OptionError, match=r"'riichi'.*stack_basic"):
        rule_set("ji_ping_hu").with_options({"riichi": True})


def test_a_wrong_value_is_refused_with_what_is_allowed():
    with pytest.raises(OptionError, match=r"'multi_win'.*all \| nearest"):
        rule_set("ji_ping_hu").with_options({"multi_win": "first"})


@pytest.mark.parametrize(
    ("rules", "option", "allowed"),
    [
        ("ji_ping_hu", "cap", "1..20"),
        ("ji_ping_hu", "base", "1.."),
        ("ji_ping_hu", "stack_basic", "true | false"),
        ("ji_ping_hu", "event_floor", "cap | 0..20 | none"),
        ("ji_ping_hu", "max_streak", "0.. | none"),
        ("tui_dao_hu", "gang_points", "{ming_gang: 0..1000, bu_gang: 0..1000, an_gang: 0..1000}"),
        ("tui_dao_hu", "wild", "none | indicator | fixed:*"),
        ("lishui", "multipliers", "{row: [self-draw, discard]}"),
    ],
)
def test_allowed_values_for_people(rules, option, allowed):
    assert rule_set(rules).options[option].allowed == allowed


def test_choosing_options_leaves_the_packaged_rule_set_alone():
    changed = rule_set("ji_ping_hu").with_options({"cap": 4}).with_options({"base": 2})
    assert (changed.value("cap"), changed.value("base")) == (4, 2)
    assert rule_set("ji_ping_hu").value("cap") == 3


def test_special_types_and_limit_events_move_with_the_cap():
    rules = rule_set("ji_ping_hu").with_options({"cap": 4})
    assert rules.row_value(rules.row("qing_yi_se")) == (5, 5)
    assert rules.row_value(rules.row("tian_hu")) == (7, 7)


def test_each_profile_of_new_style_has_its_own_options():
    rules = rule_set("xin_zhang")
    founding = rules.with_options({"profile": "seed003", "cap": 6})
    assert founding.name == "xin_zhang"
    assert founding.words == "ji_ping_hu_5"
    assert set(founding.options) == {"profile", *rule_set("ji_ping_hu_5").options}
    assert founding.value("profile") == "seed003"
    back = founding.with_options({"profile": "igs", "full_shoot": False})
    assert back.options == rules.options
    assert back.rows == rules.rows
    for options in ({"cap": 3}, {"profile": "igs", "min_fan": 1}, {"profile": "seed003", "full_shoot": True}):
        with pytest.raises(OptionError, match=list(options)[-1]):
            rules.with_options(options)
    with pytest.raises(OptionError, match="profile"):
        rules.with_options({"profile": "other"})


def test_a_house_rule_changes_rows_by_id_or_by_name():
    rules = rule_set("lao_zhang").with_row_values({"ping_hu": 2, "对对胡": 4})
    assert rules.row_value(rules.row("ping_hu")) == (2, 2)
    assert rules.row_value(rules.row("dui_dui_hu")) == (4, 4)


@pytest.mark.parametrize(
    ("row", "value"), [("no_row", 1), ("ping_hu", -1), ("ping_hu", True), ("ping_hu", 1.5)]
)
def test_a_house_rule_cannot_invent_rows_or_values(row, value):
    with pytest.raises(OptionError, match=row):
        rule_set("lao_zhang").with_row_values({row: value})


def test_a_house_rule_survives_being_saved():
    chosen = rule_set("lishui").with_options({"multipliers": {"平胡": [3, 2]}, "base_cap": None})
    house = named(chosen.with_row_values({"qi_dui": 6}), " Thursday ", {"en": "Thursday"})
    assert (house.name, house.parent, house.title["en"], house.title["zh"]) == (
        "Thursday",
        "lishui",
        "Thursday",
        "丽水麻将",
    )
    again = parse(json.loads(json.dumps(to_data(house))))
    assert again == house
    assert differences(house, again) == ()
    # A house rule made from a house rule goes back to the packaged rule set.
    assert named(again.with_options({"base": 2}), "Friday").parent == "lishui"


def test_a_house_rule_needs_a_name_and_only_house_rules_are_saved():
    with pytest.raises(OptionError, match="name"):
        named(rule_set("lishui"), "  ")
    with pytest.raises(OptionError, match="lishui"):
        to_data(rule_set("lishui"))


def test_differences_are_told_row_by_row_and_option_by_option():
    parent = rule_set("tui_dao_hu")
    assert differences(parent, parent) == ()
    found = differences(parent, rule_set("tui_dao_hu_shaoguan"))
    assert found == (
        Difference("row", "shi_san_yao", (2, 2), (16, 16)),
        Difference("row", "zi_yi_se", (2, 2), (8, 8)),
        Difference("row", "qing_yi_se", (2, 2), (4, 4)),
        Difference("row", "qing_peng", None, (8, 8)),
        Difference("row", "peng_peng_hu", None, (2, 2)),
        Difference("row", "hun_yi_se", None, (2, 2)),
        Difference("option", "dealer_rule", "next_player", "winner"),
        Difference("option", "self_draw_factor", 1, 2),
        Difference("option", "bao_twelve", False, True),
    )


def test_what_only_one_of_two_rule_sets_has_is_told_too():
    found = {(one.kind, one.id): one for one in differences(rule_set("lishui"), rule_set("wenzhou"))}
    assert found["row", "bu_da"] == Difference("row", "bu_da", (4, 2), None, missing=True)
    assert found["option", "caishen_money"] == Difference("option", "caishen_money", None, True, missing=True)
    assert found["option", "dealer_on_draw"] == Difference("option", "dealer_on_draw", "pass", "stay")


def test_a_row_that_an_option_switches_off_differs_from_one_that_counts():
    off, on = rule_set("ji_ping_hu"), rule_set("ji_ping_hu").with_options({"men_qian_qing": 1})
    assert Difference("row", "men_qian_qing", None, (1, 1)) in differences(off, on)
