"""Words for everything the scorer can answer, in three languages."""

import ast
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

import scorer
import webapp
from scorer.errors import RuleError
from scorer.explanation import Explanation
from scorer.hand import FLAGS, MELD_TYPES, SEATS, WIN_BY
from scorer.liability import RULES
from scorer.predicates import PREDICATES
from scorer.rulesets import names, rule_set
from scorer.tiles import KINDS
from webapp import words

SCORER = Path(scorer.__file__).parent
TRANSLATIONS = Path(webapp.__file__).parent / "translations"
OWN = [name for name in names() if rule_set(name).parent is None]


@cache
def catalogue(locale: str) -> dict[str, str]:
    with (TRANSLATIONS / locale / "LC_MESSAGES" / "rules.po").open("rb") as file:
        return {message.id: message.string for message in read_po(file) if message.id}


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def raised() -> Iterator[tuple[str, set[str]]]:
    """Keys of errors with the parameters given where they are raised."""
    for file in SCORER.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            place = {"RuleError": 1, "conflict": 0}.get(node.func.id)
            if place is None:
                continue
            key = node.args[place]
            if isinstance(key, ast.Constant):
                yield f"error.{key.value}", {str(one.arg) for one in node.keywords}
            elif isinstance(key, ast.JoinedStr):  # how a first-round win must come about
                for how in WIN_BY[:2]:
                    yield f"error.first_round_{how}", {str(one.arg) for one in node.keywords}


def written() -> set[str]:
    """Keys that stand in the scorer's source as they are."""
    found = set()
    for file in SCORER.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                kind, dot, rest = node.value.partition(".")
                if dot and rest.isidentifier() and kind in {"note", "points", "pay"}:
                    found.add(node.value)
    return found


def keys() -> set[str]:
    """Every key that the scorer can answer with, and the names of what it answers about."""
    sets = [rule_set(name) for name in OWN]
    found = written() | {key for key, _ in raised()} | {f"row.{predicate}" for predicate in PREDICATES}
    found |= {f"name.{rules.name}.{row.id}" for rules in sets for row in rules.rows}
    found |= {f"pay.for_all.{reason}" for reason in (*RULES, "robbed", "key_pair")}
    found |= {
        f"pay.{case['extra']}" for rules in sets for case in rules.data["payment"]["cases"] if "extra" in case
    }
    penalties = {penalty for rules in sets for penalty in rules.data.get("penalties", {})} | {"false_win"}
    found |= {f"{kind}.{penalty}" for penalty in penalties for kind in ("pay.penalty", "penalty")}
    found |= {
        f"{kind}.{option}" for rules in sets for option in rules.options for kind in ("option", "meaning")
    }
    found |= {
        f"choice.{option.name}.{choice.partition(':')[0]}"
        for rules in sets
        for option in rules.options.values()
        for choice in option.choices
    }
    found |= {f"unit.{rules.data['unit']}" for rules in sets}
    found |= {f"seat.{seat}" for seat in SEATS} | {f"meld.{kind}" for kind in MELD_TYPES}
    return found | {f"flag.{flag}" for flag in FLAGS} | {f"win_by.{how}" for how in WIN_BY}


@pytest.mark.parametrize("locale", words.LOCALES)
def test_everything_the_scorer_can_say_has_words(locale):
    assert {key for key in keys() if not catalogue(locale).get(key)} == set()


@pytest.mark.parametrize("locale", words.LOCALES)
def test_the_compiled_catalogue_is_the_written_one(locale):
    with (TRANSLATIONS / locale / "LC_MESSAGES" / "rules.mo").open("rb") as file:
        compiled = {message.id: message.string for message in read_mo(file) if message.id}
    assert compiled == catalogue(locale)


def test_the_three_languages_have_the_same_keys_and_the_same_blanks():
    simplified, traditional, english = (catalogue(locale) for locale in words.LOCALES)
    assert simplified.keys() == traditional.keys() == english.keys()
    for key, sentence in simplified.items():
        assert fields(sentence) == fields(traditional[key]), key
        assert fields(sentence) == fields(english[key]), key


def test_sentences_of_errors_are_filled_from_what_the_errors_carry():
    english = catalogue("en")
    for key, given in raised():
        assert fields(english[key]) <= given, key


def test_traditional_characters_are_traditional():
    simplified_only = set("万东风门张单双马龙发财庄闲听绿连杠边对顺长两压钱账换给转输赢“”")
    for key, sentence in catalogue("zh_Hant").items():
        assert not set(sentence) & simplified_only, (key, sentence)


@pytest.mark.parametrize("name", OWN)
def test_row_names_are_those_of_the_rule_set(name):
    rules = rule_set(name)
    for row in rules.rows:
        assert words.row_name(rules, row.id, "zh_Hans") == row.name
        assert words.row_name(name, row.id, "en") == row.english
        assert words.row_name(rules, row.id, "zh_Hant")


def test_a_house_rule_says_the_rows_of_its_parent():
    house = rule_set("tui_dao_hu_shaoguan")
    assert words.row_name(house, "qing_peng", "en") == "full-flush triplets"
    assert words.title(house, "zh_Hant") == "推倒胡（韶關）"
    assert words.title(house, "en") == "Tui Dao Hu, Shaoguan multiples"
    assert words.title(house, "zh_Hans") == "推倒胡（韶关）"


def test_meanings_of_options_in_english_are_those_of_the_file():
    for name in OWN:
        for option in rule_set(name).options.values():
            assert words.option_meaning(option.name, "en", name) == option.meaning
            for locale in ("zh_Hans", "zh_Hant"):
                assert words.option_meaning(option.name, locale, rule_set(name)).endswith("。")


def test_a_sentence_is_filled_with_names():
    why = Explanation("pay.for_all.bao_twelve", {"payer": "W", "owes": "N", "amount": 8})
    assert (
        words.explain(why, "ji_ping_hu", "en")
        == "West fed the fourth open meld and pays for all: North's share, 8."
    )
    assert words.explain(why, "ji_ping_hu", "zh_Hans") == "西家放成十二张落地，包自摸，付北家那份8。"
    assert words.explain(why, "ji_ping_hu", "zh_Hant") == "西家放成十二張落地，包自摸，付北家那份8。"


@pytest.mark.parametrize(
    ("key", "numbers", "english", "chinese"),
    [
        (
            "self_draw",
            ("1/2", 24, 12),
            "Self-draw: West pays half of 24, 12.",
            "自摸，西家付24的一半，即12。",
        ),
        ("bystander", ("1/4", 2, "1/2"), "a quarter of 2, 0.5.", "西家也付2的四分之一，即0.5。"),
        ("discard", (4, 7, 28), "West discarded and pays 4 × 7 = 28.", "付4×7＝28。"),
        ("self_draw", (2, 7, 14), "West pays 2 × 7 = 14.", "自摸，西家付2×7＝14。"),
    ],
)
def test_a_payment_that_is_not_the_points_says_how_it_comes(key, numbers, english, chinese):
    share, whole, amount = (Fraction(number) for number in numbers)
    params = {"payer": "W", "amount": amount, "share": share, "whole": whole}
    why = Explanation(f"pay.{key}", params)
    assert words.explain(why, "lao_zhang", "en").endswith(english)
    assert words.explain(why, "lao_zhang", "zh_Hans").endswith(chinese)
    assert words.explain(why, "lao_zhang", "zh_Hant").endswith(chinese)


@pytest.mark.parametrize("count", [0, 1, 2])
@pytest.mark.parametrize(
    ("key", "params", "said"),
    [
        ("points.doubled", ("fan",), "Base 3, doubled for each fan ({}): 3."),
        ("pay.wilds", ("wilds",), "Wild tiles held by West: {}. East pays 3."),
        ("pay.factor", ("factor",), "With the dealer: 3 × {}, so East pays 3."),
        ("error.too_many_horses", ("have", "limit"), "Horses drawn: {0}; the most that are played: {0}."),
        (
            "error.wrong_tile_count",
            ("have", "melds"),
            "Tiles in hand: {0}; there should be 3, beside the winning tile (melds on the table: {0}).",
        ),
    ],
)
def test_english_sentences_are_right_for_none_one_and_many(key, params, said, count):
    numbers = dict.fromkeys(("fan", "base", "points", "amount", "need"), 3) | dict.fromkeys(params, count)
    why = Explanation(key, {"payer": "E", "payee": "W"} | numbers)
    assert words.explain(why, "wenzhou", "en") == said.format(count)


def test_rows_tiles_winds_melds_and_events_are_named():
    excluded = Explanation("note.excluded", {"by": "qing_yi_se", "rows": ("ping_hu", "zi_mo")})
    assert words.explain(excluded, rule_set("ji_ping_hu"), "zh_Hans") == "有了清一色，平胡、自摸不再算。"
    assert (
        words.explain(excluded, rule_set("ji_ping_hu"), "en")
        == "all chows, self-draw: not counted beside full flush."
    )
    wild = Explanation("note.wild_stands_for", {"tiles": ("5m", "E")})
    assert words.explain(wild, "lishui", "zh_Hans") == "财神当五万、东风用。"
    assert words.explain(wild, "lishui", "en") == "What wild tiles stand for: 5 of characters, East wind."
    wind = Explanation("row.seat_wind", {"row": "feng_wei", "seat_wind": "S", "round_wind": "E"})
    assert words.explain(wind, "ji_ping_hu", "zh_Hant") == "有自己門風（南風）的刻子。"
    called = RuleError("context_conflict", "first_round_called", flag="di_hu", meld="an_gang").explanation
    assert (
        words.explain(called, "ji_ping_hu", "en")
        == "A concealed kong came before, which cancels this: earthly hand."
    )


def test_some_things_are_said_otherwise_in_another_rule_set():
    wild = Explanation("note.wild_stands_for", {"tiles": ("5m",)})
    assert words.explain(wild, "lishui", "zh_Hans") == "财神当五万用。"
    assert words.explain(wild, "tui_dao_hu", "zh_Hans") == "鬼牌当五万用。"
    earthly = Explanation("row.earthly")
    assert (
        words.explain(earthly, rule_set("lao_zhang"), "en")
        == "A non-dealer wins on the dealer's first discard."
    )
    assert words.explain(earthly, rule_set("lishui"), "en") == "A non-dealer wins on his own first draw."


def test_a_key_without_words_is_a_fault():
    with pytest.raises(KeyError, match=r"row\.nothing"):
        words.explain(Explanation("row.nothing"), "ji_ping_hu", "en")
    with pytest.raises(KeyError):
        words.row_name("ji_ping_hu", "nothing", "en")


@pytest.mark.parametrize("locale", words.LOCALES)
def test_all_tiles_seats_melds_and_events_have_names(locale):
    assert len({words.tile_name(kind, locale) for kind in KINDS}) == 34
    assert len({words.seat_name(seat, locale) for seat in SEATS}) == 4
    assert len({words.meld_name(kind, locale) for kind in MELD_TYPES}) == len(MELD_TYPES)
    assert len({words.flag_name(flag, locale) for flag in FLAGS}) == len(FLAGS)
    assert words.option_name("cap", locale)


@pytest.mark.parametrize(
    ("rules", "option", "value", "said"),
    [
        ("ji_ping_hu", "stack_basic", True, "yes"),
        ("ji_ping_hu", "stack_basic", False, "no"),
        ("ji_ping_hu", "max_streak", None, "none"),
        ("ji_ping_hu", "cap", 3, "3"),
        ("ji_ping_hu", "multi_win", "nearest", "nearest wins"),
        ("tui_dao_hu", "wild", "fixed:C", "always Red dragon"),
        ("tui_dao_hu", "wild", "none", "none"),
        ("tui_dao_hu", "gang_points", {"ming_gang": 3, "an_gang": 2}, "exposed kong 3, concealed kong 2"),
        ("lishui", "multipliers", {"ping_hu": (3, 2)}, "plain hand 3/2"),
        ("lishui", "multipliers", {}, "none"),
    ],
)
def test_values_of_options_as_players_say_them(rules, option, value, said):
    assert words.value_name(rule_set(rules), option, value, "en") == said


def test_the_total_has_its_word():
    assert words.total_word(rule_set("ji_ping_hu"), "zh_Hans") == "番"
    assert words.total_word(rule_set("lishui"), "en") == "× base"
