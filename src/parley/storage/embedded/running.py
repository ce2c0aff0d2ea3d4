"""For other processes than the owner: the server that runs on a data folder, or one of their own for the moment."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from pathlib import Path

from parley.storage.embedded.errors import AlreadyRunning, NotRunning
from parley.storage.embedded.layout import Layout, layout_of, socket_in
from parley.storage.embedded.ownership import exclude_clients, is_owned, register_client
from parley.storage.embedded.postmaster_pid import read_postmaster
from parley.storage.embedded.server import EmbeddedPostgres

_POLL = 0.02
_ANSWER_SECONDS = 1.0
_CLIENTS_SECONDS = 10.0


def exists(data: Path) -> bool:
    """Whether a database was ever made there; also one that this user may not look into."""
    try:
        return layout_of(data).cluster.exists()
    except PermissionError:
        return True


def owner_pid(data: Path) -> int | None:
    """The process that runs the server of a data folder; None: it does not run, or not for this user to see."""
    try:
        postmaster = read_postmaster(layout_of(data).postmaster_pid)
        stat = Path(f"/proc/{postmaster.pid}/stat").read_text() if postmaster is not None else ""
    except OSError:
        return None
    return int(stat.rpartition(")")[2].split()[1]) if stat else None


def running_dsn(data: Path) -> str:
    """Raises NotRunning, also while it is still starting."""
    layout = layout_of(data)
    try:
        if not is_owned(layout):
            raise NotRunning(layout.data)
        postmaster = read_postmaster(layout.postmaster_pid)
        if postmaster is None or not postmaster.ready or not _listens(postmaster.socket_folder):
            raise NotRunning(layout.data, "its owner is starting or ending it, try again")
        return layout.dsn(postmaster.socket_folder, layout.password.read_text().strip())
    except PermissionError as refused:
        raise NotRunning(layout.data, f"or not for this user, who may not read {refused.filename}") from refused


@contextlib.asynccontextmanager
async def database(data: Path, *, pg_bin: Path | None = None, patience: float = 60.0) -> AsyncIterator[str]:
    """The DSN of the server that runs on the data folder; when none does, of one started for the duration.

    An owner that is just starting is waited for as long as `patience` says; then NotRunning is raised. Before a server
    that was started here is stopped, others who use it meanwhile may finish, within a limit.
    """
    async with contextlib.AsyncExitStack() as stack:
        yield await _start_or_connect(EmbeddedPostgres(data, pg_bin=pg_bin), layout_of(data), patience, stack)


async def _start_or_connect(
    server: EmbeddedPostgres, layout: Layout, patience: float, stack: contextlib.AsyncExitStack
) -> str:
    clock = asyncio.get_running_loop().time
    deadline = clock() + patience
    while True:
        with contextlib.suppress(AlreadyRunning):
            await server.start()
            stack.push_async_callback(_stop_after_clients, server, layout)
            return server.dsn
        try:
            return _connect_as_client(layout, stack)
        except NotRunning:
            if clock() >= deadline:
                raise
        await asyncio.sleep(_POLL)


def _connect_as_client(layout: Layout, stack: contextlib.AsyncExitStack) -> str:
    # Before the look whether it runs: from here on an owner that wants to stop waits for us.
    client_lock = register_client(layout)
    try:
        dsn = running_dsn(layout.data)
    except NotRunning:
        client_lock.end()
        raise
    stack.callback(client_lock.end)
    return dsn


async def _stop_after_clients(server: EmbeddedPostgres, layout: Layout) -> None:
    last = None
    try:
        last = await exclude_clients(layout, _CLIENTS_SECONDS)
    finally:
        # The lock is still held: who comes now is told to try again, and does not connect to a server that is going.
        await server.stop()
        if last is not None:
            last.end()


def _listens(folder: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(_ANSWER_SECONDS)
        return probe.connect_ex(str(socket_in(folder))) == 0
