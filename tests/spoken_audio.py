"""Audio that says which words are in it: for tests of what recognisers are given, and of what they answer for it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from parley.providers.recognition.protocol import RATE, SAMPLE_BYTES

WORD_SECONDS = 0.4
_WORD_BYTES = round(WORD_SECONDS * RATE) * SAMPLE_BYTES
_vocabulary: list[str] = []


def speak(text: str) -> bytes:
    """Each word is as long as any other. The level of its samples is its number."""
    return b"".join(_level(word).to_bytes(2, "little") * (_WORD_BYTES // 2) for word in text.split())


def silence(seconds: float) -> bytes:
    return bytes(round(seconds * RATE) * SAMPLE_BYTES)


def words_in(pcm: bytes) -> Iterator[tuple[str, float, float]]:
    """With beginning and end, in seconds. A word that is cut off is heard if half of it is there."""
    position = 0
    for level, samples in groupby(memoryview(pcm[: len(pcm) // 2 * 2]).cast("H")):
        left = length = len(list(samples)) * SAMPLE_BYTES
        while level and left >= _WORD_BYTES / 2:
            start = position + length - left
            end = start + min(left, _WORD_BYTES)
            yield _vocabulary[level - 1], start / (RATE * SAMPLE_BYTES), end / (RATE * SAMPLE_BYTES)
            left -= _WORD_BYTES
        position += length


def text_in(pcm: bytes) -> str:
    return " ".join(word for word, _, _ in words_in(pcm))


def _level(word: str) -> int:
    if word not in _vocabulary:
        _vocabulary.append(word)
    return _vocabulary.index(word) + 1
