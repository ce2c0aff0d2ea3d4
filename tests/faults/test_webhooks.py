"""A receiver that dies in the middle of a burst, workers that are killed and frozen: every event arrives at least once,
and who takes each id once has exactly what happened.

`make test-faults` goes through 50 rounds of misfortunes, an ordinary test run (without `WEBHOOK_ROUNDS`) through two.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from parley.domain.webhooks.delivery import DeliveryStatus
from parley.kit.encryption import Encryptor
from parley.storage.db import Database
from tests.domain.webhooks.hooks import Hooks
from tests.journeys.instance import Instance, start
from tests.telephony.peers.process import free_ports
from tests.waiting import until

ROUNDS = int(os.environ.get("WEBHOOK_ROUNDS", "2"))
pytestmark = [pytest.mark.io, pytest.mark.xdist_group("instances"), pytest.mark.timeout(120 + 60 * ROUNDS)]

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
PAUSE = 0.005
SOME = 25
"""Events that have to arrive before the next misfortune."""


class Scene:
    """A receiver, two workers, and events that go on happening."""

    def __init__(self, hooks: Hooks, folder: Path, env: dict[str, str], port: int) -> None:
        self.hooks = hooks
        self.published: set[str] = set()
        self._folder = folder
        self._env = env
        self._port = port
        self._file = folder / "received"
        self._recipient: Instance | None = None
        self._couriers: list[Instance] = []
        self._frozen: list[Instance] = []
        self._ended: list[Instance] = []

    @property
    def received(self) -> list[str]:
        return self._file.read_text().splitlines() if self._file.exists() else []

    async def start(self) -> None:
        await self._start_recipient()
        self._couriers = [self._run("tests.faults.courier") for _ in range(2)]

    async def clear(self) -> None:
        self.thaw()
        for process in (*self._couriers, *self._ended, *([self._recipient] if self._recipient else [])):
            await process.clear()

    async def happen(self, account: str, enough: asyncio.Event) -> None:
        while not enough.is_set():
            self.published.add(str(await self.hooks.publish(account)))
            await asyncio.sleep(PAUSE)

    async def kill_recipient(self) -> None:
        assert self._recipient is not None
        os.kill(self._recipient.pid, signal.SIGKILL)
        self._ended.append(self._recipient)
        known = len(self.published)
        await until(self._checking(lambda: len(self.published) > known + SOME), PATIENCE)
        await self._start_recipient()

    async def kill_courier(self) -> None:
        victim = self._couriers.pop(random.randrange(2))
        os.kill(victim.pid, signal.SIGKILL)
        self._ended.append(victim)
        self._couriers.append(self._run("tests.faults.courier"))

    async def freeze_courier(self) -> None:
        victim = random.choice(self._couriers)
        os.kill(victim.pid, signal.SIGSTOP)
        self._frozen.append(victim)

    def thaw(self) -> None:
        for process in self._frozen:
            if not process.has_ended():
                os.kill(process.pid, signal.SIGCONT)
        self._frozen = []

    async def goes_on(self) -> None:
        """Some events arrive that were not there before."""
        known = len(set(self.received))
        await until(self._checking(lambda: len(set(self.received)) > known + SOME), PATIENCE)

    async def _start_recipient(self) -> None:
        self._recipient = self._run("tests.faults.recipient", str(self._port), str(self._file))
        await self._recipient.until_printed("ready")

    def _run(self, module: str, *arguments: str) -> Instance:
        return start(self._folder, *arguments, env=self._env, command=(sys.executable, "-m", module))

    @staticmethod
    def _checking(condition: Callable[[], bool]) -> Callable[[], Awaitable[bool]]:
        async def check() -> bool:
            return condition()

        return check


@asynccontextmanager
async def staged(db: Database, dsn: str, folder: Path) -> AsyncIterator[Scene]:
    key = os.urandom(32)
    port = free_ports()
    env = {
        "PARLEY_DATABASE_URL": dsn,
        "PARLEY_SECRET_KEY": b64encode(key).decode(),
        "PARLEY_WEBHOOK_NETWORKS": "127.0.0.0/8",
        "PARLEY_WEBHOOK_PLAIN_HTTP": "true",
        "PARLEY_WEBHOOK_PAUSES": ",".join(["1"] * 20),
        "PYTHONPATH": str(ROOT),
    }
    scene = Scene(Hooks(db, Encryptor(key)), folder, env, port)
    account = await scene.hooks.account()
    await scene.hooks.endpoint(account, f"http://127.0.0.1:{port}/hook", timeout_ms=1000)
    await scene.start()
    enough = asyncio.Event()
    happening = asyncio.create_task(scene.happen(account, enough))
    try:
        yield scene
        enough.set()
        await happening
        await until(scene.hooks.all_are(DeliveryStatus.DELIVERED), PATIENCE)
    finally:
        happening.cancel()
        await scene.clear()


async def test_every_event_arrives(db: Database, dsn: str, data_folder: Path) -> None:
    async with staged(db, dsn, data_folder) as scene:
        await scene.goes_on()
        for _ in range(ROUNDS):
            faults = [scene.kill_recipient, scene.kill_courier, scene.freeze_courier]
            for fault in random.sample(faults, len(faults)):
                await fault()
                await scene.goes_on()
            scene.thaw()
    received = scene.received
    assert set(received) == scene.published
    assert len(received) < 2 * len(scene.published), "twice is the exception"
    (log,) = await db.fetch(
        """
        select count(*) as deliveries, sum(attempts) as attempts,
            (select count(*) from webhook_attempts) as logged,
            (select count(distinct delivery_id) from webhook_attempts where status_code = 204) as acknowledged
        from webhook_deliveries
        """
    )
    assert log["deliveries"] == log["acknowledged"] == len(scene.published)
    assert log["attempts"] == log["logged"]
    print(f"Deliveries: {3 * ROUNDS} misfortunes, {len(scene.published)} events arrived in {len(received)} requests.")
