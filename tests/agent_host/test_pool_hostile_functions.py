"""Whatever a function does costs its own call; the next call, and everybody else's, find a working host."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from tests.agent_host.conftest import MakePool, is_gone, only_child
from tests.waiting import until

pytestmark = pytest.mark.io

GOOD = "import time\ntime.sleep(0.05)\nreturn 'fine'"
CRASH = "crash"


def flood(header: str, times: int = 10**9) -> str:
    """The same frame over and over, many at once, written straight to the socket."""
    return (
        f"import os, struct, time\nh = {header!r}.encode()\nframe = struct.pack('!II', len(h), 0) + h\n"
        f"left = {times}\nwhile left > 0:\n    os.write(3, frame * min(left, 100))\n    left -= 100\ntime.sleep(60)"
    )


BEHAVIOURS = {
    "hangs": ("while True:\n    pass", "timeout", ""),
    "sleeps": ("import time\ntime.sleep(60)", "timeout", ""),
    "ignores signals": (
        "import signal, time\nfor n in range(1, 65):\n    try:\n        signal.signal(n, signal.SIG_IGN)\n"
        "    except (OSError, ValueError):\n        pass\nwhile True:\n    time.sleep(1)",
        "timeout",
        "",
    ),
    "exits hard": ("import os\nos._exit(3)", CRASH, "status 3"),
    "exits politely": ("import sys\nsys.exit('bye')", "SystemExit", "bye"),
    "dies of a signal": ("import os\nos.kill(os.getpid(), 11)", CRASH, "SIGSEGV"),
    "reads address zero": ("import ctypes\nctypes.string_at(0)", CRASH, "SIGSEGV"),
    "eats memory": ("x = [0]\nwhile True:\n    x += x", "memory", ""),
    "eats shared memory": ("import mmap\nx = [mmap.mmap(-1, 1 << 24) for _ in range(100)]", "OSError", "memory"),
    "recurses": ("def g(n):\n    return g(n + 1) + 1\ng(0)", "RecursionError", ""),
    "recurses in C": ("x = ()\nfor _ in range(10**6):\n    x = (x,)\nhash(x)", CRASH, "SIGSEGV"),
    "forks": ("import os\nwhile True:\n    os.fork()", "PermissionError", ""),
    "starts programs": ("import subprocess\nsubprocess.run(['/bin/true'])", "PermissionError", ""),
    "interrupts itself": ("raise KeyboardInterrupt", "KeyboardInterrupt", ""),
    "closes its socket": ("import os, time\nos.closerange(0, 100)\ntime.sleep(60)", CRASH, ""),
    "speaks nonsense": (
        "import os\nos.write(3, b'\\xff' * 64)\nimport time\ntime.sleep(60)",
        CRASH,
        "broke the protocol",
    ),
    "makes promises": (
        "import os, struct\nos.write(3, struct.pack('!II', 5, 2**31) + b'hello')\nimport time\ntime.sleep(60)",
        CRASH,
        "broke the protocol",
    ),
    "lies about types": (
        'import os, struct, time\nh = b\'{"t":"result","call":1,"reply":{"hangup":"yes"}}\'\n'
        "os.write(3, struct.pack('!II', len(h), 0) + h)\ntime.sleep(60)",
        CRASH,
        "broke the protocol",
    ),
    "asks without end": (
        'import os, struct, time\nh = b\'{"t":"request","id":1,"call":1,"service":"history"}\'\n'
        "while True:\n    os.write(3, struct.pack('!II', len(h), 0) + h)",
        CRASH,
        "broke the protocol",
    ),
    "asks for a call that is not its own": (
        flood('{"t":"request","id":1,"call":0,"service":"history"}'),
        CRASH,
        "frames",
    ),
    "asks for a call to come": (flood('{"t":"request","id":1,"call":2,"service":"history"}'), CRASH, "not begun"),
    "asks nonsense": (flood('{"t":"request","id":1,"call":1,"service":"x"}', 600), CRASH, "broke the protocol"),
    "says something unknown": (flood('{"t":"hi","call":1}', 2), CRASH, "unknown message"),
    "says ready again": (flood('{"t":"ready","sandbox":{}}', 2), CRASH, "unknown message"),
    "does not read": (
        flood(
            '{"t":"request","id":1,"call":1,"service":"prompt_llm","arguments":{"prompt":"' + "x" * 100_000 + '"}}', 400
        ),
        CRASH,
        "",
    ),
    "breaks its own imports": ("import sys\nsys.modules.clear()\nsys.meta_path.clear()\nimport json", "", ""),
}


@pytest.mark.parametrize("behaviour", list(BEHAVIOURS))
async def test_it_costs_one_call(make_pool: MakePool, behaviour: str) -> None:
    body, kind, words = BEHAVIOURS[behaviour]
    harness = make_pool({"bad": body, "good": GOOD}, minimum=2)
    await harness.pool.start()
    bad, *others = await asyncio.gather(
        harness.call("bad", "villain", timeout=1.0 if kind == "timeout" else 30.0),
        *(harness.call("good", f"c{n}") for n in range(3)),
    )
    assert [other.reply.content for other in others] == ["fine"] * 3
    assert bad.failure is not None
    assert kind in ("", bad.failure.kind)
    assert words in bad.failure.message
    after = await harness.call("good", "villain")
    assert after.reply.content == "fine"


LARGE = {
    "returns": "return 'x' * 50_000_000",
    "returns_letters": "return 'é' * 50_000_000",
    "returns_words": "return {'utterance': 'x' * 50_000_000}",
    "returns_rows": "return {'listen': {'rows': ['x'] * 5_000_000}}",
    "says": "conv.say('x' * 50_000_000)",
    "texts": "conv.send_sms('+1', content='x' * 50_000_000)",
    "suggests": "conv.set_response_suggestions(['x' * 50_000_000])",
    "dials": "conv.agentic_dial.send_to_parent('x' * 50_000_000)",
    "remembers": "conv.state.x = 'x' * 50_000_000",
    "prompts": "conv.utils.prompt_llm('x' * 50_000_000)",
}


async def test_what_is_too_large_is_a_failure_that_says_so_and_no_crash(make_pool: MakePool) -> None:
    harness = make_pool({**LARGE, "good": GOOD}, maximum=1)
    for name in LARGE:
        outcome = await harness.call(name)
        assert outcome.failure is not None, name
        assert outcome.failure.kind == "too_large", (name, outcome.failure)
    assert (await harness.call("good")).reply.content == "fine"


async def test_large_logs_and_metrics_cost_nobody_anything(make_pool: MakePool) -> None:
    body = (
        "conv.log.info('x' * 50_000_000, y='x' * 50_000_000)\nconv.write_metric('m', 'x' * 50_000_000)\nreturn 'fine'"
    )
    outcome = await make_pool({"f": body}).call()
    assert (outcome.failure, outcome.reply.content, outcome.effects.metrics) == (None, "fine", ())
    assert sum(len(line.message) + len(str(line.fields)) for line in outcome.effects.logs) < 100_000


async def test_a_flood_does_not_hold_the_loop(make_pool: MakePool) -> None:
    """A gigabyte of small frames, as fast as a process can write them: the others notice next to nothing."""
    harness = make_pool({"bad": flood('{"t":"request","id":1,"call":0,"service":"history"}')}, minimum=1)
    loop = asyncio.get_running_loop()
    lags: list[float] = []
    over = asyncio.Event()

    async def pulse() -> None:
        while not over.is_set():
            began = loop.time()
            await asyncio.sleep(0)
            lags.append(loop.time() - began)

    beating = asyncio.create_task(pulse())
    for _ in range(3):
        failure = (await harness.call("bad", timeout=30)).failure
        assert failure is not None
        assert failure.kind == CRASH
    over.set()
    await beating
    assert max(lags) < 5.0


async def test_a_lost_call_leaves_the_state_as_it_was(make_pool: MakePool) -> None:
    harness = make_pool({"put": "conv.state.a = 1", "bad": "conv.state.a = 2\nimport os\nos._exit(1)"})
    before = await harness.call("put")
    lost = await harness.call("bad", state=before.state)
    assert (lost.state, lost.state_known, lost.state_json) == (before.state, False, {})


async def test_printing_without_end_is_cut(make_pool: MakePool) -> None:
    harness = make_pool(
        {"f": "import os, sys\nfor n in range(2000):\n    print('x' * 1000)\n    os.write(1, b'y' * 1000)"}
    )
    outcome = await harness.call()
    assert outcome.failure is None
    assert 60_000 < len(outcome.stdout) <= 65_536
    assert "more characters" in outcome.stdout
    assert "y" not in outcome.stdout


async def test_output_belongs_to_the_call_that_made_it(make_pool: MakePool) -> None:
    harness = make_pool(
        {"f": "import sys\nprint('out')\nprint('err', file=sys.stderr)", "g": "print('other')"}, maximum=1
    )
    assert [(await harness.call(name)).stdout for name in ("f", "g", "g")] == ["out\nerr\n", "other\n", "other\n"]


async def test_a_caller_that_gives_up_leaves_no_busy_child_behind(make_pool: MakePool) -> None:
    harness = make_pool({"slow": "import time\ntime.sleep(60)", "good": GOOD}, maximum=1)
    await harness.pool.start()
    task = asyncio.create_task(harness.call("slow", timeout=60))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await harness.call("good")).reply.content == "fine"


async def test_a_child_that_dies_between_calls_is_replaced(make_pool: MakePool) -> None:
    harness = make_pool({"good": "return 'fine'"}, maximum=1)
    await harness.call("good")
    (connection,) = harness.pool._connections.values()
    os.kill(only_child(harness), signal.SIGKILL)
    await until(lambda: is_gone(connection))
    assert (await harness.call("good")).reply.content == "fine"
