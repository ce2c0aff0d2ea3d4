"""Every SQL statement about phrases."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from parley.domain.phrases.model import MOST_PHRASES, KnownPhrase, Phrase, RequestedPhrase
from parley.storage.db import Connection, Database, Row

COLUMNS = (
    "id, text, spoken_text, language, voice, source, coalesce(octet_length(audio), 0) as audio_bytes, is_requested, "
    "created_at, updated_at"
)
Sorting = Literal["text", "language", "source", "created_at", "updated_at"]


def _phrase(row: Row) -> Phrase:
    return Phrase(**dict(row))


async def list_phrases(
    db: Database | Connection, project_id: str, sorting: Sorting, limit: int, offset: int, *, is_descending: bool
) -> tuple[list[Phrase], int]:
    """And how many there are."""
    direction = "desc" if is_descending else "asc"
    rows = await db.fetch(
        f"select {COLUMNS} from phrases where project_id = $1 order by {sorting} {direction}, id limit $2 offset $3",
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
    """Those that have audio or are to get some, besides this one."""
    count: int = await tx.fetchval(
        """
        select count(*) from phrases where project_id = $1 and id <> $2 and (audio is not null or is_requested)
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
        delete from phrases where project_id = $1 and audio is null and not is_requested and id in (
            select id from phrases where project_id = $1 order by seen_at desc, id offset $2
        )
        """,
        project_id, MOST_PHRASES,
    )  # fmt: skip


async def set_audio(tx: Connection, project_id: str, phrase_id: str, audio: bytes, now: datetime) -> None:
    await tx.execute(
        """
        update phrases set audio = $3, source = 'uploaded', is_requested = false, updated_at = $4
        where project_id = $1 and id = $2
        """,
        project_id, phrase_id, audio, now,
    )  # fmt: skip


async def set_spoken_text(tx: Connection, project_id: str, phrase_id: str, text: str, now: datetime) -> None:
    await tx.execute(
        "update phrases set spoken_text = $3, updated_at = $4 where project_id = $1 and id = $2",
        project_id, phrase_id, text, now,
    )  # fmt: skip


async def request(tx: Connection, project_id: str, phrase_id: str, now: datetime) -> None:
    await tx.execute(
        "update phrases set is_requested = true, updated_at = $3 where project_id = $1 and id = $2",
        project_id, phrase_id, now,
    )  # fmt: skip


async def list_requested(db: Database | Connection, limit: int) -> list[RequestedPhrase]:
    rows = await db.fetch(
        """
        select project_id, id, spoken_text, language, voice from phrases where is_requested order by updated_at limit $1
        """,
        limit,
    )
    return [RequestedPhrase(**dict(row)) for row in rows]


async def answer_request(tx: Connection, phrase: RequestedPhrase, audio: bytes | None, now: datetime) -> None:
    """None: it could not be spoken, and is as it was. Whoever uploaded audio or changed the text meanwhile has asked
    for something else."""
    await tx.execute(
        """
        update phrases set is_requested = false, updated_at = $5, audio = coalesce($4, audio),
            source = case when $4::bytea is null then source else 'synthesized' end
        where project_id = $1 and id = $2 and is_requested and spoken_text = $3
        """,
        phrase.project_id, phrase.id, phrase.spoken_text, audio, now,
    )  # fmt: skip


async def delete_phrases(tx: Connection, project_id: str, ids: Sequence[str]) -> list[str]:
    rows = await tx.fetch(
        "delete from phrases where project_id = $1 and id = any($2) returning id", project_id, list(ids)
    )
    return sorted(row["id"] for row in rows)
