"""Every SQL statement about remarks."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from parley.domain.records.filter_store import Conditions
from parley.domain.records.model import Filters
from parley.domain.records.themes.remarks import LONGEST_SHOWN, Remark, Subject
from parley.storage.db import Database, Row

MEANT = {Subject.UNANSWERED: "c.num_ood > 0", Subject.HANDOFFS: "c.handoff and c.ended_at is not null"}
"""As the partial indexes of these conversations say it."""
MOST_OF_ONE = 5
"""Turns of one conversation: one that never got anywhere must not be all there is to see."""


async def draw(db: Database, filters: Filters, subject: Subject, most: int) -> list[UUID]:
    """Conversations with remarks, as if shuffled, but always in the same order: the lower half of an id is random."""
    where = Conditions(filters)
    rows = await db.fetch(
        f"""
        select c.id from conversations as c where {where} and {MEANT[subject]}
        order by substring(uuid_send(c.id) from 9), c.id limit {where.arg(most)}
        """,
        *where.args,
    )
    return [row["id"] for row in rows]


async def list_unanswered(db: Database, ids: Sequence[UUID]) -> list[Remark]:
    """What was said in turns that were not understood, in the order of the ids."""
    rows = await db.fetch(
        """
        select wanted.id, left(t.user_input, $2) as text, c.handoff_reason as reason
        from unnest($1::uuid[]) with ordinality as wanted (id, place)
            cross join lateral (
                select user_input, number from turns
                where conversation_id = wanted.id and is_ood and user_input <> '' order by number limit $3
            ) as t
            cross join lateral (select handoff_reason from conversations where id = wanted.id offset 0) as c
        order by wanted.place, t.number
        """,
        ids, LONGEST_SHOWN, MOST_OF_ONE,
    )  # fmt: skip
    return list(map(_remark, rows))


async def list_last_words(db: Database, ids: Sequence[UUID]) -> list[Remark]:
    """What the user said last, in the order of the ids."""
    rows = await db.fetch(
        """
        select wanted.id, left(t.user_input, $2) as text, c.handoff_reason as reason
        from unnest($1::uuid[]) with ordinality as wanted (id, place)
            cross join lateral (
                select user_input from turns
                where conversation_id = wanted.id and user_input <> '' order by number desc limit 1
            ) as t
            cross join lateral (select handoff_reason from conversations where id = wanted.id offset 0) as c
        order by wanted.place
        """,
        ids, LONGEST_SHOWN,
    )  # fmt: skip
    return list(map(_remark, rows))


def _remark(row: Row) -> Remark:
    return Remark(row["id"], row["text"], row["reason"])
