"""How alike two short texts are: by their terms, or by their meaning when an embedder is at hand."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

from parley.kit.text.terms import stem, terms
from parley.local_responder.cache import cached_per_decision

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]
"""Unit vectors of texts."""
Similarity = Callable[[str, Sequence[str]], list[float]]
"""Of what somebody said with each of several texts of an author's, 0 to 1. Must be quick and give the same for the same
texts."""


_SYNONYMS = (
    "book reserve schedule arrange appointment visit reservation booking",
    "price cost charge fee rate",
    "change move reschedule modify alter postpone amend",
    "cancel delete",
    "buy purchase order",
    "hire rent lease",
    "damage scratch dent crash",
    "medicine medication prescription tablet pill",
    "extend prolong",
    "pay payment",
    "refill renew renewal",
    "person human agent representative operator",
)
_CANONICAL = {stem(word): stem(words.split()[0]) for words in _SYNONYMS for word in words.split()}
"""The first word of a line above stands for all of them; any other word for itself."""


_BOOKS = re.compile(r"\bbooks\b", re.IGNORECASE)
"""To read: whoever wants something booked says "book"."""


def term_similarity(text: str, others: Sequence[str]) -> list[float]:
    """The share of terms in common, counted against the shorter of the two so that a word can match a sentence."""
    own = _canonical_terms(text)
    return [_overlap(own, _canonical_terms(other)) for other in others]


def _canonical_terms(text: str) -> set[str]:
    return {_CANONICAL.get(term, term) for term in terms(_BOOKS.sub("volumes", text))}


def embedding_similarity(embed: Embed) -> Similarity:
    """Meaning first, terms as a help: names and codes mean nothing to an embedder."""
    cached_vectors = VectorCache(embed)

    # What is compared is what somebody said, what it is compared with is an author's: only that is kept for longer.
    @cached_per_decision
    def own_vector(text: str) -> Sequence[float]:
        return tuple(map(float, embed([text])[0]))

    def similarity(text: str, others: Sequence[str]) -> list[float]:
        if not others:
            return []
        own = own_vector(text)
        cosines = [sum(a * b for a, b in zip(own, vector, strict=True)) for vector in cached_vectors(others)]
        return [
            min(1.0, max(0.0, cosine) * 0.85 + 0.3 * shared)
            for cosine, shared in zip(cosines, term_similarity(text, others), strict=True)
        ]

    return similarity


class VectorCache:
    """The vectors of an author's texts seen last: conditions and descriptions come back with every turn."""

    def __init__(self, embed: Embed, size: int = 4096) -> None:
        self._embed = embed
        self._size = size
        self._vectors: OrderedDict[str, Sequence[float]] = OrderedDict()
        self._lock = threading.Lock()

    def __call__(self, texts: Sequence[str]) -> list[Sequence[float]]:
        with self._lock:
            known = {text: self._vectors[text] for text in texts if text in self._vectors}
        missing = list(dict.fromkeys(text for text in texts if text not in known))
        if missing:
            known |= zip(missing, (tuple(map(float, vector)) for vector in self._embed(missing)), strict=True)
        with self._lock:
            for text in texts:
                self._vectors[text] = known[text]
                self._vectors.move_to_end(text)
            while len(self._vectors) > self._size:
                self._vectors.popitem(last=False)
        return [known[text] for text in texts]


def _overlap(first: set[str], second: set[str]) -> float:
    if not first or not second:
        return 0.0
    shared = len(first & second)
    return 0.5 * shared / min(len(first), len(second)) + 0.5 * shared / max(len(first), len(second))
