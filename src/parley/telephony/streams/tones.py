"""Keys as tones in the audio (ITU-T Q.23): for carriers whose streams have no message for them."""

from __future__ import annotations

import numpy as np

from parley.voice.media_leg import RATE

ROWS, COLUMNS = (697, 770, 852, 941), (1209, 1336, 1477, 1633)
KEYS = ("123A", "456B", "789C", "*0#D")
TONE_SECONDS, PAUSE_SECONDS = 0.12, 0.08
AMPLITUDE = 6_000
PAUSE_KEY = "w"
"""Half a second, as people write it between keys."""


def key_tones(keys: str) -> bytes:
    """PCM; what is no key is left out."""
    pieces = [_tone(key) for key in keys.upper().replace(PAUSE_KEY.upper(), PAUSE_KEY)]
    return b"".join(pieces)


def _tone(key: str) -> bytes:
    if key == PAUSE_KEY:
        return bytes(RATE)  # half a second of two bytes a sample
    row = next((number for number, keys in enumerate(KEYS) if key in keys), None)
    if row is None:
        return b""
    moments = np.arange(int(TONE_SECONDS * RATE)) / RATE
    low, high = ROWS[row], COLUMNS[KEYS[row].index(key)]
    wave = np.sin(2 * np.pi * low * moments) + np.sin(2 * np.pi * high * moments)
    return (wave * AMPLITUDE).astype(np.int16).tobytes() + bytes(int(PAUSE_SECONDS * RATE) * 2)
