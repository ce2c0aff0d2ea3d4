"""Sound as numbers: a tone to send, how loud something is, and how much disorder is in bytes."""

from __future__ import annotations

import math
import wave
from collections import Counter
from pathlib import Path

import numpy as np

RATE = 8000


def tone(seconds: float, hertz: float = 440.0, volume: float = 0.3, rate: int = RATE) -> bytes:
    moments = np.arange(int(seconds * rate)) / rate
    return (np.sin(2 * math.pi * hertz * moments) * volume * 32767).astype("<i2").tobytes()


def loudness(pcm: bytes | bytearray) -> float:
    """Root mean square; 1 is as loud as it gets."""
    samples = np.frombuffer(pcm[: len(pcm) // 2 * 2], "<i2").astype(float)
    return float(np.sqrt(np.mean(samples**2)) / 32767) if len(samples) else 0.0


def pitch(pcm: bytes | bytearray) -> float:
    """The strongest frequency, in hertz."""
    samples = np.frombuffer(pcm[: len(pcm) // 2 * 2], "<i2").astype(float)
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.argmax(spectrum) * RATE / len(samples))


def to_mulaw(pcm: bytes) -> bytes:
    """As PCMU has it (ITU-T G.711)."""
    samples = np.frombuffer(pcm, "<i2").astype(int)
    size = np.minimum(np.abs(samples), 32635) + 132
    exponent = np.floor(np.log2(size)).astype(int) - 7
    mantissa = (size >> (exponent + 3)) & 0x0F
    code = ~(np.where(samples < 0, 0x80, 0) | exponent << 4 | mantissa) & 0xFF
    return bytes(code.astype(np.uint8))


def from_mulaw(data: bytes) -> bytes:
    code = ~np.frombuffer(data, np.uint8).astype(int) & 0xFF
    size = (((code & 0x0F) << 3) + 132 << ((code >> 4) & 7)) - 132
    return bytes(np.where(code & 0x80, -size, size).astype("<i2").data)


def disorder(data: bytes) -> float:
    """Shannon entropy in bits a byte: a tone in PCMU has few, what is encrypted has nearly 8."""
    total = len(data)
    return -sum(count / total * math.log2(count / total) for count in Counter(data).values())


def write_wav(file: Path, pcm: bytes, rate: int = RATE) -> None:
    with wave.open(str(file), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(pcm)


def read_wav(file: Path) -> bytes:
    """Also of a file that is still being written, whose header knows no length yet."""
    raw = file.read_bytes()
    return raw[44:] if len(raw) > 44 else b""
