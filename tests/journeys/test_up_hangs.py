"""A hung process is a dead one: it is replaced within seconds, the others go on, and whoever asks does not notice."""

from __future__ import annotations

import os
import signal
import socket
import stat
import threading
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.conftest import private_folder
from tests.journeys.instance import Instance, up
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("instances")]

HUNG_SECONDS = 3
REPLACED_SECONDS = 40.0
"""Three seconds and a fraction where nothing else runs; the rest is for a machine that runs other tests as well."""
HEALED_SECONDS = 8.0
"""A quarter of a second where nothing else runs (docs/operating.md). Importing everything anew took three to twelve."""


@dataclass(slots=True)
class Watched:
    instance: Instance
    told: list[bytes]
    """What systemd would hear."""

    async def children(self) -> dict[str, Any]:
        return await self.instance.health()

    async def pids(self) -> dict[str, int]:
        return {name: child["pid"] for name, child in (await self.children()).items()}

    async def restarts(self, child: str, reason: str) -> float:
        async with httpx.AsyncClient(trust_env=False, timeout=10) as client:
            text = (await client.get(f"{self.instance.credentials['ops_url']}/metrics")).text
        wanted = {"process": "supervisor", "child": child, "reason": reason}
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                if sample.name == "parley_child_restarts_total" and sample.labels == wanted:
                    return sample.value
        return 0.0

    async def answers(self) -> bool:
        """A new connection, as from a new client."""
        async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
            return (await client.get(f"{self.instance.credentials['platform_url']}/healthz")).status_code == 200


@pytest.fixture(scope="module")
async def watched() -> AsyncIterator[Watched]:
    """On a data folder that others could read."""
    with private_folder() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notices:
        notices.bind(str(folder / "notify"))
        told: list[bytes] = []
        listening = threading.Thread(target=listen, args=(notices, told))
        listening.start()
        open_to_others(folder / "data")
        env = {
            "PARLEY_HUNG_SECONDS": str(HUNG_SECONDS),
            "NOTIFY_SOCKET": str(folder / "notify"),
            "WATCHDOG_USEC": "2000000",
        }
        async with up(folder, "--platform-processes", "2", "--no-voice", env=env) as instance:
            yield Watched(instance, told)
        notices.shutdown(socket.SHUT_RD)
        listening.join()


def listen(notices: socket.socket, told: list[bytes]) -> None:
    while word := notices.recv(200):
        told.append(word)


def open_to_others(data: Path) -> None:
    (data / "logs").mkdir(parents=True)
    (data / "logs" / "worker.log").touch()
    (data / "logs" / "worker.log").chmod(0o644)
    (data / "logs").chmod(0o755)
    data.chmod(0o755)


async def test_systemd_hears_that_it_is_ready_and_alive(watched: Watched) -> None:
    async def both() -> bool:
        return {b"READY=1", b"WATCHDOG=1"} <= set(watched.told)

    await until(both)
    assert b"STOPPING=1" not in watched.told


async def test_a_folder_that_others_could_read_is_closed(watched: Watched) -> None:
    data = watched.instance.data
    assert stat.S_IMODE(data.stat().st_mode) & 0o007 == 0
    assert stat.S_IMODE((data / "logs").stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in (data / "logs").iterdir()} == {0o600}
    assert (data / "logs" / "supervisor.log").read_text().count('"modes_narrowed"') == 1


@pytest.mark.parametrize("child", ["platform-1", "worker"])
async def test_a_stopped_child_is_replaced_and_the_others_go_on(watched: Watched, child: str) -> None:
    before, counted = await watched.pids(), await watched.restarts(child, "hung")
    os.kill(before[child], signal.SIGSTOP)
    assert await watched.answers(), "the other process takes what comes in meanwhile"

    async def replaced() -> bool:
        found = (await watched.children())[child]
        return found["status"] == "ok" and found["pid"] not in (None, before[child])

    await until(replaced, REPLACED_SECONDS)
    await until(watched.instance.is_ready, REPLACED_SECONDS)
    after = await watched.pids()
    assert {name: pid for name, pid in after.items() if name != child} == {
        name: pid for name, pid in before.items() if name != child
    }
    assert await watched.restarts(child, "hung") == counted + 1
    assert '"event":"child_hung"' in (watched.instance.data / "logs" / "supervisor.log").read_text()


async def test_one_platform_process_may_die_unseen_and_is_back_soon(watched: Watched) -> None:
    """Both die, one after the other, each time as soon as the other is back."""
    for child in ("platform-1", "platform-2"):
        pid = (await watched.pids())[child]
        began = time.monotonic()
        os.kill(pid, signal.SIGKILL)
        assert await watched.answers(), "new connections go to the other process"

        async def back(child: str = child, pid: int = pid) -> bool:
            found = (await watched.children())[child]
            return found["status"] == "ok" and found["pid"] not in (None, pid)

        await until(back, REPLACED_SECONDS)
        took = time.monotonic() - began
        assert took < HEALED_SECONDS, f"healing took {took:.1f} s"
        assert await watched.restarts(child, "died") >= 1
        await until(watched.instance.is_ready, REPLACED_SECONDS)


async def test_it_says_goodbye(watched: Watched) -> None:
    assert await watched.instance.stop() == 0
    assert watched.told.count(b"READY=1") == watched.told.count(b"STOPPING=1") == 1
    assert watched.instance.processes() == {}
