"""Keeps the write-ahead log: received from the server as it is written, sent to the repository every few seconds.

The server holds what we have not yet received in a replication slot, so that no restart of either side loses any of it.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import asyncpg
from prometheus_client import Counter, Gauge

from parley.kit import tasks
from parley.kit.log import logger
from parley.storage.backup import base, catalog, server_store
from parley.storage.backup.base import Job, Progress
from parley.storage.backup.errors import (
    AlreadyArchiving,
    BackupError,
    ProgramFailed,
    RepositoryUnavailable,
    ServerSilent,
)
from parley.storage.backup.model import Archived, Backup
from parley.storage.backup.segments import part_name
from parley.storage.backup.server import Running
from parley.storage.backup.server_store import SLOT, Link
from parley.storage.db import GONE

log = logger(__name__)

PASSING = (AlreadyArchiving, ProgramFailed, RepositoryUnavailable, ServerSilent, asyncpg.PostgresError, *GONE)
RECEIVE_SECONDS = 10.0
PAUSE_SECONDS = 1.0
MOST_PARTS = 60
_POLL = 0.05
_FULL = re.compile(r"[0-9A-F]{24}")
_PARTIAL = ".partial"
_LOST = "lost"

_archived_at = Gauge("parley_backup_archived_timestamp_seconds", "Everything before this moment can be restored.")
_base_at = Gauge("parley_backup_base_timestamp_seconds", "When the newest base backup was whole.")
_failures = Counter("parley_backup_failures", "Times that the archiver could not go on.")


@dataclass(frozen=True, slots=True)
class Pace:
    archive_seconds: float
    base_every: timedelta
    keep: timedelta


class Archiver:
    def __init__(self, job: Job, spool: Path, pace: Pace) -> None:
        self._job = job
        self._spool = spool
        self._pace = pace
        self._timeline = 0
        self._sent: dict[str, list[int]] = {}
        """Where the parts end that the repository has of each segment that is not full yet."""
        self._base: asyncio.Task[None] | None = None

    async def run(self, stop: asyncio.Event) -> None:
        """Until told to stop. What may pass is logged and tried again; what the operator has to change is raised."""
        try:
            while not stop.is_set():
                try:
                    await self._archive(stop)
                except PASSING as error:
                    _failures.inc()
                    log.warning("backup_not_archiving", error=str(error) or type(error).__name__)
                await _pause(stop, PAUSE_SECONDS)
        finally:
            if self._base is not None:
                await tasks.cancel(self._base)

    async def _archive(self, stop: asyncio.Event) -> None:
        identity = await base.claim(self._job)
        self._timeline = identity.timeline
        # After a failure nobody knows how far the last part came: segments are sent whole again.
        self._sent.clear()
        async with self._job.server.link() as link:
            await self._prepare(link, identity.system)
            with self._job.server.start("pg_receivewal", self._options()) as receiver:
                while True:
                    # Looked at before the log is sent: what was committed until the stop goes along.
                    is_last = stop.is_set()
                    await self.send(link, receiver)
                    if is_last:
                        return
                    await self._keep_bases()
                    await _pause(stop, self._pace.archive_seconds)

    def _options(self) -> list[str]:
        # The receiver tells the server every second how far it is, which `_until_received` goes by.
        return [f"--directory={self._spool}", f"--slot={SLOT}", "--no-loop", "--status-interval=1"]

    async def _prepare(self, link: Link, system: str) -> None:
        """The place in the log that the server holds for us, and a spool that belongs to this repository. Where either
        is new, nothing says that the log goes on where the repository ends: a base backup is due."""
        owner = self._spool / "repository"
        mark = f"{system} {self._job.repository.place}"
        known = owner.read_text() if owner.exists() else None
        state = await server_store.slot_state(link, SLOT)
        if known == mark and state not in (None, _LOST):
            return
        if state == _LOST:
            log.error("backup_gap", reason="the server could not keep its log for as long as it was not fetched")
        await server_store.drop_slot(link, SLOT)
        # A slot that is read from is not dropped: another archiver is at work.
        if await server_store.slot_state(link, SLOT) is not None:
            raise AlreadyArchiving
        shutil.rmtree(self._spool, ignore_errors=True)
        self._spool.mkdir(mode=0o700, parents=True)
        # Before the slot: whoever dies in between finds the base backup still due.
        self._needs_base.touch()
        await server_store.create_slot(link, SLOT)
        # Last: a spool without it is made anew.
        owner.write_text(mark)

    @property
    def _needs_base(self) -> Path:
        return self._spool / "needs-base"

    async def send(self, link: Link, receiver: Running) -> None:
        """Afterwards everything that was acknowledged before this call is in the repository."""
        at, lsn = await server_store.flushed(link)
        await self._until_received(link, receiver, lsn)
        await self._send_spool()
        await self._job.repository.set_archived(Archived(at, lsn, self._timeline))
        _archived_at.set(at.timestamp())

    async def _until_received(self, link: Link, receiver: Running, lsn: int) -> None:
        attempts = int(RECEIVE_SECONDS / _POLL)
        for _ in range(attempts):
            if receiver.child.poll() is not None:
                raise _ended(receiver)
            if (await server_store.received(link, SLOT) or 0) >= lsn:
                return
            await asyncio.sleep(_POLL)
        raise ServerSilent

    async def _send_spool(self) -> None:
        # By name, which is the order of the log: an archiver that is killed leaves no gap behind it.
        for name in sorted(path.name for path in self._spool.iterdir()):
            if name.endswith(".history"):
                await self._job.repository.put_log(name, (self._spool / name).read_bytes())
            elif _FULL.fullmatch(name):
                await self._send_full(name)
            elif name.endswith(_PARTIAL):
                await self._send_partial(name.removesuffix(_PARTIAL))

    async def _send_full(self, name: str) -> None:
        path = self._spool / name
        await self._job.repository.put_log(name, await asyncio.to_thread(path.read_bytes))
        await self._job.repository.forget_parts(name)
        self._sent.pop(name, None)
        # The server's slot has moved on to the next one, where a receiver that finds nothing here begins.
        path.unlink()

    async def _send_partial(self, name: str) -> None:
        """What is new of it; the rest of the file is zeros. Now and then all of it in one part, so that the log of a
        quiet server does not become thousands of them."""
        try:
            content = (await asyncio.to_thread((self._spool / f"{name}{_PARTIAL}").read_bytes)).rstrip(b"\0")
        except FileNotFoundError:  # it has become full meanwhile, and is sent the next time
            return
        sent = self._sent.setdefault(name, [])
        if content and (not sent or len(sent) >= MOST_PARTS):
            # The whole before the parts that it replaces go: a restore finds the one or the other at any moment.
            await self._job.repository.put_log(part_name(name, 0), content)
            await self._job.repository.forget_parts(name, but_first=True)
            sent[:] = [len(content)]
        elif sent and len(content) > sent[-1]:
            await self._job.repository.put_log(part_name(name, sent[-1]), content[sent[-1] :])
            sent.append(len(content))

    async def _keep_bases(self) -> None:
        """Beside the log, which has to go on being sent however long a base backup takes."""
        if self._base is not None and self._base.done():
            done, self._base = self._base, None
            done.result()
        if self._base is None:
            backups = await self._job.repository.backups()
            _base_at.set(backups[-1].ended_at.timestamp() if backups else 0)
            if self._needs_base.exists() or _is_due(backups, self._job.clock.now(), self._pace.base_every):
                self._base = tasks.start(self._make_base(), "base backup")

    async def _make_base(self) -> None:
        made = await base.make(self._job, _silent)
        self._needs_base.unlink(missing_ok=True)
        log.info("backup_made", backup=made.id, plain_bytes=made.plain_bytes, stored_bytes=made.stored_bytes)
        pruned = await catalog.prune(self._job.repository, self._job.clock.now(), self._pace.keep)
        log.info("backups_pruned", backups=len(pruned.backups), segments=pruned.segments)


def _is_due(backups: list[Backup], now: datetime, every: timedelta) -> bool:
    return not backups or now - backups[-1].began_at >= every


async def _pause(stop: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)


def _silent(_progress: Progress) -> None:
    return None


def _ended(receiver: Running) -> BackupError:
    failed = receiver.failed()
    return AlreadyArchiving() if "is active" in str(failed) else failed
