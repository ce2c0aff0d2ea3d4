"""A voice process's part for browsers, in one process with those that call, over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from parley.domain.accounts.model import Family
from parley.domain.numbers import actions as numbers
from parley.domain.numbers.model import WEBRTC, Connector
from parley.domain.numbers.trunks import ConnectorUpdate
from parley.domain.projects.info import ProjectInfo
from parley.kit.tasks import Tasks
from parley.providers.speech.protocol import Piece
from parley.resources import Resources
from parley.telephony.call_handler import CallHandler
from parley.telephony.sip.fake_stack import FakeStack
from parley.telephony.streams.server import StreamServer
from parley.telephony.webrtc.carrier import BrowserCarrier
from parley.telephony.webrtc.gateway import BrowserGateway
from parley.voice.media_leg import RATE
from parley.voice.speech_input import SpeechRecognition
from parley.web.serve import bind
from tests.make import Make
from tests.waiting import until

FILES = {
    "functions/start_function.py": "from _gen import *\n\ndef start_function(conv: Conversation):\n    {start}\n",
    "voice/configuration.yaml": "greeting: {welcome_message: Hello.}\n",
    "agent_settings/rules.txt": "",
}


class ToneSynthesizer:
    """A twentieth of a second of loud tone for every letter."""

    def synthesize(
        self, text: str, language: str, voice: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[Piece, None]:
        return self._speak(text)

    async def _speak(self, text: str) -> AsyncGenerator[Piece, None]:
        moments = np.arange(int(0.05 * RATE) * len(text)) / RATE
        yield (np.sin(2 * np.pi * 400 * moments) * 12_000).astype(np.int16).tobytes()


@dataclass(slots=True)
class Harness:
    make: Make
    project: ProjectInfo
    connector: Connector
    token: str
    stack: FakeStack
    handler: CallHandler
    server: StreamServer

    @property
    def resources(self) -> Resources:
        return self.make.resources

    @property
    def url(self) -> str:
        return self.server.public_url

    async def key(self, connector: Connector | None, hosts: tuple[str, ...] = ("localhost",), **scope: Any) -> str:
        settings = {"hosts": list(hosts), "agent_name": "", "avatar_url": ""}
        named = {"environment": "live", **scope}
        connector_id = connector.id if connector else None
        issued = await self.make.key(
            Family.MESSAGING, self.project, settings=settings, connector_id=connector_id, **named
        )
        return issued.secret

    async def row(self) -> dict[str, Any]:
        (row,) = await self.resources.db.fetch("select * from calls")
        return dict(row)

    async def conversation(self) -> dict[str, Any]:
        (row,) = await self.resources.db.fetch("select * from conversations")
        return dict(row)

    async def turns(self) -> list[dict[str, Any]]:
        return [dict(row) for row in await self.resources.db.fetch("select * from turns order by number")]

    async def until_over(self) -> None:
        async def is_over() -> bool:
            return self.handler.active_count == 0

        await until(is_over)

    async def until_turns(self, count: int) -> None:
        async def are_there() -> bool:
            return len(await self.turns()) >= count

        await until(are_there)


@asynccontextmanager
async def browser_harness(
    make: Make, start: str = "return None", recognition: SpeechRecognition | None = None, **trunk: Any
) -> AsyncIterator[Harness]:
    project = await make.project()
    await make.deploy(project, {path: text.replace("{start}", start) for path, text in FILES.items()})
    now, encryptor = make.resources.clock.now(), make.resources.dependencies.secret_store.encryptor
    changes = ConnectorUpdate({"name": "Browsers", "environment": "live"}, {"carrier": WEBRTC, **trunk})
    async with make.resources.db.transaction() as tx:
        connector = await numbers.create_connector(tx, encryptor, project, changes, now)
    stack, server = FakeStack(), StreamServer(make.resources, bind("127.0.0.1", 0))
    carriers = {WEBRTC: BrowserCarrier(make.resources.dependencies, make.resources.messaging.links, stack)}
    handler = CallHandler(make.resources, stack, ToneSynthesizer(), recognition, carriers=carriers)
    gateway, tasks, stop = BrowserGateway(make.resources, handler.handle_incoming), Tasks(), asyncio.Event()
    serving = tasks.start(server.run(handler.handle_incoming, stop, gateway.routes), "browsers")
    harness = Harness(make, project, connector, "", stack, handler, server)
    harness.token = await harness.key(connector)
    try:
        yield harness
    finally:
        await handler.drain(0)
        stop.set()
        await serving
        await gateway.aclose()
        await stack.aclose()
