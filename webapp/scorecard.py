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
from scorer.rulesets import RuleSet
from scorer.scoring import FanLine, Score
from webapp.console import columns
from webapp.words import explain

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
        title = self.rules.title["en" if self.locale == "en" else "zh"]
        lines = [f"{title}: {self._deal()}", score.reading, ""]
        lines += columns((str(line.value), self._name(line), self._say(line.why)) for line in score.lines)
        total = [(_("fan"), str(score.total_fan)), (_("points"), str(score.points))]
        lines += ["", "  " + "   ".join(f"{label} {number}" for label, number in total)]
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
        how = {"self_draw": _("self-draw"), "discard": _("discard"), "rob_kong": _("robbed kong")}
        loser = f" ({self._seat(context['from'])})" if "from" in context else ""
        parts = (
            (_("winner"), self._seat(context["winner"])),
            (_("dealer"), self._seat(context["dealer"])),
            (_("seat wind"), self._seat(context["seat_wind"])),
            (_("round wind"), self._seat(context["round_wind"])),
        )
        return ", ".join([f"{label} {seat}" for label, seat in parts] + [how[context["win_by"]] + loser])

    def _seat(self, seat: str) -> str:
        _ = _gettext(self.locale)
        return {"E": _("East"), "S": _("South"), "W": _("West"), "N": _("North")}[seat]

    def _name(self, line: FanLine) -> str:
        return f"{line.name} {self.rules.row(line.row).english}" if self.locale == "en" else line.name

    def _say(self, why: Explanation) -> str:
        return explain(why, self.rules.words, self.locale)


@cache
def _gettext(locale: str) -> Callable[[str], str]:
    return gettext.translation("messages", _TRANSLATIONS, [locale], fallback=True).gettext


def _signed(amount: Fraction) -> str:
    return f"{'+' if amount > 0 else ''}{cases.number(amount)}"
