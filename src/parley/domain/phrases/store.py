"""Every SQL statement about phrases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

from parley.domain.phrases.model import (
    BYTES_PER_SECOND,
    MOST_PHRASES,
    Answer,
    KnownPhrase,
    Phrase,
    Preview,
    Recording,
)
from parley.storage.db import Connection, Database, Row

DURATION = f"coalesce(octet_length(audio), 0)::float8 / {BYTES_PER_SECOND}"
COLUMNS = (
    f"id, text, spoken_text, language, voice, source, {DURATION} as audio_seconds, hit_count, config, filename, "
    "created_at, updated_at"
)
Sorting = Literal["text", "language", "duration", "hit_count", "cached_at", "created_at"]
ORDERS: dict[Sorting, str] = {
    "duration": DURATION,
    "cached_at": "case when source <> '' then updated_at else '-infinity' end",
}


def _phrase(row: Row) -> Phrase:
    return Phrase(**dict(row))


async def list_phrases(
    db: Database | Connection, project_id: str, sorting: Sorting, limit: int, offset: int, *, is_descending: bool
) -> tuple[list[Phrase], int]:
    """And how many there are."""
    direction = "desc" if is_descending else "asc"
    order = f"{ORDERS.get(sorting, sorting)} {direction}, id"
    rows = await db.fetch(
        f"select {COLUMNS} from phrases where project_id = $1 order by {order} limit $2 offset $3",
        project_id, limit, offset,
    )  # fmt: skip
    counted = await db.fetchrow("select count(*) as count from phrases where project_id = $1", project_id)
    return [_phrase(row) for row in rows], counted["count"] if counted else 0


async def find_phrase(db: Database | Connection, project_id: str, phrase_id: str) -> Phrase | None:
    row = await db.fetchrow(f"select {COLUMNS} from phrases where project_id = $1 and id = $2", project_id, phrase_id)
    return _phrase(row) if row else None


async def find_audio(db: Database | Connection, project_id: str, phrase_id: str) -> bytes | None:
    row = await db.fetchrow("select audio from phrases where project_id = $1 and id = $2", project_id, phrase_id)
    return row["audio"] if row else None


async def list_kept(db: Database | Connection, project_id: str) -> dict[str, datetime]:
    """Those that have audio, and since when it is what it is."""
    rows = await db.fetch("select id, updated_at from phrases where project_id = $1 and audio is not null", project_id)
    return {row["id"]: row["updated_at"] for row in rows}


async def count_others_kept(tx: Connection, project_id: str, phrase_id: str) -> int:
    """Those that have audio, besides this one."""
    count: int = await tx.fetchval(
        """
        select count(*) from phrases where project_id = $1 and id <> $2 and audio is not null
        """,
        project_id, phrase_id,
    )  # fmt: skip
    return count


async def put_known(tx: Connection, project_id: str, known: Sequence[KnownPhrase], now: datetime) -> None:
    """What is there stays as somebody has made it."""
    await tx.executemany(
        """
        insert into phrases (project_id, id, text, spoken_text, language, voice, created_at, updated_at, seen_at)
        values ($1, $2, $3, $4, $5, $6, $7, $7, $7) on conflict (project_id, id) do update set seen_at = $7
        """,
        [
            (project_id, each.id, each.text, each.spoken_text, each.language, each.voice, now)
            for each in sorted(known, key=lambda each: each.id)
        ],
    )
    await tx.execute(
        """
        delete from phrases where project_id = $1 and audio is null and id in (
            select id from phrases where project_id = $1 order by seen_at desc, id offset $2
        )
        """,
        project_id, MOST_PHRASES,
    )  # fmt: skip


async def set_audio(tx: Connection, project_id: str, phrase_id: str, recording: Recording, now: datetime) -> None:
    """What is no text of its own, it leaves as it is."""
    await tx.execute(
        """
        update phrases set audio = $3, source = $4, filename = $5, config = $6,
            text = coalesce($7, text), updated_at = $8
        where project_id = $1 and id = $2
        """,
        project_id, phrase_id, recording.audio, recording.source, recording.filename, recording.config, recording.text,
        now,
    )  # fmt: skip


async def add_hits(tx: Connection, project_id: str, hits: Mapping[str, int]) -> None:
    await tx.executemany(
        "update phrases set hit_count = hit_count + $3 where project_id = $1 and id = $2",
        [(project_id, phrase_id, count) for phrase_id, count in sorted(hits.items())],
    )


async def count_previews(tx: Connection, project_id: str, since: datetime) -> int:
    count: int = await tx.fetchval(
        "select count(*) from phrase_previews where project_id = $1 and asked_at >= $2", project_id, since
    )
    return count


async def insert_preview(tx: Connection, preview: Preview) -> None:
    await tx.execute(
        """
        insert into phrase_previews (id, project_id, text, language, voice, asked_at) values ($1, $2, $3, $4, $5, $6)
        """,
        preview.id, preview.project_id, preview.text, preview.language, preview.voice, preview.asked_at,
    )  # fmt: skip


async def list_unanswered(db: Database | Connection, limit: int) -> list[Preview]:
    rows = await db.fetch(
        """
        select id, project_id, text, language, voice, asked_at from phrase_previews
        where answered_at is null order by asked_at limit $1
        """,
        limit,
    )
    return [Preview(**dict(row)) for row in rows]


async def answer_preview(tx: Connection, preview_id: UUID, audio: bytes | None, now: datetime) -> None:
    await tx.execute("update phrase_previews set audio = $2, answered_at = $3 where id = $1", preview_id, audio, now)


async def find_answer(db: Database | Connection, project_id: str, preview_id: UUID) -> Answer | None:
    """None: there is none yet."""
    row = await db.fetchrow(
        "select audio from phrase_previews where project_id = $1 and id = $2 and answered_at is not null",
        project_id, preview_id,
    )  # fmt: skip
    return Answer(row["audio"]) if row else None


async def delete_preview(connection: Connection, project_id: str, preview_id: UUID) -> None:
    await connection.execute("delete from phrase_previews where project_id = $1 and id = $2", project_id, preview_id)


async def delete_previews_before(connection: Connection, until: datetime) -> None:
    await connection.execute("delete from phrase_previews where asked_at < $1", until)


async def delete_phrases(tx: Connection, project_id: str, ids: Sequence[str]) -> list[str]:
    rows = await tx.fetch(
        "delete from phrases where project_id = $1 and id = any($2) returning id", project_id, list(ids)
    )
    return sorted(row["id"] for row in rows)
