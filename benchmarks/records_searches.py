"""Searches and samples over a day, a week, and so on up to a year; and concurrency."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

import numpy as np

from benchmarks.plot import Line, Plot, draw
from benchmarks.records_bench import Bench, alternately, within
from benchmarks.records_client import Client
from benchmarks.table import Row
from parley.domain.conversations.model import row_id
from parley.domain.records.search.semantic.vectors import embedding_space
from parley.providers.embeddings.minilm import MiniLM

WEEK, YEAR = timedelta(days=7), timedelta(days=365)
SPANS = (timedelta(days=1), WEEK, timedelta(days=30), timedelta(days=92), YEAR)
MOST_MS = {WEEK: ("week", 300.0), YEAR: ("year", 1000.0)}
COMMON = "thank"
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

Query = Mapping[str, object]
Times = dict[timedelta, tuple[float, float]]
"""By the time that is searched: milliseconds to find records, and to read them when their ids are known."""


async def searches(bench: Bench) -> list[Row]:
    async def rare(span: timedelta) -> list[Query]:
        return [{"query_type": "transcript", "query": await _rare_word(bench, span)}]

    async def common(_span: timedelta) -> list[Query]:
        return [{"query_type": "transcript", "query": COMMON}]

    async def sample(_span: timedelta) -> list[Query]:
        return [{"sample": "random"}]

    async def near(_span: timedelta) -> list[Query]:
        return [{"query_type": "semantic", "query": text, "limit": NEAREST} for text in QUESTIONS]

    took = {
        "rare word": await _by_span(bench, rare),
        "common word": await _by_span(bench, common),
        "sample": await _by_span(bench, sample),
        "semantic": await _by_span(bench, near),
    }
    lines = [Line(name, [(span.days, times[span][0]) for span in SPANS]) for name, times in took.items()]
    draw("searches", Plot("Searches, by how much time is searched", "days", "ms", lines))
    rows = [
        Row(f"records: {kind} in a {name}", *took[kind][span], "ms", at_most=most)
        for kind in ("rare word", "common word")
        for span, (name, most) in MOST_MS.items()
    ]
    rows.append(Row("records: random sample of a year", *took["sample"][YEAR], "ms", at_most=200))
    rows.append(Row("records: semantic search of a year", *took["semantic"][YEAR], "ms", at_most=150))
    return [*rows, await _recall(bench)]


async def concurrency(bench: Bench) -> list[Row]:
    client, rows = bench.concurrency_client(), []
    for name, span, most in (("a week", WEEK, 50), ("a quarter of a year", timedelta(days=92), 200)):
        times = within(span)

        async def ask(times: Mapping[str, str] = times) -> None:
            await client.get(times)

        async def read(times: Mapping[str, str] = times) -> None:
            await bench.floors.hours(times["start_time"], times["end_time"])

        took, bare = await alternately(30, ask, read)
        rows.append(Row(f"records: concurrency of {name}", took, bare, "ms", at_most=most))
    return rows


async def _by_span(bench: Bench, make: Callable[[timedelta], Awaitable[Sequence[Query]]]) -> Times:
    found = {}
    for span in SPANS:
        queries = [{**query, **within(span)} for query in await make(span)]
        took = [await _beside_its_rows(bench, query, 15 if len(queries) == 1 else 4) for query in queries]
        found[span] = (float(np.median([ours for ours, _ in took])), float(np.median([bare for _, bare in took])))
    return found


async def _beside_its_rows(bench: Bench, query: Query, times: int) -> tuple[float, float]:
    client = bench.client()
    ids = await _found(client, query)
    assert ids, f"nothing was found: {query}"
    took, bare = await alternately(times, lambda: client.get(query), lambda: bench.floors.records(ids))
    client.close()
    return took, bare


async def _recall(bench: Bench) -> Row:
    """How many of the nearest of a year are found, beside all of them: every vector is compared."""
    embedder, client, times = MiniLM(), bench.client(), within(YEAR)
    exact = await bench.floors.nearest(await embedder.embed(QUESTIONS), embedding_space(embedder), times, NEAREST)
    shares = []
    for text, near in zip(QUESTIONS, exact, strict=True):
        query = {"query_type": "semantic", "query": text, "limit": NEAREST, **times}
        shares.append(len(near & set(await _found(client, query))) / len(near))
    return Row("records: recall of semantic search of a year", float(np.mean(shares)), 1.0, "", at_least=0.95)


async def _rare_word(bench: Bench, span: timedelta) -> str:
    """A number that is in one conversation only, in the middle of that time."""
    middle = datetime.fromisoformat(within(span)["start_time"]) + span / 2
    states = await bench.floors.states(middle, 100)
    return next(str(value) for state in states for value in state.values() if re.fullmatch(r"\d{9}", str(value)))


async def _found(client: Client, query: Query) -> list[UUID]:
    records = json.loads((await client.get(query)).body)["conversations"]
    return [found for record in records if (found := row_id(record["id"])) is not None]
