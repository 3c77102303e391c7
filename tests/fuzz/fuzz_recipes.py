"""For each route a request that a page of ours could send, from what is in the house just now."""

import io
import json
import re
import uuid
import zipfile
from collections.abc import Callable
from typing import Final

from fuzz_entries import CONTEXT, ENTRIES
from fuzz_house import BESIDE, HAND, House
from fuzz_paths import job_of, line_of, set_of
from fuzz_requests import Made
from fuzz_spoil import Draw, one_of
from hypothesis import strategies as st

from scorer.hand import SEATS
from scorer.rulesets import names
from webapp.pages.line_forms import fields_of
from webapp.tally.people import LOG

Recipe = Callable[[House, Draw, Made], None]

RULES: Final = names()
ASKED: Final = ("named", "draw", "kongs", "penalty", "free", "rules")


def _seq(house: House) -> str:
    return str(house.now().sequence)


def _fresh(draw: Draw) -> str:
    """A new name, or once in a while one that may be booked already."""
    return str(uuid.uuid4()) if draw(st.integers(0, 7)) else "11111111-1111-4111-8111-111111111111"


def _create(house: House, draw: Draw, made: Made) -> None:
    rules = draw(st.sampled_from(RULES))
    name = house.table if draw(st.integers(0, 9)) == 9 else _fresh(draw)
    fields = {
        "uuid": name,
        "name": "Friday",
        "rules": rules,
        "stake": "0.5",
        "unit": "€",
        "first_dealer": "S",
    }
    fields |= {f"player-{seat}": f"{seat}nn" for seat in SEATS} | {"tile_set": ""}
    fields |= {f"{rules}.base": "2", f"{rules}.multi_win": "nearest"}
    made.fields = list(fields.items())


def _settings(house: House, draw: Draw, made: Made) -> None:
    table = house.now()
    fields = {"expected": _seq(house), "name": table.name, "stake": "2", "unit": "元", "tile_set": ""}
    made.fields = list((fields | {f"player-{seat}": name for seat, name in table.players.items()}).items())


def _act(house: House, draw: Draw, made: Made) -> None:
    made.fields = [("uuid", _fresh(draw)), ("expected", _seq(house))]


def _line_fields(house: House, draw: Draw) -> tuple[str, list[tuple[str, str]]]:
    entry = draw(st.sampled_from([one for one in ENTRIES if one["kind"] in ASKED]))
    with house.app.test_request_context():  # a form is written in the reader's language
        return entry["kind"], list(fields_of(entry).items(multi=True))


def _preview(house: House, draw: Draw, made: Made) -> None:
    kind, fields = _line_fields(house, draw)
    made.fields = [("kind", kind), *fields]
    what = draw(st.integers(0, 5))
    if what == 5:
        made.fields = [("kind", "win"), ("entry", json.dumps(ENTRIES[0])), ("scan", job_of(house, draw))]
    elif what == 4:
        made.fields = [("kind", "removal"), ("line", line_of(house, "", draw))]
    elif what == 3:
        made.fields.append(("line", line_of(house, "", draw)))
    if draw(st.integers(0, 7)):  # else a form that the table has passed
        made.fields.append(("expected", _seq(house)))


def _back_to_form(house: House, draw: Draw, made: Made) -> None:
    made.fields = [("line", line_of(house, "", draw)), *_line_fields(house, draw)[1]]


def _keep_line(house: House, draw: Draw, made: Made) -> None:
    entry = json.dumps(draw(st.sampled_from(ENTRIES)))
    made.fields = [("uuid", _fresh(draw)), ("expected", _seq(house)), ("entry", entry)]
    kind = draw(st.sampled_from(["line_added", "line_added", "line_edited", "line_removed"]))
    made.fields += [("change", kind), ("line", "" if kind == "line_added" else line_of(house, "", draw))]
    if draw(st.booleans()):
        made.fields.append(("scan", job_of(house, draw)))


def _enter(house: House, draw: Draw, made: Made) -> None:
    kind, fields = _line_fields(house, draw)
    made.body = {"uuid": _fresh(draw), "expected": house.now().sequence, "kind": kind, "fields": fields}


def _table_hand(house: House, draw: Draw, made: Made) -> None:
    made.body = {
        "hand": HAND,
        "context": dict(CONTEXT),
        "others": [],
        "line": None,
        "scan": job_of(house, draw),
    }
    made.body |= {"uuid": _fresh(draw), "expected": house.now().sequence}
    what = draw(st.integers(0, 4))
    if what == 4:
        made.body["line"] = line_of(house, "", draw)
    elif what == 3:
        made.body["others"] = [{"winner": "N", "hand": BESIDE, "flags": []}]


def _hand(house: House, draw: Draw, made: Made) -> None:
    made.body = {"rules": draw(st.sampled_from(RULES)), "options": {}, "hand": HAND}
    made.body |= {"context": dict(CONTEXT), "uuid": _fresh(draw), "scan": job_of(house, draw)}


def _photo(house: House, draw: Draw, made: Made) -> None:
    photo = draw(st.sampled_from([house.jpeg, house.jpeg, house.jpeg, house.jpeg[:200], b"", b"no picture"]))
    made.files = [("photo", "photo.jpg", photo)]
    made.fields = []
    if draw(st.booleans()):
        made.fields = [("table", house.table), ("wild", "9p"), ("right", '{"0": "1m"}')]
    elif draw(st.booleans()):
        made.fields = [("with", job_of(house, draw)), ("rules", "lishui"), ("set", set_of(house, "", draw))]


def _part(house: House, draw: Draw, made: Made) -> None:
    made.body = {"corners": [5, 5, 80, 5, 80, 50, 5, 50], "set": "", "table": house.table, "right": {}}


def _again(house: House, draw: Draw, made: Made) -> None:
    made.body = {"rules": draw(st.sampled_from(RULES)), "wild": "9p", "right": {"1": "2m"}, "line": ""}


def _correct(house: House, draw: Draw, made: Made) -> None:
    made.body = {"scan": job_of(house, draw), "right": {"5": "9p"}}


def _want(house: House, draw: Draw, made: Made) -> None:
    answer = draw(st.sampled_from(["yes", "yes", "no"]))
    if draw(st.booleans()):
        made.body = {"keep": answer}
    else:
        made.fields = [("keep", answer)]


def _bring(house: House, draw: Draw, made: Made) -> None:
    # The table is here already: mostly it is to be taken as a copy.
    made.fields = draw(st.sampled_from([[("copy", "yes")], [("copy", "yes")], []]))
    file = house.clients["home"].get(f"/tables/{house.table}/table.json").data
    if draw(st.integers(0, 2)) == 2:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            archive.writestr("table.json", file)
            archive.writestr(f"photos/{'a' * 32}.jpg", house.jpeg)
        made.files = [("file", "table.zip", out.getvalue())]
        return
    # Beside whole files, those in which a value was changed.
    text = file.decode()
    values = list(re.finditer(r': ("[^"]*"|-?\d+|null|\[\]|\{\})', text))
    if draw(st.booleans()):
        value = one_of(draw, values)
        other = json.dumps(draw(st.sampled_from([None, 1, "x", [], {}, "E", 10**8, -1, "0001-01-01", 1.5])))
        text = text[: value.start(1)] + other + text[value.end(1) :]
    made.files = [("file", "table.json", text.encode())]


def _people(house: House, draw: Draw, made: Made) -> None:
    one, other = (one_of(draw, [*house.now().players.values(), "Snn", "Wnn"]) for _ in range(2))
    sequence = len(house.book.store.events(LOG))
    made.fields = [("name", one), ("into", other), ("guest", "yes")]
    made.fields += [("uuid", _fresh(draw)), ("expected", str(sequence))]


def _form(*fields: tuple[str, str]) -> Recipe:
    def make(house: House, draw: Draw, made: Made) -> None:
        made.fields = list(fields)

    return make


def _lesson_name(house: House, draw: Draw, made: Made) -> None:
    made.body = {"name": draw(st.sampled_from(["Jade", "骨牌", "Jade 2", "", "x" * 41]))}


def _lesson(house: House, draw: Draw, made: Made) -> None:
    made.files = [("photo", "set.jpg", house.jpeg)]


def _back(house: House, draw: Draw, made: Made) -> None:
    made.fields = [("theme", "dark"), ("language", draw(st.sampled_from(["zh_Hans", "zh_Hant", "en"])))]
    made.fields.append(("back", draw(st.sampled_from(["/tables", "//x", "/a?b=龍", "http://x", "/\\x"]))))


def _camera(house: House, draw: Draw, made: Made) -> None:
    film = ("other", house.film)
    made.fields = [draw(st.sampled_from([film, film, ("source", "phone"), ("here", "yes")]))]


def _camera_setup(house: House, draw: Draw, made: Made) -> None:
    made.body = {"corners": [0.1, 0.1, 0.9, 0.1, 0.9, 0.9, 0.1, 0.9], "bottom": "W", "record": True}


def _frame(house: House, draw: Draw, made: Made) -> None:
    made.raw, made.content_type = house.jpeg, "image/jpeg"


RECIPES: Final[dict[str, Recipe]] = {
    "settings": _back,
    "scans.send": _photo,
    "scans.send_part": _part,
    "scans.read_once_more": _again,
    "scores.score": _hand,
    "scores.keep": _hand,
    "teach.send": _lesson,
    "teach.keep": _lesson_name,
    "sets.change": _form(("name", "Bone")),
    "corrections.want": _want,
    "corrections.add": _correct,
    "corrections.delete_all": _form(),
    "tables.create": _create,
    "tables.act": _act,
    "tables.change_settings": _settings,
    "lines.add": _back_to_form,
    "lines.preview": _preview,
    "named_total.total": _back_to_form,
    "lines.keep": _keep_line,
    "live.enter": _enter,
    "play.score": _table_hand,
    "play.keep": _table_hand,
    "exchange.brought": _bring,
    "players.join": _people,
    "players.part": _people,
    "players.mark": _people,
    "kept_hand.turn": _act,
    "kept.delete": _form(("back", "/photos")),
    "kept.delete_all": _form(("back", "/photos")),
    "camera.start": _camera,
    "camera.stop": _form(),
    "camera.set_up": _camera_setup,
    "camera.drop": _form(),
    "camera_left.put_aside": _form(("back", "yes")),
    "camera_evening.delete": _form(),
    "camera_phone.push": _frame,
    "join.revoke": _form(),
    "join.revoke_house": _form(),
}


def _of_line(house: House, draw: Draw, made: Made) -> None:
    made.query = [("line", line_of(house, "", draw))]


def _two(house: House, draw: Draw, made: Made) -> None:
    made.query = [("name", "Ann"), ("into", "Snn")]


QUERIES: Final[dict[str, Recipe]] = {
    "play.hand": _of_line,
    "players.same": _two,
    "evening.history": lambda house, draw, made: made.query.append(("page", "1")),
    "live.events": lambda house, draw, made: made.query.append(("tab", "one")),
}
