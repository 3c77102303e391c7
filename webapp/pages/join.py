"""Other devices at the table: codes to scan, links that carry a role, and taking them back."""

from dataclasses import dataclass
from typing import Final

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from webapp.access.addresses import base_address
from webapp.access.guard import require_house
from webapp.access.keys import link_id_of
from webapp.access.levels import HOUSE
from webapp.access.visitor import access_store, keys, visitor
from webapp.invitations import join_address, link_for, svg_code
from webapp.pages.tables import table_or_404
from webapp.pages.wording import _
from webapp.store.access import Link

pages = Blueprint("join", __name__)

# The roles that a table gives away, in the order they are shown.
GIVEN: Final = ("onlooker", "scorer")


@dataclass(frozen=True)
class Invitation:
    """A link for showing: its address (None while no other device can open the page), its code as SVG."""

    link: Link
    title: str
    meaning: str
    address: str | None
    code: str
    devices: int


@pages.get("/join/<token>")
def enter(token: str) -> Response | tuple[str, int]:
    """Let a device in by a link, and show it the table."""
    link = access_store().link(link_id_of(token))
    if link is None or not keys().is_token_of(token, link):
        sentence = _("This link is not complete or not from here. Scan the code once more.")
        return render_template("refused.html", sentence=sentence), 404
    if link.revoked is not None:
        sentence = _("This link was taken back. Ask whoever opened the table for a new code.")
        return render_template("refused.html", sentence=sentence), 403
    access_store().admit(visitor().name, link.table_id, link.role, link.id)
    target = (
        url_for("tables.index") if link.table_id == HOUSE else url_for("tables.show", table_id=link.table_id)
    )
    return redirect(target, code=303)


@pages.get("/tables/<table_id>/links")
def links(table_id: str) -> str:
    """The codes of a table, one a role."""
    table = table_or_404(table_id)
    found = [_invitation(link_for(access_store(), table_id, role)) for role in GIVEN]
    return render_template("tables/links.html", table=table, invitations=found)


@pages.post("/tables/<table_id>/links/<link_id>/revoke")
def revoke(table_id: str, link_id: str) -> Response:
    """Take a link back: whoever came by it is out. The next look at the page makes a new one."""
    _revoke(table_id, link_id)
    return redirect(url_for("join.links", table_id=table_id), code=303)


@pages.get("/tables/<table_id>/links/<link_id>/revoke")
def revoked(table_id: str, link_id: str) -> Response:
    """Come back to by the language switch."""
    return redirect(url_for("join.links", table_id=table_id))


@pages.get("/house")
def house() -> str:
    """The code that lets a device do everything here, as if it were this computer."""
    require_house()
    return render_template("house.html", invitation=_invitation(link_for(access_store(), HOUSE, "owner")))


@pages.post("/house/<link_id>/revoke")
def revoke_house(link_id: str) -> Response:
    """Take the house's link back."""
    _revoke(HOUSE, link_id)
    return redirect(url_for("join.house"), code=303)


def _revoke(table_id: str, link_id: str) -> None:
    link = access_store().link(link_id)
    if link is None or link.table_id != table_id:
        abort(404)
    access_store().revoke(link_id)


def _invitation(link: Link) -> Invitation:
    title, meaning = {
        "onlooker": (_("Look on"), _("Sees this table as it moves. Cannot change anything.")),
        "scorer": (_("Score"), _("Books hands and everything else at this table.")),
        "owner": (_("This house"), _("May do everything, at every table, as if it were this computer.")),
    }[link.role]
    base = base_address()
    address = None if base is None else join_address(keys(), link, base)
    return Invitation(
        link,
        title,
        meaning,
        address,
        "" if address is None else svg_code(address, title),
        access_store().arrivals(link.table_id).get(link.id, 0),
    )
