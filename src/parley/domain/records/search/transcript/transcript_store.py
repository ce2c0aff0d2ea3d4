"""Every SQL statement of the transcript search.

The planner is left no choice that could go wrong. Reading the words of a row costs far more than it believes, and how
many rows have a word it often cannot know. So the newest conversations are looked at one by one (`match_newest`), and
what is not found there comes from the index (`match_indexed`), which never has to read the words of a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from parley.domain.records.filter_store import Conditions
from parley.domain.records.model import Filters, PageRequest, RecordRef
from parley.domain.records.store import page_query
from parley.storage.db import Connection, Database, Row
from parley.storage.partitions import first_id


@dataclass(frozen=True, slots=True)
class Months:
    """Whole ones, so that the index of words is always the cheapest way to what is in them."""

    first: datetime
    end: datetime


async def upsert_words(tx: Connection, conversation_id: UUID, lexemes: Sequence[str]) -> None:
    await tx.execute(
        """
        insert into record_words (id, words) values ($1, array_to_tsvector($2))
        on conflict (id) do update set words = excluded.words
        """,
        conversation_id, lexemes,
    )  # fmt: skip


async def force_custom_plans(tx: Connection) -> None:
    """For the rest of the transaction: plans are made for the values at hand and never read a table from end to end. A
    plan for any values would sort a whole year to find the newest."""
    await tx.execute("set local plan_cache_mode = force_custom_plan; set local enable_seqscan = off")


async def match_newest(
    tx: Connection, filters: Filters, tsquery: str, after: UUID | None, count: int
) -> tuple[list[RecordRef], UUID | None]:
    """Those of the newest `count` conversations that match; and the oldest one that was looked at, None if that was all
    there are."""
    args: list[Any] = [tsquery]
    newest = page_query(filters, PageRequest(count - 1, after=after), args)  # gives one more than it is asked for
    # Materialized, so that no condition is moved to where it would make the planner read words of more rows. The last
    # row comes along even if it does not match: it says where the index has to go on.
    rows = await tx.fetch(
        f"""
        with newest as materialized (
            select c.id, c.record_bytes, row_number() over (order by c.id desc) = {count} as is_last
            from ({newest}) as c
        ), seen as materialized (
            select id, record_bytes, is_last,
                   (select words @@ $1::text::tsquery from record_words where id = newest.id) as matches
            from newest
        )
        select id, record_bytes, is_last, matches from seen where matches or is_last order by id desc
        """,
        *args,
    )
    last = rows[-1]["id"] if rows and rows[-1]["is_last"] else None
    return [_record_ref(row) for row in rows if row["matches"]], last


async def match_indexed(
    tx: Connection, filters: Filters, tsquery: str, between: tuple[UUID, UUID], months: Months, count: int
) -> list[RecordRef]:
    """The newest `count` that match among the ids `between`, the second excluded, and within these months."""
    conditions = Conditions(filters)
    first, end = map(conditions.arg, between)
    # Materialized, so that the index of words is used for nothing but words, whatever the planner thinks of the rest.
    rows = await tx.fetch(
        f"""
        with hits as materialized (
            select id from record_words
            where words @@ {conditions.arg(tsquery)}::text::tsquery
                and id >= {conditions.arg(first_id(months.first))} and id < {conditions.arg(first_id(months.end))}
        )
        select c.id, c.record_bytes
        from (select id from hits where id >= {first} and id < {end} order by id desc) as hit
        cross join lateral (
            select c.id, c.record_bytes from conversations as c where c.id = hit.id and {conditions} offset 0
        ) as c
        order by hit.id desc limit {count}
        """,
        *conditions.args,
    )
    return [_record_ref(row) for row in rows]


async def find_without_snapshot(db: Database, filters: Filters, after: UUID | None, count: int) -> list[RecordRef]:
    """The newest without a snapshot: nothing is indexed of them yet."""
    conditions = Conditions(filters)
    if after is not None:
        conditions.add("c.id < {}", after)
    rows = await db.fetch(
        f"""
        select c.id, c.record_bytes from conversations as c
        where {conditions} and c.record_bytes is null order by c.id desc limit {count}
        """,
        *conditions.args,
    )
    return [_record_ref(row) for row in rows]


async def find_transcripts(db: Database, ids: Sequence[UUID]) -> dict[UUID, list[tuple[str, str]]]:
    """The turns of these conversations in their order: what the user said, and what the agent answered."""
    rows = await db.fetch(
        """
        select conversation_id, user_input, agent_response from turns where conversation_id = any($1)
        order by conversation_id, number
        """,
        ids,
    )
    turns: dict[UUID, list[tuple[str, str]]] = {each: [] for each in ids}
    for row in rows:
        turns[row["conversation_id"]].append((row["user_input"], row["agent_response"]))
    return turns


def _record_ref(row: Row) -> RecordRef:
    return RecordRef(row["id"], row["record_bytes"])
