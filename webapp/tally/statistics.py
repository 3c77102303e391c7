"""Who won on what, how often, and against whom: for one table, and for a player across evenings."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from scorer.errors import RuleError
from scorer.hand import SEATS
from webapp.tally.fields import name_key
from webapp.tally.fold import Step, Table
from webapp.tally.judge import judge
from webapp.tally.money import settle_up
from webapp.tally.people import People
from webapp.tally.result import Amount, Paid, adds_up, paid_of
from webapp.tally.table_rules import rules_of


@dataclass
class Record:
    """What a player has done. Rates are shares of ``deals``, 0..1.

    Attributes:
        name: of the player; ``key`` is the same whatever the spelling.
        evenings, deals: how many were played.
        points: won and lost in all.
        wins, self_draws: paid wins, and how many of them were self-drawn.
        deal_ins: deals in which another player won on this player's tile.
        dealt: deals as dealer.
        best: (points, fan lines as (rule set, row id)) of the dearest hand.
        rows: (rule set, row id) → how often it was won on.
        streak, longest: wins in a row now, and at most.
        against: other player's key → points from (above zero) or to him.
    """

    name: str
    key: str
    evenings: int = 0
    deals: int = 0
    points: Amount = 0
    wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0
    dealt: int = 0
    best: tuple[int, tuple[tuple[str, str], ...]] | None = None
    rows: Counter[tuple[str, str]] = field(default_factory=Counter)
    streak: int = 0
    longest: int = 0
    against: dict[str, Amount] = field(default_factory=dict)

    def rate(self, number: int) -> float:
        """A share of the deals played; 0 before the first."""
        return number / self.deals if self.deals else 0.0


def table_records(table: Table) -> dict[str, Record]:
    """Seat → what its player has done at this table."""
    records = {seat: Record(name, name_key(name), evenings=1) for seat, name in table.players.items()}
    _add(table, records)
    return records


def player_records(tables: Iterable[Table], people: People | None = None) -> dict[str, Record]:
    """The person's key (see `People.who`) → what the player has done across these tables."""
    people = people or People()
    records: dict[str, Record] = {}
    for table in sorted(tables, key=lambda one: one.began):
        seats = {}
        keys = persons_at(table, people)
        for seat in SEATS:
            name, key = table.players[seat], keys[seat]
            record = records.setdefault(key, Record(name, key))
            if name_key(name) == key:
                record.name = name
            record.evenings += 1
            seats[seat] = record
        _add(table, seats)
    return records


def persons_at(table: Table, people: People) -> dict[str, str]:
    """Seat → the key of the person there. Who sits at one table are four people, whatever was joined."""
    keys = {seat: people.who(name) for seat, name in table.players.items()}
    twice = [key for key, times in Counter(keys.values()).items() if times > 1]
    return {seat: table.players[seat].casefold() if key in twice else key for seat, key in keys.items()}


def _add(table: Table, records: dict[str, Record]) -> None:
    for step in table.steps:
        for seat, record in records.items():
            record.points += step.result.payments[seat]
        _against(step, records)
        if step.deal is None:
            continue
        winners = {win.winner: win for win in step.result.wins}
        context = step.line.entry.get("context", {})
        for seat, record in records.items():
            record.deals += 1
            record.dealt += step.before.dealer == seat
            if seat not in winners:
                record.streak = 0
                record.deal_ins += bool(winners) and context.get("from") == seat
                continue
            win = winners[seat]
            record.wins += 1
            record.self_draws += context.get("win_by") == "self_draw"
            record.streak += 1
            record.longest = max(record.longest, record.streak)
            rows = tuple((step.rules, row) for row in win.rows)
            record.rows.update(dict.fromkeys(rows, 1))
            if record.best is None or win.points > record.best[0]:
                record.best = (win.points, rows)


def _against(step: Step, records: Mapping[str, Record]) -> None:
    """Who got how much from whom: as it was paid."""
    for payer, payee, amount in _paid(step):
        winner, loser = records[payee], records[payer]
        winner.against[loser.key] = winner.against.get(loser.key, 0) + amount
        loser.against[winner.key] = loser.against.get(winner.key, 0) - amount


def _paid(step: Step) -> Sequence[Paid]:
    """Payments between two players. A line of an older log is judged once more; if it came to something else
    then, the fewest payments stand for what is not known any more."""
    result = step.result
    if result.paid is not None:
        return result.paid
    with suppress(RuleError):
        again = judge(step.line.entry, rules_of(step.rules, step.options), step.before)
        if adds_up(result.payments, paid_of(again)):
            return paid_of(again)
    return settle_up(result.payments)
