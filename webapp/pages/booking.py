"""Booking by JSON: what every request to book brings along, and the answer where it is not booked."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from flask import Response, current_app

from webapp.pages import store_trouble, table_words
from webapp.pages.answers import malformed, refusal
from webapp.pages.field_words import wrong_with
from webapp.pages.form import FormError
from webapp.pages.meanwhile import sentence
from webapp.pages.tables import book
from webapp.pages.wording import _
from webapp.store import ConflictError, ReusedUuidError, StoreError
from webapp.tally.book import AlreadyBookedError, RefusedError
from webapp.tally.fields import FieldError
from webapp.tally.fold import Table
from webapp.tally.repeated import TakenBackError

NOT_BOOKED = (
    FormError,
    RefusedError,
    AlreadyBookedError,
    TakenBackError,
    ConflictError,
    ReusedUuidError,
    StoreError,
)


def name_and_sequence(body: Mapping[str, Any]) -> tuple[str, int]:
    """The name that makes a request sent twice one line, and the number of the event that its page knew last.

    Raises:
        FormError: unless ``uuid`` is a UUID as pages write them, and ``expected`` a whole number.
    """
    name, known = body.get("uuid"), body.get("expected")
    if not isinstance(name, str) or not isinstance(known, int) or isinstance(known, bool):
        raise FormError("uuid")
    try:
        if str(UUID(name)) != name.lower():
            raise FormError("uuid")
    except ValueError as error:
        raise FormError("uuid") from error
    return name, known


def not_booked(error: Exception, table: Table, conflict: str) -> tuple[Response, int]:
    """The answer to one of `NOT_BOOKED`.

    Args:
        error: why it was not booked.
        table: where it should have been.
        conflict: what to do where somebody else has booked in the meantime.
    """
    if isinstance(error, RefusedError):
        return refusal(422, "refused", table_words.refusal(error.step, error.why, table))
    if isinstance(error, FieldError) and error.code != "type":
        return refusal(422, "refused", wrong_with(error))
    if isinstance(error, AlreadyBookedError | TakenBackError | ConflictError | ReusedUuidError):
        return _overtaken(error, table, conflict)
    if isinstance(error, StoreError):
        current_app.logger.error("something could not be booked: %s", error)
        return refusal(store_trouble.status(error), "store", store_trouble.sentence(error))
    return malformed(error)


def _overtaken(error: Exception, table: Table, conflict: str) -> tuple[Response, int]:
    """Something else was booked before."""
    if isinstance(error, AlreadyBookedError):
        return refusal(409, "booked", table_words.already_booked(error.step))
    now = book().table(table.id)
    if isinstance(error, TakenBackError):
        asked = _("This was booked, and has been taken back since. Book it again?")
        return refusal(409, "taken_back", asked, current=now.sequence)
    if isinstance(error, ConflictError) and (meanwhile := sentence(now, error.expected)):
        conflict = f"{conflict} {meanwhile}"
    return refusal(409, "conflict", conflict, current=now.sequence)
