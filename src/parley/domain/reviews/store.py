"""Every SQL statement about notes, tags and ratings. A conversation removes them itself."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from parley.domain.reviews.model import Note, Rating, Review, Summary
from parley.storage.db import Connection, Database, Row

WHOLE = -1
"""In place of a turn: the conversation as a whole."""
NOTE = "id, turn, body, author_id, author, created_at"


async def lock_conversation(tx: Connection, project_id: str, conversation_id: UUID, turn: int) -> Row | None:
    """Kept from being removed until the transaction ends, and from being reviewed by others; (has_turn) of it."""
    return await tx.fetchrow(
        """
        select exists (select from turns where conversation_id = $2 and number = $3) as has_turn
        from conversations where id = $2 and project_id = $1 for no key update
        """,
        project_id, conversation_id, turn,
    )  # fmt: skip


async def read(db: Database | Connection, conversation_id: UUID) -> Review:
    notes = await db.fetch(
        f"select {NOTE} from conversation_notes where conversation_id = $1 order by id", conversation_id
    )
    ratings = await db.fetch(
        """
        select nullif(turn, -1) as turn, is_up, reason, author_id, author, rated_at
        from conversation_ratings where conversation_id = $1 order by conversation_ratings.turn, rated_at, author_id
        """,
        conversation_id,
    )
    tags = await list_tags(db, conversation_id)
    return Review([Note(*row) for row in notes], tags, [Rating(*row) for row in ratings])


async def list_tags(db: Database | Connection, conversation_id: UUID) -> list[str]:
    rows = await db.fetch("select tag from conversation_tags where conversation_id = $1 order by tag", conversation_id)
    return [row["tag"] for row in rows]


async def summaries(db: Database, ids: Sequence[UUID]) -> dict[UUID, Summary]:
    """Of those that have any."""
    rows = await db.fetch(
        """
        select conversation_id, array_agg(tag order by tag) filter (where tag is not null) as tags,
               count(*) filter (where kind = 'note') as notes, count(*) filter (where kind = 'up') as ups,
               count(*) filter (where kind = 'down') as downs
        from (
            select conversation_id, 'note' as kind, null as tag from conversation_notes where conversation_id = any($1)
            union all
            select conversation_id, 'tag', tag from conversation_tags where conversation_id = any($1)
            union all
            select conversation_id, case when is_up then 'up' else 'down' end, null
            from conversation_ratings where conversation_id = any($1)
        ) as found
        group by conversation_id
        """,
        list(ids),
    )
    return {row["conversation_id"]: Summary(row["tags"] or (), row["notes"], row["ups"], row["downs"]) for row in rows}


async def newest_notes(db: Database, ids: Sequence[UUID]) -> dict[UUID, str]:
    """Of those that have any, the one about the whole conversation that was written last."""
    rows = await db.fetch(
        """
        select distinct on (conversation_id) conversation_id, body from conversation_notes
        where conversation_id = any($1) and turn is null order by conversation_id, id desc
        """,
        list(ids),
    )
    return {row["conversation_id"]: row["body"] for row in rows}


async def list_project_tags(db: Database, project_id: str, limit: int) -> list[Row]:
    """(tag, conversations), those of most conversations first."""
    return await db.fetch(
        """
        select tag, count(*) as conversations from conversation_tags where project_id = $1
        group by tag order by count(*) desc, tag limit $2
        """,
        project_id, limit,
    )  # fmt: skip


async def count_notes(tx: Connection, conversation_id: UUID) -> int:
    count: int = await tx.fetchval(
        "select count(*) from conversation_notes where conversation_id = $1", conversation_id
    )
    return count


async def insert_note(tx: Connection, project_id: str, conversation_id: UUID, note: Note) -> None:
    n = note
    await tx.execute(
        """
        insert into conversation_notes (id, conversation_id, project_id, turn, body, author_id, author, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        """,
        n.id, conversation_id, project_id, n.turn, n.text, n.author_id, n.author, n.created_at,
    )  # fmt: skip


async def find_note(tx: Connection, conversation_id: UUID, note_id: UUID) -> Note | None:
    row = await tx.fetchrow(
        f"select {NOTE} from conversation_notes where conversation_id = $1 and id = $2", conversation_id, note_id
    )
    return Note(*row) if row else None


async def delete_note(tx: Connection, note_id: UUID) -> None:
    await tx.execute("delete from conversation_notes where id = $1", note_id)


async def insert_tag(tx: Connection, project_id: str, conversation_id: UUID, tag: str) -> None:
    await tx.execute(
        "insert into conversation_tags (conversation_id, project_id, tag) values ($1, $2, $3) on conflict do nothing",
        conversation_id, project_id, tag,
    )  # fmt: skip


async def delete_tag(tx: Connection, conversation_id: UUID, tag: str) -> None:
    await tx.execute("delete from conversation_tags where conversation_id = $1 and tag = $2", conversation_id, tag)


async def count_ratings_besides(tx: Connection, conversation_id: UUID, turn: int, author_id: UUID) -> int:
    count: int = await tx.fetchval(
        """
        select count(*) from conversation_ratings where conversation_id = $1 and (turn, author_id) <> ($2, $3)
        """,
        conversation_id, turn, author_id,
    )  # fmt: skip
    return count


async def upsert_rating(tx: Connection, project_id: str, conversation_id: UUID, rating: Rating) -> None:
    r = rating
    await tx.execute(
        """
        insert into conversation_ratings
            (conversation_id, project_id, turn, is_up, reason, author_id, author, rated_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (conversation_id, turn, author_id) do update
            set is_up = excluded.is_up, reason = excluded.reason, author = excluded.author, rated_at = excluded.rated_at
        """,
        conversation_id, project_id, WHOLE if r.turn is None else r.turn, r.is_up, r.reason, r.author_id, r.author,
        r.rated_at,
    )  # fmt: skip


async def delete_rating(tx: Connection, conversation_id: UUID, turn: int, author_id: UUID) -> None:
    await tx.execute(
        "delete from conversation_ratings where conversation_id = $1 and turn = $2 and author_id = $3",
        conversation_id, turn, author_id,
    )  # fmt: skip
