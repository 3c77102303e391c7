"""The taught tile sets: the list, teaching a new one, another name, taking one away and bringing it back."""

from typing import Any, Final

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from vision.laid import ORDER
from vision.taught import CELL, COLUMNS
from webapp.pages.attachment import attachment
from webapp.pages.set_reading import set_choices, taught_sets
from webapp.pages.teach import set_error_sentence
from webapp.pages.texts import page_texts
from webapp.taught_sets import SUFFIX, SetError

pages = Blueprint("sets", __name__, url_prefix="/sets")

# Part of a cell that is shown: a tile with a little of its surroundings.
_WIDE: Final = 76
_HIGH: Final = 96


@pages.app_context_processor
def _for_templates() -> dict[str, Any]:
    """Any page may offer the sets to choose from."""
    return {"set_choices": set_choices}


@pages.get("")
def index() -> str:
    """All sets."""
    return _page("")


@pages.get("/new")
def new() -> str:
    """Teach a set: the order to lay, the photo, what was seen, a name."""
    return render_template(
        "sets/new.html", order=ORDER, views=cell_views(), texts=page_texts(), sheet=sheet()
    )


@pages.post("/<set_id>/<any(rename, delete, restore, purge):act>")
def change(set_id: str, act: str) -> AnyResponse | tuple[str, int]:
    """What the buttons of the list do."""
    sets = taught_sets()
    try:
        if act == "rename":
            sets.rename(set_id, request.form.get("name", ""))
        else:
            {"delete": sets.delete, "restore": sets.restore, "purge": sets.purge}[act](set_id)
    except SetError as error:
        return _page(set_error_sentence(error)), 422
    return redirect(url_for("sets.index"), code=303)


@pages.get("/<set_id>/<any(rename, delete, restore, purge):act>")
def changed(set_id: str, act: str) -> AnyResponse:
    """Reloaded, or come back to by the language switch: to the list."""
    return redirect(url_for("sets.index"))


@pages.get("/<set_id>/tiles.jpg")
def tiles(set_id: str) -> Response:
    """The tiles of a set as they were cut out of its photo."""
    try:
        data = taught_sets().picture(set_id)
    except SetError:
        abort(404)
    return Response(data, mimetype="image/jpeg", headers={"Cache-Control": "no-cache"})


@pages.get("/<set_id>/file")
def file(set_id: str) -> Response:
    """The set as a file, for another computer or the command line."""
    try:
        taught = taught_sets().load(set_id)
    except SetError:
        abort(404)
    return attachment(taught.to_bytes(), "application/octet-stream", f"{taught.name}{SUFFIX}")


def cell_views() -> dict[str, str]:
    """The SVG view box of each kind in the picture of cut-out tiles."""
    kinds = [kind for row in ORDER for kind in row]
    views = {}
    for number, kind in enumerate(kinds):
        x, y = (number % COLUMNS + 0.5) * CELL, (number // COLUMNS + 0.5) * CELL
        views[kind] = f"{x - _WIDE / 2:g} {y - _HIGH / 2:g} {_WIDE} {_HIGH}"
    return views


def sheet() -> tuple[int, int]:
    """Pixels of the picture of cut-out tiles."""
    return COLUMNS * CELL, -(-sum(map(len, ORDER)) // COLUMNS) * CELL


def _page(error: str) -> str:
    every = taught_sets().all()
    return render_template(
        "sets/index.html",
        sets=[one for one in every if not one.deleted],
        deleted=[one for one in every if one.deleted],
        order=ORDER,
        views=cell_views(),
        sheet=sheet(),
        error=error,
    )
