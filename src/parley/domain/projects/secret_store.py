"""Secrets of a project: set by the operator, read by the agent's functions by name, encrypted at rest.

The encryption key lives outside the database, so a copy of the database gives no secret away.
"""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

import orjson

from parley.kit import files
from parley.kit.encryption import Encryptor
from parley.kit.values import value
from parley.storage.db import Connection, Database

KEY_FILE = "secret.key"


class SecretStore:
    def __init__(self, key: bytes) -> None:
        self.encryptor = Encryptor(key)

    async def put(self, tx: Connection, project_id: str, name: str, secret: Any) -> None:
        encrypted = self.encryptor.encrypt(orjson.dumps(secret), _bound_to(project_id, name))
        await tx.execute(
            """
            insert into secrets (project_id, name, encrypted) values ($1, $2, $3)
            on conflict (project_id, name) do update set encrypted = excluded.encrypted, updated_at = now()
            """,
            project_id, name, encrypted,
        )  # fmt: skip

    async def get(self, db: Database | Connection, project_id: str, name: str) -> Any | None:
        """A string or an object, as it was put; None when there is none of that name."""
        row = await db.fetchrow("select encrypted from secrets where project_id = $1 and name = $2", project_id, name)
        return orjson.loads(self.encryptor.decrypt(row["encrypted"], _bound_to(project_id, name))) if row else None


@value
class ProjectSecrets:
    """Those of one project, for whoever may read them and nothing else."""

    store: SecretStore
    db: Database
    project_id: str

    async def get(self, name: str) -> Any | None:
        return await self.store.get(self.db, self.project_id, name)


async def list_secret_names(tx: Connection, project_id: str) -> list[str]:
    rows = await tx.fetch("select name from secrets where project_id = $1 order by name", project_id)
    return [row["name"] for row in rows]


async def delete_secret(tx: Connection, project_id: str, name: str) -> bool:
    gone: bool | None = await tx.fetchval(
        "delete from secrets where project_id = $1 and name = $2 returning true", project_id, name
    )
    return bool(gone)


def encryption_key(configured: str | None, data: Path) -> bytes:
    """The configured key (32 bytes in base64), else the one in the data folder, made on first use."""
    if configured is not None:
        return b64decode(configured, validate=True)
    path = data / KEY_FILE
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():
        # Processes that start together on a new folder must end up with one key: the first to write it wins.
        files.write_if_missing(path, b64encode(os.urandom(32)) + b"\n")
    return b64decode(path.read_bytes().strip(), validate=True)


def _bound_to(project_id: str, name: str) -> bytes:
    """Ties an encrypted value to its row, so that rows cannot be swapped."""
    return f"{project_id}\0{name}".encode()
