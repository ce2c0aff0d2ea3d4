"""Every SQL statement of seeding. Templates lie in temporary tables of a connection; chunks are copied from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from parley.domain.records.seeding.dialogues import REFERENCE
from parley.domain.records.seeding.templates import START, Piece, Template
from parley.domain.records.vector_store import Shelf
from parley.storage.db import Connection
from parley.storage.partitions import TABLES

_TEMPORARY = """
create temporary table seed_templates (
    template int primary key, channel text, variant_id text, variant_name text, language text, from_number text,
    to_number text, ended_after interval, end_reason text, num_turns int, num_silences int, num_ood int,
    handoff boolean, handoff_reason text, handoff_destination text, metrics jsonb, state jsonb, record_bytes int,
    words text[], reference_words text[]
);
create temporary table seed_turns (
    template int, number int, user_input text, user_after interval, agent_response text, agent_after interval,
    barge_in boolean, is_silence boolean, is_ood boolean, intents jsonb, entities jsonb, metrics jsonb, latency_ms real,
    function_errors int, api_errors int, trace jsonb, primary key (template, number)
);
create temporary table seed_pieces (
    template int, part text, position int, text text, slot text, after interval, primary key (template, part, position)
);
create temporary table seed_chunk (
    id uuid, public_id text, started_at timestamptz, template int, reference text
) on commit delete rows;
"""


Rows = Mapping[str, Sequence[tuple[Any, ...]]]
"""By table."""


def rows_of(templates: Sequence[Template]) -> Rows:
    numbered = list(enumerate(templates))
    return {
        "seed_templates": [_template_row(number, each) for number, each in numbered],
        "seed_turns": [row for number, each in numbered for row in _turn_rows(number, each)],
        "seed_pieces": [row for number, each in numbered for row in _piece_rows(number, each)],
    }


async def load(connection: Connection, rows: Rows) -> None:
    """Makes the temporary tables and fills them. Those that an interrupted writer could not remove are."""
    await unload(connection)
    await connection.execute(_TEMPORARY)
    for table, records in rows.items():
        await connection.copy_records_to_table(table, records=records)
        await connection.execute(f"analyze {table}")


def _template_row(number: int, template: Template) -> tuple[Any, ...]:
    h, turns, record = template.header, template.turns, template.record
    assert h.ended_at is not None
    own = [lexeme for lexeme in template.lexemes if REFERENCE in lexeme]
    common = [lexeme for lexeme in template.lexemes if REFERENCE not in lexeme]
    return (
        number, h.channel, h.variant_id, h.variant_name, h.language, h.from_number, h.to_number,
        h.ended_at - h.started_at, template.end_reason, len(turns), sum(turn.is_silence for turn in turns),
        sum(turn.is_ood for turn in turns), h.handoff, h.handoff_reason, h.handoff_destination, h.metrics, h.state,
        len(record.head) + len(record.turns), common, own,
    )  # fmt: skip


def _turn_rows(number: int, template: Template) -> list[tuple[Any, ...]]:
    return [
        (
            number, t.number, t.user_input, t.user_input_at - START, t.agent_response, t.agent_response_at - START,
            t.barge_in, t.is_silence, t.is_ood, t.intents, t.entities, t.metrics, t.latency_ms, t.function_errors,
            t.api_errors, t.trace,
        )
        for t in template.turns
    ]  # fmt: skip


def _piece_rows(number: int, template: Template) -> list[tuple[Any, ...]]:
    def rows(part: str, pieces: Sequence[Piece]) -> list[tuple[Any, ...]]:
        return [(number, part, place, p.text, p.slot, p.after) for place, p in enumerate(pieces)]

    return rows("head", template.head) + rows("turns", template.transcript)


async def insert_chunk(
    tx: Connection,
    ids: Sequence[UUID],
    public_ids: Sequence[str],
    started_at: Sequence[datetime],
    templates: Sequence[int],
    references: Sequence[str],
) -> None:
    """What the next statements of this transaction are about."""
    await tx.execute(
        "insert into seed_chunk select * from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::int[], $5::text[])",
        ids, public_ids, started_at, templates, references,
    )  # fmt: skip


async def copy_conversations(
    tx: Connection, account_id: str, project_id: str, environment: str, deployment_id: UUID
) -> None:
    await tx.execute(
        """
        insert into conversations (
            id, public_id, account_id, project_id, environment, deployment_id, channel, variant_id, variant_name,
            language, from_number, to_number, started_at, ended_at, end_reason, num_turns, num_silences, num_ood,
            handoff, handoff_reason, handoff_destination, metrics, state, record_bytes
        )
        select c.id, c.public_id, $1, $2, $3, $4, t.channel, t.variant_id, t.variant_name, t.language, t.from_number,
               t.to_number, c.started_at, c.started_at + t.ended_after, t.end_reason, t.num_turns, t.num_silences,
               t.num_ood, t.handoff, t.handoff_reason, t.handoff_destination, t.metrics,
               replace(t.state::text, $5, c.reference)::jsonb, t.record_bytes
        from seed_chunk as c join seed_templates as t using (template)
        """,
        account_id, project_id, environment, deployment_id, REFERENCE,
    )  # fmt: skip


async def copy_turns(tx: Connection) -> None:
    await tx.execute(
        """
        insert into turns (
            conversation_id, number, user_input, user_input_at, agent_response, agent_response_at, barge_in, is_silence,
            is_ood, intents, entities, metrics, latency_ms, function_errors, api_errors, trace
        )
        select c.id, t.number, replace(t.user_input, $1, c.reference), c.started_at + t.user_after,
               replace(t.agent_response, $1, c.reference), c.started_at + t.agent_after, t.barge_in, t.is_silence,
               t.is_ood, t.intents,
               case when t.entities = '{}' then t.entities else replace(t.entities::text, $1, c.reference)::jsonb end,
               t.metrics, t.latency_ms, t.function_errors, t.api_errors, t.trace
        from seed_chunk as c join seed_turns as t using (template)
        """,
        REFERENCE,
    )


async def copy_records(tx: Connection) -> None:
    """Each text from its pieces: what stands between them is looked up in the chunk."""
    text = """
        (
            select string_agg(
                p.text || case p.slot when 'id' then c.public_id when 'reference' then c.reference when 'moment' then
                    to_char((c.started_at + p.after) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') else '' end,
                '' order by p.position
            )
            from seed_pieces as p where p.template = c.template and p.part = '{part}'
        )
        """
    head, turns = text.format(part="head"), text.format(part="turns")
    await tx.execute(f"insert into records (id, head, turns) select c.id, {head}, {turns} from seed_chunk as c")


async def copy_words(tx: Connection) -> None:
    await tx.execute(
        """
        insert into record_words (id, words)
        select c.id, array_to_tsvector(
            t.words || array(select replace(own, $1, c.reference) from unnest(t.reference_words) as own)
        )
        from seed_chunk as c join seed_templates as t using (template)
        """,
        REFERENCE,
    )


async def insert_vectors(
    tx: Connection,
    shelf: Shelf,
    ids: Sequence[UUID],
    signatures: Sequence[bytes],
    wholes: Sequence[bytes],
    packed: bool,
) -> None:
    columns = ("id", "project_id", "environment", "model", "signature", "vector", "packed")
    common = (shelf.project_id, shelf.environment, shelf.space)
    rows = [
        (each, *common, signature, whole, packed)
        for each, signature, whole in zip(ids, signatures, wholes, strict=True)
    ]
    await tx.copy_records_to_table("record_vectors", records=rows, columns=columns)


async def insert_block(
    tx: Connection, shelf: Shelf, block_id: UUID, ids: Sequence[UUID], signatures: Sequence[bytes]
) -> None:
    await tx.execute(
        """
        insert into vector_blocks (id, project_id, environment, model, first_id, last_id, ids, signatures)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        """,
        block_id, shelf.project_id, shelf.environment, shelf.space, ids[0], ids[-1],
        b"".join(each.bytes for each in ids), b"".join(signatures),
    )  # fmt: skip


async def unload(connection: Connection) -> None:
    await connection.execute("discard temporary")


async def tidy(connection: Connection) -> None:
    """Statistics for the planner, and maps of what is visible to all, without which an index alone is never enough."""
    await connection.execute("set statement_timeout = 0")
    try:
        for table in (*TABLES, "vector_blocks"):
            await connection.execute(f"vacuum (analyze) {table}")
    finally:
        await connection.execute("reset statement_timeout")
