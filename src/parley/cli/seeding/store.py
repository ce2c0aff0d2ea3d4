"""Every SQL statement of seeding. Templates lie in temporary tables of a connection; batches are copied from there, so
that a million conversations do not have to be sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from parley.cli.seeding.dialogues import REFERENCE
from parley.cli.seeding.templates import START, Template, TextPart
from parley.domain.records.marks import Trait, latency_names, mark, trait
from parley.domain.records.search.semantic.vector_store import Collection
from parley.storage.db import Connection

_TEMPORARY = """
create temporary table seed_templates (
    template int primary key, channel text, variant_id text, variant_name text, language text, from_number text,
    to_number text, ended_after interval, end_reason text, num_turns int, num_silences int, num_ood int,
    handoff boolean, handoff_reason text, handoff_destination text, metrics jsonb, state jsonb, record_bytes int,
    words text[], reference_words text[], marks bigint[],
    traits bigint[]
);
create temporary table seed_turns (
    template int, number int, user_input text, user_after interval, agent_response text, agent_after interval,
    barge_in boolean, is_silence boolean, is_ood boolean, intents jsonb, entities jsonb, metrics jsonb, latency_ms real,
    function_errors int, api_errors int, trace jsonb, primary key (template, number)
);
create temporary table seed_parts (
    template int, member text, position int, text text, slot text, after interval,
    primary key (template, member, position)
);
create temporary table seed_batch (
    id uuid, public_id text, started_at timestamptz, template int, reference text
) on commit delete rows;
"""
"""A batch is gone with its transaction; templates stay for the next one."""

TemplateRows = Mapping[str, Sequence[tuple[Any, ...]]]
"""By temporary table, in the order of its columns."""


def template_rows(templates: Sequence[Template]) -> TemplateRows:
    numbered = list(enumerate(templates))
    return {
        "seed_templates": [_template_row(number, each) for number, each in numbered],
        "seed_turns": [row for number, each in numbered for row in _turn_rows(number, each)],
        "seed_parts": [row for number, each in numbered for row in _part_rows(number, each)],
    }


def _template_row(number: int, template: Template) -> tuple[Any, ...]:
    h, turns, record = template.header, template.turns, template.record
    assert h.ended_at is not None
    own = [lexeme for lexeme in template.lexemes if REFERENCE in lexeme]
    common = [lexeme for lexeme in template.lexemes if REFERENCE not in lexeme]
    return (
        number, h.channel, h.variant_id, h.variant_name, h.language, h.from_number, h.to_number,
        h.ended_at - h.started_at, template.end_reason, len(turns), sum(turn.is_silence for turn in turns),
        sum(turn.is_ood for turn in turns), h.handoff, h.handoff_reason, h.handoff_destination, h.metrics, h.state,
        len(record.head) + len(record.turns), common, own, _marks(template), _traits(template),
    )  # fmt: skip


def _marks(template: Template) -> list[int]:
    """As they are written of a conversation when it is finished."""
    h = template.header
    called = {call["name"] for turn in template.turns for call in turn.trace.get("functions", ())}
    return sorted(mark(h.project_id, h.environment, name) for name in called)


def _traits(template: Template) -> list[int]:
    h = template.header
    named = [(Trait.METRIC, name) for name in h.metrics or ()]
    named += [(Trait.TOPIC, turn.intents[0]) for turn in template.turns if turn.intents]
    named += [(Trait.FAILED, "") for turn in template.turns if turn.function_errors + turn.api_errors]
    timed = ((turn.latency_ms, turn.trace.get("timings", {})) for turn in template.turns)
    named += [(Trait.LATENCY, name) for name in latency_names(timed)]
    return sorted({trait(h.project_id, h.environment, kind, name) for kind, name in named})


def _turn_rows(number: int, template: Template) -> list[tuple[Any, ...]]:
    return [
        (
            number, t.number, t.user_input, t.user_input_at - START, t.agent_response, t.agent_response_at - START,
            t.barge_in, t.is_silence, t.is_ood, t.intents, t.entities, t.metrics, t.latency_ms, t.function_errors,
            t.api_errors, t.trace,
        )
        for t in template.turns
    ]  # fmt: skip


def _part_rows(number: int, template: Template) -> list[tuple[Any, ...]]:
    def rows(member: str, parts: Sequence[TextPart]) -> list[tuple[Any, ...]]:
        return [(number, member, position, p.text, p.slot, p.after) for position, p in enumerate(parts)]

    return rows("head", template.head) + rows("turns", template.transcript)


async def create_temporary_tables(connection: Connection) -> None:
    await connection.execute(_TEMPORARY)


async def copy_rows(connection: Connection, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    await connection.copy_records_to_table(table, records=rows)


async def analyze(connection: Connection, table: str) -> None:
    await connection.execute(f"analyze {table}")


async def drop_temporary_tables(connection: Connection) -> None:
    await connection.execute("discard temporary")


async def insert_batch(
    tx: Connection,
    ids: Sequence[UUID],
    public_ids: Sequence[str],
    started_at: Sequence[datetime],
    templates: Sequence[int],
    references: Sequence[str],
) -> None:
    """What the next statements of this transaction copy."""
    await tx.execute(
        "insert into seed_batch select * from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::int[], $5::text[])",
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
            handoff, handoff_reason, handoff_destination, metrics, state, record_bytes, finished_at, marks, traits
        )
        select c.id, c.public_id, $1, $2, $3, $4, t.channel, t.variant_id, t.variant_name, t.language, t.from_number,
               t.to_number, c.started_at, c.started_at + t.ended_after, t.end_reason, t.num_turns, t.num_silences,
               t.num_ood, t.handoff, t.handoff_reason, t.handoff_destination, t.metrics,
               replace(t.state::text, $5, c.reference)::jsonb, t.record_bytes, c.started_at + t.ended_after,
               t.marks, t.traits
        from seed_batch as c join seed_templates as t using (template)
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
        from seed_batch as c join seed_turns as t using (template)
        """,
        REFERENCE,
    )


async def copy_snapshots(tx: Connection) -> None:
    """Each text from its parts: what stands between them is looked up in the batch."""
    # Put together from parts, because moments are worked out for each copy: nothing could merely be replaced.
    text = """
        (
            select string_agg(
                p.text || case p.slot when 'id' then c.public_id when 'reference' then c.reference when 'moment' then
                    to_char((c.started_at + p.after) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') else '' end,
                '' order by p.position
            )
            from seed_parts as p where p.template = c.template and p.member = '{member}'
        )
        """
    head, turns = text.format(member="head"), text.format(member="turns")
    await tx.execute(f"insert into records (id, head, turns) select c.id, {head}, {turns} from seed_batch as c")


async def copy_words(tx: Connection) -> None:
    await tx.execute(
        """
        insert into record_words (id, words)
        select c.id, array_to_tsvector(
            t.words || array(select replace(own, $1, c.reference) from unnest(t.reference_words) as own)
        )
        from seed_batch as c join seed_templates as t using (template)
        """,
        REFERENCE,
    )


async def insert_vectors(
    tx: Connection,
    collection: Collection,
    ids: Sequence[UUID],
    signatures: Sequence[bytes],
    vectors: Sequence[bytes],
    packed: bool,
) -> None:
    # COPY: vectors are the bulk of what is sent, and this sends them as they are.
    columns = ("id", "project_id", "environment", "model", "signature", "vector", "packed")
    common = (collection.project_id, collection.environment, collection.space)
    rows = [
        (each, *common, signature, vector, packed)
        for each, signature, vector in zip(ids, signatures, vectors, strict=True)
    ]
    await tx.copy_records_to_table("record_vectors", records=rows, columns=columns)


async def insert_block(
    tx: Connection, collection: Collection, block_id: UUID, ids: Sequence[UUID], signatures: Sequence[bytes]
) -> None:
    await tx.execute(
        """
        insert into vector_blocks (id, project_id, environment, model, first_id, last_id, ids, signatures)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        """,
        block_id, collection.project_id, collection.environment, collection.space, ids[0], ids[-1],
        b"".join(each.bytes for each in ids), b"".join(signatures),
    )  # fmt: skip


async def disable_timeout(connection: Connection) -> None:
    """To vacuum a million rows may take longer than any statement of a request."""
    await connection.execute("set statement_timeout = 0")


async def vacuum(connection: Connection, table: str) -> None:
    await connection.execute(f"vacuum (analyze) {table}")


async def reset_timeout(connection: Connection) -> None:
    await connection.execute("reset statement_timeout")
