"""Every SQL statement about what is said in messaging sessions: one statement, however many sessions are written."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from parley.domain.messaging.model import Append, Appended, Journaled, numbered
from parley.storage.db import Connection, Database, Row

# Requests of a session are acted on by one process at a time: that which takes the first while there are no others.
# A session's row is its sequence: whoever has raised it writes the events of that range, and nobody sees a later event
# before an earlier one. To lock the rows before would cost as much again as all the rest: they are given in the order
# of their ids instead, and the caller writes again what PostgreSQL ends because it waited in a circle.
APPEND = """
with given as ({given}), raised as (
    update messaging_sessions s
    set last_sequence = s.last_sequence + g.count,
        last_request = case when g.request > 0 then s.last_sequence + g.request else s.last_request end,
        runner = case when g.request > 0 and s.last_request <= s.answered then $1::bigint else s.runner end,
        requests = case when g.may_come_again then '{{}}' when g.fingerprint is null then s.requests
            else s.requests[cardinality(s.requests) - 30:] || g.fingerprint end,
        last_active_at = case when g.request > 0 then $2::timestamptz else s.last_active_at end,
        answered = case when g.answered is not null then g.answered
            when g.is_message and s.attendance in ('queue', 'person') and s.last_request <= s.answered
            then s.last_sequence + g.request else s.answered end
    from given g
    where s.id = g.id and s.ended_at is null and (g.answered is null or s.answered < g.answered)
        and (not g.by_runner or s.runner = $1::bigint)
        and (g.fingerprint is null or g.fingerprint <> all (s.requests))
    returning s.id, g.place, s.last_sequence - g.count as base, s.runner, s.last_request > s.answered as has_requests,
        s.handed_over_at is not null or not s.sockets <@ array[$1::bigint] as is_elsewhere
), written as (
    insert into messaging_events (session_id, sequence, is_request, body)
    select e.id, r.base + e.position, e.is_request, e.body from ({events}) as e join raised r on r.id = e.id
)
select place, base, runner, has_requests, is_elsewhere from raised
"""
APPEND_ANY = APPEND.format(
    given="""
    select * from unnest($3::uuid[], $4::int[], $5::int[], $6::int[], $7::bool[], $8::bigint[], $9::bool[],
        $10::bool[]) with ordinality
        as g (id, count, request, answered, by_runner, fingerprint, may_come_again, is_message, place)""",
    events="""
    select * from unnest($11::uuid[], $12::int[], $13::bool[], $14::text[]) as e (id, position, is_request, body)""",
)
# What nearly all messages of clients are, in a third of the columns.
APPEND_REQUESTS = APPEND.format(
    given="""
    select id, 1 as count, 1 as request, null::int as answered, false as by_runner, fingerprint,
        false as may_come_again, is_message, body, place
    from unnest($3::uuid[], $4::bigint[], $5::bool[], $6::text[]) with ordinality
        as g (id, fingerprint, is_message, body, place)""",
    events="select id, 1 as position, true as is_request, body from given",
)


async def append(tx: Connection, appends: Sequence[Append], node: int, at: datetime) -> list[Appended | None]:
    """Writes the events of each session behind those it has; at most one `Append` a session, with one request at most.
    Of a session that has ended, or whose request was acted on or written before, nothing is written: None. `node`: this
    process, which is to act on the requests among them unless another one acts on some that came before. Raises
    `DEADLOCK` when it has to be done again."""
    order = sorted(range(len(appends)), key=lambda place: appends[place].session_id.bytes)
    ordered = [appends[place] for place in order]
    if all(each.is_request for each in ordered):
        rows = await _append_requests(tx, ordered, node, at)
    else:
        rows = await _append_any(tx, ordered, node, at)
    found: list[Appended | None] = [None] * len(appends)
    for place, base, runner, has_requests, is_elsewhere in rows:
        which = order[place - 1]
        found[which] = Appended(numbered(appends[which].entries, base + 1), runner, has_requests, is_elsewhere)
    return found


async def _append_requests(tx: Connection, appends: Sequence[Append], node: int, at: datetime) -> Sequence[Row]:
    requests = [each.entries[0] for each in appends]
    return await tx.fetch(
        APPEND_REQUESTS,
        node,
        at,
        [each.session_id for each in appends],
        [request.fingerprint for request in requests],
        [request.is_message for request in requests],
        [request.body for request in requests],
    )


async def _append_any(tx: Connection, appends: Sequence[Append], node: int, at: datetime) -> Sequence[Row]:
    events = [(each.session_id, place, entry) for each in appends for place, entry in enumerate(each.entries, 1)]
    return await tx.fetch(
        APPEND_ANY,
        node,
        at,
        [each.session_id for each in appends],
        [len(each.entries) for each in appends],
        [_last_request(each) for each in appends],
        [each.answered for each in appends],
        [each.by_runner for each in appends],
        [next((entry.fingerprint for entry in each.entries if entry.is_request), None) for each in appends],
        [each.may_come_again for each in appends],
        [any(entry.is_message for entry in each.entries) for each in appends],
        [session for session, _, _ in events],
        [place for _, place, _ in events],
        [entry.is_request for _, _, entry in events],
        [entry.body for _, _, entry in events],
    )


def _last_request(append: Append) -> int:
    """Its place among the events, from 1; 0: there is none."""
    return max((place for place, entry in enumerate(append.entries, 1) if entry.is_request), default=0)


async def list_events(db: Database | Connection, session_id: UUID, after: int, most: int) -> list[Journaled]:
    rows = await db.fetch(
        """
        select sequence, body from messaging_events where session_id = $1 and sequence > $2 order by sequence limit $3
        """,
        session_id, after, most,
    )  # fmt: skip
    return [Journaled(row["sequence"], row["body"]) for row in rows]


async def list_pages(db: Database, wanted: Sequence[tuple[UUID, int, int]]) -> list[list[Journaled]]:
    """For each: the session, after which sequence, and at most how many events."""
    rows = await db.fetch(
        """
        select w.place, e.sequence, e.body
        from unnest($1::uuid[], $2::int[], $3::int[]) with ordinality as w (id, after, most, place)
            cross join lateral (
                select sequence, body from messaging_events
                where session_id = w.id and sequence > w.after order by sequence limit w.most
            ) as e
        order by w.place, e.sequence
        """,
        [session for session, _, _ in wanted], [after for _, after, _ in wanted], [most for _, _, most in wanted],
    )  # fmt: skip
    pages: list[list[Journaled]] = [[] for _ in wanted]
    for row in rows:
        pages[row["place"] - 1].append(Journaled(row["sequence"], row["body"]))
    return pages


async def list_requests(db: Database, session_id: UUID, most: int) -> list[Journaled]:
    """The newest first."""
    rows = await db.fetch(
        """
        select sequence, body from messaging_events where session_id = $1 and is_request
        order by sequence desc limit $2
        """,
        session_id, most,
    )  # fmt: skip
    return [Journaled(row["sequence"], row["body"]) for row in rows]
