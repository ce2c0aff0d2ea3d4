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
    def of(cls, text: str) -> _Field:
        found = frozenset(terms(text))
        return cls(found, frozenset(term[:BEGINNING] for term in found if len(term) >= BEGINNING))

    def strength(self, term: str) -> float:
        """1 for the same term, less for a long common beginning (vaccine, vaccination)."""
        if term in self.terms:
            return 1.0
        return BEGINNING_WEIGHT if term[:BEGINNING] in self.beginnings and term.isalpha() else 0.0


class LexicalIndex:
    def __init__(self, heads: Sequence[str], bodies: Sequence[str]) -> None:
        """One head (name and sample questions) and one body (content) per topic."""
        self._topics = [(_Field.of(head), _Field.of(body)) for head, body in zip(heads, bodies, strict=True)]
        self._frequency = Counter(term for head, body in self._topics for term in head.terms | body.terms)

    def overlaps(self, text: str, context: Sequence[str] = ()) -> list[Overlap]:
        """For every topic in order. Terms of the context (earlier inputs) count less than those of the text."""
        weights = {term: self._rarity(term) * CONTEXT_WEIGHT for earlier in context for term in terms(earlier)}
        weights |= {term: self._rarity(term) for term in terms(text)}
        total = sum(weights.values())
        if not total:
            return [Overlap(0.0, False)] * len(self._topics)
        return [self._overlap(weights, total, head, body) for head, body in self._topics]

    def _overlap(self, weights: dict[str, float], total: float, head: _Field, body: _Field) -> Overlap:
        shared = 0.0
        has_code = False
        for term, weight in weights.items():
            strength = max(head.strength(term), BODY_WEIGHT * body.strength(term))
            shared += weight * strength
            has_code = has_code or (strength > 0 and is_code(term) and self._is_rare(term))
        return Overlap(shared / total, has_code)

    def _rarity(self, term: str) -> float:
        """A term that no topic knows says little: people use words of their own."""
        if not self._frequency[term]:
            return UNKNOWN_WEIGHT * math.log(2 + len(self._topics))
        return math.log(1 + (len(self._topics) + 1) / (self._frequency[term] + 0.5))

    def _is_rare(self, term: str) -> bool:
        return self._frequency[term] <= max(2, len(self._topics) // 10)
