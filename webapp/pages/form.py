"""What a score request must look like: JSON in, the scorer's dataclasses out, or the faulty place."""

from collections.abc import Mapping
from typing import Any, Final

from scorer.hand import FLAGS, KONG_TYPES, MELD_TYPES, SEATS, WIN_BY, Context, Hand, Kong, Meld
from scorer.tiles import KINDS

MOST_TILES: Final = 40
MOST_MELDS: Final = 6
MOST_KONGS: Final = 16
MOST_COUNTED: Final = 99


class FormError(ValueError):
    """A request that no page of ours sends. ``args[0]`` names the field."""


def hand_of(data: object) -> Hand:
    """``{concealed: [kind], melds: [{type, tiles, from}], win: kind, flowers}`` as a hand.

    Tiles are not judged here: the scorer has a sentence for a kind that does not exist.

    Raises:
        FormError: a field is missing or of the wrong type.
    """
    fields = _object(data, "hand")
    melds = fields.get("melds", [])
    if not isinstance(melds, list) or len(melds) > MOST_MELDS:
        raise FormError("hand.melds")
    return Hand(
        concealed=_tiles(fields.get("concealed"), "hand.concealed"),
        melds=tuple(_meld(meld, f"hand.melds[{index}]") for index, meld in enumerate(melds)),
        win=_short_text(fields.get("win"), "hand.win"),
        flowers=_count(fields.get("flowers", 0), "hand.flowers"),
    )


def context_of(data: object) -> Context:
    """``{winner, dealer, seat_wind, round_wind, win_by, from, flags, gang_from, …}`` as a context.

    Further, where a rule set asks for them: ``dealer_streak``, ``wild``, ``horses``, ``ready``, ``gangs``
    ``[{seat, type, from}]``, ``caishen_counts`` ``{seat: number}``, ``already_liable`` ``{payer: payee}``,
    ``calls_before_win`` ``[type of meld]`` and ``key_pair`` ``[giver, taker]``.

    Raises:
        FormError: a field is missing, of the wrong type, or no seat, way of winning or event.
    """
    fields = _object(data, "context")
    flags = fields.get("flags", [])
    if not isinstance(flags, list) or not all(flag in FLAGS for flag in flags):
        raise FormError("context.flags")
    return Context(
        winner=_one_of(SEATS, fields.get("winner"), "context.winner"),
        dealer=_one_of(SEATS, fields.get("dealer"), "context.dealer"),
        seat_wind=_one_of(SEATS, fields.get("seat_wind"), "context.seat_wind"),
        round_wind=_one_of(SEATS, fields.get("round_wind"), "context.round_wind"),
        win_by=_one_of(WIN_BY, fields.get("win_by"), "context.win_by"),
        source=_seat_or_none(fields.get("from"), "context.from"),
        flags=tuple(dict.fromkeys(flags)),
        gang_from=_seat_or_none(fields.get("gang_from"), "context.gang_from"),
        dealer_streak=_count(fields.get("dealer_streak", 0), "context.dealer_streak"),
        wild=None if fields.get("wild") is None else _one_of(KINDS, fields["wild"], "context.wild"),
        horses=_horses(fields.get("horses", [])),
        ready=None if fields.get("ready") is None else _short_text(fields["ready"], "context.ready"),
        gangs=_gangs(fields.get("gangs", [])),
        caishen_counts=_counts(fields.get("caishen_counts", {})),
        already_liable=_liable(fields.get("already_liable") or {}),
        calls_before_win=_calls(fields.get("calls_before_win") or []),
        key_pair=_pair(fields.get("key_pair")),
    )


def _liable(data: object) -> dict[str, str]:
    place = "context.already_liable"
    return {
        _one_of(SEATS, payer, place): _one_of(SEATS, to, place) for payer, to in _object(data, place).items()
    }


def _calls(data: object) -> tuple[str, ...]:
    if not isinstance(data, list) or len(data) > MOST_KONGS:
        raise FormError("context.calls_before_win")
    return tuple(_one_of(MELD_TYPES, call, "context.calls_before_win") for call in data)


def _pair(data: object) -> tuple[str, str] | None:
    if data is None:
        return None
    if not isinstance(data, list) or len(data) != 2:
        raise FormError("context.key_pair")
    giver, taker = (_one_of(SEATS, seat, "context.key_pair") for seat in data)
    return giver, taker


def _horses(data: object) -> tuple[str, ...]:
    horses = _tiles(data, "context.horses")
    return tuple(_one_of(KINDS, horse, "context.horses") for horse in horses)


def _gangs(data: object) -> tuple[Kong, ...]:
    if not isinstance(data, list) or len(data) > MOST_KONGS:
        raise FormError("context.gangs")
    return tuple(
        Kong(
            seat=_one_of(SEATS, _object(kong, "context.gangs").get("seat"), "context.gangs.seat"),
            type=_one_of(KONG_TYPES, kong.get("type"), "context.gangs.type"),
            source=_seat_or_none(kong.get("from"), "context.gangs.from"),
        )
        for kong in data
    )


def _counts(data: object) -> dict[str, int]:
    counts = _object(data, "context.caishen_counts")
    place = "context.caishen_counts"
    return {_one_of(SEATS, seat, place): _count(number, place) for seat, number in counts.items()}


def _meld(data: object, place: str) -> Meld:
    fields = _object(data, place)
    return Meld(
        type=_one_of(MELD_TYPES, fields.get("type"), f"{place}.type"),
        tiles=_tiles(fields.get("tiles"), f"{place}.tiles"),
        source=_seat_or_none(fields.get("from"), f"{place}.from"),
    )


def _object(data: object, place: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise FormError(place)
    return data


def _tiles(data: object, place: str) -> tuple[str, ...]:
    if not isinstance(data, list) or len(data) > MOST_TILES:
        raise FormError(place)
    return tuple(_short_text(tile, place) for tile in data)


def _count(data: object, place: str) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or not 0 <= data <= MOST_COUNTED:
        raise FormError(place)
    return data


def _short_text(data: object, place: str) -> str:
    if not isinstance(data, str) or not 0 < len(data) <= 8:
        raise FormError(place)
    return data


def _one_of(allowed: tuple[str, ...], data: object, place: str) -> str:
    if not isinstance(data, str) or data not in allowed:
        raise FormError(place)
    return data


def _seat_or_none(data: object, place: str) -> str | None:
    return None if data is None else _one_of(SEATS, data, place)
