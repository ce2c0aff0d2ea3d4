"""Phrase filters ("stop keywords") on the model's text as it streams in.

The earliest match stops the text: it is cut before the phrase, or after it when the filter says the phrase. To see a
phrase before its beginning is spoken, the newest text is held back, about as much as the longest pattern can match.
Decisions are taken at fixed distances in the text, never where a piece happens to end, so that the outcome does not
depend on how the text was cut into pieces.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from parley.domain.projects.model import PhraseFilter
from parley.kit.patterns.pattern import Pattern, usable

STRIDE = 32
SLACK = 16
OPEN_ENDED_HOLD = 240

_OPEN_ENDED = re.compile(r"(?<!\\s)(?<![\\ ])[*+]|\{\d*,?\d*\}")


@dataclass(frozen=True, slots=True)
class Phrase:
    filter: PhraseFilter
    patterns: tuple[Pattern, ...]
    hold: int


def compile_phrase(phrase_filter: PhraseFilter) -> Phrase | None:
    """None when none of its patterns can be used."""
    patterns = [pattern for source in phrase_filter.patterns if (pattern := usable(source, ignore_case=True))]
    if not patterns:
        return None
    return Phrase(phrase_filter, tuple(patterns), max(_hold(pattern.source) for pattern in patterns))


def _hold(source: str) -> int:
    """A pattern without open-ended repeats matches at most as much text as it is long (runs of spaces aside)."""
    return OPEN_ENDED_HOLD if _OPEN_ENDED.search(source) else len(source) + SLACK


class PhraseStream:
    """Takes the text of one reply piece by piece and gives back what may be delivered."""

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        """`phrases`: one at least. Where there are none the text needs no stream."""
        self._phrases = phrases
        self._hold = max(phrase.hold for phrase in phrases)
        self._text = ""
        self._released = 0
        self._judged = 0
        self.matched: PhraseFilter | None = None

    def feed(self, piece: str) -> str:
        if self.matched:
            return ""
        self._text += piece
        out = ""
        while not self.matched and self._judged + STRIDE <= len(self._text):
            self._judged += STRIDE
            out += self._release(self._judged, max(self._judged - self._hold, 0))
        return out

    def close(self) -> str:
        """The reply is whole: what was held back, as far as no phrase forbids it."""
        if self.matched or self._released >= len(self._text):
            return ""
        return self._release(len(self._text), len(self._text) + 1)

    def _release(self, seen: int, settled: int) -> str:
        """Releases text before `settled`, or up to a phrase that begins there, having seen the text before `seen`."""
        if settled <= self._released:
            return ""
        start, end = self._released, min(settled, seen)
        found = self._earliest(seen)
        if found is not None and found[0] < settled:
            begin, finish, self.matched = found
            end = max(finish if self.matched.say_phrase else begin, start)
        self._released = end
        return self._text[start:end]

    def _earliest(self, seen: int) -> tuple[int, int, PhraseFilter] | None:
        best: tuple[int, int, PhraseFilter] | None = None
        for phrase in self._phrases:
            for pattern in phrase.patterns:
                match = pattern.search(self._text, self._released, seen)
                # A pattern that matches nothing at all (`x*`) would stop every reply where it begins.
                if match and match.end() > match.start() and (best is None or match.start() < best[0]):
                    best = (match.start(), match.end(), phrase.filter)
        return best
