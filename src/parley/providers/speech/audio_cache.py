"""What was synthesized last, in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass

from parley.providers.speech.protocol import SpokenWord


@dataclass(frozen=True, slots=True)
class Spoken:
    """A sentence."""

    audio: bytes
    words: tuple[SpokenWord, ...] = ()


class AudioCache:
    """What was synthesized last, as much as fits: greetings and goodbyes come again and again. Not for several
    threads."""

    def __init__(self, size: int = 8 << 20, largest: int = 1 << 19) -> None:
        self._size = size
        self._largest = largest
        self._used = 0
        self._entries: OrderedDict[Hashable, Spoken] = OrderedDict()

    @property
    def used(self) -> int:
        return self._used

    def get(self, key: Hashable) -> Spoken | None:
        found = self._entries.get(key)
        if found is not None:
            self._entries.move_to_end(key)
        return found

    def put(self, key: Hashable, spoken: Spoken) -> None:
        if len(spoken.audio) > self._largest or key in self._entries:
            return
        self._entries[key] = spoken
        self._used += len(spoken.audio)
        while self._used > self._size:
            self._used -= len(self._entries.popitem(last=False)[1].audio)
