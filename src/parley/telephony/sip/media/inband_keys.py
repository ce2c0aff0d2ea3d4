"""Keys that come as sound: pairs of tones (ITU-T Q.23, Q.24), found by Goertzel's algorithm in 8 kHz audio.

Speech has such tones too, for moments. So a key must be nearly all of what is heard, both tones about as loud, and
last. Tones may be 0.8 % off.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

RATE = 8000
LOW, HIGH = (697, 770, 852, 941), (1209, 1336, 1477, 1633)
KEYS = ("123A", "456B", "789C", "*0#D")
WINDOW, HOP = 160, 80
"""Samples: looked at together, and from one look to the next."""
HOP_BYTES = 2 * HOP
CONFIRM_LOOKS, RELEASE_LOOKS = 4, 2
"""In a row with the same key, and without it: a key lasts 50 ms at least, and 20 ms of something else end it."""
LEAST_LEVEL = 100.0
"""Root mean square of 16-bit samples."""
LEAST_SHARE = 0.7
"""Of all energy that is in the two tones."""
MOST_TWIST = 10 ** (8 / 10)
LEAST_LEAD = 10 ** (6 / 10)
"""The stronger tone of a pair to the weaker one, and to the next of its group, in power."""

_phases = 2 * math.pi / RATE * np.outer(LOW + HIGH, np.arange(WINDOW))
_TONES = np.concatenate((np.cos(_phases), np.sin(_phases))).astype(np.float32)


def key_in(window: npt.NDArray[np.float32]) -> str:
    """The key that sounds in `WINDOW` samples; empty for none."""
    energy = float(window @ window)
    if energy < WINDOW * LEAST_LEVEL**2:
        return ""
    parts = (_TONES @ window) ** 2
    powers = parts[:8] + parts[8:]
    low, high = powers[:4], powers[4:]
    row, column = int(low.argmax()), int(high.argmax())
    one, other = float(low[row]), float(high[column])
    # The energy of a sine is twice its power here, by the number of samples.
    if 2 / WINDOW * (one + other) < LEAST_SHARE * energy or not 1 / MOST_TWIST < other / max(one, 1.0) < MOST_TWIST:
        return ""
    if one < LEAST_LEAD * float(np.partition(low, 2)[2]) or other < LEAST_LEAD * float(np.partition(high, 2)[2]):
        return ""
    return KEYS[row][column]


class InbandKeys:
    """Of one call. What sounds like a key is held back until it is known whether it is one; then it is silence."""

    def __init__(self) -> None:
        self._rest = b""
        self._last = np.zeros(HOP, np.float32)
        self._held: list[bytes] = []
        self._candidate, self._looks = "", 0
        self._pressed, self._misses = "", 0
        """The key that is down, and looks without it."""

    def feed(self, pcm: bytes) -> tuple[bytes, str]:
        """The sound without keys, up to some milliseconds ago, and the keys that began."""
        data = self._rest + pcm
        whole = len(data) // HOP_BYTES * HOP_BYTES
        self._rest = data[whole:]
        sound, keys = bytearray(), ""
        for at in range(0, whole, HOP_BYTES):
            keys += self._look(data[at : at + HOP_BYTES], sound)
        return bytes(sound), keys

    def is_pressed(self, key: str) -> bool:
        return bool(key) and key == self._pressed

    def _look(self, hop: bytes, sound: bytearray) -> str:
        samples = np.frombuffer(hop, "<i2").astype(np.float32)
        found = key_in(np.concatenate((self._last, samples)))
        self._last = samples
        if found and found == self._pressed:
            self._misses = 0
            sound += bytes(len(hop))
            return ""
        if self._pressed:
            self._misses += 1
            if self._misses >= RELEASE_LOOKS:
                self._pressed = ""
        if not found:
            self._let_go(sound)
            # The rest of a tone is no sound of anybody.
            sound += bytes(len(hop)) if self._pressed else hop
            return ""
        return self._consider(found, hop, sound)

    def _consider(self, found: str, hop: bytes, sound: bytearray) -> str:
        if found != self._candidate:
            self._let_go(sound)
        self._candidate, self._looks = found, self._looks + 1
        self._held.append(hop)
        if self._looks < CONFIRM_LOOKS:
            return ""
        sound += bytes(sum(map(len, self._held)))
        self._held.clear()
        self._candidate, self._looks = "", 0
        self._pressed, self._misses = found, 0
        return found

    def _let_go(self, sound: bytearray) -> None:
        for hop in self._held:
            sound += hop
        self._held.clear()
        self._candidate, self._looks = "", 0
