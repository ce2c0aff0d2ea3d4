"""Conversations with vectors that a test chooses, and an embedder that knows which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from parley.domain.records import jobs
from parley.domain.records.search.semantic import vector_store
from parley.domain.records.search.semantic.vector_store import Collection
from parley.domain.records.search.semantic.vectors import embedding_space, encode_signatures, encode_vectors
from parley.kit.clock import SystemClock
from parley.kit.ids import uuid7, uuid7_at
from parley.providers.embeddings.protocol import Embedder, EmbeddingError, Vectors, normalised
from parley.storage import queue
from parley.storage.db import Database
from parley.storage.partitions import ensure_between
from parley.storage.queue import Job

FIRST = datetime(2026, 1, 15, tzinfo=UTC)
APART = timedelta(minutes=10)
COLUMNS = (
    "id", "public_id", "account_id", "project_id", "environment", "deployment_id", "channel", "variant_id",
    "started_at", "ended_at", "record_bytes",
)  # fmt: skip


class Spoken:
    """Knows the vectors of some texts; any other text gets one from its letters. Can be told to refuse."""

    dims = 64

    def __init__(self, vectors: Mapping[str, NDArray[np.float32]] | None = None, name: str = "spoken") -> None:
        self.name = name
        self._vectors = vectors or {}
        self.texts: list[str] = []
        self.refuses = ""
        """Texts with this in them, for good."""
        self.is_down = False

    async def embed(self, texts: Sequence[str]) -> Vectors:
        if self.is_down:
            raise EmbeddingError("down", is_passing=True)
        if self.refuses and any(self.refuses in text for text in texts):
            raise EmbeddingError("refused")
        self.texts += texts
        return np.stack([self._vector(text) for text in texts]) if texts else np.zeros((0, self.dims), np.float32)

    def _vector(self, text: str) -> NDArray[np.float32]:
        if text in self._vectors:
            return self._vectors[text]
        made: NDArray[np.float32] = normalised(_noise(text, self.dims))[0]
        return made


def _noise(text: str, dims: int) -> NDArray[np.float64]:
    return np.random.default_rng(list(text.encode())).standard_normal((1, dims))


def some_vectors(count: int, dims: int, seed: int = 1) -> Vectors:
    return normalised(np.random.default_rng(seed).standard_normal((count, dims)))


def clustered(count: int, dims: int = 64, seed: int = 3) -> Vectors:
    """Some topics, and around each many conversations about it: near to each other, as real ones are."""
    topics = normalised(np.random.default_rng(1).standard_normal((20, dims)))
    chance = np.random.default_rng(seed)
    return normalised(topics[chance.integers(20, size=count)] + chance.standard_normal((count, dims)) * 0.6 / dims**0.5)


async def plant(
    db: Database, embedder: Embedder, vectors: Vectors, *, first: datetime = FIRST, **columns: Sequence[str] | str
) -> list[UUID]:
    """A conversation for each vector, one every ten minutes. A column is one value for all, or one for each."""
    starts = [first + number * APART for number in range(len(vectors))]
    ids = [uuid7_at(start) for start in starts]
    given: dict[str, Sequence[str] | str] = {
        "project_id": "P",
        "environment": "live",
        "channel": "WEBCHAT",
        "variant_id": "",
        **columns,
    }
    own = {name: [value] * len(ids) if isinstance(value, str) else value for name, value in given.items()}
    rows = [
        (each, "C", "A", *(own[name][at] for name in ("project_id", "environment")), each, own["channel"][at],
         own["variant_id"][at], starts[at], starts[at] + APART, 1000 + at)
        for at, each in enumerate(ids)
    ]  # fmt: skip
    async with db.transaction() as tx:
        await ensure_between(tx, starts[0], starts[-1] + APART)
        await tx.copy_records_to_table("conversations", records=rows, columns=COLUMNS)
        await vector_store.upsert_vectors(
            tx, embedding_space(embedder), ids, encode_signatures(vectors), encode_vectors(vectors)
        )
        await tx.execute("analyze conversations, record_vectors")
    return ids


async def pack(db: Database, collection: Collection, count: int, times: int = 1) -> None:
    for _ in range(times):
        async with db.transaction() as tx:
            assert await vector_store.pack_block(tx, collection, uuid7(), count)


async def take_job(db: Database, kind: str, lease_seconds: float = 60.0) -> Job:
    async with db.transaction() as tx:
        [job] = await queue.lease_due(tx, [kind], 1, lease_seconds)
    return job


async def embed_queued(db: Database, embedder: Embedder | None) -> None:
    """One round of the job that makes vectors."""
    async with db.transaction() as tx:
        await queue.defer(tx, jobs.EMBED, {})
    await jobs.embed_queued(db, embedder, SystemClock(), await take_job(db, jobs.EMBED))
