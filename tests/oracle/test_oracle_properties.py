"""What must not matter, on random cases: the order of tiles and melds, the names of the suits."""

import importlib
import json
from fractions import Fraction
from random import Random

import pytest
from generate_options import LIABILITY
from generate_wins import TABLES, WILD_TABLES, case_of
from oracle_case import read_tiles
from oracle_compare_answers import comparable

from scorer.tiles import format_tiles

SUIT_ORDERS = ("pms", "spm", "mps"[::-1])


def answered(case):
    return comparable(importlib.import_module("scorer.cases").answer(case))


def legal_wins(table, amount=150):
    """Single wins of one table that the engine scores."""
    for number in range(amount):
        case = case_of(table, 91, number, number % 3 if table in WILD_TABLES else None)
        if case["kind"] == "win" and "error" not in answered(case):
            yield case, Random(number)


def copy_of(case):
    return json.loads(json.dumps(case))


@pytest.mark.parametrize("table", TABLES)
def test_the_order_of_concealed_tiles_never_matters(table):
    for case, rng in legal_wins(table):
        other = copy_of(case)
        tiles = list(read_tiles(other["hand"]["concealed"]))
        rng.shuffle(tiles)
        other["hand"]["concealed"] = format_tiles(tiles)
        assert answered(other) == answered(case)


@pytest.mark.parametrize("table", TABLES)
def test_the_order_of_melds_matters_for_liability_only(table):
    for case, rng in legal_wins(table):
        if table not in WILD_TABLES:
            case["options"] |= dict.fromkeys(LIABILITY, False)
        other = copy_of(case)
        rng.shuffle(other["hand"]["melds"])
        assert answered(other) == answered(case)


@pytest.mark.parametrize("table", TABLES)
def test_the_names_of_the_suits_matter_for_all_green_only(table):
    for case, rng in legal_wins(table):
        renamed = str.maketrans("mps", rng.choice(SUIT_ORDERS))
        other = copy_of(case)
        hand, context = other["hand"], other["context"]
        hand["concealed"], hand["win"] = (hand[key].translate(renamed) for key in ("concealed", "win"))
        for meld in hand["melds"]:
            meld["tiles"] = meld["tiles"].translate(renamed)
        if "wild" in context:
            context["wild"] = context["wild"].translate(renamed)
        if "horses" in context:
            context["horses"] = [horse.translate(renamed) for horse in context["horses"]]
        first, second = answered(case), answered(other)
        if not any(name == "绿一色" for name, _ in first["fans"] + second["fans"]):
            assert second == first


@pytest.mark.parametrize("table", TABLES)
def test_payments_sum_to_nothing(table):
    for number in range(200):
        case = case_of(table, 92, number, number % 3 if table in WILD_TABLES else None)
        payments = answered(case).get("payments", {})
        assert sum(payments.values(), Fraction(0)) == 0
