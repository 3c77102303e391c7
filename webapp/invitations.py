"""Links and their codes outside of a page: for the terminal."""

import io
from typing import Final

import segno

from webapp.access.keys import Keys
from webapp.access.levels import HOUSE
from webapp.store.access import AccessStore, Link

# A light terminal would show the code's dots light, which not every camera reads.
_WHITE_ON_BLACK: Final = "\x1b[97;40m"
_AS_BEFORE: Final = "\x1b[0m"


def link_for(store: AccessStore, table_id: str, role: str) -> Link:
    """The link in use for a role at a table, or at webapp.access.levels.HOUSE; made when missing."""
    found = [link for link in store.links(table_id) if link.role == role]
    return found[-1] if found else store.make_link(table_id, role)


def house_address(store: AccessStore, keys: Keys, base: str) -> str:
    """Where a phone is let in to do everything. ``base``: ``http://192.168.1.5:8000``."""
    return join_address(keys, link_for(store, HOUSE, "owner"), base)


def join_address(keys: Keys, link: Link, base: str) -> str:
    """A link's whole address."""
    return f"{base}/join/{keys.token(link)}"


def svg_code(address: str, label: str) -> str:
    """The QR code of an address as SVG: black on white whatever the theme, or cameras do not see it."""
    code = segno.make(address, error="m", micro=False)
    picture: str = code.svg_inline(
        border=4, dark="#000", light="#fff", omitsize=True, svgclass="code", title=label
    )
    return picture


def terminal_code(address: str) -> str:
    """The QR code of an address in half blocks, dark on light whatever the terminal's colours."""
    out = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(out, border=2, compact=True)
    return "\n".join(f"{_WHITE_ON_BLACK}{line}{_AS_BEFORE}" for line in out.getvalue().splitlines())
