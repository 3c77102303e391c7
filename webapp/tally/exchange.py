"""A table as a file: everything of it as JSON, to be brought in elsewhere, and its deals as CSV."""

import csv
import io
import json
import uuid
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, Final

from scorer.hand import SEATS
from webapp.pages.form import FormError
from webapp.pages.json_in import read_json
from webapp.store import Event
from webapp.tally.booked import FileLineError, counted_again, refuse_impossible
from webapp.tally.entries import checked
from webapp.tally.fields import MOST_RESULT, result_amount, seat, text
from webapp.tally.fold import Table, fold
from webapp.tally.ledger import CHANGES, CREATED, KINDS
from webapp.tally.money import number
from webapp.tally.result import adds_up, read_result
from webapp.tally.setup import checked_setup, player_names, stake, table_name, tile_set

FORMAT: Final = "fanpai-table"
VERSION: Final = 1
MOST_EVENTS: Final = 200_000
# Clocks go wrong, but every page must be able to show the day.
_YEARS: Final = range(1970, 3000)
# What a setting is called in its event, and what it must be.
_CHECKS: Final[dict[str, tuple[str, Callable[[Any], Any]]]] = {
    "table_renamed": ("name", table_name),
    "players_named": ("players", player_names),
    "stake_set": ("stake", stake),
    "tile_set_chosen": ("tile_set", tile_set),
}
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


class TableFileError(ValueError):
    """A file that is no table. ``code``: ``no_table``, ``newer`` or ``damaged``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def table_file(events: Iterable[Event]) -> str:
    """Every event of a table as JSON: enough to have the same table elsewhere, undo included."""
    listed = [
        {"uuid": event.uuid, "kind": event.kind, "payload": event.payload, "at": event.at.isoformat()}
        for event in events
    ]
    return json.dumps({"format": FORMAT, "version": VERSION, "events": listed}, ensure_ascii=False, indent=1)


def read_table(data: bytes, *, anew: bool = False) -> tuple[Event, ...]:
    """The events of a table's file under a new table's id, every line checked and counted again.

    Args:
        data: the file.
        anew: take what the rules count where the file says something else.

    Raises:
        TableFileError: with a code.
        webapp.tally.booked.FileLineError: a line contradicts its rules.
    """
    try:
        found = read_json(data, greatest=MOST_RESULT)
    except FormError as error:
        raise TableFileError("no_table") from error
    if not isinstance(found, Mapping) or found.get("format") != FORMAT:
        raise TableFileError("no_table")
    if found.get("version") != VERSION:
        raise TableFileError("newer")
    listed = found.get("events")
    if not isinstance(listed, list) or not 0 < len(listed) <= MOST_EVENTS:
        raise TableFileError("damaged")
    name = str(uuid.uuid4())
    try:
        events = tuple(_event(name, place, one) for place, one in enumerate(listed, 1))
        _check_names(events)
        events = tuple(counted_again(events, anew=anew))
        refuse_impossible(fold(events), events)
    except FileLineError:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise TableFileError("damaged") from error
    return events


def deals_csv(table: Table, titles: Mapping[str, str]) -> str:
    """One row a line: number, time, what, round, dealer, amounts, totals. ``titles``: line id → what."""
    out = io.StringIO()
    writer = csv.writer(out)
    names = [table.players[seat] for seat in SEATS]
    writer.writerow(
        _safe(["deal", "time", "what", "round", "dealer", *names, *(f"total {name}" for name in names)])
    )
    for step in table.steps:
        writer.writerow(
            _safe(
                [
                    step.deal or "",
                    step.line.at.isoformat(timespec="seconds"),
                    titles[step.line.id],
                    step.before.round_wind,
                    table.players[step.before.dealer],
                ]
            )
            + [number(step.result.payments[seat]).replace("−", "-") for seat in SEATS]
            + [number(step.totals[seat]).replace("−", "-") for seat in SEATS]
        )
    return out.getvalue()


def _safe(cells: list[Any]) -> list[Any]:
    """Text that a spreadsheet would take for a formula gets a quote before it."""
    return [f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell for cell in cells]


def _event(table_id: str, place: int, data: Mapping[str, Any]) -> Event:
    kind, payload = data["kind"], data["payload"]
    if kind not in KINDS or not isinstance(payload, Mapping) or (kind == CREATED) != (place == 1):
        raise TableFileError("damaged")
    return Event(
        table_id=table_id,
        sequence=place,
        # Its own name in this folder: the same file may be brought in twice.
        uuid=str(uuid.uuid5(uuid.UUID(table_id), text(data["uuid"], "uuid", 36))),
        kind=kind,
        payload=_payload(kind, payload),
        at=_time(data["at"]),
    )


def _time(value: str) -> datetime:
    at = datetime.fromisoformat(value)
    if at.tzinfo is None or at.year not in _YEARS:
        raise TableFileError("damaged")
    return at.astimezone(UTC)


def _line_id(value: str) -> str:
    """As pages name lines: they are part of addresses."""
    if str(uuid.UUID(value)) != value.lower():
        raise TableFileError("damaged")
    return value


def _check_names(events: Iterable[Event]) -> None:
    """Every event has a name of its own, every line too, and is there before it is changed."""
    seen: set[str] = set()
    lines: set[str] = set()
    for event in events:
        line = event.payload["id"] if event.kind in CHANGES else None
        if event.uuid in seen or (line is not None and (line in lines) == (event.kind == "line_added")):
            raise TableFileError("damaged")
        seen.add(event.uuid)
        if line is not None:
            lines.add(line)


def _payload(kind: str, payload: Mapping[str, Any]) -> dict[str, Any]:
    if kind == CREATED:
        return checked_setup(payload)
    if kind in CHANGES:
        kept: dict[str, Any] = {"id": _line_id(payload["id"])}
        if kind != "line_removed":
            kept["entry"] = checked(payload["entry"])
            if payload.get("recorded") is not None:
                kept["recorded"] = _recorded(payload["recorded"])
        return kept
    if kind in _CHECKS:
        name, check = _CHECKS[kind]
        return {name: check(payload[name])}
    return {}


def _recorded(kept: Mapping[str, Any]) -> dict[str, Any]:
    """A result as it was booked, every part of its own kind. Raises FormError, KeyError, TypeError."""
    payments = {place: result_amount(kept["payments"][place], "recorded") for place in SEATS}
    if sum(Fraction(value) for value in payments.values()):
        raise FormError("recorded")
    wins = [
        [seat(winner, "recorded"), [text(row, "recorded", 60) for row in rows], int(total), int(points)]
        for winner, rows, total, points in kept["wins"]
    ]
    winners = kept["winners"]
    found = {
        "under": list(kept["under"]),
        "payments": payments,
        "wins": wins,
        "winners": None if winners is None else [seat(one, "recorded") for one in winners],
    }
    if kept.get("paid") is not None:
        found["paid"] = [
            [seat(payer, "recorded"), seat(payee, "recorded"), result_amount(value, "recorded")]
            for payer, payee, value in kept["paid"]
        ]
        if not adds_up(read_result(found).payments, read_result(found).paid or ()):
            raise FormError("recorded")
    return found
