"""``fanpai score``: the readable result, the same as JSON, and files of cases."""

import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorer.hand import Context
from webapp.cli import fanpai
from webapp.commands.score import EXAMPLE
from webapp.context_shapes import SHAPES

HALF_FLUSH = ("123m 456m 789m 23m EE", "--win", "4m")  # 混一色 2, 平胡 1


def score(
    *arguments: str | Path, given: str | bytes | None = None, env: Mapping[str, str] | None = None
) -> Result:
    return CliRunner().invoke(fanpai, ["score", *map(str, arguments)], input=given, env=env)


def as_json(*arguments: str) -> dict[str, Any]:
    result = score(*arguments, "--json")
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def test_a_self_draw_is_paid_by_all_three() -> None:
    answer = as_json(*HALF_FLUSH, "--self-draw", "--rules", "ji_ping_hu")
    # 2 + 1 + 1 for the self-draw, capped at 3: 8 points from each.
    assert sorted(answer["fans"]) == sorted([["混一色", 2], ["平胡", 1], ["自摸", 1]])
    assert (answer["total_fan"], answer["points"]) == (3, 8)
    assert answer["payments"] == {"E": -8, "S": 24, "W": -8, "N": -8}
    assert len(answer["reasons"]) == 3


def test_a_discard_is_paid_by_the_discarder() -> None:
    answer = as_json(*HALF_FLUSH, "--from", "w")
    assert answer["payments"] == {"E": 0, "S": 8, "W": -8, "N": 0}
    (transfer,) = answer["transfers"]
    assert (transfer["from"], transfer["to"], transfer["amount"]) == ("W", "S", 8)


def test_a_robbed_kong_is_paid_by_the_robbed_player_for_all() -> None:
    # 平胡 1 and 1 as if self-drawn, lifted to the cap of 3.
    answer = as_json("123m 456p 789s 23s EE", "--win", "4s", "--rob-kong", "--from", "N")
    assert answer["payments"] == {"E": 0, "S": 24, "W": 0, "N": -24}


def test_melds_options_and_house_rules_count() -> None:
    melds = ("--meld", "peng:EEE@W", "--meld", "an_gang:9999p")
    hand = ("123m 77s 45s", *melds, "--win", "6s", "--from", "E", "--winner", "N")
    assert as_json(*hand)["fans"] == [["鸡胡", 0], ["风圈", 1]]
    # With this house rule a kong counts one.
    assert ["杠牌", 1] in as_json(*hand, "--option", "kong_bonus=true")["fans"]


def test_a_kong_is_read_as_four_tiles() -> None:
    melds = ("--meld", "an_gang:5555s", "--meld", "ming_gang:EEEE@W", "--meld", "peng:111m@W")
    reading = as_json("77s 45m", *melds, "--win", "6m", "--self-draw")["reading"]
    assert reading == "5555s EEEE 111m 456m 77s"


def test_who_wins_and_sits_where_can_be_said() -> None:
    hand = ("123m 456p 77s 11p", "--meld", "peng:WWW@E", "--win", "1p", "--from", "E")
    # West of the dealer E is W himself; with N as dealer, W holds the north wind.
    assert ["风位", 1] in as_json(*hand, "--winner", "W")["fans"]
    assert ["风位", 1] not in as_json(*hand, "--winner", "W", "--dealer", "N")["fans"]
    assert ["风圈", 1] in as_json(*hand, "--winner", "N", "--round-wind", "W")["fans"]


def test_what_no_option_says_goes_into_the_context() -> None:
    hand = ("77m 456p 12s", "--meld", "ming_gang:9999p@N", "--meld", "chi:123m@E", "--win", "3s")
    answer = as_json(*hand, "--self-draw", "--flag", "gang_draw", "--context", "gang_from=N")
    # The feeder of the kong whose replacement won pays for all three.
    assert answer["payments"]["N"] == -answer["payments"]["S"]


def test_without_a_word_on_the_draw_it_says_what_it_took() -> None:
    result = score(*HALF_FLUSH)
    assert result.exit_code == 0, result.output
    assert "taken as a self-draw" in result.stderr


@pytest.mark.parametrize(
    ("language", "environment", "words"),
    [
        (("--lang", "en"), {}, ("half flush", "East")),
        (("--lang", "zh-Hans"), {}, ("混一色",)),
        ((), {"LC_ALL": "zh_CN.UTF-8"}, ("鸡平胡", "混一色")),
        ((), {"LC_ALL": "C.UTF-8"}, ("East",)),
    ],
)
def test_the_text_speaks_the_readers_language(
    language: tuple[str, ...], environment: dict[str, str], words: tuple[str, ...]
) -> None:
    result = score(*HALF_FLUSH, "--from", "W", *language, env=environment)
    assert result.exit_code == 0, result.output
    for word in (*words, "8", "-8"):
        assert word in result.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        ((), 2, "HAND"),
        (("123m",), 2, "--win"),
        ((*HALF_FLUSH, "--rules", "riichi"), 1, "there is no rule set 'riichi'"),
        ((*HALF_FLUSH, "--option", "red=3"), 1, "no option 'red'"),
        ((*HALF_FLUSH, "--option", "cap"), 2, "NAME=VALUE"),
        ((*HALF_FLUSH, "--meld", "EEE"), 2, "peng:EEE@W"),
        ((*HALF_FLUSH, "--meld", "peng:EEE@X"), 2, "peng:EEE@W"),
        ((*HALF_FLUSH, "--self-draw", "--from", "W"), 2, "exclude each other"),
        ((*HALF_FLUSH, "--rob-kong"), 2, "--from SEAT"),
        ((*HALF_FLUSH, "--context", "gang_form=N"), 2, "gang_from"),
        ((*HALF_FLUSH, "--context", "gangs=3"), 2, 'gangs=[{"seat":"S","type":"an_gang"}'),
        ((*HALF_FLUSH, "--context", "gangs=E"), 2, "gangs should look like"),
        ((*HALF_FLUSH, "--context", 'gangs=["E"]'), 2, "gangs should look like"),
        ((*HALF_FLUSH, "--context", 'gangs=[{"seat":"E"}]'), 2, "gangs should look like"),
        ((*HALF_FLUSH, "--context", 'gangs=[{"seat":1,"type":"an_gang"}]'), 2, "gangs should look like"),
        ((*HALF_FLUSH, "--context", "horses=5"), 2, "horses=1m,E"),
        ((*HALF_FLUSH, "--context", "key_pair=E"), 2, "key_pair=E,S"),
        ((*HALF_FLUSH, "--context", "caishen_counts=2"), 2, "caishen_counts={"),
        ((*HALF_FLUSH, "--context", 'caishen_counts={"S":"2"}'), 2, "caishen_counts={"),
        ((*HALF_FLUSH, "--context", "already_liable=W"), 2, "already_liable={"),
        ((*HALF_FLUSH, "--context", "dealer_streak=true"), 2, "dealer_streak=1"),
        ((*HALF_FLUSH, "--context", "dealer_streak=NaN"), 2, "dealer_streak=1"),
        ((*HALF_FLUSH, "--context", "dealer_streak=1001"), 2, "dealer_streak=1"),
        ((*HALF_FLUSH, "--context", "already_liable=[1]"), 2, "already_liable={"),
        ((*HALF_FLUSH, "--context", 'already_liable="E"'), 2, "already_liable={"),
        ((*HALF_FLUSH, "--context", "wild=5"), 2, "wild=5m"),
        ((*HALF_FLUSH, "--context", "wild=9m"), 2, "--context wild: ji_ping_hu"),
        ((*HALF_FLUSH, "--context", "horses=1m,E"), 2, "does not count this"),
        ((*HALF_FLUSH, "--context", "ready=declared"), 2, "does not count this"),
        ((*HALF_FLUSH, "--rules", "lishui"), 1, "--context wild=5m"),
        ((*HALF_FLUSH, "--flag", "riichi"), 2, "gang_draw"),
        (("123x", "--win", "4m"), 1, "invalid_tile"),
        (("123m", "--win", "4m"), 1, "wrong_tile_count"),
        (("123m 456m 789m 13m EE", "--win", "5m"), 1, "not_a_win"),
        ((*HALF_FLUSH, "--cases", "-"), 2, "not both"),
        (("--cases", "no/such/file"), 1, "cannot be read"),
    ],
)
def test_mistakes_are_sentences(arguments: tuple[str, ...], status: int, words: str) -> None:
    result = score(*arguments)
    assert result.exit_code == status, result.output
    assert words in result.stderr
    assert result.stdout == ""


def test_every_part_of_a_context_has_a_shape_and_an_example_that_has_it() -> None:
    elsewhere = {"winner", "dealer", "seat_wind", "round_wind", "win_by", "source", "flags"}
    assert set(SHAPES) == {field.name for field in fields(Context)} - elsewhere
    for name, (_, example) in SHAPES.items():
        assert "should look like" not in score(*HALF_FLUSH, "--self-draw", "--context", example).output, name


def test_the_help_shows_a_case_that_can_be_answered() -> None:
    assert EXAMPLE in score("--help").output
    answer = json.loads(score("--cases", "-", given=EXAMPLE).stdout)
    assert answer["payments"] == {"E": 0, "S": 2, "W": -2, "N": 0}


def test_a_refused_hand_is_an_error_in_json_too() -> None:
    result = score("123m", "--win", "4m", "--self-draw", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"] == "wrong_tile_count"


def case(name: str, **changes: Any) -> dict[str, Any]:
    return {
        "id": name,
        "kind": "win",
        "ruleset": "ji_ping_hu",
        "options": {},
        "hand": {"concealed": HALF_FLUSH[0], "melds": [], "win": "4m"},
        "context": {
            "winner": "S",
            "dealer": "E",
            "seat_wind": "S",
            "round_wind": "E",
            "win_by": "discard",
            "from": "W",
            "flags": [],
        },
    } | changes


def test_cases_are_answered_line_by_line_and_a_broken_one_stops_nothing(tmp_path: Path) -> None:
    lines = [
        json.dumps(case("first")),
        "{broken",
        "",
        "[1, 2]",
        json.dumps(case("no hand", hand=None)),
        json.dumps({key: value for key, value in case("no context").items() if key != "context"}),
        json.dumps(case("kind", kind="riichi")),
        json.dumps(case("rules", ruleset="riichi")),
        json.dumps(case("option", options={"red": 3})),
        json.dumps(case("tiles", hand={"concealed": "0m", "melds": [], "win": "4m"})),
        json.dumps(case("numbers", hand={"concealed": 7, "melds": 7, "win": 7})),
        '{"id": "last", "kind": "win", "x": NaN}',
        "[" * 100_000,
        json.dumps(case("after all that")),
    ]
    file = tmp_path / "cases.jsonl"
    file.write_text("\ufeff" + "\n".join(lines), encoding="utf-8")
    result = score("--cases", file)
    assert result.exit_code == 0, result.output
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer.get("id") for answer in answers] == [
        "first",
        None,
        None,
        "no hand",
        "no context",
        "kind",
        "rules",
        "option",
        "tiles",
        "numbers",
        None,
        None,
        "after all that",
    ]
    assert answers[0] == {
        "id": "first",
        "fans": answers[0]["fans"],
        "total_fan": 3,
        "points": 8,
        "payments": {"E": 0, "S": 8, "W": -8, "N": 0},
    }
    assert [answer.get("error") for answer in answers[1:-1]] == [
        "invalid_case",
        "invalid_case",
        "invalid_case",
        "invalid_case",
        "invalid_case",
        "invalid_option",
        "invalid_option",
        "invalid_tile",
        answers[9]["error"],
        "invalid_case",
        "invalid_case",
    ]
    assert answers[9]["error"] in ("invalid_case", "invalid_tile")
    assert answers[-1] | {"id": "first"} == answers[0]


def test_cases_from_standard_input_are_utf_8() -> None:
    line = json.dumps(case("第一"), ensure_ascii=False)
    result = score("--cases", "-", given=line.encode("utf-8"))
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["id"] == "第一"


def test_numbers_beyond_bounds_stop_nothing() -> None:
    drawn = '{"id": %s, "kind": "draw", "ruleset": "lishui", "options": {%s}, "context": {"dealer": "E"%s}}'
    lines = {
        drawn % (1, '"base_cap": null', f', "dealer_streak": {"9" * 4300}'): (1, "invalid_case"),
        drawn % (2, "", ', "dealer_streak": 1e400'): (2, "invalid_case"),
        drawn % (3, '"base": 1e400', ""): (3, "invalid_option"),
        drawn % (4, '"base": 1000000001', ""): (4, "invalid_option"),
        drawn % (5, '"base": 1000000000', ""): (5, None),
        drawn % (6, "", ', "dealer_streak": Infinity'): (None, "invalid_case"),
        drawn % ("1e400", "", ""): (None, "invalid_case"),
        drawn % ('"\\ud800"', "", ""): ("\ud800", None),
        drawn % (9, "", ""): (9, None),
    }
    result = score("--cases", "-", given="\n".join(lines))
    assert result.exit_code == 0, result.output
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(answer.get("id"), answer.get("error")) for answer in answers] == list(lines.values())
