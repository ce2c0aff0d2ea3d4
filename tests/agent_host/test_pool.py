"""A pool under ordinary use: many calls at once, requests to host services, children that come and go."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from parley.agent_host.hosts import Hosts
from parley.agent_host.limits import HostLimits
from parley.agent_host.protocol import Invocation
from parley.agent_host.zygote_client import ZygoteClient
from parley.domain.projects.model import Project
from parley.kit.clock import SystemClock
from tests.agent_host.conftest import BarrierServices, FakeHostServices, MakePool, is_gone, processes
from tests.agent_host.in_process import VIEW
from tests.waiting import until

pytestmark = pytest.mark.io


async def test_eight_calls_at_once(make_pool: MakePool) -> None:
    harness = make_pool({"f": "return conv.utils.prompt_llm(conv.id)"}, maximum=8)
    harness.services = BarrierServices(8)
    outcomes = await asyncio.gather(*(harness.call(conversation=f"c{n}") for n in range(8)))
    assert [outcome.reply.content for outcome in outcomes] == [f"C{n}" for n in range(8)]
    assert harness.pool.status().children == 8


async def test_calls_beyond_the_maximum_wait_their_turn(make_pool: MakePool) -> None:
    source = "count = 0\ndef f(conv):\n    global count\n    count += 1\n    return str(count)\n"
    harness = make_pool({"functions/f.py": source}, maximum=1)
    outcomes = await asyncio.gather(*(harness.call("functions/f.py", f"c{n}") for n in range(10)))
    assert [outcome.reply.content for outcome in outcomes] == [str(n) for n in range(1, 11)]
    assert harness.pool.status().children == 1


async def test_who_waits_too_long_is_told_so(make_pool: MakePool) -> None:
    harness = make_pool({"f": "import time\ntime.sleep(0.5)"}, maximum=1, queue_seconds=0.1)
    await harness.pool.start()
    first, second = await asyncio.gather(harness.call(), harness.call())
    assert first.failure is None
    assert second.failure is not None
    assert (second.failure.kind, second.state_known) == ("busy", False)
    assert (await harness.call()).failure is None


async def test_a_waiting_caller_that_gives_up_takes_no_slot(make_pool: MakePool) -> None:
    harness = make_pool({"f": "import time\ntime.sleep(0.1)\nreturn 'x'"}, maximum=1)
    await harness.pool.start()
    tasks = [asyncio.create_task(harness.call()) for _ in range(3)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    await asyncio.wait(tasks)
    assert tasks[2].result().reply.content == "x"
    assert harness.pool.idle


async def test_memory_of_children_is_told(make_pool: MakePool) -> None:
    source = "kept = []\ndef f(conv):\n    kept.append(bytes(30_000_000).replace(b'\\0', b'x'))\n"
    harness = make_pool({"functions/f.py": source}, maximum=1)
    assert (await harness.call("functions/f.py")).failure is None

    async def is_large(expected: bool) -> bool:
        return (harness.pool.status().memory_bytes > 25_000_000) is expected

    await until(lambda: is_large(expected=True))
    await harness.pool.aclose()
    await until(lambda: is_large(expected=False))


async def test_module_globals_follow_the_conversation(make_pool: MakePool) -> None:
    source = "count = 0\ndef f(conv):\n    global count\n    count += 1\n    return str(count)\n"
    harness = make_pool({"functions/f.py": source}, minimum=2, maximum=2)
    await harness.pool.start()
    rounds = [await asyncio.gather(*(harness.call("functions/f.py", f"c{n}") for n in range(2))) for _ in range(3)]
    assert [[outcome.reply.content for outcome in each] for each in rounds] == [["1", "1"], ["2", "2"], ["3", "3"]]


async def test_classes_of_the_project_travel_between_children(make_pool: MakePool) -> None:
    model = "import dataclasses\n@dataclasses.dataclass\nclass Order:\n    id: int\n"
    put = "from functions.model import Order\ndef put(conv):\n    conv.state.order = Order(7)\n"
    get = "import os\ndef get(conv):\n    conv.state.pid = os.getpid()\n    return str(conv.state.order.id)\n"
    files = {"functions/model.py": model, "functions/put.py": put, "functions/get.py": get}
    first, second = make_pool(files), make_pool(files)
    stored = await first.call("functions/put.py")
    outcome = await second.call("functions/get.py", state=stored.state)
    assert outcome.reply.content == "7"
    assert outcome.state_json["order"] == {"id": 7}


async def test_threads_request_services_at_the_same_time(make_pool: MakePool) -> None:
    body = """
    from concurrent.futures import ThreadPoolExecutor
    with ThreadPoolExecutor(6) as threads:
        found = list(threads.map(conv.utils.prompt_llm, "abcdef"))
    return "".join(found)
    """
    harness = make_pool({"f": body})
    harness.services = BarrierServices(6)
    assert (await harness.call()).reply.content == "ABCDEF"


async def test_every_host_service(make_pool: MakePool) -> None:
    harness = make_pool(
        {
            "llm": "return conv.utils.prompt_llm('hi')",
            "secret": "try:\n    conv.utils.get_secret('k')\nexcept SecretNotFound:\n    return 'none'",
            "api": "try:\n    conv.api.booking.get('1')\nexcept OSError as e:\n    return str(e)",
        }
    )
    found = [(await harness.call(name)).reply.content for name in ("llm", "secret", "api")]
    assert found == ["HI", "none", "The platform could not answer."]


async def test_time_spent_waiting_for_services_counts(make_pool: MakePool) -> None:
    harness = make_pool({"f": "conv.utils.prompt_llm('x')"})

    harness.services = BarrierServices(2)
    outcome = await harness.call(timeout=0.3)
    assert outcome.failure is not None
    assert outcome.failure.kind == "timeout"


async def test_a_simulated_clock_stands_for_one_call(make_pool: MakePool) -> None:
    harness = make_pool(
        {"functions/f.py": "from datetime import date\ndef f(conv):\n    return str(date.today().year)\n"}
    )
    seen = Invocation("functions/f.py", {}, VIEW)
    then = Invocation("functions/f.py", {}, replace(VIEW, simulated_at="2001-09-09T01:46:40Z"))
    years = [(await harness.pool.call(each, harness.services)).reply.content for each in (seen, then, seen)]
    assert years[1] == "2001"
    assert years[0] == years[2] == str(time.gmtime().tm_year)


class HandClock(SystemClock):
    """Ahead of the real one by as much as the test wants."""

    ahead = 0.0

    def monotonic(self) -> float:
        return super().monotonic() + self.ahead


def project(body: str) -> Project:
    return Project("p", "a", "n", files={"functions/f.py": f"def f(conv):\n    {body}\n"})


async def test_idle_children_and_deployments_go_away_and_come_back() -> None:
    clock = HandClock()
    hosts = Hosts(HostLimits(idle_child_seconds=60, idle_pool_seconds=900), clock)
    await hosts.start()
    host = hosts.host_for("one", project("return conv.utils.prompt_llm('ok')"))
    invocation = Invocation("functions/f.py", {}, VIEW)
    try:
        together = BarrierServices(3)
        await asyncio.gather(*(host.call(invocation, together) for _ in range(3)))
        assert hosts.status()["one"].children == 3
        clock.ahead = 61
        await hosts.stop_idle()
        assert hosts.status()["one"].children == 1
        clock.ahead = 1000
        await hosts.stop_idle()
        assert hosts.status() == {}
        assert (await host.call(invocation, FakeHostServices())).reply.content == "OK"
    finally:
        await hosts.aclose()


async def test_the_deployment_used_longest_ago_makes_room() -> None:
    hosts = Hosts(HostLimits(pools=2), SystemClock())
    invocation = Invocation("functions/f.py", {}, VIEW)
    try:
        for key in ("a", "b", "a", "c"):
            await hosts.host_for(key, project(f"return {key!r}")).call(invocation, FakeHostServices())
        await hosts.stop_idle()
        assert sorted(hosts.status()) == ["a", "c"]
        await hosts.close("a")
        assert sorted(hosts.status()) == ["c"]
    finally:
        await hosts.aclose()


async def test_a_dead_zygote_is_replaced(make_pool: MakePool, zygote_client: ZygoteClient) -> None:
    harness = make_pool({"f": "return 'ok'"})
    assert (await harness.call()).reply.content == "ok"
    assert zygote_client._process is not None
    zygote_client._process.kill()
    (connection,) = harness.pool._connections.values()
    await until(lambda: is_gone(connection))
    assert (await harness.call()).reply.content == "ok"


async def test_a_host_that_is_shutting_down_refuses(make_pool: MakePool) -> None:
    harness = make_pool({"f": "return 'ok'"})
    await harness.pool.aclose()
    outcome = await harness.call()
    assert outcome.failure is not None
    assert outcome.failure.kind == "busy"


async def test_nothing_survives_the_serving_process() -> None:
    """Another interpreter opens a host, starts a function that hangs, and is killed."""
    read, write = os.pipe()
    process = await asyncio.create_subprocess_exec(
        *_serving_process(write), pass_fds=[write], stderr=asyncio.subprocess.DEVNULL
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        await asyncio.to_thread(pipe.readline)
        zygotes = processes(process.pid)
        found = {*zygotes, *(child for zygote in zygotes for child in processes(zygote))}
        assert len(found) >= 2
        folder = _folder(zygotes[0])
        process.kill()
        await process.wait()
        await until(lambda: _ended(found))
        await until(lambda: _removed(folder))


def _folder(zygote: int) -> Path:
    """Where it was told to keep its files."""
    words = Path(f"/proc/{zygote}/cmdline").read_text().split("\0")
    return Path(next(word for word in words if "parley-hosts-" in word))


async def _removed(folder: Path) -> bool:
    return not _there(folder)


def _there(folder: Path) -> bool:
    return folder.exists()


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def _ended(pids: set[int]) -> bool:
    return not any(map(_lives, pids))


def _serving_process(write: int) -> list[str]:
    return [sys.executable, str(Path(__file__).parent / "serving_process.py"), str(write)]
