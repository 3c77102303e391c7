"""Valid requests made odd: other values, other types, other bytes, other senders."""

import copy
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from fuzz_house import VISITORS
from fuzz_requests import FORM, MULTIPART, NOTHING, Made
from hypothesis import strategies as st

Draw = Callable[[st.SearchStrategy[Any]], Any]

TEXTS: Final = (
    *("", " ", "0", "-1", "1e9", "1e999999999", "NaN", "9" * 12, "9" * 5000, "1/3", "1/0", "٣", "²", "0x1f"),
    *(
        "\x00",
        "\x7f",
        "\r\nSet-Cookie: a=b",
        "\u202e",
        "\ufeff",
        "é\u0301" * 30,
        "龍🀄",
        "\ud800",
        "%00",
        "%",
    ),
    *("E", "X", "all", "self_draw", "zi_mo", "an_gang", "lishui", "ji_ping_hu", "fixed:9p", "none", "true"),
    *("../../etc/passwd", "a/b", "..", ".", "//evil.example", "/\\evil", "http://[", "<script>", "{{ 7*7 }}"),
    *("' OR 1=1 --", "players", "single-hands", "00000000-0000-0000-0000-000000000000", "x" * 3000),
)
VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 5, 99, 100, 10**9, 10**9 + 1, -(10**30), 10**400, 1.5, 1e308, -0.0),
    *([], {}, [[]], [{}], {"": None}, ["E"], [["E"]], {"E": "x"}, ["1m"] * 41, [None], [1, "1"], {"0": "1m"}),
)
RAW_JSON: Final = (
    *(b"", b"null", b"[]", b"{", b"{}", b'"', b"NaN", b'{"a": Infinity}', b'{"uuid": 1, "uuid": "x"}'),
    *(b"[" * 3000, b"[" * 25 + b"]" * 25, b'"\\ud800"', b"\xff\xfe", b'\xef\xbb\xbf{"rules": "lishui"}'),
    *(b"1" * 5000, b'{"context": {"flags": [{}]}}'),
)
TYPES: Final = (
    *("", "text/plain", "application/json", "application/json; charset=utf-16", "application/vnd.x+json"),
    *(
        FORM,
        MULTIPART,
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/mixed; boundary=x",
    ),
    *(
        "application/json; charset=nonsense",
        "image/jpeg",
        "\\",
        "application/x-www-form-urlencoded; charset=x",
    ),
)
HEADERS: Final = {
    "Accept-Language": ("zh-TW", "zh-CN,en;q=0.5", "fr", "*;q=x", "en;q=1e400", "ü" * 20, ",,;"),
    "Cookie": ("fanpai-language=zh_Hant", "fanpai-theme=x; fanpai-language=\\", "fanpai-device=x", "=;;="),
    "Host": ("localhost:8000", "evil.example", "[", "127.0.0.1:99999", "a b", "[::1]:8000", ""),
    "Origin": ("http://localhost", "http://evil.example", "http://[", "null"),
    "Sec-Fetch-Site": ("cross-site", "same-site", "none", ""),
    "X-Fanpai-Mark": ("x", "ü"),
    "Range": ("bytes=0-", "bytes=9-1", "x"),
    "If-Modified-Since": ("yesterday", "Thu, 01 Jan 1970 00:00:00 GMT"),
    "X-Forwarded-For": ("1.2.3.4",),
    "Last-Event-ID": ("x",),
}
_WAYS: Final = (
    *(
        "valid",
        "valid",
        "valid",
        "valid",
        "valid",
        "valid",
        "value",
        "value",
        "value",
        "value",
        "part",
        "part",
        "whole",
    ),
    *("type", "bytes", "path", "method", "header", "query"),
)

_odd_text = st.one_of(st.sampled_from(TEXTS), st.text(max_size=12))
_odd_value = st.one_of(
    st.sampled_from(VALUES),
    _odd_text,
    st.integers(),
    st.floats(),
    st.recursive(
        st.none() | st.integers(-3, 3) | st.text(max_size=3),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
        max_leaves=5,
    ),
)


def one_of(draw: Draw, found: Sequence[Any]) -> Any:
    """One of what is in the house just now: drawn so that the draw itself does not depend on how many."""
    return found[draw(st.integers(0, 9999)) % len(found)]


def spoilt(made: Made, draw: Draw) -> Made:
    """The request, or one beside it, from somebody who may or may not send it."""
    made.visitor = draw(st.sampled_from(VISITORS))
    made.mark_in_form = draw(st.integers(0, 4)) == 4 and made.fields is not None
    _SPOIL[draw(st.sampled_from(_WAYS))](made, draw)
    return made


def _valid(made: Made, draw: Draw) -> None:
    """As it is."""


def _value(made: Made, draw: Draw) -> None:
    """Some other values."""
    for _ in range(draw(st.integers(1, 3))):
        if made.body is not NOTHING:
            made.body = _with_other_part(made.body, draw)
        elif made.fields:
            place = draw(st.integers(0, len(made.fields) - 1))
            name, value = made.fields[place]
            made.fields[place] = (name, text_beside(value, draw))
        elif made.files:
            _bytes(made, draw)


def text_beside(value: str, draw: Draw) -> str:
    """Another text; of one that is JSON also other JSON."""
    if value[:1] in {"{", "["} and draw(st.booleans()):
        with suppress(json.JSONDecodeError):  # spoilt before
            return json.dumps(_with_other_part(json.loads(value), draw))
    found: str = draw(_odd_text)
    return found


def _with_other_part(tree: Any, draw: Draw) -> Any:
    """The tree with one part exchanged or left out."""
    tree = copy.deepcopy(tree)
    places = _places(tree) if isinstance(tree, dict | list) else []
    if not places:
        return draw(_odd_value)
    holder, key = one_of(draw, places)
    if draw(st.integers(0, 4)) == 4:
        del holder[key]
    else:
        holder[key] = draw(_odd_value)
    return tree


def _places(tree: Any) -> list[tuple[Any, Any]]:
    """Every (holder, key) of a JSON tree, the upper ones first."""
    found, level = [], [tree]
    while level:
        inner: list[Any] = []
        for holder in level:
            keys = list(holder) if isinstance(holder, dict) else range(len(holder))
            found += [(holder, key) for key in keys]
            inner += [holder[key] for key in keys if isinstance(holder[key], dict | list)]
        level = inner
    return found


def _part(made: Made, draw: Draw) -> None:
    """Fields left out, twice, renamed or new; other files."""
    if made.body is not NOTHING and isinstance(made.body, dict):
        made.body = {**made.body, draw(_odd_text): draw(_odd_value)}
        return
    if made.files and draw(st.booleans()):
        names = st.sampled_from(["photo", "file", "x", ""])
        made.files += [(draw(names), "x.jpg", draw(st.binary(max_size=30)))]
        return
    fields = made.fields if made.fields is not None else []
    what = draw(st.integers(0, 3))
    if fields and what < 3:
        place = draw(st.integers(0, len(fields) - 1))
        name, value = fields[place]
        if what == 0:
            del fields[place]
        elif what == 1:
            fields.insert(draw(st.integers(0, len(fields))), (name, text_beside(value, draw)))
        else:
            fields[place] = (draw(_odd_text), value)
    else:
        fields.append((draw(_odd_text), draw(_odd_text)))
    made.fields = fields


def _whole(made: Made, draw: Draw) -> None:
    """Another body altogether."""
    if draw(st.booleans()):
        made.raw, made.content_type = draw(st.sampled_from(RAW_JSON)), "application/json"
    else:
        made.body, made.fields, made.files = draw(_odd_value), None, []


def _type(made: Made, draw: Draw) -> None:
    """The right body under a wrong name."""
    made.content_type = draw(st.sampled_from(TYPES))


def _bytes(made: Made, draw: Draw) -> None:
    """Bytes missing or in between."""
    data, kind = made.encoded()
    at = draw(st.integers(0, 9999)) % (len(data) + 1)
    made.content_type = kind
    made.raw = data[:at] if draw(st.booleans()) else data[:at] + draw(st.binary(max_size=8)) + data[at:]


def _path(made: Made, draw: Draw) -> None:
    """Another word in the address."""
    words = made.path.split("/")
    place = draw(st.integers(1, max(1, len(words) - 1)))
    words[place:place] = [] if draw(st.booleans()) else [draw(_odd_text)]
    words[place] = draw(_odd_text)
    made.path = "/" + "/".join(words).lstrip("/")


def _method(made: Made, draw: Draw) -> None:
    """Another method."""
    made.method = draw(st.sampled_from(["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"]))


def _header(made: Made, draw: Draw) -> None:
    """Odd headers."""
    name = draw(st.sampled_from(sorted(HEADERS)))
    made.headers[name] = draw(st.sampled_from(HEADERS[name]))


def _query(made: Made, draw: Draw) -> None:
    """Other questions in the address."""
    made.query = [(name, draw(_odd_text)) for name, _value in made.query]
    made.query.append((draw(st.sampled_from(["page", "line", "tab", "name", "x"])), draw(_odd_text)))


_SPOIL: Final[dict[str, Callable[[Made, Draw], None]]] = {
    "valid": _valid,
    "value": _value,
    "part": _part,
    "whole": _whole,
    "type": _type,
    "bytes": _bytes,
    "path": _path,
    "method": _method,
    "header": _header,
    "query": _query,
}
