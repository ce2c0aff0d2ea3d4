"""A fuzz of the system call filter, from inside of a host. The long form is `make test-faults` (SYSCALL_ROUNDS)."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from parley.agent_host.limits import HostLimits
from parley.agent_host.pool import HostPool
from parley.agent_host.protocol import Invocation, Outcome
from parley.agent_host.sandbox.policy import Policy
from parley.agent_host.zygote_client import ZygoteClient
from parley.kit.clock import SystemClock
from tests.agent_host.conftest import FakeHostServices
from tests.agent_host.in_process import PROJECT, VIEW
from tests.agent_host.sandbox.canaries import Canaries

pytestmark = pytest.mark.io

ROUNDS = int(os.environ.get("SYSCALL_ROUNDS", "3"))
CALLS = 2000
FILES = {
    "functions/random_calls.py": (Path(__file__).parent / "random_calls.py").read_text(),
    "functions/refused.py": (
        "from functions import random_calls\n"
        "def refused(conv, seed, calls, path):\n    return '\\n'.join(random_calls.refused(seed, calls, path)[:20])\n"
    ),
    "functions/allowed.py": (
        "from functions import random_calls\n"
        "def allowed(conv, seed, calls, path):\n    return str(random_calls.allowed(seed, calls, path))\n"
    ),
    "functions/good.py": "def good(conv):\n    return 'fine'\n",
}


@pytest.fixture
async def pool() -> AsyncIterator[HostPool]:
    zygote_client = ZygoteClient()
    found = HostPool("fuzz", PROJECT, FILES, zygote_client, HostLimits(Policy(), maximum=1), SystemClock())
    yield found
    await found.aclose()
    await zygote_client.aclose()


async def call(pool: HostPool, name: str, timeout: float = 60.0, **arguments: object) -> Outcome:
    return await pool.call(Invocation(f"functions/{name}.py", arguments, VIEW, timeout=timeout), FakeHostServices())


async def test_what_is_not_on_the_list_is_refused(pool: HostPool, tmp_path: Path) -> None:
    canaries = Canaries(tmp_path)
    for seed in range(ROUNDS):
        outcome = await call(pool, "refused", seed=seed, calls=CALLS, path=str(canaries.secret))
        assert outcome.failure is None, (seed, outcome.failure)
        assert outcome.reply.content == "", seed
    assert canaries.untouched()


async def test_what_is_on_the_list_does_nothing_outside(pool: HostPool, tmp_path: Path) -> None:
    """The host may die of it; the next call finds another one."""
    canaries = Canaries(tmp_path)
    survived = 0
    for seed in range(ROUNDS):
        outcome = await call(pool, "allowed", 2.0, seed=seed, calls=CALLS // 4, path=str(canaries.secret))
        survived += outcome.failure is None
        assert (await call(pool, "good")).reply.content == "fine", seed
        assert canaries.untouched(), seed
    assert survived, "every round ended early: little was tried"
