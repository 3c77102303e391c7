"""Names cut short, so that no two of a table ever look alike."""

from collections.abc import Iterator, Mapping
from unicodedata import east_asian_width


def shortened(names: Mapping[str, str], most: int) -> dict[str, str]:
    """Each name as it fits into ``most`` widths of a Latin letter; what is Chinese is twice as wide.

    A name loses its end, unless another one of these could be cut to the same: then its middle, or whatever
    leaves in place what tells the two apart.

    >>> shortened({"E": "Auntie Wong", "S": "Auntie Wing", "W": "Grandma", "N": "Bo"}, 8)
    {'E': 'Aunt…ong', 'S': 'Aunt…ing', 'W': 'Grandma', 'N': 'Bo'}
    """
    ways = {key: list(_ways(name, most)) for key, name in names.items()}
    return {
        key: next(
            (one for one in ways[key] if not any(one in ways[other] for other in ways if other != key)), name
        )
        for key, name in names.items()
    }


def _ways(name: str, most: int) -> Iterator[str]:
    """How a name could be cut, best first; only itself where it fits."""
    if _width(name) <= most:
        yield name
        return
    yield f"{_start(name, most - 1).rstrip()}…"
    for tail in range((most - 1) // 2, 0, -1):
        end = _end(name, tail)
        yield f"{_start(name, most - 1 - _width(end)).rstrip()}…{end.lstrip()}"
    for place in range(1, len(name)):
        yield f"{name[:1]}…{_start(name[place:], most - 3).strip()}…"


def _start(text: str, most: int) -> str:
    while _width(text) > most:
        text = text[:-1]
    return text


def _end(text: str, most: int) -> str:
    while _width(text) > most:
        text = text[1:]
    return text


def _width(text: str) -> int:
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
