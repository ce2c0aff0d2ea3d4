"""Waits until a starting server can be used, and finds out whether a running one still answers. Recovery after a crash
takes as long as it takes."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from pathlib import Path

import asyncpg

from parley.storage.embedded.errors import ClusterUnusable
from parley.storage.embedded.layout import DATABASE, ROLE
from parley.storage.embedded.postmaster import Launch
from parley.storage.embedded.postmaster_pid import read_postmaster

_POLL = 0.005
_SSL_REQUEST = struct.pack(">ii", 8, 80877103)
"""The first words of the protocol that the postmaster itself answers, without a login."""
_SECONDS_BETWEEN_NEWS = 5.0
_NOT_YET = (asyncpg.CannotConnectNowError, asyncpg.ConnectionDoesNotExistError, ConnectionError, TimeoutError)


async def until_ready(launch: Launch, say: Callable[[str], None]) -> None:
    loop = asyncio.get_running_loop()
    began = told = loop.time()
    while True:
        launch.check()
        postmaster = read_postmaster(launch.layout.postmaster_pid)
        if postmaster is not None and postmaster.pid == launch.child.pid and postmaster.ready:
            return
        now = loop.time()
        if now - told >= _SECONDS_BETWEEN_NEWS:
            told = now
            say(f"PostgreSQL is recovering its data, {now - began:.0f} s so far")
        await asyncio.sleep(_POLL)


async def until_database(launch: Launch, password: str) -> None:
    """The database can be used; it is made again if somebody dropped it."""
    layout, socket_folder = launch.layout, launch.socket_folder
    while True:
        launch.check()
        try:
            await _execute(layout.dsn(socket_folder, password))
        except asyncpg.InvalidCatalogNameError:
            await _execute(layout.dsn(socket_folder, password, "postgres"), f'CREATE DATABASE "{DATABASE}"')
        except asyncpg.InvalidPasswordError:
            raise ClusterUnusable(
                f"the password in {layout.password} is not that of the role {ROLE}: "
                "remove the file and start again, a new one will be set"
            ) from None
        except _NOT_YET:  # it restarts itself after one of its processes was killed
            await asyncio.sleep(_POLL)
        else:
            return


async def _execute(dsn: str, statement: str = "SELECT 1") -> None:
    connection = await asyncpg.connect(dsn)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


async def is_silent(socket_path: Path, seconds: float) -> bool:
    """True when it lets us in, or has no room for more who wait, and says nothing. One that starts, recovers or has no
    connection left does answer; one that is not there is not silent, it is gone."""
    try:
        async with asyncio.timeout(seconds):
            reader, writer = await asyncio.open_unix_connection(socket_path)
            try:
                writer.write(_SSL_REQUEST)
                await reader.read(1)
            finally:
                writer.transport.abort()
    except (TimeoutError, BlockingIOError):
        return True
    except OSError:
        return False
    return False
