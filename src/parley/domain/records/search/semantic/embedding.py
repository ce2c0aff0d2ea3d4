"""Conversations as vectors: the mean of the vectors of their turns, each weighing as much as was said in it.

A turn is what the user said together with what the agent answered. One vector for a long stretch of talk would say
less: in it, greetings, names and confirmations drown what the conversation is about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np

from parley.domain.records.search.semantic.vectors import Vector
from parley.kit.ids import uuid7
from parley.kit.log import logger
from parley.providers.embeddings.protocol import Embedder, EmbeddingError, normalised

log = logger(__name__)

MAX_TURNS = 16
"""Of a longer conversation, the turns in which most was said."""
MAX_CHARACTERS = 500
"""Of what either side said in a turn: together about as much as the built-in model takes."""

Transcript = Sequence[tuple[str, str]]
"""By turn, what the user said and what the agent answered."""


@dataclass(frozen=True, slots=True)
class WeightedText:
    text: str
    weight: int


def weighted_texts(transcript: Transcript) -> list[WeightedText]:
    """What is embedded of a conversation: a text for each turn, weighted by its words. Turns in which only the agent
    speaks count when there are no others: an opening is the same in all conversations."""
    answered = [(user, agent) for user, agent in transcript if user.strip()]
    texts = [f"{user}\n{agent}".strip() for user, agent in answered or transcript]
    return [WeightedText(text, len(text.split())) for text in texts if text]


async def embed_conversations(embedder: Embedder, transcripts: Mapping[UUID, Transcript]) -> dict[UUID, Vector | None]:
    """None for a conversation without words, and for one that the embedder refuses. Raises EmbeddingError when it
    cannot embed anything, now or at all."""
    try:
        return await _embed_all(embedder, transcripts)
    except EmbeddingError as error:
        if error.is_passing:
            raise
    # Nothing is wrong with this text, and no cache has it: if it is refused, so is everything, and nothing is given up.
    await embedder.embed([str(uuid7())])
    return {each: await _embed_one(embedder, each, transcript) for each, transcript in transcripts.items()}


async def _embed_one(embedder: Embedder, conversation_id: UUID, transcript: Transcript) -> Vector | None:
    try:
        return (await _embed_all(embedder, {conversation_id: transcript}))[conversation_id]
    except EmbeddingError as error:
        if error.is_passing:
            raise
        log.warning("conversation_not_embedded", conversation=str(conversation_id))
        return None


async def _embed_all(embedder: Embedder, transcripts: Mapping[UUID, Transcript]) -> dict[UUID, Vector | None]:
    texts = {conversation_id: weighted_texts(transcript) for conversation_id, transcript in transcripts.items()}
    # All texts of all conversations at once: embedders take many for little more than the time of one.
    vectors = await embedder.embed([each.text for some in texts.values() for each in some])
    found: dict[UUID, Vector | None] = {}
    start = 0
    for conversation_id, some in texts.items():
        weights = np.array([[each.weight for each in some]], np.float32)
        found[conversation_id] = normalised(weights @ vectors[start : start + len(some)])[0] if some else None
        start += len(some)
    return found
