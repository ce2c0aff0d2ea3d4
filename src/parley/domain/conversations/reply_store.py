"""Every SQL statement about idempotent replies: what was answered to a request is given again when it is repeated."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from parley.domain.conversations.model import IdempotencyKey, IdempotencyKeyReused
from parley.storage.db import Connection, Database


async def find_reply(db: Database | Connection, key: IdempotencyKey | None) -> Mapping[str, Any] | None:
    """What was answered to this very request before. The same key with another request is a mistake, and the client is
    told so."""
    if key is None:
        return None
    row = await db.fetchrow(
        "select fingerprint, reply from idempotent_replies where key_id = $1 and idempotency_key = $2",
        key.key_id, key.key,
    )  # fmt: skip
    if row is None:
        return None
    if row["fingerprint"] != key.fingerprint:
        raise IdempotencyKeyReused
    reply: Mapping[str, Any] = row["reply"]
    return reply


async def insert_reply(tx: Connection, key: IdempotencyKey | None, reply: Mapping[str, Any]) -> bool:
    """False when another request with this key was faster: the caller must roll back and give its answer."""
    if key is None:
        return True
    # Waits while another request with this key is being committed: the unique index decides who was first.
    inserted: bool | None = await tx.fetchval(
        """
        insert into idempotent_replies (key_id, idempotency_key, fingerprint, reply) values ($1, $2, $3, $4)
        on conflict do nothing returning true
        """,
        key.key_id, key.key, key.fingerprint, reply,
    )  # fmt: skip
    return bool(inserted)


async def delete_replies_before(tx: Connection, moment: datetime) -> None:
    await tx.execute("delete from idempotent_replies where created_at < $1", moment)
