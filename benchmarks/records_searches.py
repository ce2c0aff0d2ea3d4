"""Searches, samples and concurrency, over a week, a quarter of a year and a year."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

import numpy as np

from benchmarks.records_bench import QUARTER, WEEK, YEAR, Bench, alternately, within
from benchmarks.records_client import Client
from benchmarks.table import Row
from parley.domain.conversations.model import row_id
from parley.domain.records.vectors import space
from parley.providers.embeddings.minilm import MiniLM

COMMON = "thank"
SPANS = {"week": WEEK, "year": YEAR}
MOST_MS = {"week": 300.0, "year": 1000.0}
NEAREST = 10
QUESTIONS = (
    "my internet is broken",
    "the parcel has not arrived",
    "somebody stole my credit card",
    "a table for the evening, one guest must not eat gluten",
    "the bill is far too high",
    "I want my money back",
    "can I bring my dog to the hotel",
    "water damage in the kitchen",
    "my flight was cancelled",
    "I need to see a doctor",
    "are you looking for staff",
    "angry customer wants to talk to a human",
)


async def sample(bench: Bench) -> list[Row]:
    took, bare = await _beside_its_rows(bench, {"sample": "random", **within(YEAR)})
    return [Row("records: random sample of a year", took, bare, "ms", at_most=200)]


async def concurrency(bench: Bench) -> list[Row]:
    client, rows = bench.concurrency_client(), []
    for name, span, most in (("a week", WEEK, 50), ("a quarter of a year", QUARTER, 200)):
        query = within(span)

        async def ask(query: Mapping[str, str] = query) -> None:
            await client.get(query)

        async def read(query: Mapping[str, str] = query) -> None:
            await bench.floors.hours(query["start_time"], query["end_time"])

        took, bare = await alternately(30, ask, read)
        rows.append(Row(f"records: concurrency of {name}", took, bare, "ms", at_most=most))
    return rows


async def transcripts(bench: Bench) -> list[Row]:
    rows = []
    for kind in ("rare", "common"):
        for name, span in SPANS.items():
            word = COMMON if kind == "common" else await _rare_word(bench, span)
            took, bare = await _beside_its_rows(bench, {"query_type": "transcript", "query": word, **within(span)})
            rows.append(Row(f"records: {kind} word in a {name}", took, bare, "ms", at_most=MOST_MS[name]))
    return rows


async def _rare_word(bench: Bench, span: timedelta) -> str:
    """A number that is in one conversation only, in the middle of that time."""
    middle = bench.count * (104 if span == WEEK else 180) // 365
    for place in range(middle, middle + 100):
        state = json.loads((await bench.floors.newest(place))["state"])
        if own := [value for value in state.values() if re.fullmatch(r"\d{9}", str(value))]:
            return str(own[0])
    raise RuntimeError("no conversation has a number of its own")


async def semantic(bench: Bench) -> list[Row]:
    """Each question is asked; and beside it, every vector of that time is compared with it to know what is nearest."""
    rows = []
    for name, span in SPANS.items():
        times = within(span)
        asked = [{"query_type": "semantic", "query": text, "limit": NEAREST, **times} for text in QUESTIONS]
        took = [await _beside_its_rows(bench, query, times=5) for query in asked]
        ours, bare = np.median(took, axis=0).tolist()
        rows.append(Row(f"records: semantic search of a {name}", ours, bare, "ms", at_most=150))
        embedder, client = MiniLM(), bench.client()
        exact = await bench.floors.nearest(await embedder.embed(QUESTIONS), space(embedder), times, NEAREST)
        found = [set(await _found(client, query)) for query in asked]
        recall = float(np.mean([len(those & near) / len(near) for those, near in zip(found, exact, strict=True)]))
        rows.append(Row(f"records: recall of semantic search of a {name}", recall, 1.0, "", at_least=0.95))
    return rows


async def _beside_its_rows(bench: Bench, query: Mapping[str, object], times: int = 15) -> tuple[float, float]:
    """Milliseconds to find records, and to read those that were found when their ids are known."""
    client = bench.client()
    ids = await _found(client, query)
    assert ids, f"nothing was found: {query}"
    took, bare = await alternately(times, lambda: client.get(query), lambda: bench.floors.records(ids))
    return took, bare


async def _found(client: Client, query: Mapping[str, object]) -> list[UUID]:
    records = json.loads((await client.get(query)).body)["conversations"]
    return [found for record in records if (found := row_id(record["id"])) is not None]
