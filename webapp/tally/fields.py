"""What may stand in a field, wherever it comes from: amounts, seats and lines of text, as they are kept.

A form, a phone that was offline and a table's file are asked the same, so that all that can be booked can be
brought in again.
"""

import re
import unicodedata
from fractions import Fraction
from typing import Final

from scorer.hand import SEATS
from webapp.pages.form import FormError

MOST_NOTE: Final = 200
MOST_POINTS: Final = 10**9
# Of one line for one player: twelve payments, or a win by points under rules that multiply them.
MOST_RESULT: Final = 10**12
# Digits after the point.
FINEST: Final = 6
# Of fractions that are none: sums of them over a long evening stay within what fits on a page.
MOST_DENOMINATOR: Final = 1000
# No exponents: 1e999999999 would fill the memory.
_NUMBER: Final = re.compile(r"-?[0-9]{1,40}([./][0-9]{1,40})?")
# Fractions of one line added up have long denominators.
_RESULT: Final = re.compile(r"-?[0-9]{1,900}(/[0-9]{1,900})?")
_JOINERS: Final = "\u200c\u200d"
_BLACK_FLAG: Final = "\U0001f3f4"
_TAGS: Final = range(0xE0020, 0xE0080)
# Marks that nobody sees and that mean nothing by themselves: what copying brings along.
_INVISIBLE: Final = dict.fromkeys(
    (0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x180E, 0x200B, 0x200E, 0x200F, 0x2060, 0x3164, 0xFEFF, 0xFFA0)
)
# Those that choose how the sign before them is drawn, and join signs.
_CHOOSERS: Final = dict.fromkeys(
    (0x200C, 0x200D, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *_TAGS, *range(0xE0100, 0xE01F0))
)


class FieldError(FormError):
    """A field that holds what cannot be kept.

    Attributes:
        field: where: ``entry.note``, ``players``, …
        code: ``type`` (no page sends it), ``long``, ``sign``, ``number``, ``fine``, ``large`` or ``result``.
        sign: the sign that cannot be kept, as ``U+202E``; empty for other codes.
        most: the limit that was passed; 0 for other codes.
    """

    def __init__(self, field: str, code: str = "type", *, sign: str = "", most: int = 0) -> None:
        super().__init__(field)
        self.field, self.code, self.sign, self.most = field, code, sign, most


def amount(value: object, place: str) -> int | str:
    """A number of points, whole or ``"n/d"``, in the form that is kept.

    Raises:
        FieldError: for anything else, more than `MOST_POINTS`, or finer than `refuse_fine` takes.
    """
    exact = exact_number(value)
    if exact is None:
        raise FieldError(place, "number")
    if abs(exact) > MOST_POINTS:
        raise FieldError(place, "large", most=MOST_POINTS)
    refuse_fine(exact, place)
    return _kept(exact)


def refuse_fine(exact: Fraction, place: str) -> None:
    """Raise FieldError beyond `FINEST` decimals, unless it is a fraction over `MOST_DENOMINATOR` at most."""
    if exact.denominator > MOST_DENOMINATOR and 10**FINEST % exact.denominator:
        raise FieldError(place, "fine", most=FINEST)


def result_amount(value: object, place: str) -> int | str:
    """An amount that a line came to, in the form that is kept: up to `MOST_RESULT`. Raises FieldError."""
    text = str(value)
    if isinstance(value, bool) or not isinstance(value, int | str) or not _RESULT.fullmatch(text):
        raise FieldError(place, "number")
    try:
        exact = Fraction(value)
    except ZeroDivisionError as error:
        raise FieldError(place, "number") from error
    if abs(exact) > MOST_RESULT:
        raise FieldError(place, "result", most=MOST_RESULT)
    return _kept(exact)


def exact_number(value: object) -> Fraction | None:
    """A whole number, or text such as ``-1.5`` or ``2/3``; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | str) or not _NUMBER.fullmatch(str(value)):
        return None
    try:
        return Fraction(value)
    except ZeroDivisionError:
        return None


def seat(value: object, place: str) -> str:
    """A seat. Raises FieldError."""
    if not isinstance(value, str) or value not in SEATS:
        raise FieldError(place)
    return value


def text(value: object, place: str, most: int = MOST_NOTE) -> str:
    """A line of text as it is kept: composed (NFC), one space between words, without marks nobody sees.

    Signs are joined within a word, as Persian and families of emoji are.

    Raises:
        FieldError: it is longer than ``most`` characters, or holds a control character.
    """
    if not isinstance(value, str):
        raise FieldError(place)
    # Before it is composed, which takes long for very long texts.
    if len(value) > 20 * most:
        raise FieldError(place, "long", most=most)
    seen = unicodedata.normalize("NFC", value).translate(_INVISIBLE)
    words = (word.strip(_JOINERS) for word in seen.split())
    found = " ".join(word for word in words if word)
    for sign in found:
        if not (sign.isprintable() or sign in _JOINERS or (ord(sign) in _TAGS and _BLACK_FLAG in found)):
            raise FieldError(place, "sign", sign=f"U+{ord(sign):04X}")
    if len(found) > most:
        raise FieldError(place, "long", most=most)
    return found


def name_key(name: str) -> str:
    """What names are compared by: two that look the same, or differ in capitals, have the same.

    >>> name_key("A\u0301nn") == name_key("\u00c1NN\ufe0f")
    True
    """
    seen = unicodedata.normalize("NFC", name).translate(_INVISIBLE).translate(_CHOOSERS)
    return unicodedata.normalize("NFC", " ".join(seen.split()).casefold())


def _kept(exact: Fraction) -> int | str:
    return exact.numerator if exact.denominator == 1 else str(exact)
