"""Agent hosts: what a call into a warm one adds, and what an idle one weighs."""

from __future__ import annotations

import os
import statistics
import time

import uvloop

from benchmarks.processes import children, proportional_mb
from benchmarks.table import Row
from parley.agent_host.hosts import Hosts
from parley.agent_host.limits import HostLimits
from parley.agent_host.protocol import ConversationView, Invocation, TranscriptLine
from parley.domain.projects.model import Function, FunctionKind, Project
from parley.kit.clock import SystemClock

PATH = "functions/nothing.py"
CALLS = 2000


class NoServices:
    """Nothing is asked for."""

    async def prompt_llm(self, prompt: str, show_history: bool, return_json: bool, model: str | None) -> object:
        raise AssertionError

    async def secret(self, name: str) -> object:
        raise AssertionError

    async def api(self, integration: str, operation: str, arguments: object) -> dict[str, object]:
        raise AssertionError

    async def history(self) -> list[TranscriptLine]:
        raise AssertionError

    async def expect_event(self, event_id: str, send_to_llm: bool) -> None:
        raise AssertionError


async def _measure() -> list[Row]:
    source = "from _gen import *\ndef nothing(conv: Conversation):\n    conv.state.n = 1\n    return 'done'\n"
    function = Function("nothing", PATH, FunctionKind.GLOBAL)
    project = Project("p", "a", "Bench", functions={"nothing": function}, files={PATH: source})
    hosts = Hosts(HostLimits(), SystemClock())
    view = ConversationView("c", "a", "p", "live", "webchat.polyai", recent=(TranscriptLine("user", "hello"),))
    call = Invocation(PATH, {}, view)
    try:
        host, took = hosts.host_for("bench", project), []
        for _ in range(CALLS):
            begun = time.perf_counter()
            outcome = await host.call(call, NoServices())
            took.append((time.perf_counter() - begun) * 1000)
            assert outcome.failure is None, outcome.failure
        weights = [proportional_mb(host) for zygote in children(os.getpid()) for host in children(zygote)]
    finally:
        await hosts.aclose()
    return [
        Row("host: a call into a warm host, median", statistics.median(took[100:]), None, "ms", at_most=0.3),
        Row("host: memory of an idle host", max(weights), None, "MB", at_most=60),
    ]


def run() -> list[Row]:
    return uvloop.run(_measure())
