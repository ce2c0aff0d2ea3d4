"""A request that is being answered when everything is told to stop is answered."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import asyncpg
import pytest

from parley.storage.embedded import running_dsn
from tests.journeys.instance import up
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("instances")]


async def test_what_is_in_flight_is_finished(data_folder: Path) -> None:
    async with up(data_folder, "--no-voice") as instance:
        assert (await instance.agents()).status_code == 200
        holder = await asyncpg.connect(running_dsn(instance.data))
        transaction = holder.transaction()
        await transaction.start()
        await holder.execute("lock table projects in access exclusive mode")
        asked = asyncio.create_task(instance.agents())
        await until(lambda: somebody_waits(holder))
        instance.process.send_signal(signal.SIGTERM)
        await instance.until_printed("Stopping")
        await until(lambda: refuses_new_work(instance.credentials["ops_url"]))
        assert not asked.done()
        await transaction.rollback()
        assert (await asked).status_code == 200
        assert await instance.until_ended() == 0


async def somebody_waits(connection: asyncpg.Connection[asyncpg.Record]) -> bool:
    return bool(await connection.fetchval("select exists (select from pg_locks where not granted)"))


async def refuses_new_work(url: str) -> bool:
    host, _, port = url.removeprefix("http://").partition(":")
    try:
        _, writer = await asyncio.open_connection(host, int(port))
    except OSError:
        return True
    writer.close()
    return False
