"""Kept photos: shown with their hands, and deleted one by one or all at once."""

import re

from flask import Blueprint, abort, redirect, render_template, request
from werkzeug.wrappers import Response

from webapp.pages.looks import way_back
from webapp.pages.tables import book
from webapp.store import UnknownPhotoError

pages = Blueprint("kept", __name__, url_prefix="/photos")

_NAME = re.compile(r"[0-9a-f]{32}")


@pages.get("")
def index() -> str:
    """All kept photos, newest first."""
    return render_template("tables/photos.html", photos=book().store.photos()[::-1])


@pages.get("/<name>.jpg")
def photo(name: str) -> Response:
    """One photo; nothing the camera wrote beside the pixels is in it."""
    if not _NAME.fullmatch(name):
        abort(404)
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
    try:
        book().store.delete_photo(name)
    except UnknownPhotoError:
        abort(404)
    return redirect(way_back(request.form.get("back", "")), code=303)


@pages.post("/delete-all")
def delete_all() -> Response:
    """Forget every photo; all hands stay."""
    for kept in book().store.photos():
        try:
            book().store.delete_photo(kept.id)
        except UnknownPhotoError:
            continue  # somebody else was faster
    return redirect(way_back(request.form.get("back", "")), code=303)
