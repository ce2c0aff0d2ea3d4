"""Conversations as vectors: the mean of the vectors of their turns, each weighing as much as was said in it.

A turn is what the user said together with what the agent answered. One vector for a long stretch of talk would say
less: in it, greetings, names and confirmations drown what the conversation is about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from parley.kit.ids import uuid7
from parley.kit.log import logger
from parley.providers.embeddings.protocol import Embedder, EmbeddingError, normalised

log = logger(__name__)

TURNS = 16
"""Of a longer conversation, the turns in which most was said."""
CHARACTERS = 500
"""Of what either side said in a turn: together about as much as the built-in model takes."""

Said = Sequence[tuple[str, str]]
Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Piece:
    text: str
    weight: int


def pieces(said: Said) -> list[Piece]:
    """What is embedded of these turns. Those in which only the agent speaks count when there are no others: an opening
    is the same in all conversations."""
    answered = [(user, agent) for user, agent in said if user.strip()]
    texts = [f"{user}\n{agent}".strip() for user, agent in answered or said]
    return [Piece(text, len(text.split())) for text in texts if text]


async def embed(embedder: Embedder, conversations: Mapping[UUID, Said]) -> dict[UUID, Vector | None]:
    """None for a conversation without words, and for one that the embedder refuses. Raises EmbeddingError when it
    cannot embed anything, now or at all."""
    try:
        return await _embed(embedder, conversations)
    except EmbeddingError as error:
        if error.is_passing:
            raise
    await embedder.embed([str(uuid7())])  # nothing is wrong with this: if it is refused, so is everything
    return {each: await _embed_or_refuse(embedder, each, said) for each, said in conversations.items()}


async def _embed_or_refuse(embedder: Embedder, conversation_id: UUID, said: Said) -> Vector | None:
    try:
        return (await _embed(embedder, {conversation_id: said}))[conversation_id]
    except EmbeddingError as error:
        if error.is_passing:
            raise
        log.warning("conversation_not_embedded", conversation=str(conversation_id))
        return None


async def _embed(embedder: Embedder, conversations: Mapping[UUID, Said]) -> dict[UUID, Vector | None]:
    cut = {conversation_id: pieces(said) for conversation_id, said in conversations.items()}
    vectors = await embedder.embed([piece.text for those in cut.values() for piece in those])
    found: dict[UUID, Vector | None] = {}
    start = 0
    for conversation_id, those in cut.items():
        weights = np.array([[piece.weight for piece in those]], np.float32)
        found[conversation_id] = normalised(weights @ vectors[start : start + len(those)])[0] if those else None
        start += len(those)
    return found
