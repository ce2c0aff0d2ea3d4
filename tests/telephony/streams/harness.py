"""A voice process's part for media streams and a carrier that calls it, in one process, over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parley.domain.calls import actions as calls
from parley.domain.calls.model import Encryption, outbound_call
from parley.domain.numbers import actions as numbers
from parley.domain.numbers.model import Connector, PhoneNumber
from parley.domain.numbers.trunks import ConnectorUpdate
from parley.kit.tasks import Tasks
from parley.providers.speech.synthesizer import SilentSynthesizer
from parley.resources import Resources, open_resources
from parley.settings import Settings
from parley.telephony.call_handler import CallHandler
from parley.telephony.sip.fake_stack import FakeStack
from parley.telephony.streams.server import StreamServer
from parley.web.serve import bind
from tests.make import Make
from tests.telephony.streams.carrier import Phone, SimulatedCarrier, simulated_carrier
from tests.telephony.streams.dialects import TOKEN, Dialect
from tests.waiting import until

NUMBER = "+442071234567"
FILES = {
    "functions/start_function.py": "from _gen import *\n\ndef start_function(conv: Conversation):\n    {start}\n",
    "voice/configuration.yaml": "greeting: {welcome_message: Hello.}\n",
    "agent_settings/rules.txt": "",
}


@dataclass(slots=True)
class Harness:
    make: Make
    connector: Connector
    carrier: SimulatedCarrier
    handler: CallHandler
    server: StreamServer

    @property
    def resources(self) -> Resources:
        return self.make.resources

    @property
    def voice_url(self) -> str:
        return f"{self.server.public_url}/streams/{self.connector.id}/voice"

    async def call(self, number: str = NUMBER) -> Phone:
        phone = self.carrier.call(self.voice_url, number)
        await phone.wait_connected(10)
        return phone

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

        await until(is_over, 20)

    async def until_turns(self, count: int) -> None:
        async def are_there() -> bool:
            return len(await self.turns()) >= count

        await until(are_there, 20)

    async def place(self) -> None:
        now = self.resources.clock.now()
        call = outbound_call(self.connector, "+493012345", now, Encryption.TLS_SRTP, {})
        async with self.resources.db.transaction() as tx:
            await calls.enqueue_call(tx, call, 0)
            (taken,) = await calls.start_queued(tx, self.connector.id, self.resources.signals.identity, now, 1)
        await self.handler.place_call(taken)


@asynccontextmanager
async def stream_harness(
    dialect: Dialect, dsn: str, data: Path, start: str = "return None", speed: float = 0.001, **trunk: Any
) -> AsyncIterator[Harness]:
    async with simulated_carrier(dialect) as carrier:
        address: dict[str, Any] = {f"{dialect.name}_url": carrier.api_url}
        settings = Settings(database_url=dsn, data=data, database_connections=4, api_networks="127.0.0.0/8", **address)
        async with open_resources(settings, "test") as resources:
            await until(resources.is_ready)
            make = Make(resources)
            connector = await _prepare(make, dialect, start, trunk)
            server = StreamServer(resources, bind("127.0.0.1", 0))
            handler = CallHandler(resources, FakeStack(), SilentSynthesizer(speed), carriers=server.carriers)
            tasks, stop = Tasks(), asyncio.Event()
            serving = tasks.start(server.run(handler.handle_incoming, stop), "streams")
            try:
                yield Harness(make, connector, carrier, handler, server)
            finally:
                await handler.drain(0)
                stop.set()
                await serving


async def _prepare(make: Make, dialect: Dialect, start: str, trunk: dict[str, Any]) -> Connector:
    project = await make.project()
    await make.deploy(project, {path: text.replace("{start}", start) for path, text in FILES.items()})
    now, encryptor = make.resources.clock.now(), make.resources.dependencies.secret_store.encryptor
    own = {
        "account_sid": dialect.connector["accountSid"],
        "application_id": dialect.connector.get("applicationId", ""),
        "public_key": dialect.connector.get("publicKey", ""),
    }
    changes = ConnectorUpdate(
        fields={"name": "Carrier", "environment": "live", "outbound": True},
        trunk={"carrier": dialect.name, "caller_id": "+442079460000", "ring_seconds": 60.0, **own, **trunk},
        passwords={"auth_token": TOKEN},
    )
    async with make.resources.db.transaction() as tx:
        connector = await numbers.create_connector(tx, encryptor, project, changes, now)
        number = PhoneNumber(NUMBER, project.account_id, project.id, "live", connector_id=connector.id)
        await numbers.import_number(tx, project, number, now)
    return connector
