"""Waits until a starting server can be used. Recovery after a crash takes as long as it takes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import asyncpg

from parley.storage.embedded.errors import ClusterUnusable, StartFailed
from parley.storage.embedded.layout import DATABASE, ROLE, Layout
from parley.storage.embedded.logfile import last_complaints
from parley.storage.embedded.postmaster_pid import read_postmaster
from parley.storage.embedded.process import Child

_POLL = 0.005
_SECONDS_BETWEEN_NEWS = 5.0
_NOT_YET = (asyncpg.CannotConnectNowError, asyncpg.ConnectionDoesNotExistError, ConnectionError, TimeoutError)


async def until_ready(child: Child, layout: Layout, say: Callable[[str], None]) -> None:
    loop = asyncio.get_running_loop()
    began = told = loop.time()
    while True:
        _check_alive(child, layout)
        postmaster = read_postmaster(layout.postmaster_pid)
        if postmaster is not None and postmaster.pid == child.pid and postmaster.ready:
            return
        now = loop.time()
        if now - told >= _SECONDS_BETWEEN_NEWS:
            told = now
            say(f"PostgreSQL is recovering its data, {now - began:.0f} s so far")
        await asyncio.sleep(_POLL)


async def until_database(child: Child, layout: Layout, socket_folder: Path, password: str) -> None:
    """The database is there; made again if somebody dropped it."""
    while True:
        _check_alive(child, layout)
        try:
            await _visit(layout.dsn(socket_folder, password))
        except asyncpg.InvalidCatalogNameError:
            await _visit(layout.dsn(socket_folder, password, "postgres"), f'CREATE DATABASE "{DATABASE}"')
        except asyncpg.InvalidPasswordError:
            raise ClusterUnusable(
                f"the password in {layout.password} is not that of the role {ROLE}: "
                "remove the file and start again, a new one will be set"
            ) from None
        except _NOT_YET:  # it restarts itself after one of its processes was killed
            await asyncio.sleep(_POLL)
        else:
            return


async def _visit(dsn: str, statement: str = "SELECT 1") -> None:
    connection = await asyncpg.connect(dsn)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def _check_alive(child: Child, layout: Layout) -> None:
    code = child.poll()
    if code is not None:
        why = last_complaints(layout.log) or "it gave no reason"
        raise StartFailed(f"PostgreSQL ended while starting (exit code {code}): {why}; more in {layout.log}")
