"""Pages: the first one, one deep in, and a large one."""

from __future__ import annotations

from benchmarks.plot import Line, Plot, draw
from benchmarks.records_bench import Bench, alternately
from benchmarks.records_client import Client
from benchmarks.table import Row
from parley.domain.records.pages.page import Cursor

DEPTHS = (0, 20, 40, 60, 80, 95)
"""Percent of all conversations that come before the page."""
LARGE = 5000


async def first_page(bench: Bench) -> list[Row]:
    client, bare = bench.client(), Client(bench.bare_port, "/", "")
    wanted, bare_wanted = client.request({"limit": 5}), bare.request({})
    ours, app, sql = await alternately(
        500, lambda: client.ask(wanted), lambda: bare.ask(bare_wanted), bench.floors.first_page
    )
    return [
        Row("records: first page of 5, beside its SQL in a bare app", ours, app, "ms"),
        Row("records: first page of 5, beside its SQL without HTTP", ours, sql, "ms", ratio_at_most=2),
    ]


async def deep_pages(bench: Bench) -> list[Row]:
    client = bench.client()
    places = [bench.count * depth // 100 for depth in DEPTHS]
    cursors: list[dict[str, str]] = [{}]
    cursors += [{"cursor": str(Cursor(id=await bench.floors.newest(place)))} for place in places[1:]]
    pages = [lambda request=client.request({"limit": 5, **cursor}): client.ask(request) for cursor in cursors]
    took = await alternately(100, *pages)
    draw("pages", Plot("A page of five, by what comes before it", "% of all conversations", "ms", [
        Line("page of 5", list(zip(DEPTHS, took, strict=True)))
    ]))  # fmt: skip
    return [Row("records: page deep in, beside the first", max(took[1:]), took[0], "ms", ratio_at_most=1.3)]


async def large_page(bench: Bench) -> list[Row]:
    """Of as many bytes as ours, psql's rate is told: it prints the same records."""
    client = bench.client()
    await client.drop({"limit": LARGE})
    ours, theirs = [], []
    for _ in range(7):
        answer = await client.drop({"limit": LARGE})
        ours.append(answer.size / answer.seconds / 1e6)
        theirs.append(answer.size / await bench.floors.psql_seconds(LARGE) / 1e6)
    return [Row(f"records: limit={LARGE} with turns, beside psql", max(ours), max(theirs), "MB/s", ratio_at_least=0.7)]
