"""A database of notes, its repository, and what is done with them in tests of backups."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import asyncpg

from parley.kit.clock import SystemClock
from parley.storage.backup import base
from parley.storage.backup.archiver import Archiver, Pace
from parley.storage.backup.base import Job, Progress
from parley.storage.backup.model import Backup
from parley.storage.backup.object_format import ObjectFormat
from parley.storage.backup.object_store import FolderStore
from parley.storage.backup.repository import Repository
from parley.storage.backup.restore import Restored, RestoreRequest, Step, restore
from parley.storage.backup.server import Server
from parley.storage.embedded.binaries import find_binaries
from tests.waiting import until

SECRET_KEY = bytes(range(32))


@dataclass(slots=True)
class Scene:
    folder: Path
    dsn: str
    key: bytes | None = None

    @property
    def place(self) -> Path:
        return self.folder / "kept"

    def repository(self) -> Repository:
        return Repository(FolderStore(self.place), ObjectFormat(self.key))

    def job(self, *, is_embedded: bool = True) -> Job:
        server = Server(self.dsn, find_binaries().folder)
        return Job(server, self.repository(), SECRET_KEY, SystemClock(), is_embedded)

    async def back_up(self) -> Backup:
        return await base.make(self.job(), _unseen)

    @asynccontextmanager
    async def archiving(self, seconds: float = 0.2) -> AsyncIterator[None]:
        """Stopped at the end, when everything that was written until then is kept."""
        pace = Pace(seconds, timedelta(hours=24), timedelta(days=14))
        stop = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            group.create_task(Archiver(self.job(), self.folder / "spool", pace).run(stop))
            try:
                yield
            finally:
                stop.set()

    async def until_archived(self, moment: datetime) -> None:
        async def is_kept() -> bool:
            archived = await self.repository().archived()
            return archived is not None and archived.at >= moment

        await until(is_kept, 120)

    async def until_backed_up(self, count: int = 1) -> list[Backup]:
        async def are_whole() -> bool:
            return len(await self.repository().backups()) >= count

        await until(are_whole, 120)
        return await self.repository().backups()

    async def note(self, *texts: str) -> datetime:
        """A moment after they were acknowledged, and before whatever comes next."""
        connection = await asyncpg.connect(self.dsn)
        try:
            await connection.execute("create table if not exists note (text text)")
            for text in texts:
                await connection.execute("insert into note values ($1)", text)
            moment: datetime = await connection.fetchval("select clock_timestamp()")
        finally:
            await connection.close()
        return moment

    async def restored(self, at: datetime | None = None, *, data: str = "restored") -> Restored:
        return await restore(self.repository(), self.wish(at, data=data), _unseen_step)

    def wish(self, at: datetime | None = None, *, data: str = "restored") -> RestoreRequest:
        return RestoreRequest(self.folder / data, None, None, at, None, without_secret_key=False)


async def notes(dsn: str) -> list[str]:
    connection = await asyncpg.connect(dsn)
    try:
        return [row["text"] for row in await connection.fetch("select text from note")]
    finally:
        await connection.close()


def _unseen(_progress: Progress) -> None:
    return None


def _unseen_step(_step: Step) -> None:
    return None
