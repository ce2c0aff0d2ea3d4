"""Answers kept under an Idempotency-Key. The same key with another request is a mistake, and the client is told so."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from parley.kit.errors import ParleyError
from parley.kit.values import value
from parley.storage.db import Connection, Database

KEY_LIMIT = 255


class IdempotencyKeyReused(ParleyError):
    """This Idempotency-Key was used with another request."""

    status = 409


@value
class Retry:
    """What marks a request as one and the same: the API key it came with, the client's own key, its content."""

    key_id: UUID
    key: str
    fingerprint: bytes

    @classmethod
    def of(cls, key_id: UUID, key: str, path: str, body: bytes) -> Retry:
        return cls(key_id, key, hashlib.sha256(path.encode() + b"\0" + body).digest())


async def find(db: Database | Connection, retry: Retry | None) -> Mapping[str, Any] | None:
    """The answer that was given to this very request before."""
    if retry is None:
        return None
    row = await db.fetchrow(
        "select fingerprint, reply from idempotent_replies where key_id = $1 and idempotency_key = $2",
        retry.key_id, retry.key,
    )  # fmt: skip
    if row is None:
        return None
    if row["fingerprint"] != retry.fingerprint:
        raise IdempotencyKeyReused
    reply: Mapping[str, Any] = row["reply"]
    return reply


async def keep(tx: Connection, retry: Retry | None, reply: Mapping[str, Any]) -> bool:
    """False when another request with this key was faster: the caller must roll back and give its answer."""
    if retry is None:
        return True
    kept: bool | None = await tx.fetchval(
        """
        insert into idempotent_replies (key_id, idempotency_key, fingerprint, reply) values ($1, $2, $3, $4)
        on conflict do nothing returning true
        """,
        retry.key_id, retry.key, retry.fingerprint, reply,
    )  # fmt: skip
    return bool(kept)


async def forget_before(tx: Connection, moment: datetime) -> None:
    await tx.execute("delete from idempotent_replies where created_at < $1", moment)
