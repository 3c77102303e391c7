"""Rows that are not asked could not have held: what a predicate needs is so whenever it holds."""

from collections import Counter
from random import Random

import pytest

from scorer.deal import Deal
from scorer.groups import PAIRS, RUN, RUN_STARTS, RUNS, TRIPLETS
from scorer.hand import FLAGS, Context, Hand, Meld
from scorer.predicates import PREDICATES
from scorer.predicates.needs import NEEDS
from scorer.readings import readings
from scorer.rulesets import rule_set
from scorer.tiles import INDEX, KINDS

# Kinds from which hands are drawn, so that rare rows come up too.
PALETTES = (
    range(34),
    range(27, 34),
    range(9),
    [*range(9), *range(27, 34)],
    [kind for kind in range(34) if kind in (0, 8, 9, 17, 18, 26) or kind > 26],
    [INDEX[tile] for tile in ("2s", "3s", "4s", "6s", "8s", "F")],
    [kind for kind in range(27) if kind % 9 in (1, 4, 7)],
)
# A rule set of each kind of table, asked for every predicate whose options it has.
TABLES = ("ji_ping_hu", "xin_zhang", "lao_zhang", "lishui")


def a_deal(random, rules):
    palette = set(random.choice(PALETTES))
    sets = [RUNS[first] for first in RUN_STARTS if {first, first + 1, first + 2} <= palette]
    sets += [TRIPLETS[kind] for kind in palette] * random.choice((1, 4))
    while True:
        groups, pair = random.choices(sets, k=4), PAIRS[random.choice(sorted(palette))]
        copies = Counter(kind for group in (*groups, pair) for kind in group.kinds)
        if max(copies.values()) <= 4:
            break
    called = random.randint(0, 4)
    melds = []
    for group in groups[:called]:
        tiles = tuple(KINDS[kind] for kind in group.kinds)
        kong = group.type is not RUN and random.random() < 0.5
        melds.append(
            Meld("an_gang", tiles + tiles[:1])
            if kong
            else Meld("chi" if group.type is RUN else "peng", tiles)
        )
    tiles = [KINDS[kind] for group in (*groups[called:], pair) for kind in group.kinds]
    random.shuffle(tiles)
    flags = tuple(random.sample(FLAGS, random.choice((0, 0, 1))))
    context = Context(winner="S", seat_wind=random.choice("ESWN"), flags=flags, wild="9m")
    hand = Hand(tuple(tiles[:-1]), tuple(melds), tiles[-1])
    return Deal(hand, context, rules.values, rules.data)


@pytest.mark.parametrize("name", TABLES)
def test_a_predicate_holds_only_where_its_needs_are_met(name):
    random = Random(7)
    rules = rule_set(name)
    asked = {row.predicate for row in rules.rows} & {test.__name__ for test in NEEDS}
    held = set()
    for _ in range(1500):
        for view in readings(rules, a_deal(random, rules)):
            for predicate in asked:
                test = PREDICATES[predicate]
                if test(view):
                    held.add(predicate)
                    assert not NEEDS[test] & ~view.facts, (predicate, view.text)
    assert len(held) >= len(asked) - 6  # the draw reaches nearly all of them


def test_needs_are_those_of_predicates():
    assert set(NEEDS) <= set(PREDICATES.values())
