"""Hands that nobody has booked are put aside, and taken back."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.pages.camera_hands import cameras
from webapp.pages.left_hands import left_at
from webapp.pages.tables import table_or_404

pages = Blueprint("camera_left", __name__, url_prefix="/tables/<table_id>/camera/left")


@pages.post("/<int:number>")
def put_aside(table_id: str, number: int) -> BaseResponse:
    """Put the hand of this observation aside, and those that won with it; ``back`` takes them back."""
    table, every = table_or_404(table_id), cameras()
    # None is there where it was booked or deleted meanwhile: the page says so.
    for left in left_at(table):
        if number in {hand.number for hand in left.hands}:
            for hand in left.hands:
                every.store.put_aside(table.id, hand.number, "back" not in request.form)
            every.told(table.id)
    return redirect(url_for("camera.show", table_id=table.id, _anchor="part-left"), code=303)


@pages.get("/<int:number>")
def elsewhere(table_id: str, number: int) -> BaseResponse:
    """Reloaded, or come back to by the language switch: to the page."""
    return redirect(url_for("camera.show", table_id=table_id))
