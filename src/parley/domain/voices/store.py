"""Every SQL statement about voices."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from parley.domain.voices.model import SILENT_AFTER, EngineVoice, Speech, Voice
from parley.storage.db import Connection, Database, Row

NAMES = tuple(Voice.__dataclass_fields__)
COLUMNS = ", ".join(NAMES)


def _voice(row: Row) -> Voice:
    return Voice(**{**dict(row), "languages": tuple(row["languages"])})


async def list_voices(db: Database | Connection, account_id: str) -> list[Voice]:
    rows = await db.fetch(f"select {COLUMNS} from voices where account_id = $1 order by lower(name), id", account_id)
    return [_voice(row) for row in rows]


async def find_voice(db: Database | Connection, account_id: str, voice_id: str) -> Voice | None:
    row = await db.fetchrow(f"select {COLUMNS} from voices where account_id = $1 and id = $2", account_id, voice_id)
    return _voice(row) if row else None


async def put_voice(tx: Connection, voice: Voice) -> None:
    await tx.execute(
        f"""
        insert into voices ({COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        on conflict (id) do update set name = excluded.name, provider = excluded.provider,
            provider_voice_id = excluded.provider_voice_id, languages = excluded.languages,
            description = excluded.description, sample_url = excluded.sample_url, updated_at = excluded.updated_at
        """,
        voice.id, voice.account_id, voice.name, voice.provider, voice.provider_voice_id, list(voice.languages),
        voice.description, voice.sample_url, voice.created_at, voice.updated_at,
    )  # fmt: skip


async def count_voices(tx: Connection, account_id: str) -> int:
    count: int = await tx.fetchval("select count(*) from voices where account_id = $1", account_id)
    return count


async def put_report(
    connection: Connection, process: int, providers: Iterable[str], voices: Iterable[EngineVoice], now: datetime
) -> None:
    """What processes said that are gone is forgotten on the way."""
    described = [[each.provider, each.provider_voice_id, each.name, list(each.languages)] for each in voices]
    await connection.execute(
        """
        with gone as (delete from speech_reports where seen_at < $5 and process_id <> $1)
        insert into speech_reports (process_id, seen_at, providers, voices) values ($1, $2, $3, $4)
        on conflict (process_id) do update set seen_at = excluded.seen_at
        """,
        process, now, list(providers), described, now - SILENT_AFTER,
    )  # fmt: skip


async def find_speech(db: Database | Connection, now: datetime) -> Speech:
    rows = await db.fetch(
        "select providers, voices from speech_reports where seen_at >= $1 order by process_id", now - SILENT_AFTER
    )
    providers = frozenset(name for row in rows for name in row["providers"])
    voices = {
        (each[0], each[1]): EngineVoice(each[0], each[1], each[2], tuple(each[3]))
        for row in rows
        for each in row["voices"]
    }
    return Speech(providers, tuple(voices.values()))
