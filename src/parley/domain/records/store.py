"""Every SQL statement that finds a page of records by age, reads records, or writes a snapshot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

import orjson

from parley.domain.conversations.actions import FINISH_KEY
from parley.domain.conversations.model import Turn
from parley.domain.records.filter_store import Conditions, fetch_filtered
from parley.domain.records.model import Filters, Header, PageRequest, View
from parley.storage.db import Connection, Database, Row

SMALL_PAGE = 20
SMALL_RECORD = 32 << 10
"""A record up to this size comes with the statement that finds it, where that is wanted."""


async def find_small_page(
    db: Database, filters: Filters, request: PageRequest, view: View, since: UUID | None = None
) -> list[Row]:
    """(id, record_bytes, record) in order, one more than wanted if there are more. Small snapshots come along as they
    are to be seen; for all others the record is None. No id is before `since`."""
    args: list[Any] = []
    # Not to read the record of the one too many would cost more than to read it.
    record = f"select {_rendered(view, args)} from records as r where r.id = c.id {_not_before('r', since)}"
    return await fetch_filtered(
        db,
        filters,
        f"""
        select c.id, c.record_bytes, case when c.record_bytes <= {SMALL_RECORD} then ({record}) end as record
        from ({page_query(filters, request, args, since)}) as c
        order by c.id {_direction(request)}
        """,
        *args,
    )


async def find_large_page(db: Database, filters: Filters, request: PageRequest) -> tuple[bytes, bytes]:
    """Ids, sixteen bytes each, and sizes, four bytes each, in order; one more than wanted if there are more. The size
    of a record without a snapshot is -1."""
    args: list[Any] = []
    # One row: to make objects of thousands would hold everything else in this process up for as long as that takes.
    [row] = await fetch_filtered(
        db,
        filters,
        f"""
        select string_agg(uuid_send(c.id), '' order by c.id {_direction(request)}) as ids,
               string_agg(int4send(coalesce(c.record_bytes, -1)), '' order by c.id {_direction(request)}) as sizes
        from ({page_query(filters, request, args)}) as c
        """,
        *args,
    )
    return row["ids"] or b"", row["sizes"] or b""


def page_query(filters: Filters, request: PageRequest, args: list[Any], since: UUID | None = None) -> str:
    """The SQL of a page, one longer than wanted, without its records. Each channel is queried by itself, because only
    then is there an index that has its conversations in order."""
    direction = _direction(request)
    wanted = [replace(filters, channels=(channel,)) for channel in filters.channels] or [filters]
    parts = []
    for each in wanted:
        where = Conditions(each, args)
        if request.after is not None:
            where.add("c.id > {}" if request.ascending else "c.id < {}", request.after)
        parts.append(
            f"select c.id, c.record_bytes, c.metrics from conversations as c where {where} {_not_before('c', since)} "
            f"order by c.id {direction}"
        )
    offset = f"offset {_number(request.offset, args)}" if request.offset else ""
    limit = _number(request.limit + 1, args)
    if len(parts) == 1:
        return f"{parts[0]} limit {limit} {offset}"
    # All of the page may be of one channel.
    reach = _number(request.offset + request.limit + 1, args)
    united = " union all ".join(f"({part} limit {reach})" for part in parts)
    return f"select * from ({united}) as c order by c.id {direction} limit {limit} {offset}"


def _direction(request: PageRequest) -> str:
    return "asc" if request.ascending else "desc"


def _not_before(table: str, since: UUID | None) -> str:
    """Written out: only of an id that it knows does the server leave partitions out of a plan."""
    return "" if since is None else f"and {table}.id >= '{since}'"


def _number(number: int, args: list[Any]) -> str:
    """A small number is written out: only of a limit that it knows does the server make a plan once and for all."""
    if number <= SMALL_PAGE + 1:
        return str(number)
    args.append(number)
    return f"${len(args)}"


async def find_snapshots(db: Database, ids: Sequence[UUID], view: View) -> dict[UUID, bytes]:
    """Of those among these that have one, as they are to be seen."""
    args: list[Any] = [ids]
    rows = await db.fetch(
        f"""
        select r.id, {_rendered(view, args)} as record
        from unnest($1::uuid[]) as wanted (id) join records as r on r.id = wanted.id
            join conversations as c on c.id = wanted.id
        """,
        *args,
    )
    return {row["id"]: row["record"] for row in rows}


def _rendered(view: View, args: list[Any]) -> str:
    """The SQL of a snapshot as the view shows it (`record.render_record` is the same for one that is built), as bytes:
    of text, the server would check and the driver decode every character."""
    metrics = "c.metrics::text"
    if view.metrics is not None:
        args.append(list(view.metrics))
        shown = f"select jsonb_object_agg(key, value) from jsonb_each(c.metrics) where key = any(${len(args)}::text[])"
        metrics = f"coalesce(({shown})::text, '{{}}')"
    turns = "r.turns" if view.transcripts else "'[]'"
    return f"""textsend('{{' || r.head || ',"metrics":' || {metrics} || ',"turns":' || ({turns} || '}}'))"""


async def find_headers(db: Database | Connection, ids: Sequence[UUID]) -> list[Header]:
    # Until a conversation is finished its row has neither state nor metrics: the live row has its dialog state.
    rows = await db.fetch(
        """
        select c.id, c.public_id, c.account_id, c.project_id, c.environment, c.channel, c.variant_id, c.variant_name,
               c.language, c.from_number, c.to_number, c.started_at, c.ended_at, c.handoff, c.handoff_reason,
               c.handoff_destination, case when l.id is null then c.state end as state,
               case when l.id is null then c.metrics end as metrics, l.dialog,
               case when l.id is not null then p.settings -> 'redact' end as redacted_kinds
        from unnest($1::uuid[]) as wanted (id) join conversations as c on c.id = wanted.id
            left join live_conversations as l on l.id = wanted.id left join projects as p on p.id = c.project_id
        """,
        ids,
    )
    return [_header(row) for row in rows]


def _header(row: Row) -> Header:
    values = dict(row)
    dialog = values.pop("dialog")
    if dialog is not None:
        values["state"] = orjson.loads(dialog).get("state_json", {})
    # A finished conversation has been redacted when its row was written; there is nothing left to do.
    return Header(**{**values, "redacted_kinds": tuple(values["redacted_kinds"] or ())})


async def find_turns(db: Database | Connection, ids: Sequence[UUID]) -> dict[UUID, list[Turn]]:
    """By conversation, from the opening on."""
    rows = await db.fetch(
        """
        select t.conversation_id, t.number, t.user_input, t.user_input_at, t.agent_response, t.agent_response_at,
               t.is_silence, t.is_ood, t.barge_in, t.dtmf, t.intents, t.entities, t.metrics, t.latency_ms,
               coalesce(t.translated_user_input, '') as translated_user_input,
               coalesce(t.english_agent_response, '') as english_agent_response
        from unnest($1::uuid[]) as wanted (id) join turns as t on t.conversation_id = wanted.id
        order by t.conversation_id, t.number
        """,
        ids,
    )
    found: dict[UUID, list[Turn]] = {}
    for row in rows:
        conversation_id, *values = row
        found.setdefault(conversation_id, []).append(Turn(*values))
    return found


async def upsert_snapshot(
    tx: Connection, conversation_id: UUID, head: bytes, turns: bytes, marks: Sequence[int], traits: Sequence[int]
) -> bool:
    """Writes the text of a finished conversation, in place of what was there before, and into the header what it is
    found by and its size: a page knows from there how much it is going to read. Whether it is the first."""
    is_first: bool = await tx.fetchval(
        """
        with written as (
            insert into records (id, head, turns) values ($1, $2, $3)
            on conflict (id) do update set head = excluded.head, turns = excluded.turns
        )
        update conversations as c set record_bytes = $4, marks = $5, traits = $6,
            finished_at = case when before.record_bytes is null then now() else c.finished_at end
        from conversations as before
        where c.id = $1 and before.id = $1 returning before.record_bytes is null
        """,
        conversation_id, head.decode(), turns.decode(), len(head) + len(turns), marks, traits,
    )  # fmt: skip
    return is_first


async def lock_without_snapshot(tx: Connection, count: int, besides: Iterable[UUID]) -> list[Row]:
    """(id, is_live) of some that ended, have no snapshot and that no job is going to finish, kept from changing until
    the transaction ends. Those that someone else has locked are passed over."""
    # The order is that of the index of those without a snapshot, so that nothing else is looked at.
    return await tx.fetch(
        """
        select c.id, exists (select from live_conversations as l where l.id = c.id) as is_live
        from conversations as c
        where c.record_bytes is null and c.ended_at is not null and c.id <> all($3::uuid[])
            and not exists (select from jobs as j where j.key = $2 || c.id::text)
        order by c.project_id, c.environment, c.id desc limit $1 for update of c skip locked
        """,
        count, FINISH_KEY, list(besides),
    )  # fmt: skip


async def list_channels(db: Database, project_id: str, environment: str) -> list[str]:
    """Every channel that there are conversations of, found by jumping from one to the next in their index: `distinct`
    would read an entry for every conversation."""
    rows = await db.fetch(
        """
        with recursive known (channel) as (
            (
                select channel from conversations where project_id = $1 and environment = $2
                order by channel limit 1
            )
            union all
            select (
                select c.channel from conversations as c
                where c.project_id = $1 and c.environment = $2 and c.channel > known.channel
                order by c.channel limit 1
            )
            from known where known.channel is not null
        )
        select channel from known where channel is not null
        """,
        project_id, environment,
    )  # fmt: skip
    return [row["channel"] for row in rows]


async def list_inhabited(db: Database, project_id: str, environments: Sequence[str]) -> list[str]:
    """Those of the environments that have conversations."""
    # By channel: the index that has these in order finds the first at once, or that there is none.
    rows = await db.fetch(
        """
        select e.environment from unnest($2::text[]) as e (environment) cross join lateral (
            select from conversations
            where project_id = $1 and environment = e.environment order by channel limit 1
        ) as first
        """,
        project_id, list(environments),
    )  # fmt: skip
    return [row["environment"] for row in rows]
