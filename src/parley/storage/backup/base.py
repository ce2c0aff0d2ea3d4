"""Makes a base backup: the files of a running server as one stream, cut into chunks that are kept as they come."""

from __future__ import annotations

import asyncio
import os
import re
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import IO

from parley import __version__
from parley.kit.clock import Clock
from parley.kit.ids import random_hex
from parley.storage.backup.errors import RestoredDatabase
from parley.storage.backup.model import Backup, backup_id, fingerprint
from parley.storage.backup.repository import Repository
from parley.storage.backup.segments import lsn_of
from parley.storage.backup.server import Running, Server, ended
from parley.storage.backup.server_store import ServerIdentity, flushed, hold_log, total_bytes

CHUNK = 8 << 20
_START = re.compile(r"write-ahead log start point: ([0-9A-F]+/[0-9A-F]+) on timeline (\d+)")
_END = re.compile(r"write-ahead log end point: ([0-9A-F]+/[0-9A-F]+)")
_OPTIONS = (
    "--pgdata=-",
    "--format=tar",
    "--wal-method=fetch",
    "--checkpoint=fast",
    "--manifest-checksums=SHA256",
    "--verbose",
)


@dataclass(frozen=True, slots=True)
class Progress:
    done: int
    total: int | None
    """Bytes; None where the server does not tell."""


Tell = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Job:
    server: Server
    repository: Repository
    secret_key: bytes | None
    """What the database is encrypted with; kept with the backup where that is encrypted itself."""
    clock: Clock
    is_embedded: bool

    @property
    def keeps_secret_key(self) -> bool:
        """Beside the data that it opens, only where neither can be read without another key."""
        return self.secret_key is not None and self.repository.encrypts


async def claim(job: Job) -> ServerIdentity:
    """The repository is for this database. A restored copy must not write into that of the one it was made from."""
    identity = await job.server.identity()
    before = await job.repository.backups()
    await job.repository.claim(identity.system)
    former = max((each.timeline for each in before), default=identity.timeline)
    # A server of the operator's own changes its timeline when a standby takes over; the embedded one only by a restore.
    if job.is_embedded and identity.timeline > former:
        raise RestoredDatabase(job.repository.place, identity.timeline)
    return identity


async def make(job: Job, tell: Tell) -> Backup:
    """Returns when it is whole. Killed before, it leaves chunks without a description, which are never listed."""
    identity = await claim(job)
    began_at = job.clock.now()
    id_ = backup_id(began_at)
    async with job.server.link() as link:
        total = await total_bytes(link)
        # The log since the beginning comes at the end of the stream: the server must not throw it away before.
        await hold_log(link, f"parley_base_{random_hex(8)}")
        counted, printed = await _stream(job, id_, total, tell)
        # By the clock of the server, as the moments in its log are.
        ended_at, _ = await flushed(link)
    if job.keeps_secret_key and job.secret_key is not None:
        await job.repository.put_secret_key(id_, b64encode(job.secret_key) + b"\n")
    backup = _described(job, identity, id_, (began_at, ended_at), counted, printed)
    await job.repository.add(backup)
    return backup


@dataclass(slots=True)
class _Counted:
    chunks: int = 0
    plain: int = 0
    stored: int = 0


async def _stream(job: Job, id_: str, total: int | None, tell: Tell) -> tuple[_Counted, str]:
    reading, writing = os.pipe()
    counted = _Counted()
    with os.fdopen(reading, "rb") as stream, job.server.start("pg_basebackup", _OPTIONS, writing) as running:
        os.close(writing)
        while content := await _read(stream, running):
            counted.stored += await job.repository.put_chunk(id_, counted.chunks, content)
            counted.chunks += 1
            counted.plain += len(content)
            tell(Progress(counted.plain, total))
        if await ended(running) != 0:
            raise job.server.explained(running.failed())
        return counted, running.printed()


async def _read(stream: IO[bytes], running: Running) -> bytes:
    try:
        return await asyncio.to_thread(stream.read, CHUNK)
    except asyncio.CancelledError:
        # The thread reads until the end of the stream, which must come before the file is closed under it.
        running.child.kill()
        raise


def _described(
    job: Job,
    identity: ServerIdentity,
    id_: str,
    during: tuple[datetime, datetime],
    counted: _Counted,
    printed: str,
) -> Backup:
    start, end = _START.search(printed), _END.search(printed)
    assert start is not None, "pg_basebackup says where the log begins"
    assert end is not None, "pg_basebackup says where the log ends"
    return Backup(
        id=id_,
        began_at=during[0],
        ended_at=during[1],
        start_lsn=lsn_of(start[1]),
        end_lsn=lsn_of(end[1]),
        timeline=int(start[2]),
        segment_size=identity.segment_size,
        server=identity.version,
        parley=__version__,
        database=identity.database,
        owner=identity.owner,
        encrypted=job.repository.encrypts,
        chunks=counted.chunks,
        plain_bytes=counted.plain,
        stored_bytes=counted.stored,
        secret_key=fingerprint(job.secret_key) if job.secret_key is not None else None,
        holds_secret_key=job.keeps_secret_key,
    )
