"""The codecs of media streams, from and to PCM at `RATE`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parley.voice.media_leg import RATE

PCMU, PCMA, L16 = "pcmu", "pcma", "l16"
CLIP, BIAS = 32_635, 132


def _mu_law_values() -> NDArray[np.int16]:
    """What each byte means (ITU-T G.711)."""
    code = ~np.arange(256) & 0xFF
    size = (((code & 0x0F) << 3) + BIAS << (code >> 4 & 7)) - BIAS
    return np.where(code & 0x80, -size, size).astype(np.int16)


def _a_law_values() -> NDArray[np.int16]:
    code = np.arange(256) ^ 0x55
    exponent, mantissa = code >> 4 & 7, code & 0x0F
    size = np.where(exponent == 0, (mantissa << 4) + 8, ((mantissa << 4) + 0x108) << np.maximum(exponent - 1, 0))
    return np.where(code & 0x80, size, -size).astype(np.int16)


def _mu_law_bytes() -> NDArray[np.uint8]:
    """The byte for each sample, by its 16 bits as an unsigned number."""
    samples = np.arange(65_536, dtype=np.int64)
    samples = np.where(samples < 32_768, samples, samples - 65_536)
    size = np.minimum(np.abs(samples), CLIP) + BIAS
    exponent = np.floor(np.log2(size)).astype(np.int64) - 7
    mantissa = size >> (exponent + 3) & 0x0F
    found: NDArray[np.uint8] = (~(np.where(samples < 0, 0x80, 0) | exponent << 4 | mantissa) & 0xFF).astype(np.uint8)
    return found


MU_LAW_VALUES, A_LAW_VALUES, MU_LAW_BYTES = _mu_law_values(), _a_law_values(), _mu_law_bytes()


@dataclass(frozen=True, slots=True)
class AudioFormat:
    """Raises `ValueError` for what we cannot decode."""

    encoding: str = PCMU
    rate: int = RATE

    def __post_init__(self) -> None:
        if self.encoding not in (PCMU, PCMA, L16) or self.rate % RATE or not RATE <= self.rate <= 6 * RATE:
            raise ValueError("is an encoding that we do not decode")

    def decode(self, payload: bytes) -> bytes:
        if self.encoding == L16:
            samples = np.frombuffer(payload[: len(payload) // 2 * 2], "<i2")
        else:
            values = MU_LAW_VALUES if self.encoding == PCMU else A_LAW_VALUES
            samples = values[np.frombuffer(payload, np.uint8)]
        ratio = self.rate // RATE
        if ratio > 1:
            # The mean of neighbours: enough against the worst of what a lower rate cannot carry.
            whole = len(samples) // ratio * ratio
            samples = samples[:whole].reshape(-1, ratio).mean(axis=1).astype(np.int16)
        return samples.tobytes()


def encode_mu_law(pcm: bytes) -> bytes:
    encoded: bytes = MU_LAW_BYTES[np.frombuffer(pcm, np.uint16)].tobytes()
    return encoded
