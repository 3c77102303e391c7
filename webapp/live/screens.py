"""How many screens show which table, counted over all processes that share a data folder.

Each process keeps its count in a small file that is written anew while it lives; one that has died is not
counted for long. A page alone on its data folder keeps no file: memory cards wear out.
"""

import json
import logging
import secrets
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

AGAIN_SECONDS: Final = 20.0
_DEAD_SECONDS: Final = 3 * AGAIN_SECONDS

log = logging.getLogger(__name__)


class Screens:
    """The counts. Told by one thread, asked by any."""

    def __init__(self, folder: Path | None) -> None:
        """``folder``: where the processes keep their files, made when missing; None for a page alone."""
        self._folder = folder
        self._name = f"{secrets.token_hex(8)}.json"
        self._mine: dict[str, int] = {}
        self._written = -AGAIN_SECONDS

    def tell(self, counts: Mapping[str, int]) -> None:
        """This process shows so many screens of each table. Called often; writes what is new."""
        now = time.monotonic()
        if dict(counts) == self._mine and (not counts or now < self._written + AGAIN_SECONDS):
            return
        self._mine, self._written = dict(counts), now
        if self._folder is not None:
            try:
                self._write(self._folder)
            except OSError as error:  # a number on one page: nothing to stop for
                log.warning("how many screens there are cannot be told: %s", error)

    def counts(self) -> Counter[str]:
        """Table → screens, in all processes."""
        found = Counter(self._mine)
        for path in self._folder.glob("*.json") if self._folder is not None else ():
            if path.name == self._name:
                continue
            with suppress(OSError, ValueError, TypeError, AttributeError):  # just being replaced, or not ours
                if path.stat().st_mtime < time.time() - _DEAD_SECONDS:
                    path.unlink()
                    continue
                found.update(
                    {str(table): int(number) for table, number in json.loads(path.read_text()).items()}
                )
        return found

    def _write(self, folder: Path) -> None:
        target = folder / self._name
        if not self._mine:
            target.unlink(missing_ok=True)
            return
        folder.mkdir(exist_ok=True)
        draft = target.with_suffix(".draft")
        draft.write_text(json.dumps(self._mine))
        draft.replace(target)
