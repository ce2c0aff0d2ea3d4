"""Which child serves which call: a slot for each child, busy or free. Pure bookkeeping.

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
"""Conversations whose last child is known; a conversation that ended is never named to us."""


@dataclass(slots=True)
class _Slot:
    busy: bool = False
    since: float = 0.0


class Slots(Generic[C]):
    def __init__(self) -> None:
        self._slots: dict[C, _Slot] = {}
        self._last: OrderedDict[str, C] = OrderedDict()

    def __len__(self) -> int:
        return len(self._slots)

    @property
    def busy(self) -> int:
        return sum(slot.busy for slot in self._slots.values())

    @property
    def all(self) -> list[C]:
        return list(self._slots)

    def add(self, child: C, now: float) -> None:
        self._slots[child] = _Slot(since=now)

    def remove(self, child: C) -> bool:
        return self._slots.pop(child, None) is not None

    def acquire(self, conversation: str) -> C | None:
        """Its own child if free, else the free one used last, so that the others grow old and can be stopped."""
        free = [child for child, slot in self._slots.items() if not slot.busy]
        if not free:
            return None
        own = self._last.get(conversation)
        chosen = own if own in free else max(free, key=lambda child: self._slots[child].since)
        assert chosen is not None
        self._slots[chosen].busy = True
        self._remember(conversation, chosen)
        return chosen

    def release(self, child: C, now: float) -> None:
        if (slot := self._slots.get(child)) is not None:
            slot.busy, slot.since = False, now

    def idle_since(self, before: float, keep: int) -> list[C]:
        """Children free since before then, oldest first, as long as `keep` remain."""
        old = sorted(
            (child for child, slot in self._slots.items() if not slot.busy and slot.since <= before),
            key=lambda child: self._slots[child].since,
        )
        return old[: max(len(self._slots) - keep, 0)]

    def _remember(self, conversation: str, child: C) -> None:
        self._last[conversation] = child
        self._last.move_to_end(conversation)
        if len(self._last) > REMEMBERED:
            self._last.popitem(last=False)
