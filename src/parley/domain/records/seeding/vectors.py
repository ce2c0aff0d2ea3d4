"""Vectors of synthetic records. To embed each of them would take days: a template gets the vector of its wordings, of
which there are some hundreds, and every copy lies a little off its template, as similar conversations do."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import numpy as np

from parley.domain.records.embedding import embed
from parley.domain.records.seeding.templates import Template
from parley.providers.embeddings.cache import CachedEmbedder
from parley.providers.embeddings.protocol import Embedder, Vectors, normalised

SPREAD = 0.5
"""How far off its template a copy lies, beside the length of a vector."""


async def of_templates(embedder: Embedder, templates: Sequence[Template]) -> Vectors:
    """Made as the vector of any conversation, each wording once."""
    said = {UUID(int=number): template.wordings for number, template in enumerate(templates)}
    found = await embed(CachedEmbedder(embedder), said)
    missing = np.zeros(embedder.dims, np.float32)
    return np.stack([missing if vector is None else vector for vector in found.values()])


def of_copies(chance: np.random.Generator, vectors: Vectors, templates: Sequence[int]) -> Vectors:
    """A vector for each copy of the template with that number."""
    scale = np.float32(SPREAD / np.sqrt(vectors.shape[1]))
    noise = chance.standard_normal((len(templates), vectors.shape[1]), np.float32)
    return normalised(vectors[list(templates)] + noise * scale)
