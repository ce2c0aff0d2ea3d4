"""Every SQL statement of the semantic search: vectors of conversations, blocks, and the queue of what has none yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from parley.domain.records.filter_store import Conditions, id_bounds
from parley.domain.records.model import Filters
from parley.storage.db import Connection, Database, Row


@dataclass(frozen=True, slots=True)
class Collection:
    """Vectors that are stored and searched together."""

    project_id: str
    environment: str
    space: str


async def enqueue(tx: Connection, conversation_id: UUID) -> None:
    """Asks for the vector of a conversation."""
    await tx.execute("insert into records_to_embed (id) values ($1) on conflict do nothing", conversation_id)


async def enqueue_missing(tx: Connection, space: str, before: UUID, count: int) -> UUID | None:
    """Looks at so many conversations before an id, deletes their vectors of other spaces and enqueues those that have
    none of this one. The id to go on from; None when there are no more."""
    earliest: UUID | None = await tx.fetchval(
        """
        with looked_at as (
            select id, record_bytes from conversations where id < $2 order by id desc limit $3
        ), earliest as (
            select id from looked_at order by id limit 1
        ), outdated as (
            delete from record_vectors where id >= (select id from earliest) and id < $2 and model <> $1
        ), queued as (
            insert into records_to_embed (id)
            select l.id from looked_at as l
            where l.record_bytes is not null
                and (select v.model from record_vectors as v where v.id = l.id) is distinct from $1
            on conflict do nothing
        )
        select id from earliest
        """,
        space, before, count,
    )  # fmt: skip
    return earliest


async def find_queued(db: Database | Connection, count: int) -> list[UUID]:
    """The newest of those that wait for their vector, oldest first. The newest, because people look for what happened
    just now, and what waits for longer is a backlog."""
    rows = await db.fetch("select id from records_to_embed order by id desc limit $1", count)
    # Always in the same order, so that two that lock the same ones wait for each other instead of blocking both.
    return sorted(row["id"] for row in rows)


async def count_queued(db: Database | Connection, most: int = 100_000) -> int:
    """Those that wait for their vector; no more than `most` are counted."""
    [row] = await db.fetch("select count(*) from (select from records_to_embed limit $1) as waiting", most)
    return int(row["count"])


async def dequeue(tx: Connection, ids: Sequence[UUID]) -> None:
    await tx.execute("delete from records_to_embed where id = any($1::uuid[])", ids)


async def clear_queue(tx: Connection) -> None:
    await tx.execute("delete from records_to_embed")


async def find_longest_turns(
    db: Database, ids: Sequence[UUID], turns: int, characters: int
) -> dict[UUID, list[tuple[str, str]]]:
    """What was said in the longest turns of each conversation, user and agent; turns in which the user said nothing
    come in only when there are too few others. No text is longer than `characters`."""
    rows = await db.fetch(
        """
        select c.id, said.user_input, said.agent_response
        from unnest($1::uuid[]) as c (id) cross join lateral (
            select left(t.user_input, $3) as user_input, left(t.agent_response, $3) as agent_response
            from turns as t where t.conversation_id = c.id
            order by t.user_input = '', length(t.user_input) + length(t.agent_response) desc, t.number limit $2
        ) as said
        """,
        ids, turns, characters,
    )  # fmt: skip
    found: dict[UUID, list[tuple[str, str]]] = {each: [] for each in ids}
    for row in rows:
        found[row["id"]].append((row["user_input"], row["agent_response"]))
    return found


async def upsert_vectors(
    tx: Connection, space: str, ids: Sequence[UUID], signatures: Sequence[bytes], vectors: Sequence[bytes]
) -> set[Collection]:
    """The collections that they are now in. An empty vector says that there is nothing to compare: it counts as packed,
    so that no block ever has it."""
    # `for key share` waits for a deletion that has begun: a conversation that is gone, or just going, gets no vector.
    rows = await tx.fetch(
        """
        insert into record_vectors (id, project_id, environment, model, signature, vector, packed)
        select c.id, c.project_id, c.environment, $1, g.signature, g.vector, g.vector = ''
        from unnest($2::uuid[], $3::bytea[], $4::bytea[]) as g (id, signature, vector)
            join conversations as c on c.id = g.id
        for key share of c
        on conflict (id) do update set
            model = excluded.model, signature = excluded.signature, vector = excluded.vector, packed = excluded.packed
        returning project_id, environment, model
        """,
        space, ids, signatures, vectors,
    )  # fmt: skip
    return {Collection(*row) for row in rows}


async def find_with_unpacked(tx: Connection, collections: Iterable[Collection], count: int) -> list[Collection]:
    """Those with so many vectors that are in no block yet."""
    columns = list(zip(*((c.project_id, c.environment, c.space) for c in collections), strict=True)) or [(), (), ()]
    rows = await tx.fetch(
        """
        select c.project_id, c.environment, c.model
        from unnest($1::text[], $2::text[], $3::text[]) as c (project_id, environment, model)
        where (
            select count(*) from (
                select from record_vectors as v
                where v.project_id = c.project_id and v.environment = c.environment and v.model = c.model
                    and not v.packed
                limit $4
            ) as unpacked
        ) = $4
        """,
        *columns, count,
    )  # fmt: skip
    return [Collection(*row) for row in rows]


async def pack_block(tx: Connection, collection: Collection, block_id: UUID, count: int) -> bool:
    """Makes a block of the oldest vectors that are in none. False when there are not that many."""
    # One statement sees one state of the table: what comes in meanwhile is not marked as packed without being in the
    # block, although marking goes by the range of ids.
    packed: bool | None = await tx.fetchval(
        """
        with unpacked as (
            select id, signature from record_vectors
            where project_id = $1 and environment = $2 and model = $3 and not packed order by id limit $5
        ), ends as (
            select (array_agg(id order by id))[1] as first_id, (array_agg(id order by id desc))[1] as last_id
            from unpacked having count(*) = $5
        ), marked as (
            update record_vectors set packed = true
            where project_id = $1 and environment = $2 and model = $3 and not packed
                and id >= (select first_id from ends) and id <= (select last_id from ends)
        )
        insert into vector_blocks (id, project_id, environment, model, first_id, last_id, ids, signatures)
        select $4, $1, $2, $3, first_id, last_id,
               (select string_agg(uuid_send(id), ''::bytea order by id) from unpacked),
               (select string_agg(signature, ''::bytea order by id) from unpacked)
        from ends returning true
        """,
        collection.project_id, collection.environment, collection.space, block_id, count,
    )  # fmt: skip
    return bool(packed)


async def delete_blocks_of_other_spaces(tx: Connection, space: str, count: int) -> None:
    # Some at a time: a block is half a megabyte, and nobody waits for the room.
    await tx.execute(
        "delete from vector_blocks where id in (select id from vector_blocks where model <> $1 limit $2)", space, count
    )


async def find_block_ids(db: Database, collection: Collection, filters: Filters) -> list[UUID]:
    """Of the blocks that may have something from the time of the filters."""
    rows = await db.fetch(
        """
        select id from vector_blocks
        where project_id = $1 and environment = $2 and model = $3
            and ($4::uuid is null or last_id >= $4) and ($5::uuid is null or first_id < $5)
        """,
        collection.project_id, collection.environment, collection.space, *id_bounds(filters),
    )  # fmt: skip
    return [row["id"] for row in rows]


async def find_blocks(db: Database, ids: Sequence[UUID]) -> list[Row]:
    return await db.fetch("select id, ids, signatures from vector_blocks where id = any($1::uuid[])", ids)


async def find_unpacked(db: Database, collection: Collection, filters: Filters) -> tuple[bytes, bytes]:
    """Ids and signatures of all vectors that are in no block yet, in the form of a block."""
    row = await db.fetchrow(
        """
        select string_agg(uuid_send(id), ''::bytea order by id) as ids,
               string_agg(signature, ''::bytea order by id) as signatures
        from record_vectors
        where project_id = $1 and environment = $2 and model = $3 and not packed
            and ($4::uuid is null or id >= $4) and ($5::uuid is null or id < $5)
        """,
        collection.project_id, collection.environment, collection.space, *id_bounds(filters),
    )  # fmt: skip
    assert row is not None, "an aggregate has one row"
    return row["ids"] or b"", row["signatures"] or b""


async def find_vectors(db: Database, filters: Filters, space: str) -> list[Row]:
    """(id, record_bytes, vector) of every conversation that is meant."""
    # Those with an empty vector have nothing to compare.
    where = Conditions(filters)
    where.add("v.model = {}", space)
    return await db.fetch(
        f"""
        select c.id, c.record_bytes, v.vector from conversations as c join record_vectors as v on v.id = c.id
        where {where} and v.vector <> ''
        """,
        *where.args,
    )


async def find_vectors_by_id(db: Database, space: str, ids: Sequence[UUID]) -> tuple[bytes, bytes]:
    """The ids of those among these that have a vector, and the vectors, each one after the other."""
    # Each is looked up by itself: a join would read the whole table, because the server takes thousands of ids for most
    # of it.
    row = await db.fetchrow(
        """
        select string_agg(uuid_send(near.id), ''::bytea) as ids, string_agg(v.vector, ''::bytea) as vectors
        from unnest($1::uuid[]) as near (id)
            cross join lateral (
                select v.vector from record_vectors as v
                where v.id = near.id and v.model = $2 and v.vector <> '' offset 0
            ) as v
        """,
        ids, space,
    )  # fmt: skip
    assert row is not None, "an aggregate has one row"
    return row["ids"] or b"", row["vectors"] or b""


async def find_filtered_vectors(db: Database, filters: Filters, space: str, ids: Sequence[UUID]) -> list[Row]:
    """(id, record_bytes, vector) of those among these that are meant."""
    where = Conditions(filters)
    near, model = where.arg(ids), where.arg(space)
    return await db.fetch(
        f"""
        select near.id, c.record_bytes, v.vector
        from unnest({near}::uuid[]) as near (id)
            cross join lateral (
                select c.record_bytes from conversations as c where c.id = near.id and {where} offset 0
            ) as c
            cross join lateral (
                select v.vector from record_vectors as v where v.id = near.id and v.model = {model} offset 0
            ) as v
        """,
        *where.args,
    )
