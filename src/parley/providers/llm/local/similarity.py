"""How alike two short texts are: by their terms, or by their meaning when an embedder is at hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parley.kit.text.terms import terms

Similarity = Callable[[str, Sequence[str]], list[float]]
"""Of a text with each of several others, 0 to 1. Must be quick and give the same for the same texts."""


def by_terms(text: str, others: Sequence[str]) -> list[float]:
    """The share of terms in common, counted against the shorter of the two so that a word can match a sentence."""
    own = set(terms(text))
    return [_overlap(own, set(terms(other))) for other in others]


def blended(embed: Callable[[Sequence[str]], Sequence[Sequence[float]]]) -> Similarity:
    """Meaning first, terms as a help: names and codes mean nothing to an embedder."""

    def similarity(text: str, others: Sequence[str]) -> list[float]:
        if not others:
            return []
        own, *vectors = embed([text, *others])
        cosines = [sum(a * b for a, b in zip(own, vector, strict=True)) for vector in vectors]
        return [
            min(1.0, max(0.0, cosine) * 0.85 + 0.3 * shared)
            for cosine, shared in zip(cosines, by_terms(text, others), strict=True)
        ]

    return similarity


def _overlap(first: set[str], second: set[str]) -> float:
    if not first or not second:
        return 0.0
    shared = len(first & second)
    return 0.5 * shared / min(len(first), len(second)) + 0.5 * shared / max(len(first), len(second))
