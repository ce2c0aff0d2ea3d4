"""What commands about backups work with, from the settings: the repository, and the database as it is backed up."""

from __future__ import annotations

import asyncio
from base64 import b64decode
from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

import typer

from parley.cli.operator import EXPECTED, fail, fail_because
from parley.domain.projects.secret_store import KEY_FILE
from parley.kit.clock import SystemClock
from parley.settings import Settings
from parley.storage import embedded
from parley.storage.backup.base import Job
from parley.storage.backup.repository import Repository, S3Access, open_repository
from parley.storage.backup.server import Server
from parley.storage.embedded.binaries import find_binaries

T = TypeVar("T")

Place = Annotated[
    str | None,
    typer.Argument(help="A folder, or s3://bucket/prefix (default: PARLEY_BACKUP_TO).", show_default=False),
]


def repository_of(settings: Settings, place: str | None = None) -> Repository:
    place = place or settings.backup_to
    if place is None:
        fail("Name where the backups are, as a folder or as s3://bucket/prefix, or set PARLEY_BACKUP_TO.")
    access = S3Access(
        settings.backup_s3_url,
        settings.backup_s3_region,
        settings.backup_s3_access_key,
        settings.backup_s3_secret_key,
    )
    key = b64decode(settings.backup_key) if settings.backup_key is not None else None
    return open_repository(place, key, access, SystemClock())


def job_of(settings: Settings, dsn: str, repository: Repository) -> Job:
    server = Server(dsn, find_binaries(settings.pg_bin).folder)
    return Job(server, repository, secret_key_of(settings), SystemClock(), is_embedded(settings, dsn))


def secret_key_of(settings: Settings) -> bytes | None:
    """That of the installation; it is not made here where there is none."""
    path = settings.data / KEY_FILE
    if settings.secret_key is None and not path.exists():
        return None
    return b64decode(settings.secret_key or path.read_bytes().strip(), validate=True)


def is_embedded(settings: Settings, dsn: str) -> bool:
    """Also in a child of `parley up`, which is told the address of the embedded server like that of any other."""
    try:
        return settings.database_url is None or embedded.running_dsn(settings.data) == dsn
    except embedded.EmbeddedError:
        return False


def run_with(repository: Repository, work: Callable[[Repository], Awaitable[T]]) -> T:
    async def working() -> T:
        try:
            return await work(repository)
        finally:
            await repository.aclose()

    try:
        return asyncio.run(working())
    except EXPECTED as error:
        fail_because(error)
