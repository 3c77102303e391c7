"""Hands and contexts from JSON objects: tiles in notation, ``from`` for the feeding seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.errors import RuleError
from scorer.hand import SEATS, Context, Hand, Kong, Meld, wind_of
from scorer.tiles import InvalidTileError, parse_tiles

MOST_DEALS = 1000  # that a dealer is believed to have held in a row


def tiles(text: object) -> tuple[str, ...]:
    """Tiles from notation. Raises RuleError ``invalid_tile``."""
    try:
        return parse_tiles(text if isinstance(text, str) else str(text))
    except InvalidTileError as error:
        raise RuleError("invalid_tile", "invalid_tile", text=str(text)) from error


def tile(text: object) -> str:
    """One tile. Raises RuleError ``invalid_tile``, or ``wrong_tile_count`` when it is not exactly one."""
    found = tiles(text)
    if len(found) != 1:
        raise RuleError("wrong_tile_count", "one_tile", text=str(text))
    return found[0]


def hand(data: Mapping[str, Any]) -> Hand:
    """``{concealed, melds: [{type, tiles, from?}], win, flowers?}`` as a hand. Raises RuleError."""
    melds = tuple(
        Meld(meld["type"], tiles(meld["tiles"]), meld.get("from")) for meld in data.get("melds", ())
    )
    flowers = data.get("flowers", 0)
    return Hand(
        concealed=tiles(data["concealed"]),
        melds=melds,
        win=tile(data["win"]) if data.get("win") else "",
        flowers=flowers if isinstance(flowers, int) else len(flowers),
    )


def context(data: Mapping[str, Any]) -> Context:
    """A context from its JSON form; keys that are missing or null keep their defaults.

    A seat wind that is not given is the winner's, counted from the dealer.

    Raises:
        RuleError: for tiles and seats that the rules refuse.
        ValueError: for numbers, calls and counts that are none.
    """
    given: dict[str, Any] = {name: data[name] for name in _PLAIN if data.get(name) is not None}
    for name in ("flags", "calls_before_win"):
        given[name] = tuple(data.get(name) or ())
    if isinstance(data.get("calls_before_win"), str) or not all(
        isinstance(call, str) for call in given["calls_before_win"]
    ):
        raise ValueError("calls_before_win is no list of calls")
    given["dealer_streak"] = streak(data)
    for count in given.get("caishen_counts", {}).values():
        _whole("caishen_counts", count)
    if data.get("from") is not None:
        given["source"] = data["from"]
    if data.get("key_pair") is not None:
        given["key_pair"] = _pair(data["key_pair"])
    if data.get("wild") is not None:
        given["wild"] = tile(data["wild"])
    given["horses"] = tuple(tile(horse) for horse in data.get("horses") or ())
    given["gangs"] = tuple(
        Kong(kong["seat"], kong["type"], kong.get("from")) for kong in data.get("gangs") or ()
    )
    found = Context(**given)
    if "seat_wind" not in given and {found.winner, found.dealer} <= set(SEATS):
        return replace(found, seat_wind=wind_of(found.winner, found.dealer))
    return found


_PLAIN = (
    "winner",
    "dealer",
    "seat_wind",
    "round_wind",
    "win_by",
    "robbed_gang",
    "gang_from",
    "already_liable",
    "ready",
    "caishen_counts",
)


def streak(data: Mapping[str, Any]) -> int:
    """How many deals in a row the dealer has held, 0 where nothing is said. Raises ValueError."""
    given = data.get("dealer_streak")
    return 0 if given is None else _whole("dealer_streak", given)


def _whole(name: str, value: object) -> int:
    # Numbers below 0 are left to the rules, which say what is wrong with them.
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MOST_DEALS:
        raise ValueError(f"{name} is no whole number up to {MOST_DEALS}")
    return value


def _pair(seats: Sequence[str]) -> tuple[str, str]:
    if len(seats) != 2:
        raise RuleError("context_conflict", "key_pair_two")
    return seats[0], seats[1]
