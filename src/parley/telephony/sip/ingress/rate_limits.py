"""How much strangers may send: each address a little, all together not much. What is above gets no answer."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

MAX_ADDRESSES = 1024
"""Of more, the ones unheard for longest are forgotten."""


@dataclass(slots=True)
class TokenBucket:
    """So many at once, and so many a second in the long run."""

    burst: float
    rate: float
    level: float
    at: float

    def consume(self, now: float) -> bool:
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class RateLimits:
    def __init__(self, *, burst: float = 10, rate: float = 5, all_burst: float = 100, all_rate: float = 50) -> None:
        self._each = (burst, rate)
        self._all = TokenBucket(all_burst, all_rate, all_burst, 0.0)
        self._addresses: OrderedDict[str, TokenBucket] = OrderedDict()
        self.is_flooded = False
        """Strangers together send more than they may, whether each of them does or not: sources can be forged."""

    def allow(self, address: str, now: float) -> bool:
        self.is_flooded = not self._all.consume(now)
        bucket = self._addresses.pop(address, None)
        if bucket is None:
            burst, rate = self._each
            bucket = TokenBucket(burst, rate, burst, now)
        self._addresses[address] = bucket
        while len(self._addresses) > MAX_ADDRESSES:
            self._addresses.popitem(last=False)
        return bucket.consume(now) and not self.is_flooded

    def __len__(self) -> int:
        return len(self._addresses)
