"""The embedded server under `parley up`: a postmaster that hangs is a dead one too."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import asyncpg
import pytest

from parley.cli.supervision import database_supervisor
from parley.cli.supervision.database_supervisor import kill_when_hung, restart_when_ended
from parley.storage.embedded import EmbeddedPostgres
from tests.conftest import private_folder
from tests.waiting import until

pytestmark = pytest.mark.io


async def test_a_postmaster_that_does_not_answer_is_replaced_and_nothing_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(database_supervisor, "LOOK_SECONDS", 0.5)
    with private_folder() as folder:
        server = EmbeddedPostgres(folder)
        await server.start()
        tasks = [asyncio.create_task(work) for work in (restart_when_ended(server), kill_when_hung(server, 0.4))]
        try:
            assert await answer(server, "create table kept (n int); insert into kept values (7)") is not None
            assert not await server.is_silent(5)
            pid = postmaster(folder)
            os.kill(pid, signal.SIGSTOP)

            async def replaced() -> bool:
                return postmaster(folder) not in (0, pid) and await answer(server, "select true") is not None

            await until(replaced, 60)
            assert not await server.is_silent(5)
            connection = await asyncpg.connect(server.dsn)
            assert await connection.fetchval("select n from kept") == 7
            await connection.close()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await server.stop()
        assert not await server.is_silent(0.5), "what does not run is gone, not silent"


def postmaster(folder: Path) -> int:
    try:
        return int((folder / "postgres" / "postmaster.pid").read_text().split("\n", 1)[0])
    except (FileNotFoundError, ValueError):
        return 0


async def answer(server: EmbeddedPostgres, statement: str) -> str | None:
    try:
        connection = await asyncpg.connect(server.dsn, timeout=2)
    except (OSError, TimeoutError, asyncpg.PostgresError):
        return None
    try:
        return await connection.execute(statement)
    finally:
        await connection.close()
