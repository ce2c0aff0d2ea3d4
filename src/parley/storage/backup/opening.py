"""Opens the repository that the operator named."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import httpx

from parley.kit.clock import Clock
from parley.kit.tls import authorities
from parley.storage.backup.errors import BackupError
from parley.storage.backup.object_store import FolderStore, ObjectStore
from parley.storage.backup.repository import Repository
from parley.storage.backup.s3 import S3Store
from parley.storage.backup.sealing import Sealer
from parley.storage.backup.signature import Credentials

S3 = "s3://"


@dataclass(frozen=True, slots=True)
class S3Access:
    endpoint: str | None
    region: str
    access_key: str | None
    secret_key: str | None


def open_repository(place: str, key: bytes | None, s3: S3Access, clock: Clock) -> Repository:
    return Repository(_store(place, s3, clock), Sealer(key))


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
