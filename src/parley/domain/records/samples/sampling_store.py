"""Every SQL statement of samples."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from parley.domain.conversations.model import EARLY
from parley.domain.records.filter_store import MILLISECOND, Conditions
from parley.domain.records.model import Filters, RecordRef
from parley.kit.values import value
from parley.storage.db import Database, Row
from parley.storage.partitions import first_id


@value
class Position:
    """A conversation: the one that so many others come before, of those that started from one moment up to another."""

    start: datetime
    end: datetime
    number: int


async def find_random(db: Database, filters: Filters, limit: int, share: float) -> list[RecordRef]:
    """`limit` in random order, out of about this share of all. Ids are drawn from an index alone; only those that are
    drawn are looked up."""
    where = Conditions(filters)
    some = "" if share == 1.0 else f"and random() < {where.arg(share)}"
    rows = await db.fetch(
        f"""
        select drawn.id, c.record_bytes
        from (
            select c.id, random() as place from conversations as c where {where} {some}
            order by place limit {where.arg(limit)}
        ) as drawn
            cross join lateral (select c.record_bytes from conversations as c where c.id = drawn.id offset 0) as c
        order by drawn.place
        """,
        *where.args,
    )
    return [RecordRef(row["id"], row["record_bytes"]) for row in rows]


async def find_counted_hours(
    db: Database, project_id: str, environment: str, after: datetime | None, end: datetime | None
) -> Row | None:
    """(counted_until, starts, counts): up to when hours are counted, and of those after one moment and before another
    the starts in microseconds since 1970 and how many conversations started, eight bytes each in network order: a
    year of hours as rows would take longer than what is done with them. None: nothing was ever counted."""
    return await db.fetchrow(
        """
        select p.counted_until, h.starts, h.counts
        from concurrency_progress as p cross join lateral (
            select string_agg(int8send((extract(epoch from hour) * 1000000)::int8), ''::bytea order by hour) as starts,
                   string_agg(int8send(conversations), ''::bytea order by hour) as counts
            from started_hours
            where project_id = p.project_id and environment = p.environment
                and ($3::timestamptz is null or hour > $3) and ($4::timestamptz is null or hour < $4)
        ) as h
        where p.project_id = $1 and p.environment = $2
        """,
        project_id, environment, after, end,
    )  # fmt: skip


async def find_at_positions(
    db: Database, filters: Filters, positions: Sequence[Position], limit: int
) -> list[RecordRef]:
    """Those that are at these positions and are meant, in the order of the positions, at most `limit`. Ids are gone
    through in an index alone."""
    where = Conditions(filters)
    wanted = [
        where.arg([position.start for position in positions]),
        where.arg([position.end for position in positions]),
        where.arg([first_id(position.start - EARLY) for position in positions]),
        where.arg([first_id(position.end + MILLISECOND) for position in positions]),
        where.arg([position.number for position in positions]),
    ]
    types = ("timestamptz[]", "timestamptz[]", "uuid[]", "uuid[]", "int8[]")
    given = ", ".join(f"{arg}::{kind}" for arg, kind in zip(wanted, types, strict=True))
    rows = await db.fetch(
        f"""
        select drawn.id, c.record_bytes
        from unnest({given}) with ordinality as p (start, "end", first_id, end_id, number, turn)
            cross join lateral (
                select c.id from conversations as c
                where c.project_id = $1 and c.environment = $2 and c.id >= p.first_id and c.id < p.end_id
                    and c.started_at >= p.start and c.started_at < p.end
                order by c.id offset p.number limit 1
            ) as drawn
            cross join lateral (
                select c.record_bytes from conversations as c where c.id = drawn.id and {where} offset 0
            ) as c
        order by p.turn limit {where.arg(limit)}
        """,
        *where.args,
    )
    return [RecordRef(row["id"], row["record_bytes"]) for row in rows]


async def find_draw(db: Database, reader: UUID, filters: bytes, since: datetime) -> bytes:
    """The ids, sixteen bytes each, that this reader has drawn with these filters since then; empty when none were."""
    row = await db.fetchrow(
        "select ids from sample_draws where reader = $1 and filters = $2 and drawn_at >= $3", reader, filters, since
    )
    return row["ids"] if row else b""


async def upsert_draw(db: Database, reader: UUID, filters: bytes, ids: bytes, now: datetime, since: datetime) -> None:
    """In place of what this reader drew before with these filters. Draws that are older than `since` are deleted, so
    that the table needs no job of its own."""
    await db.fetch(
        """
        with outdated as (delete from sample_draws where drawn_at < $5)
        insert into sample_draws (reader, filters, ids, drawn_at) values ($1, $2, $3, $4)
        on conflict (reader, filters) do update set ids = excluded.ids, drawn_at = excluded.drawn_at
        """,
        reader, filters, ids, now, since,
    )  # fmt: skip
