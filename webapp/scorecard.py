"""The result of one win for a console, with every reason, in the reader's language."""

import gettext
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from scorer import cases
from scorer.explanation import Explanation
from scorer.lines import FanLine
from scorer.rulesets import RuleSet
from scorer.scoring import Score
from webapp import words
from webapp.console import columns

_TRANSLATIONS = Path(__file__).parent / "translations"


@dataclass(frozen=True)
class Scorecard:
    """A scored win; ``context`` as the case has it, ``locale`` ``en``, ``zh_Hans`` or ``zh_Hant``."""

    rules: RuleSet
    score: Score
    context: Mapping[str, Any]
    locale: str

    def to_json(self) -> dict[str, Any]:
        """The answer to a case of kind ``win``, and the reading and the reasons beside it."""
        score = self.score
        answer: dict[str, Any] = {
            "fans": [[line.name, line.value] for line in score.lines],
            "total_fan": score.total_fan,
            "points": cases.number(score.points),
            "payments": cases.payments(score.settlement),
        }
        if score.horse_hits is not None:
            answer["horse_hits"] = score.horse_hits
        answer["reading"] = score.reading
        answer["reasons"] = [self._say(line.why) for line in score.lines]
        answer["notes"] = [self._say(note) for note in score.notes]
        answer["transfers"] = [
            {
                "from": transfer.payer,
                "to": transfer.payee,
                "amount": cases.number(transfer.amount),
                "reason": self._say(transfer.why),
            }
            for transfer in score.settlement.transfers
        ]
        return answer

    def to_text(self) -> str:
        """Some lines for a person: how it was won, the reading, rows, total, amounts and who pays whom."""
        _ = _gettext(self.locale)
        score = self.score
        lines = [f"{words.title(self.rules, self.locale)}: {self._deal()}", score.reading, ""]
        lines += columns((str(line.value), self._name(line), self._say(line.why)) for line in score.lines)
        total = f"{score.total_fan} {words.total_word(self.rules, self.locale)}"
        lines += ["", f"  {total}   {_('points')}: {score.points}"]
        lines += [f"  {self._say(note)}" for note in score.notes]
        amounts = [
            f"{self._seat(seat)} {_signed(amount)}" for seat, amount in score.settlement.payments.items()
        ]
        lines += ["", "  " + "   ".join(amounts)]
        lines += columns(
            (
                f"{self._seat(transfer.payer)} → {self._seat(transfer.payee)}",
                str(transfer.amount),
                self._say(transfer.why),
            )
            for transfer in score.settlement.transfers
        )
        return "\n".join(lines)

    def _deal(self) -> str:
        _ = _gettext(self.locale)
        context = self.context
        how = words.word(f"win_by.{context['win_by']}", self.locale)
        loser = f" ({self._seat(context['from'])})" if "from" in context else ""
        parts = (
            (_("winner"), self._seat(context["winner"])),
            (_("dealer"), self._seat(context["dealer"])),
            (_("seat wind"), words.tile_name(context["seat_wind"], self.locale)),
            (_("round wind"), words.tile_name(context["round_wind"], self.locale)),
        )
        return ", ".join([f"{label}: {who}" for label, who in parts] + [how + loser])

    def _seat(self, seat: str) -> str:
        return words.seat_name(seat, self.locale)

    def _name(self, line: FanLine) -> str:
        name = words.row_name(self.rules, line.row, self.locale)
        return f"{line.name} {name}" if self.locale == "en" else name

    def _say(self, why: Explanation) -> str:
        return words.explain(why, self.rules, self.locale)


@cache
def _gettext(locale: str) -> Callable[[str], str]:
    return gettext.translation("messages", _TRANSLATIONS, [locale], fallback=True).gettext


def _signed(amount: Fraction) -> str:
    return f"{'+' if amount > 0 else ''}{cases.number(amount)}"
