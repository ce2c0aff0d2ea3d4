"""Keeps what was spoken last: greetings and goodbyes come again and again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable


class SoundCache:
    """The newest sounds, as many as fit. For one thread: the event loop's."""

    def __init__(self, size: int = 8 << 20, largest: int = 1 << 19) -> None:
        self._size = size
        self._largest = largest
        self._used = 0
        self._sounds: OrderedDict[Hashable, bytes] = OrderedDict()

    @property
    def used(self) -> int:
        return self._used

    def get(self, key: Hashable) -> bytes | None:
        sound = self._sounds.get(key)
        if sound is not None:
            self._sounds.move_to_end(key)
        return sound

    def keep(self, key: Hashable, sound: bytes) -> None:
        if len(sound) > self._largest or key in self._sounds:
            return
        self._sounds[key] = sound
        self._used += len(sound)
        while self._used > self._size:
            self._used -= len(self._sounds.popitem(last=False)[1])
