"""What is wrong with a field, by the name that the form gives it."""

from webapp.pages.wording import _
from webapp.tally.fields import FINEST, MOST_DENOMINATOR, FieldError


def wrong_with(error: Exception) -> str:
    """A sentence for a FieldError; for others, what they say of themselves."""
    if not isinstance(error, FieldError) or error.code == "type":
        return str(error)
    said = {"field": _label(error.field), "most": error.most, "sign": error.sign}
    return {
        "sign": _("“%(field)s” holds a sign that cannot be written (%(sign)s). Take it out.", **said),
        "fine": _(
            "“%(field)s” takes up to %(digits)s digits after the point, or a fraction with up to %(most)s "
            "below the line.",
            **said | {"digits": FINEST, "most": MOST_DENOMINATOR},
        ),
        "result": _("With this, one player would get or pay more than %(most)s points in one line.", **said),
        "large": _("“%(field)s” takes at most %(most)s.", **said),
        "long": _("“%(field)s” is too long: it takes %(most)s characters.", **said),
        "number": _("“%(field)s” is to be a number.", **said),
    }[error.code]


def _label(field: str) -> str:
    """What the forms call a field; a field that no form has keeps its own name."""
    return {
        "entry.note": _("Note"),
        "entry.transfers": _("Points"),
        "entry.wins.points": _("Points"),
        "name": _("Name of the table"),
        "players": _("Players"),
        "stake": _("A point is worth"),
        "stake.unit": _("Currency or chips"),
    }.get(field, field)
