"""For other processes than the owner: the address of the server that runs on a data folder."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from pathlib import Path

from parley.storage.embedded.errors import AlreadyRunning, NotRunning
from parley.storage.embedded.layout import layout_of, socket_in
from parley.storage.embedded.ownership import is_owned
from parley.storage.embedded.postmaster_pid import read_postmaster
from parley.storage.embedded.server import EmbeddedPostgres

_POLL = 0.02
_ANSWER_SECONDS = 1.0


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

    An owner that is just starting is waited for as long as `patience` says; then NotRunning is raised.
    """
    server = EmbeddedPostgres(data, pg_bin=pg_bin)
    dsn = await _started_or_found(server, data, patience)
    try:
        yield dsn
    finally:
        await server.stop()


async def _started_or_found(server: EmbeddedPostgres, data: Path, patience: float) -> str:
    clock = asyncio.get_running_loop().time
    deadline = clock() + patience
    while True:
        with contextlib.suppress(AlreadyRunning):
            await server.start()
            return server.dsn
        try:
            return running_dsn(data)
        except NotRunning:
            if clock() >= deadline:
                raise
        await asyncio.sleep(_POLL)


def _listens(folder: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as visitor:
        visitor.settimeout(_ANSWER_SECONDS)
        return visitor.connect_ex(str(socket_in(folder))) == 0
