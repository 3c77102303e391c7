"""Short texts that come again and again, as one object each.

Read from a log, every line would hold tiles, seats, rows and the names of its parts as texts of its own: half
of what it takes in memory, for a few hundred different ones.
"""

from typing import Any, Final

_LONGEST: Final = 24
_MOST: Final = 4096

_known: dict[str, str] = {}


def shared(tree: Any) -> Any:
    """An equal JSON tree whose short texts are shared with every other tree that came from here.

    Names that people write are among them: of those beyond the first 4096 each stays its own.
    """
    kind = type(tree)
    if kind is str:
        if len(tree) > _LONGEST:
            return tree
        return _known.setdefault(tree, tree) if len(_known) < _MOST else _known.get(tree, tree)
    if kind is dict:
        return {shared(name): shared(value) for name, value in tree.items()}
    if kind is list:
        return [shared(value) for value in tree]
    return tree
