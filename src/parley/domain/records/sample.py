"""A random sample: every conversation that is meant is as likely to be in it as any other."""

from __future__ import annotations

from parley.domain.records import drawing
from parley.domain.records.filters import Conditions, count_up_to
from parley.domain.records.model import Filters, Found, Listed
from parley.storage.db import Database, Row

MANY = 50_000
SPARE = 200


async def random(db: Database, filters: Filters, limit: int) -> Found:
    """At most `limit`, in random order.

    Of many, those of a time are drawn by their number, because it is known how many started in each hour. Where that
    does not help, all are looked at. Sorting a number for each of a million conversations takes longer than looking at
    their ids, so most drop out by the throw of a coin, the same for each; were there ever too few left, all would be
    thrown for again.
    """
    share = 1.0
    if await count_up_to(db, filters, MANY) == MANY:
        drawn = await drawing.draw(db, filters, limit) if filters.are_of_time_alone else None
        if drawn is not None:
            return Found(drawn)
        share = min(1.0, (2 * limit + SPARE) / MANY)
    rows = await _throw(db, filters, limit, share)
    if len(rows) < limit and share < 1.0:
        rows = await _throw(db, filters, limit, 1.0)
    return Found([Listed(row["id"], row["record_bytes"]) for row in rows])


async def _throw(db: Database, filters: Filters, limit: int, share: float) -> list[Row]:
    """(id, record_bytes) of `limit` ones out of about this share of all. Ids are drawn from an index alone."""
    where = Conditions(filters)
    some = "" if share == 1.0 else f"and random() < {where.arg(share)}"
    return await db.fetch(
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
