"""How often one sender may ask: a bucket of tokens each, refilled as time passes."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

MOST_SENDERS: Final = 4096


@dataclass
class _Bucket:
    left: float
    at: float


class Rate:
    """At most ``burst`` at once, and ``each_second`` from then on. Threads may share it."""

    def __init__(self, burst: int, each_second: float, now: Callable[[], float]) -> None:
        """``now`` is a clock in seconds that never goes back."""
        self._burst, self._each_second, self._now = burst, each_second, now
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, sender: str) -> float:
        """Take one token: 0.0 when there was one, else the seconds until there is one."""
        with self._lock:
            now = self._now()
            bucket = self._buckets.pop(sender, None) or _Bucket(self._burst, now)
            bucket.left = min(self._burst, bucket.left + (now - bucket.at) * self._each_second)
            bucket.at = now
            self._buckets[sender] = bucket
            # Whoever has not asked for longest has a full bucket anyway.
            while len(self._buckets) > MOST_SENDERS:
                self._buckets.popitem(last=False)
            if bucket.left < 1:
                return (1 - bucket.left) / self._each_second
            bucket.left -= 1
            return 0.0
