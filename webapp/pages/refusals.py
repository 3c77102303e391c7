"""What a refused request is told: a page with a way out, or the same sentence for a script."""

from typing import Final

from flask import Flask, make_response, render_template, request
from werkzeug.exceptions import Forbidden, HTTPException, MisdirectedRequest, TooManyRequests
from werkzeug.wrappers import Response

from webapp.access.guard import NotAllowedError
from webapp.access.levels import HOUSE, Level
from webapp.pages.answers import refusal
from webapp.pages.wording import _

_Answer = tuple[str | Response, int]
_KEPT_HEADERS: Final = frozenset({"Allow", "Content-Range"})


def init_app(app: Flask) -> None:
    """Answer these refusals in the reader's language."""
    app.register_error_handler(Forbidden, forbidden)
    app.register_error_handler(TooManyRequests, too_many)
    app.register_error_handler(MisdirectedRequest, misdirected)
    app.register_error_handler(HTTPException, any_other)


def forbidden(error: Forbidden) -> _Answer:
    """The device may not do this, or the request comes from elsewhere."""
    return _answer(403, "not_allowed" if isinstance(error, NotAllowedError) else "foreign", _why(error))


def too_many(error: TooManyRequests) -> _Answer:
    """Too much at once from one device."""
    answer, status = _answer(429, "too_many", _("That was too much at once. Wait a moment, then try again."))
    made = make_response(answer, status)
    made.headers["Retry-After"] = str(error.retry_after)
    return made, status


def misdirected(error: MisdirectedRequest) -> _Answer:
    """Asked for by a name that is not this page's."""
    return _answer(
        421,
        "foreign_name",
        _(
            "This page is not known by the name “%(name)s”. Open it by the address that fanpai prints.",
            name=request.host,
        ),
    )


def any_other(error: HTTPException) -> _Answer:
    """What no page of ours asks for, by its status; a failure of our own, too."""
    code, sentence = {
        404: ("not_found", _("There is nothing at this address, or not any more.")),
        405: ("method", _("Nothing was changed. Go back and use the buttons of the page.")),
        413: ("too_large", _("This is more than fanpai takes at once. Nothing was changed.")),
        500: (
            "internal",
            _(
                "Something went wrong in fanpai itself; the computer that serves this page has written down "
                "what. What was booked before is kept. Look at the table before you do it again."
            ),
        ),
    }.get(
        error.code or 0,
        (
            "malformed",
            _(
                "This is not what a page of fanpai sends. Nothing was changed. "
                "Reload the page, then try again."
            ),
        ),
    )
    answer, status = _answer(error.code or 400, code, sentence)
    made = make_response(answer, status)
    # What the status has to say beside its page: the methods that are allowed, the range there is.
    for name, value in error.get_headers(request.environ):
        if name in _KEPT_HEADERS:
            made.headers[name] = value
    return made, status


def _why(error: Forbidden) -> str:
    if not isinstance(error, NotAllowedError):
        return _(
            "This did not come from a page of fanpai, or the page was too old. Reload it, then try again."
        )
    if error.table_id == HOUSE:
        return _("Only the computer that serves this page may do this, and devices it has let in.")
    if error.level == Level.OWN:
        return _(
            "Only the device that opened this table may do this, and the computer that serves this page."
        )
    if error.level == Level.SCORE:
        return _("This device may look on, but not book. Ask whoever opened the table for the scorer's code.")
    return _("This table is not open on this device. Ask whoever opened it for its code.")


def _answer(status: int, code: str, sentence: str) -> _Answer:
    if request.is_json or request.path.startswith("/api/"):
        answer, status = refusal(status, code, sentence)
        return answer, status
    return render_template("refused.html", sentence=sentence), status
