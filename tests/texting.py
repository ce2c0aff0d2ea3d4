"""The platform service with a number that takes text messages, and the carrier that brings them, over real sockets.

Jobs are done when a test says so, in the order in which they fall due: what happens in between is the test's.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from parley.asgi import APPS
from parley.cli.channels.text_carrier import LocalCarrier
from parley.domain.numbers import actions as numbers
from parley.domain.numbers.model import Connector, PhoneNumber
from parley.domain.numbers.trunks import ConnectorUpdate
from parley.domain.projects.info import ProjectInfo
from parley.domain.texts import actions as texts
from parley.providers.llm.scripted import Say, ScriptedModel
from parley.resources import Resources, open_resources
from parley.settings import Settings
from parley.storage import queue
from parley.web.serve import bind, quiet_server
from parley.worker.registry import JOBS
from tests.clocks import ShiftedClock
from tests.make import Make
from tests.served import served
from tests.waiting import until

NUMBER, USER = "+442071234567", "+447700900123"
ACCOUNT, TOKEN = "AC0123456789abcdef0123456789abcdef", "a-token-of-the-carrier"
AGENT = {
    "chat/configuration.yaml": "greeting:\n  welcome_message: Hello!\n",
    "agent_settings/rules.txt": "Use {{fn:goodbye}}.",
    "functions/goodbye.py": (
        "from _gen import *\n@func_description('Ends.')\n"
        "def goodbye(conv: Conversation):\n    return {'utterance': 'Bye!', 'hangup': True}\n"
    ),
}
OURS = (texts.ANSWER, texts.SEND, texts.END)
Fault = Callable[[LocalCarrier, Request], Awaitable[Response | None]]


@dataclass(slots=True)
class FaultyCarrier:
    """A carrier that a test disturbs: before it acts, or after it has."""

    carrier: LocalCarrier
    before: list[Response] = field(default_factory=list)
    """Answers to requests that it does not act on."""
    after: list[Response] = field(default_factory=list)
    """Answers in place of its own, to requests that it does act on."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_post = scope["type"] == "http" and scope["method"] == "POST"
        if is_post and self.before:
            return await self.before.pop(0)(scope, receive, send)
        if is_post and self.after:
            await self.carrier.app()(scope, receive, _nowhere)
            return await self.after.pop(0)(scope, receive, send)
        return await self.carrier.app()(scope, receive, send)


async def _nowhere(_message: Any) -> None:
    return None


@dataclass(slots=True, repr=False)
class Texting:
    resources: Resources
    make: Make
    project: ProjectInfo
    connector: Connector
    carrier: LocalCarrier
    faults: FaultyCarrier
    clock: ShiftedClock
    url: str

    @property
    def incoming(self) -> str:
        return f"{self.url}/texts/{self.connector.id}/incoming"

    @property
    def said(self) -> list[str]:
        """What the user's phone shows."""
        return [message.body for message in self.carrier.messages]

    async def text(self, body: str, *, sender: str = USER, sid: str = "", **more: str) -> int:
        return await self.carrier.bring(self.incoming, sender, NUMBER, body, sid, **more)

    async def dialogue(self, body: str, **more: str) -> list[str]:
        """What comes of a message, once all work is done."""
        before = len(self.said)
        assert await self.text(body, **more) == 200
        await self.work()
        return self.said[before:]

    def plays(self, *words: str) -> None:
        self.make.use_model(ScriptedModel([Say(each) for each in words]))

    async def work(self, *, soon: bool = False) -> None:
        """Does what is due; `soon`: also what is to be done later."""
        if soon:
            await self.resources.db.fetch("update jobs set run_at = now() where kind = any($1)", list(OURS))
        while await self.work_once():
            pass

    async def work_once(self) -> bool:
        async with self.resources.db.transaction() as tx:
            jobs = await queue.lease_due(tx, OURS, 1, 60.0)
        for job in jobs:
            await JOBS[job.kind].run(self.resources, job)
        return bool(jobs)

    async def periodic(self, kind: str) -> None:
        async with self.resources.db.transaction() as tx:
            await queue.defer(tx, kind, {})
            (job,) = await queue.lease_due(tx, [kind], 1, 60.0)
        await JOBS[kind].run(self.resources, job)

    async def rows(self, *, incoming: bool) -> list[dict[str, Any]]:
        found = await self.resources.db.fetch(
            "select * from text_messages where is_incoming = $1 order by number", incoming
        )
        return [dict(row) for row in found]

    async def statuses(self, *, incoming: bool = False) -> list[str]:
        return [row["status"] for row in await self.rows(incoming=incoming)]

    async def thread(self) -> dict[str, Any]:
        (row,) = await self.resources.db.fetch("select * from text_threads")
        return dict(row)

    async def conversations(self) -> list[dict[str, Any]]:
        return [dict(row) for row in await self.resources.db.fetch("select * from conversations order by id")]


@asynccontextmanager
async def texting(dsn: str, data: Path, **settings: Any) -> AsyncIterator[Texting]:
    listener, carrier_listener = bind("127.0.0.1", 0), bind("127.0.0.1", 0)
    url, carrier_url = (f"http://127.0.0.1:{each.getsockname()[1]}" for each in (listener, carrier_listener))
    given = {"texts_url": url, "twilio_url": carrier_url, "api_networks": "127.0.0.0/8", **settings}
    clock = ShiftedClock()
    chosen = Settings(database_url=dsn, data=data, database_connections=4, **given)
    async with open_resources(chosen, "test", clock) as resources, httpx.AsyncClient(trust_env=False) as client:
        await until(resources.is_ready)
        carrier = LocalCarrier(ACCOUNT, TOKEN, client, clock=clock)
        faults = FaultyCarrier(carrier)
        make = Make(resources)
        project = await make.project()
        await make.deploy(project, AGENT)
        connector = await connected(make, project, NUMBER)
        async with (
            served(quiet_server(APPS["platform"](resources), 5), listener),
            served(quiet_server(faults, 5), carrier_listener),
        ):
            yield Texting(resources, make, project, connector, carrier, faults, clock, url)


async def connected(make: Make, project: ProjectInfo, number: str, token: str = TOKEN) -> Connector:
    """A connector of the project, and a number that comes through it."""
    now, encryptor = make.resources.clock.now(), make.resources.dependencies.secret_store.encryptor
    trunk = {"carrier": "twilio", "account_sid": ACCOUNT}
    update = ConnectorUpdate({"name": "Texts"}, trunk, {"auth_token": token})
    async with make.resources.db.transaction() as tx:
        connector = await numbers.create_connector(tx, encryptor, project, update, now)
        led = PhoneNumber(number, project.account_id, project.id, "live", "", connector.id)
        await numbers.import_number(tx, project, led, now)
    return connector
