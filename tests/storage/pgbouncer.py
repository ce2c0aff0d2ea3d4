"""A PgBouncer in transaction mode in front of the server of the tests, with fewer sessions than there are clients."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs, quote, unquote, urlsplit

import asyncpg

from parley.storage.db import SESSION
from parley.storage.embedded.account import system_account
from tests.conftest import private_folder
from tests.waiting import until

PROGRAM = "/usr/sbin/pgbouncer"
PORT = 6432
SESSIONS = 3

CONFIGURATION = """
[databases]
* = host={host} port={port} connect_query='{connect_query}'

[pgbouncer]
unix_socket_dir = {folder}
unix_socket_mode = 0700
listen_port = {listen_port}
auth_type = plain
auth_file = {folder}/users
pool_mode = transaction
default_pool_size = {sessions}
max_client_conn = 200
max_db_connections = 0
ignore_startup_parameters = {ignored}
logfile = {folder}/log
"""


@asynccontextmanager
async def pgbouncer(postgres: str, *, ignored: str = "") -> AsyncIterator[str]:
    """The address of the same database through it. `ignored`: what it takes of a session's settings without a word."""
    parts = urlsplit(postgres)
    query = parse_qs(parts.query)
    with private_folder() as folder:
        limits = "; ".join(f"set {name} = ''{value}''" for name, value in SESSION.items() if name != "timezone")
        text = CONFIGURATION.format(
            host=query["host"][0],
            port=query["port"][0],
            connect_query=limits,
            folder=folder,
            listen_port=PORT,
            sessions=SESSIONS,
            ignored=ignored,
        )
        (folder / "pgbouncer.ini").write_text(text)
        (folder / "users").write_text(f'"{parts.username}" "{unquote(parts.password or "")}"\n')
        process = await asyncio.create_subprocess_exec(
            *_program(folder), str(folder / "pgbouncer.ini"), stderr=asyncio.subprocess.DEVNULL
        )
        pooled = f"postgresql://{parts.netloc.split('@')[0]}@{parts.path}?host={quote(str(folder))}&port={PORT}"
        try:
            await until(lambda: _answers(pooled))
            yield pooled
        finally:
            process.terminate()
            await process.wait()


def _program(folder: Path) -> list[str]:
    """It refuses to be root; the server's own account may pass to the server's socket."""
    if os.geteuid() != 0:
        return [PROGRAM, "-q"]
    account = system_account()
    for path in [folder, *folder.iterdir()]:
        shutil.chown(path, account.uid, account.gid)
    return [PROGRAM, "-q", "-u", account.name]


async def _answers(dsn: str) -> bool:
    try:
        link = await asyncpg.connect(dsn, timeout=5, statement_cache_size=0)
    except (OSError, asyncpg.PostgresError):
        return False
    link.terminate()
    return True
