"""What is going to be seeded: templates, when conversations start, their vectors, and the batches to write. The same
seed makes the same plan, but for ids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from parley.cli.seeding.templates import START, Template, make_template
from parley.domain.conversations.model import public_id
from parley.domain.records.search.semantic.blocks import BLOCK_SIZE
from parley.domain.records.search.semantic.embedding import embed_conversations
from parley.domain.records.search.semantic.vectors import embedding_space
from parley.kit.ids import EPOCH, MICROSECOND, uuid7_at
from parley.providers.embeddings.cache import CachedEmbedder
from parley.providers.embeddings.protocol import Embedder, Vectors, normalised

BATCH = BLOCK_SIZE
"""A batch is a block of vectors: what was started together is packed together."""
MAX_TEMPLATES = 2000
FIRST_REFERENCE, REFERENCES = 100_000_000, 800_000_000
"""Nine digits, and none of them the one that templates have."""
HOUR = timedelta(hours=1)
BY_HOUR = (2, 1, 1, 1, 1, 2, 5, 12, 30, 52, 60, 58, 50, 52, 55, 54, 50, 44, 36, 26, 18, 12, 7, 4)
BY_WEEKDAY = (112, 105, 102, 100, 104, 58, 40)
"""When people get in touch: few at night, more on weekdays."""
SPREAD = 0.5
"""How far off its template's vector that of a copy lies, beside the length of a vector."""


@dataclass(frozen=True, slots=True)
class SeedRequest:
    account_id: str
    project_id: str
    environment: str
    deployment_id: UUID
    count: int
    days: int
    turns: int


@dataclass(frozen=True, slots=True)
class Plan:
    request: SeedRequest
    templates: Sequence[Template]
    starts: NDArray[np.int64]
    """Microseconds since 1970, in order."""
    vectors: Vectors | None
    """Of the templates."""
    space: str
    seed: int


@dataclass(frozen=True, slots=True)
class Batch:
    ids: Sequence[UUID]
    public_ids: Sequence[str]
    started_at: Sequence[datetime]
    templates: Sequence[int]
    """By number, of which each is a copy."""
    references: Sequence[str]
    vectors: Vectors | None


async def make_plan(request: SeedRequest, seed: int, now: datetime, embedder: Embedder | None) -> Plan:
    """All conversations have ended by now."""
    chance = Random(seed)  # noqa: S311 nothing here is a secret
    project = (request.account_id, request.project_id)
    templates = [
        make_template(chance, project, request.environment, request.turns)
        for _ in range(min(request.count, MAX_TEMPLATES))
    ]
    # The latest start is so early that even the longest conversation has ended by now.
    longest = max(template.header.ended_at or START for template in templates) - START
    starts = start_times(np.random.default_rng(seed), now - longest, request.days, request.count)
    vectors = await _embed_templates(embedder, templates) if embedder else None
    return Plan(request, templates, starts, vectors, embedding_space(embedder) if embedder else "", seed)


def start_times(chance: np.random.Generator, end: datetime, days: int, count: int) -> NDArray[np.int64]:
    """When each of `count` conversations in the days before `end` starts, in microseconds since 1970, in order."""
    hours = [end - number * HOUR for number in range(days * 24, 0, -1)]
    weights = np.array([BY_HOUR[hour.hour] * BY_WEEKDAY[hour.weekday()] for hour in hours], np.float64)
    counts = chance.multinomial(count, weights / weights.sum())
    begins = np.array([(hour - EPOCH) // MICROSECOND for hour in hours], np.int64)
    found = np.repeat(begins, counts) + chance.integers(0, HOUR // MICROSECOND, count)
    found.sort()
    return found


def plan_batches(plan: Plan) -> Iterator[Batch]:
    chance = np.random.default_rng(plan.seed + 1)
    first_reference = int(chance.integers(REFERENCES))
    begins = range(0, len(plan.starts), BATCH)
    half = (len(begins) + 1) // 2
    # From the first half and from the second by turns, so that two writers are rarely in the same month, where they
    # would wait for each other's indexes.
    for begin in (begin for offset in range(half) for begin in begins[offset::half]):
        yield _make_batch(plan, chance, begin, first_reference)


def _make_batch(plan: Plan, chance: np.random.Generator, begin: int, first_reference: int) -> Batch:
    started_at = [moment_of(start) for start in plan.starts[begin : begin + BATCH]]
    # Sorted: of the same millisecond they are in any order, and a block has its ids in order.
    ids = sorted(uuid7_at(moment) for moment in started_at)
    chosen = chance.integers(len(plan.templates), size=len(ids)).tolist()
    references = (first_reference + begin + index for index in range(len(ids)))
    return Batch(
        ids,
        [public_id(each, plan.templates[number].prefix) for each, number in zip(ids, chosen, strict=True)],
        started_at,
        chosen,
        [str(FIRST_REFERENCE + reference % REFERENCES) for reference in references],
        None if plan.vectors is None else _vary_vectors(chance, plan.vectors, chosen),
    )


def moment_of(microseconds: np.int64) -> datetime:
    return EPOCH + timedelta(microseconds=int(microseconds))


async def _embed_templates(embedder: Embedder, templates: Sequence[Template]) -> Vectors:
    """To embed every record would take days. A template gets the vector of its wordings, of which there are some
    hundreds, made as the vector of any conversation."""
    transcripts = {UUID(int=number): template.wordings for number, template in enumerate(templates)}
    found = await embed_conversations(CachedEmbedder(embedder), transcripts)
    missing = np.zeros(embedder.dims, np.float32)
    return np.stack([missing if vector is None else vector for vector in found.values()])


def _vary_vectors(chance: np.random.Generator, vectors: Vectors, templates: Sequence[int]) -> Vectors:
    """A vector for each copy of the template with that number: a little off it, as similar conversations are."""
    scale = np.float32(SPREAD / np.sqrt(vectors.shape[1]))
    noise = chance.standard_normal((len(templates), vectors.shape[1]), np.float32)
    return normalised(vectors[list(templates)] + noise * scale)
