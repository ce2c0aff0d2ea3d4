"""Starts, watches and stops the server of a data folder."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from parley.kit import tasks
from parley.storage.embedded import logfile, process
from parley.storage.embedded.account import account_for
from parley.storage.embedded.binaries import find_binaries
from parley.storage.embedded.cluster import ClusterContext, prepare_cluster
from parley.storage.embedded.errors import NotRunning, UnsupportedSystem
from parley.storage.embedded.folder_access import allow_binaries, allow_path
from parley.storage.embedded.layout import layout_of, socket_in
from parley.storage.embedded.ownership import Ownership, become_owner
from parley.storage.embedded.postmaster import Launch, launch
from parley.storage.embedded.readiness import is_silent, until_database, until_ready
from parley.storage.embedded.stale_processes import end_stale_processes

GRACE = 20.0
_LOG_CHECK_SECONDS = 60.0

_log = logging.getLogger(__name__)


class EmbeddedPostgres:
    """The server whose cluster lives in `data`/postgres. It ends when we do, however we end."""

    def __init__(
        self, data: Path, *, pg_bin: Path | None = None, say: Callable[[str], None] = _log.info, grace: float = GRACE
    ) -> None:
        if sys.platform != "linux":
            raise UnsupportedSystem(sys.platform)
        self._layout = layout_of(data)
        self._pg_bin = pg_bin
        self._say = say
        self._grace = grace
        self._ownership: Ownership | None = None
        self._exit: asyncio.Task[int] | None = None
        self._pid = 0
        self._dsn: str | None = None

    @property
    def dsn(self) -> str:
        if self._dsn is None:
            raise NotRunning(self._layout.data, "start() was not called")
        return self._dsn

    @property
    def log(self) -> Path:
        return self._layout.log

    async def start(self, *, patience: float = 0.0) -> None:
        """Returns when the database can be used, however long its recovery takes. Can be called again after an end.

        Another live owner is waited for as long as `patience` says; then AlreadyRunning is raised.
        """
        if self._exit is not None and not self._exit.done():
            return
        self._layout.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self._ownership is None:
            self._ownership = await become_owner(self._layout, patience)
        try:
            await self._start_as_owner()
        # Also when we are cancelled: a lock that is kept would shut everybody else out.
        except BaseException:
            await self.stop()
            raise

    async def wait(self) -> int:
        """Returns the postmaster's exit code when it has ended."""
        if self._exit is None:
            raise NotRunning(self._layout.data, "start() was not called")
        # Who waits may be cancelled, and must not take the supervision of the server along.
        return await asyncio.shield(self._exit)

    async def is_silent(self, seconds: float) -> bool:
        """It runs, and does not say a word to whoever connects, for this long."""
        if self._exit is None or self._exit.done():
            return False
        return await is_silent(socket_in(self._layout.socket_folder()), seconds)

    def kill(self) -> None:
        """As a crash would: what was committed is recovered at the next start."""
        if self._exit is not None and not self._exit.done():
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)

    async def stop(self) -> None:
        """Ends all sessions at once, then the server, the hard way if it takes too long."""
        if self._exit is not None and not self._exit.done():
            await process.end(self._pid, process.fast_first(self._grace))
            await self._exit
        self._dsn = None
        # Given up last: whoever gets the lock may take it that nothing of ours works in the folder.
        if self._ownership is not None:
            self._ownership.give_up()
            self._ownership = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def _start_as_owner(self) -> None:
        layout = self._layout
        context = ClusterContext(layout, find_binaries(self._pg_bin), account_for(layout.cluster))
        # Before anything is touched: what a former owner left may still write to the cluster.
        await end_stale_processes(layout, context.account.uid if context.account else os.geteuid(), self._grace)
        if context.account is not None:
            allow_binaries(context.binaries, context.account)
            allow_path(layout.cluster, context.account)
        password = await prepare_cluster(context)
        launched = launch(context)
        self._pid = launched.child.pid
        self._exit = tasks.start(_supervise(launched), "postmaster")
        # Its own file says first that it is ready: connecting before that would fill its log with refusals.
        await until_ready(launched, self._say)
        await until_database(launched, password)
        self._dsn = layout.dsn(launched.socket_folder, password)


async def _supervise(launched: Launch) -> int:
    ended = tasks.start(process.wait_for_exit(launched.child), "end of the postmaster")
    try:
        while not (await asyncio.wait([ended], timeout=_LOG_CHECK_SECONDS))[0]:
            logfile.rotate(launched.layout.log)
        return ended.result()
    finally:
        ended.cancel()
