"""Run by a test as a process of its own: a host whose function tells its process id and then hangs."""

from __future__ import annotations

import asyncio
import os
import sys

from parley.agent_host.hosts import Hosts
from parley.agent_host.limits import HostLimits
from parley.agent_host.protocol import ConversationView, Invocation, Json, TranscriptLine
from parley.domain.projects.model import Project
from parley.kit.clock import SystemClock

FILES = {
    "functions/f.py": "import os\ndef f(conv):\n    conv.utils.prompt_llm(str(os.getpid()))\n    while True: pass\n"
}


class FakeHostServices:
    async def prompt_llm(self, prompt: str, show_history: bool, return_json: bool, model: str | None) -> Json:
        os.write(int(sys.argv[1]), f"{prompt}\n".encode())
        return ""

    async def secret(self, name: str) -> Json: ...

    async def api(self, integration: str, operation: str, arguments: object) -> dict[str, Json]:
        return {}

    async def history(self) -> list[TranscriptLine]:
        return []

    async def expect_event(self, event_id: str, send_to_llm: bool) -> None: ...


async def main() -> None:
    host = Hosts(HostLimits(), SystemClock()).host_for("d", Project("p", "a", "n", files=FILES))
    await host.call(
        Invocation("functions/f.py", {}, ConversationView("c", "a", "p", "live", "x"), timeout=60), FakeHostServices()
    )


asyncio.run(main())
