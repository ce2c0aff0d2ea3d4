"""Load, kills and restores: whatever was acknowledged before a moment is in the restore to it, nothing of later is.

The checker knows nothing of how backups are made: it compares what clients were told, and when, with what is there.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest

from parley.storage.embedded import EmbeddedPostgres
from tests.conftest import private_folder
from tests.storage.backup.scene import Scene

ROUNDS = int(os.environ.get("BACKUP_ROUNDS", "0"))
SEED = int(os.environ.get("BACKUP_SEED", "1"))
WRITERS = 4
PARLEY = (sys.executable, "-m", "parley.cli.main")

pytestmark = [pytest.mark.io, pytest.mark.skipif(not ROUNDS, reason="`make test-backup` says how many rounds")]


@dataclass(frozen=True, slots=True)
class Write:
    writer: int
    number: int
    sent_at: datetime
    acknowledged_at: datetime | None


@dataclass(slots=True)
class Ledger:
    """What the clients saw."""

    writes: list[Write] = field(default_factory=list)

    def problems(self, found: set[tuple[int, int]], moment: datetime) -> list[str]:
        """Of what is in a restore to that moment."""
        known = {(each.writer, each.number): each for each in self.writes}
        lost = [
            f"lost {key}: acknowledged {moment - each.acknowledged_at} before"
            for key, each in known.items()
            if each.acknowledged_at is not None and each.acknowledged_at < moment and key not in found
        ]
        early = [f"too much {key}" for key in found if key not in known or known[key].sent_at > moment]
        return lost + early


async def test_what_was_acknowledged_before_a_moment_is_what_is_restored(capsys: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(SEED)
    with private_folder() as folder:
        server = EmbeddedPostgres(folder / "data")
        await server.start()
        scene, ledger = Scene(folder, server.dsn), Ledger()
        connection = await asyncpg.connect(server.dsn)
        await connection.execute("create table written (writer int, number int, primary key (writer, number))")
        await connection.close()
        try:
            async with _writing(server.dsn, ledger):
                for number in range(1, ROUNDS + 1):
                    events = [await _disturb(scene, server, chance) for _ in range(3)]
                    began = time.monotonic()
                    moment, found = await _restored(scene, chance, number)
                    problems = ledger.problems(found, moment)
                    with capsys.disabled():
                        print(
                            f"round {number}: {', '.join(events)}; restored {len(found)} of {len(ledger.writes)} writes"
                            f" to {moment:%H:%M:%S.%f} in {time.monotonic() - began:.1f} s, {len(problems)} problems"
                        )
                    assert problems == []
        finally:
            await server.stop()


@asynccontextmanager
async def _writing(dsn: str, ledger: Ledger) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(_write(dsn, ledger, writer)) for writer in range(WRITERS)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _write(dsn: str, ledger: Ledger, writer: int) -> None:
    number = 0
    while True:
        try:
            connection = await asyncpg.connect(dsn, timeout=5)
        except (OSError, asyncpg.PostgresError, TimeoutError):
            await asyncio.sleep(0.05)
            continue
        with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            while True:
                number += 1
                sent = datetime.now(UTC)
                ledger.writes.append(Write(writer, number, sent, None))
                index = len(ledger.writes) - 1
                await connection.execute("insert into written values ($1, $2)", writer, number)
                ledger.writes[index] = Write(writer, number, sent, datetime.now(UTC))
                await asyncio.sleep(0.005)
        connection.terminate()


async def _disturb(scene: Scene, server: EmbeddedPostgres, chance: random.Random) -> str:
    """The archiver runs for a while; then something is killed."""
    what = chance.choice(["archiver killed", "PostgreSQL killed", "backup killed", "archiver stopped"])
    archiver = _started(scene, "backup", "archive")
    try:
        await scene.until_archived(datetime.now(UTC))
        await scene.until_backed_up()
        await asyncio.sleep(chance.uniform(0, 2))
        if what == "PostgreSQL killed":
            server.kill()
            await server.wait()
            await server.start()
            await scene.until_archived(datetime.now(UTC))
        elif what == "backup killed":
            creating = _started(scene, "backup", "create")
            await asyncio.sleep(chance.uniform(0, 4))
            creating.send_signal(signal.SIGKILL)
            await asyncio.to_thread(creating.wait)
        archiver.send_signal(signal.SIGTERM if what == "archiver stopped" else signal.SIGKILL)
        await asyncio.wait_for(asyncio.to_thread(archiver.wait), 60)
    finally:
        archiver.kill()
    return what


def _started(scene: Scene, *command: str) -> subprocess.Popen[bytes]:
    environment = {
        **os.environ,
        "PARLEY_DATABASE_URL": scene.dsn,
        "PARLEY_DATA": str(scene.folder / "data"),
        "PARLEY_BACKUP_SECONDS": "0.3",
        "PARLEY_LOG_FILE": str(scene.folder / "archiver.log"),
    }
    return subprocess.Popen([*PARLEY, *command, str(scene.place)], env=environment, stdout=subprocess.DEVNULL)


async def _restored(scene: Scene, chance: random.Random, number: int) -> tuple[datetime, set[tuple[int, int]]]:
    """A random moment of all that can be restored."""
    backups, archived = await scene.repository().backups(), await scene.repository().archived()
    assert archived is not None
    first = backups[0].ended_at
    moment = first + timedelta(seconds=chance.random() * (archived.at - first).total_seconds())
    data = f"restored-{number}"
    await scene.restored(moment, data=data)
    async with EmbeddedPostgres(scene.folder / data) as server:
        connection = await asyncpg.connect(server.dsn)
        found = {(row["writer"], row["number"]) for row in await connection.fetch("select * from written")}
        await connection.close()
    return moment, found
