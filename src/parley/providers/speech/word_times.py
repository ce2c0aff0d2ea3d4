"""When words are spoken, as services tell it: pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parley.providers.speech.protocol import RATE, SAMPLE_BYTES, SpokenWord

OVERLAP_SECONDS = 0.05
"""How far a chunk's times may lie before the end of the one before, by rounding."""
LETTERS_PER_SECOND = 12.0
"""About what a slow speaker says: where no words are known, rather a word twice than one left out."""


def position(seconds: float) -> int:
    """In bytes of audio."""
    return max(round(seconds * RATE), 0) * SAMPLE_BYTES


class LetterTimes:
    """Words from the times of letters, which come in chunks that end anywhere."""

    def __init__(self) -> None:
        self._word = ""
        self._end = 0.0

    def add(
        self, letters: Sequence[str], starts: Sequence[float], ends: Sequence[float], since: float
    ) -> Iterator[SpokenWord]:
        """`since`: where in the audio the chunk begins. Some services count from there, some from the first letter of
        all; times never go back, so it can be told which."""
        offset = since if starts and starts[0] + OVERLAP_SECONDS < min(self._end, since) else 0.0
        for letter, end in zip(letters, ends, strict=False):
            if letter.isspace():
                yield from self.close()
            else:
                self._word += letter
            self._end = max(self._end, end + offset)

    def close(self) -> Iterator[SpokenWord]:
        """The last word."""
        if self._word:
            yield SpokenWord(self._word, position(self._end))
        self._word = ""


def rest_of(sentence: str, words: Sequence[SpokenWord], audio_bytes: int) -> str:
    """What has not been said of a sentence whose audio broke off after so many bytes."""
    if words:
        return _after_words(sentence, [word.text for word in words if word.end <= audio_bytes])
    said = int(audio_bytes / (RATE * SAMPLE_BYTES) * LETTERS_PER_SECOND)
    if said >= len(sentence):
        return ""
    return sentence[sentence.rfind(" ", 0, said + 1) + 1 :]


def _after_words(sentence: str, spoken: Sequence[str]) -> str:
    at = 0
    for word in spoken:
        found = sentence.find(word, at)
        # A word that is not written so ("5" said as "five") stands for the next one.
        at = found + len(word) if found >= 0 else _end_of_word(sentence, at)
    return sentence[at:].lstrip(" ,.;:!?\"'”’)")


def _end_of_word(sentence: str, start: int) -> int:
    begin = start + len(sentence[start:]) - len(sentence[start:].lstrip())
    end = sentence.find(" ", begin)
    return end if end >= 0 else len(sentence)
