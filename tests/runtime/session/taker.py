"""Run by a test as a process of its own: begins to take in a conversation's events and never comes to an end of it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator
from uuid import UUID

from parley.providers.llm.protocol import Piece, Request, Text
from parley.resources import open_resources
from parley.settings import Settings
from tests.make import Make
from tests.waiting import until


class Hanging:
    async def stream(self, _request: Request) -> AsyncGenerator[Piece, None]:
        sys.stdout.write("thinking\n")
        sys.stdout.flush()
        await asyncio.sleep(600)
        yield Text("too late")


async def main() -> None:
    async with open_resources(Settings(embeddings="none"), "taker") as resources:
        await until(resources.is_ready)
        Make(resources).use_model(Hanging())
        await resources.sessions.events.deliver(UUID(sys.argv[1]))


asyncio.run(main())
