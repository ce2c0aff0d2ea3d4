"""What is where in a repository. Descriptions, which hold no data of anybody, are written as they are; all else is
encoded (`object_format`)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import httpx
import msgspec

from parley.kit import tasks
from parley.kit.clock import Clock
from parley.kit.tls import authorities
from parley.storage.backup.errors import (
    BackupError,
    BackupKeyMissing,
    ObjectDamaged,
    ObjectMissing,
    OtherDatabase,
    RepositoryNotEncrypted,
)
from parley.storage.backup.model import Archived, Backup, Identity
from parley.storage.backup.object_format import ObjectFormat
from parley.storage.backup.object_store import FolderStore, ObjectStore
from parley.storage.backup.s3 import S3Store
from parley.storage.backup.segments import ArchivedLog, joined, part_name
from parley.storage.backup.signature import Credentials

T = TypeVar("T")

_IDENTITY, _ARCHIVED = "repository.json", "wal/archived.json"
S3 = "s3://"
_AHEAD = 3
"""Chunks that are fetched while one is being written."""


class Repository:
    def __init__(self, store: ObjectStore, format_: ObjectFormat) -> None:
        self._store = store
        self._format = format_

    @property
    def place(self) -> str:
        return self._store.place

    @property
    def encrypts(self) -> bool:
        return self._format.encrypts

    async def claim(self, system: str) -> None:
        """It is this database's from now on, or was; the same key is used as before."""
        found = await self.identity()
        if found is None:
            await self._describe(_IDENTITY, Identity(system, self._format.encrypts))
        elif found.system != system:
            raise OtherDatabase(self.place)
        else:
            self.check_key(found)

    async def identity(self) -> Identity | None:
        return await self._description(_IDENTITY, Identity)

    def check_key(self, identity: Identity) -> None:
        if identity.encrypted and not self._format.encrypts:
            raise BackupKeyMissing
        if self._format.encrypts and not identity.encrypted:
            raise RepositoryNotEncrypted

    async def backups(self) -> list[Backup]:
        """Whole ones, oldest first."""
        names = [name for name in await self._store.list("base/") if name.endswith("/backup.json")]
        found = [await self._description(name, Backup) for name in names]
        return [backup for backup in found if backup is not None]

    async def ids(self) -> list[str]:
        """Also of those that are not whole."""
        return sorted({name.split("/")[1] for name in await self._store.list("base/")})

    async def add(self, backup: Backup) -> None:
        await self._describe(f"base/{backup.id}/backup.json", backup)

    async def remove(self, id_: str) -> None:
        """The description first: from then on it is not whole."""
        await self._store.delete(f"base/{id_}/backup.json")
        for name in await self._store.list(f"base/{id_}/"):
            await self._store.delete(name)

    async def put_chunk(self, id_: str, number: int, content: bytes) -> int:
        return await self._put(f"base/{id_}/{number:08d}", content)

    async def chunks(self, backup: Backup) -> AsyncIterator[bytes]:
        """In order, some of them fetched ahead."""
        waiting: list[asyncio.Task[bytes]] = []
        try:
            for number in range(backup.chunks):
                waiting.append(tasks.start(self._get(f"base/{backup.id}/{number:08d}"), "chunk"))
                if len(waiting) > _AHEAD:
                    yield await waiting.pop(0)
            while waiting:
                yield await waiting.pop(0)
        finally:
            # A reader that gave up wants none of those that are on their way.
            await tasks.cancel(*waiting)

    async def put_secret_key(self, id_: str, content: bytes) -> None:
        await self._put(f"base/{id_}/secret.key", content)

    async def secret_key(self, backup: Backup) -> bytes:
        return await self._get(f"base/{backup.id}/secret.key")

    async def archived_log(self) -> ArchivedLog:
        return ArchivedLog.of(name.removeprefix("wal/") for name in await self._store.list("wal/"))

    async def put_log(self, name: str, content: bytes) -> None:
        await self._put(f"wal/{name}", content)

    async def segment(self, name: str, kept: ArchivedLog, size: int) -> bytes:
        if name in kept.full or name in kept.histories:
            return await self._get(f"wal/{name}")
        parts = [(offset, await self._get(f"wal/{part_name(name, offset)}")) for offset in kept.parts[name]]
        return joined(parts, size)

    async def forget_log(self, name: str) -> None:
        await self._store.delete(f"wal/{name}")

    async def forget_parts(self, segment: str, *, but_first: bool = False) -> None:
        """Of a segment that is kept as a whole, or in its first part."""
        for name in await self._store.list(f"wal/{segment}.part."):
            if not (but_first and name == f"wal/{part_name(segment, 0)}"):
                await self._store.delete(name)

    async def archived(self) -> Archived | None:
        return await self._description(_ARCHIVED, Archived)

    async def set_archived(self, archived: Archived) -> None:
        await self._describe(_ARCHIVED, archived)

    async def aclose(self) -> None:
        await self._store.aclose()

    async def _put(self, name: str, content: bytes) -> int:
        encoded = await asyncio.to_thread(self._format.encode, name, content)
        await self._store.put(name, encoded)
        return len(encoded)

    async def _get(self, name: str) -> bytes:
        return await asyncio.to_thread(self._format.decode, name, await self._store.get(name))

    async def _describe(self, name: str, value: object) -> None:
        await self._store.put(name, msgspec.json.format(msgspec.json.encode(value)))

    async def _description(self, name: str, kind: type[T]) -> T | None:
        try:
            return msgspec.json.decode(await self._store.get(name), type=kind)
        except ObjectMissing:
            return None
        except msgspec.DecodeError as error:
            raise ObjectDamaged(name, str(error)) from error


@dataclass(frozen=True, slots=True)
class S3Access:
    endpoint: str | None
    region: str
    access_key: str | None
    secret_key: str | None


def open_repository(place: str, key: bytes | None, s3: S3Access, clock: Clock) -> Repository:
    return Repository(_store(place, s3, clock), ObjectFormat(key))


def _store(place: str, s3: S3Access, clock: Clock) -> ObjectStore:
    if not place.startswith(S3):
        return FolderStore(Path(place))
    if not place.removeprefix(S3).strip("/"):
        raise BackupError("Name the bucket: s3://bucket/prefix.")
    if s3.access_key is None or s3.secret_key is None:
        raise BackupError("Set PARLEY_BACKUP_S3_ACCESS_KEY and PARLEY_BACKUP_S3_SECRET_KEY for an S3-compatible store.")
    endpoint = s3.endpoint or f"https://s3.{s3.region}.amazonaws.com"
    client = httpx.AsyncClient(follow_redirects=False, verify=authorities())
    return S3Store(place, endpoint, Credentials(s3.access_key, s3.secret_key, s3.region), client, clock)
