"""Kept photos: shown with their hands, and deleted one by one or all at once."""

import re
from typing import Final

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access.guard import NotAllowedError, require_house
from webapp.access.levels import HOUSE, Level
from webapp.access.visitor import visitor
from webapp.pages.looks import way_back
from webapp.pages.tables import book
from webapp.store import UnknownPhotoError

pages = Blueprint("kept", __name__, url_prefix="/photos")

_NAME: Final = re.compile(r"[0-9a-f]{32}")


@pages.get("")
def index() -> str:
    """All kept photos, newest first; on a guest's phone those of the tables it scores at."""
    photos, homes = book().store.photos()[::-1], book().photo_homes()
    photos = tuple(photo for photo in photos if _may(homes.get(photo.id), Level.SCORE))
    return render_template("tables/photos.html", photos=photos, deleted="deleted" in request.args)


@pages.get("/<name>.jpg")
def photo(name: str) -> Response:
    """One photo; nothing the camera wrote beside the pixels is in it."""
    _require(name, Level.WATCH)
    try:
        kept = book().store.photo(name)
    except UnknownPhotoError:
        abort(404)
    if not kept.path.is_file():
        abort(404)
    # Deleted photos must not live on in browsers.
    return Response(kept.path.read_bytes(), mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@pages.post("/<name>/delete")
def delete(name: str) -> Response:
    """Forget one photo; the hand that was read from it stays."""
    _require(name, Level.SCORE)
    try:
        book().store.delete_photo(name)
    except UnknownPhotoError:
        abort(404)
    return _back()


@pages.post("/delete-all")
def delete_all() -> Response:
    """Forget every photo; all hands stay."""
    require_house()
    for kept in book().store.photos():
        try:
            book().store.delete_photo(kept.id)
        except UnknownPhotoError:
            continue  # somebody else was faster
    return _back()


def _back() -> Response:
    """Where the button was; the list of photos says that it is done, other pages show it."""
    back = way_back(request.form.get("back", ""))
    listed = back == url_for("kept.index")
    return redirect(url_for("kept.index", deleted="yes") if listed else back, code=303)


def _require(name: str, level: Level) -> None:
    """Answer 404 for what is no photo's name, 403 where the device may not do this with the photo."""
    if not _NAME.fullmatch(name):
        abort(404)
    if not _may(book().photo_homes().get(name), level):
        raise NotAllowedError(level, HOUSE)


def _may(table_id: str | None, level: Level) -> bool:
    """Whether the table that a photo belongs to grants this; photos of no table are the house's."""
    who = visitor()
    return who.level(HOUSE) >= level or (table_id is not None and who.level(table_id) >= level)
