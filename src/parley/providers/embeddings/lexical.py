"""How much of a question's meaning-bearing terms a topic contains, rare terms counting most."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from parley.kit.text.terms import is_code, terms

BODY_WEIGHT = 0.6
CONTEXT_WEIGHT = 0.4
UNKNOWN_WEIGHT = 0.4
BEGINNING = 5
"""Letters. Words that begin alike are often of one family (vaccine, vaccination), which the stemmer does not know."""
BEGINNING_WEIGHT = 0.7


@dataclass(frozen=True, slots=True)
class Overlap:
    """What a question shares with one topic, each from 0 (nothing) to 1 (every term)."""

    coverage: float
    """By name and sample questions fully, by content a little less."""
    has_code: bool
    """They share a code such as RX-2200 that few topics contain."""


@dataclass(frozen=True, slots=True)
class _Field:
    terms: frozenset[str]
    beginnings: frozenset[str]

    @classmethod
    def from_text(cls, text: str) -> _Field:
        found = frozenset(terms(text))
        return cls(found, frozenset(term[:BEGINNING] for term in found if len(term) >= BEGINNING))


def _holders(fields: Sequence[frozenset[str]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for topic, words in enumerate(fields):
        for word in words:
            found.setdefault(word, []).append(topic)
    return found


class LexicalIndex:
    def __init__(self, heads: Sequence[str], bodies: Sequence[str]) -> None:
        """One head (name and sample questions) and one body (content) per topic."""
        topics = [(_Field.from_text(head), _Field.from_text(body)) for head, body in zip(heads, bodies, strict=True)]
        self._count = len(topics)
        self._frequency = Counter(term for head, body in topics for term in head.terms | body.terms)
        # The weakest first: whatever comes later counts more.
        self._strengths: tuple[tuple[float, bool, dict[str, list[int]]], ...] = (
            (BODY_WEIGHT * BEGINNING_WEIGHT, True, _holders([body.beginnings for _, body in topics])),
            (BODY_WEIGHT, False, _holders([body.terms for _, body in topics])),
            (BEGINNING_WEIGHT, True, _holders([head.beginnings for head, _ in topics])),
            (1.0, False, _holders([head.terms for head, _ in topics])),
        )

    def overlaps(self, text: str, context: Sequence[str] = ()) -> list[Overlap]:
        """For every topic in order. Terms of the context (earlier inputs) count less than those of the text."""
        weights = {term: self._rarity(term) * CONTEXT_WEIGHT for earlier in context for term in terms(earlier)}
        weights |= {term: self._rarity(term) for term in terms(text)}
        total = sum(weights.values())
        if not total:
            return [Overlap(0.0, False)] * self._count
        shared, coded = [0.0] * self._count, set[int]()
        for term, weight in weights.items():
            strengths = self._strengths_of(term)
            for topic, strength in strengths.items():
                shared[topic] += weight * strength
            if strengths and is_code(term) and self._is_rare(term):
                coded |= strengths.keys()
        return [Overlap(share / total, topic in coded) for topic, share in enumerate(shared)]

    def _strengths_of(self, term: str) -> dict[int, float]:
        """How strongly each topic that knows the term does: only those are looked at, however many there are. 1 for the
        same term in a head, less for a long common beginning (vaccine, vaccination) and for what the content says."""
        found: dict[int, float] = {}
        for strength, is_beginning, holders in self._strengths:
            if not is_beginning:
                found.update(dict.fromkeys(holders.get(term, ()), strength))
            elif term.isalpha():
                found.update(dict.fromkeys(holders.get(term[:BEGINNING], ()), strength))
        return found

    def _rarity(self, term: str) -> float:
        """A term that no topic knows says little: people use words of their own."""
        if not self._frequency[term]:
            return UNKNOWN_WEIGHT * math.log(2 + self._count)
        return math.log(1 + (self._count + 1) / (self._frequency[term] + 0.5))

    def _is_rare(self, term: str) -> bool:
        return self._frequency[term] <= max(2, self._count // 10)
