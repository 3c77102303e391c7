"""The parts of addresses: what is in the house just now that a page could ask for."""

from collections.abc import Callable
from typing import Any, Final

from fuzz_house import House
from fuzz_spoil import Draw, one_of

from webapp.access.keys import Keys
from webapp.invitations import link_for


def _name(house: House, endpoint: str, draw: Draw) -> str:
    if endpoint.startswith("scans."):
        return job_of(house, draw)
    if endpoint.startswith("teach."):
        return house.lessons[-1]
    if endpoint.startswith("players."):
        return str(one_of(draw, sorted(house.now().players.values())))
    photos = house.book.store.photos()
    return photos[-1].id if photos else "0" * 32


def job_of(house: House, draw: Draw) -> str:
    return str(one_of(draw, house.jobs[-20:]))


def line_of(house: House, endpoint: str, draw: Draw) -> str:
    return str(one_of(draw, [step.line.id for step in house.now().steps] or ["none"]))


def set_of(house: House, endpoint: str, draw: Draw) -> str:
    sets = house.app.extensions["fanpai-sets"].all()
    return str(one_of(draw, [one.id for one in sets] or ["0" * 16]))


def _link(house: House, endpoint: str, draw: Draw) -> str:
    at = ("", "owner") if "house" in endpoint else (house.table, "scorer")
    return link_for(house.app.extensions["fanpai-access"], *at).id


def _token(house: House, endpoint: str, draw: Draw) -> str:
    keys: Keys = house.app.extensions["fanpai-keys"]
    return keys.token(link_for(house.app.extensions["fanpai-access"], house.table, "onlooker"))


def hand_of_camera(house: House, endpoint: str, draw: Draw) -> str:
    """A hand that the camera proposes."""
    session = house.cameras.session(house.table)
    return str(one_of(draw, [hand.id for hand in session.hands] if session and session.hands else ["none"]))


ARGUMENTS: Final[dict[str, Callable[[House, str, Draw], Any]]] = {
    "table_id": lambda house, *_: house.table,
    "hand_id": hand_of_camera,
    "line_id": line_of,
    "link_id": _link,
    "set_id": set_of,
    "token": _token,
    "name": _name,
    "number": lambda house, *_: 1,
    "filename": lambda house, *_: "js/main.js",
}
