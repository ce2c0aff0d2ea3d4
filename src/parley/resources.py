"""What a serving process holds: opened in order, closed in reverse."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from parley.domain.accounts.keyring import Keyring
from parley.domain.projects.directory import Directory
from parley.kit.clock import Clock, SystemClock
from parley.kit.tasks import Tasks, every
from parley.settings import Settings
from parley.storage.db import Database, DatabaseUnavailable
from parley.storage.signals import Signals

WRITE_LAST_USED_SECONDS = 5.0


@dataclass(slots=True)
class Resources:
    settings: Settings
    clock: Clock
    db: Database
    signals: Signals
    keyring: Keyring
    directory: Directory
    tasks: Tasks
    draining: bool = False
    """True once the process was asked to stop: it finishes what it has and wants nothing new."""

    async def is_ready(self) -> bool:
        return not self.draining and self.signals.is_trusted and await self.db.is_up()


@asynccontextmanager
async def open_resources(settings: Settings, role: str, clock: Clock | None = None) -> AsyncIterator[Resources]:
    assert settings.database_url is not None, "whoever starts a process tells it its database"
    clock = clock or SystemClock()
    async with AsyncExitStack() as stack:
        db = await Database.open(
            settings.database_url, connections=settings.database_connections, application=f"parley-{role}"
        )
        stack.push_async_callback(db.aclose)
        signals = Signals(settings.database_url)
        keyring = Keyring(db, signals, clock)
        directory = Directory(db, signals)
        tasks = Tasks()
        stack.push_async_callback(keyring.write_last_used)
        stack.push_async_callback(tasks.aclose)
        tasks.start(signals.run(), "signals")
        tasks.start(every(WRITE_LAST_USED_SECONDS, keyring.write_last_used, DatabaseUnavailable), "last-used")
        yield Resources(settings, clock, db, signals, keyring, directory, tasks)
