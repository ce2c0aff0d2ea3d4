"""Finds the topics that answer a question."""

from __future__ import annotations

import asyncio
import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from parley.kit.text.parts import split_parts
from parley.kit.text.sentences import sentences
from parley.kit.text.slips import Vocabulary, find_words
from parley.kit.text.terms import has_meaning
from parley.providers.embeddings.lexical import LexicalIndex, Overlap
from parley.providers.embeddings.protocol import Embedder, EmbeddingError, Vectors, normalised

BODY_DISCOUNT = 0.95
COVERAGE_BONUS = 0.25
CODE_BONUS = 0.3
TOLERATED_GAP = 0.05
GAP_PENALTY = 1.0
"""A topic that is further behind the best than the tolerated gap is pushed away by so many times the rest."""

_BY_VECTORS = ((0.0, 1.0), (0.2, 0.6), (0.32, 0.4), (0.4, 0.33), (0.6, 0.2), (1.0, 0.0))
_BY_TERMS = ((0.0, 1.0), (0.18, 0.7), (0.3, 0.4), (0.45, 0.3), (1.0, 0.05))


def distances_by_vectors(heads: Sequence[float], bodies: Sequence[float], overlaps: Sequence[Overlap]) -> list[float]:
    """From each topic's best cosine with its name and sample questions, with its content, and the terms it shares."""
    scores = [
        max(head, BODY_DISCOUNT * body) + COVERAGE_BONUS * overlap.coverage + CODE_BONUS * overlap.has_code
        for head, body, overlap in zip(heads, bodies, overlaps, strict=True)
    ]
    return _distances(_BY_VECTORS, scores)


def distances_by_terms(overlaps: Sequence[Overlap]) -> list[float]:
    return _distances(_BY_TERMS, [overlap.coverage + CODE_BONUS * overlap.has_code for overlap in overlaps])


def _distances(points: tuple[tuple[float, float], ...], scores: Sequence[float]) -> list[float]:
    """A topic far behind the best one is pushed away: that it shares the subject does not make it an answer."""
    best = max(scores, default=0.0)
    return [min(1.0, _along(points, score) + GAP_PENALTY * max(0.0, best - score - TOLERATED_GAP)) for score in scores]


def _along(points: tuple[tuple[float, float], ...], score: float) -> float:
    """Straight lines between the points."""
    if score <= points[0][0]:
        return points[0][1]
    if score >= points[-1][0]:
        return points[-1][1]
    right = bisect_right([point[0] for point in points], score)
    (x0, y0), (x1, y1) = points[right - 1], points[right]
    return y0 + (score - x0) / (x1 - x0) * (y1 - y0)


PASSAGE_WORDS = 50
PASSAGES = 8
"""Of one topic that get vectors. What comes later in a long content is found by its terms."""
PREVIOUS_WEIGHTS = (0.6, 0.3)
"""How much earlier inputs count beside a question that only makes sense after them, the newest first."""
FOLLOW_UP_DISCOUNT = 0.9
"""What is found only with the help of earlier inputs counts less."""
LONGEST_FOLLOW_UP = 8
SMALL = 500
"""Texts of an index that are compared in passing: it takes less than a millisecond."""
QUESTION_BEGINNING, QUESTION_END = 1_000, 300
"""Characters."""

_FOLLOW_UP = re.compile(
    r"^(?:and|but|or|also|so|then|what about|how about|what if)\b|"
    r"\b(?:it|its|that|those|them|this|these|there|they|one|ones|he|she|same)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A topic as far as it can be found: its references are resolved, its actions left out."""

    name: str
    example_queries: tuple[str, ...] = ()
    content: str = ""

    @property
    def head(self) -> tuple[str, ...]:
        return (self.name, *self.example_queries)


@dataclass(frozen=True, slots=True)
class Hit:
    name: str
    distance: float
    """0 to 1; below 0.4 it answers the question, below 0.33 almost surely."""


def fingerprint(entries: Sequence[Entry], space: str) -> str:
    """Changes when the vectors of an index would: what a cache of them goes by."""
    digest = hashlib.sha256(f"1\0{space}".encode())
    for entry in entries:
        digest.update("\0".join(["", *entry.head, "", entry.content]).encode("utf-8", "replace"))
    return digest.hexdigest()


def texts_to_embed(entries: Sequence[Entry]) -> list[str]:
    """What the rows of an index's vectors stand for."""
    return [text for entry in entries for text in (*entry.head, *_passages(entry))]


async def build_index(entries: Sequence[Entry], embedder: Embedder | None = None) -> TopicIndex:
    """Without an embedder, or when it fails, topics are found by their terms alone."""
    if embedder is None or not entries:
        return await asyncio.to_thread(TopicIndex, entries)
    try:
        vectors = await embedder.embed(await asyncio.to_thread(texts_to_embed, entries))
    except EmbeddingError:
        return await asyncio.to_thread(TopicIndex, entries)
    return await asyncio.to_thread(TopicIndex, entries, embedder, vectors)


class TopicIndex:
    def __init__(
        self, entries: Sequence[Entry], embedder: Embedder | None = None, vectors: Vectors | None = None
    ) -> None:
        """`vectors` are those of `texts_to_embed(entries)`, fresh or from a cache."""
        self._names = [entry.name for entry in entries]
        self._terms = LexicalIndex([" ".join(entry.head) for entry in entries], [entry.content for entry in entries])
        self._vocabulary = Vocabulary(
            find_words(" ".join(text for each in entries for text in (*each.head, each.content)))
        )
        self._embedder = embedder if vectors is not None else None
        self.vectors = vectors
        self._owners = np.repeat(np.arange(len(entries)), [len(e.head) + len(_passages(e)) for e in entries])
        self._is_head = np.array([place < len(e.head) for e in entries for place in range(_rows(e))], bool)
        if vectors is not None and len(vectors) != len(self._owners):
            raise ValueError("these vectors belong to other topics")

    async def query(self, text: str, previous: Sequence[str] = ()) -> list[Hit]:
        """All topics, nearest first: to all that was asked, or to one of several requests in it. `previous` are earlier
        user inputs, newest first: they help a question that only makes sense after them."""
        text = self._vocabulary.correct(_question(text))
        if not text or not self._names:
            return []
        earlier = previous[: len(PREVIOUS_WEIGHTS)] if _is_follow_up(text) else ()
        context = [question for question in map(_question, earlier) if question]
        distances = await self._distances([text, *_requests(text)], context)
        hits = [Hit(name, round(distance, 4)) for name, distance in zip(self._names, distances, strict=True)]
        return sorted(hits, key=lambda hit: hit.distance)

    async def _distances(self, asked: Sequence[str], context: Sequence[str]) -> list[float]:
        """`asked`: the whole and its parts. Only the whole is read with what came before."""
        overlaps = [self._terms.overlaps(asked[0], context), *map(self._terms.overlaps, asked[1:])]
        if self._embedder is None:
            return _nearest(map(distances_by_terms, overlaps))
        try:
            vectors = await self._embedder.embed([*asked, *context])
        except EmbeddingError:
            return _nearest(map(distances_by_terms, overlaps))
        if len(self._owners) > SMALL:
            return await asyncio.to_thread(self._by_vectors_of_parts, vectors, overlaps)
        return self._by_vectors_of_parts(vectors, overlaps)

    def _by_vectors_of_parts(self, vectors: Vectors, overlaps: Sequence[Sequence[Overlap]]) -> list[float]:
        count = len(overlaps)
        whole = np.concatenate([vectors[:1], vectors[count:]])
        parts = (self._by_vectors(vectors[place : place + 1], 0, overlaps[place]) for place in range(1, count))
        return _nearest([self._by_vectors(whole, len(vectors) - count, overlaps[0]), *parts])

    def _by_vectors(self, asked: Vectors, earlier: int, overlaps: Sequence[Overlap]) -> list[float]:
        heads, bodies = self._similarities(asked[:1])
        if earlier:
            weights = np.array([[1.0, *PREVIOUS_WEIGHTS[:earlier]]], np.float32)
            in_context = self._similarities(normalised(weights @ asked))
            heads = np.maximum(heads, FOLLOW_UP_DISCOUNT * in_context[0])
            bodies = np.maximum(bodies, FOLLOW_UP_DISCOUNT * in_context[1])
        return distances_by_vectors(heads.tolist(), bodies.tolist(), overlaps)

    def _similarities(self, asked: Vectors) -> tuple[Vectors, Vectors]:
        """Per topic the best cosine among its head's texts, and among its content's."""
        assert self.vectors is not None
        cosines = (self.vectors @ asked[0]).astype(np.float32)
        heads = np.zeros(len(self._names), np.float32)
        bodies = np.zeros(len(self._names), np.float32)
        np.maximum.at(heads, self._owners[self._is_head], cosines[self._is_head])
        np.maximum.at(bodies, self._owners[~self._is_head], cosines[~self._is_head])
        return heads, bodies


def _requests(text: str) -> list[str]:
    """The parts of a text that asks for several things; none of one that does not."""
    parts = [part for part in split_parts(text) if has_meaning(part)]
    return parts if len(parts) > 1 else []


def _nearest(distances: Iterable[Sequence[float]]) -> list[float]:
    """Of each topic, to whichever part it is nearest to."""
    return [min(each) for each in zip(*distances, strict=True)]


def _rows(entry: Entry) -> int:
    return len(entry.head) + len(_passages(entry))


def _passages(entry: Entry) -> list[str]:
    """The content in pieces that a vector can stand for, each told what it is about."""
    pieces: list[list[str]] = []
    for sentence in sentences(entry.content):
        if pieces and sum(len(part.split()) for part in pieces[-1]) + len(sentence.split()) <= PASSAGE_WORDS // 2:
            pieces[-1].append(sentence)
        else:
            pieces.append([sentence])
    return [f"{entry.name}: {' '.join(piece)}" for piece in pieces[:PASSAGES]]


def _question(text: str) -> str:
    """Its beginning and its end: a question that goes on for longer than a vector can stand for is in one of them."""
    if len(text) > QUESTION_BEGINNING + QUESTION_END:
        text = f"{text[:QUESTION_BEGINNING]} {text[-QUESTION_END:]}"
    return text.strip()


def _is_follow_up(text: str) -> bool:
    words = text.split()
    return len(words) <= 3 or (len(words) <= LONGEST_FOLLOW_UP and _FOLLOW_UP.search(text) is not None)
