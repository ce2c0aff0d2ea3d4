"""Which child serves which call: pure bookkeeping, so that it can be tested as values.

Module globals differ between children, and projects keep mock back ends in them; so a conversation comes back to the
child that served it before whenever that one is free.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

C = TypeVar("C", bound=Hashable)
REMEMBERED = 10_000


@dataclass(slots=True)
class _Seat:
    busy: bool = False
    since: float = 0.0


class Seats(Generic[C]):
    def __init__(self) -> None:
        self._seats: dict[C, _Seat] = {}
        self._last: OrderedDict[str, C] = OrderedDict()

    def __len__(self) -> int:
        return len(self._seats)

    @property
    def busy(self) -> int:
        return sum(seat.busy for seat in self._seats.values())

    @property
    def all(self) -> list[C]:
        return list(self._seats)

    def add(self, child: C, now: float) -> None:
        self._seats[child] = _Seat(since=now)

    def remove(self, child: C) -> bool:
        return self._seats.pop(child, None) is not None

    def take(self, conversation: str) -> C | None:
        """Its own child if free, else the free one used last, so that the others grow old and can be stopped."""
        free = [child for child, seat in self._seats.items() if not seat.busy]
        if not free:
            return None
        own = self._last.get(conversation)
        chosen = own if own in free else max(free, key=lambda child: self._seats[child].since)
        assert chosen is not None
        self._seats[chosen].busy = True
        self._remember(conversation, chosen)
        return chosen

    def release(self, child: C, now: float) -> None:
        if (seat := self._seats.get(child)) is not None:
            seat.busy, seat.since = False, now

    def idle(self, before: float, keep: int) -> list[C]:
        """Children free since before then, oldest first, as long as `keep` remain."""
        old = sorted(
            (child for child, seat in self._seats.items() if not seat.busy and seat.since <= before),
            key=lambda child: self._seats[child].since,
        )
        return old[: max(len(self._seats) - keep, 0)]

    def _remember(self, conversation: str, child: C) -> None:
        self._last[conversation] = child
        self._last.move_to_end(conversation)
        if len(self._last) > REMEMBERED:
            self._last.popitem(last=False)
