"""The server of the messaging benchmark: the messaging service, and beside it, in the same process, a bare echo over
the same WebSocket library, served as it comes."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path

import uvloop
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn import Config, Server

from benchmarks.processes import resident_mb
from benchmarks.server import cpu_used, opened
from parley.asgi import messaging
from parley.domain.accounts import actions as accounts
from parley.domain.accounts.model import Family, Key
from parley.domain.accounts.model import Scope as KeyScope
from parley.domain.accounts.secrets import fingerprint
from parley.domain.deployments.actions import publish
from parley.domain.messaging import actions
from parley.domain.messaging.access_tokens import AccessToken
from parley.domain.projects import actions as projects
from parley.domain.projects.files import bundle_files
from parley.domain.projects.info import ProjectInfo
from parley.kit.http_limits import HttpLimits
from parley.kit.ids import uuid7
from parley.messaging.server import make_messaging_server
from parley.providers.llm.protocol import Piece, Request, Text
from parley.resources import Resources
from parley.runtime.session.sessions import Sessions
from parley.web.serve import bind, stop_requested

AGENT = {
    "project.yaml": "project_id: bench\naccount_id: bench\nproject_name: Bench\n",
    "chat/configuration.yaml": "greeting:\n  welcome_message: Hello!\n",
    "agent_settings/rules.txt": "Be kind and brief.",
}
PIECES = ("We open ", "at nine ", "in the morning ", "and close ", "at five ", "in the afternoon.")
PIECE_SECONDS = 0.02
ROOMY = HttpLimits(connections=20_000, connections_per_address=20_000)


class Speaker:
    """A model that says when its first piece comes: to the nanosecond, on the clock that the client has too."""

    name = "bench"

    async def stream(self, request: Request) -> AsyncIterator[Piece]:
        yield Text(f"{time.monotonic_ns()} ")
        for piece in PIECES:
            await asyncio.sleep(PIECE_SECONDS)
            yield Text(piece)


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """The floor: every text comes back."""
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


class Control:
    """What the benchmark asks of the process itself, over HTTP."""

    def __init__(self, resources: Resources, project: ProjectInfo, key: Key) -> None:
        self._resources = resources
        self._project = project
        self._key = key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (await self._answer(scope["path"].strip("/")))(scope, receive, send)

    async def _answer(self, asked: str) -> Response:
        if asked == "cpu":
            return cpu_used()
        if asked == "memory":
            return JSONResponse(resident_mb(os.getpid()))
        kind, _, count = asked.partition("/")
        return JSONResponse(await self._sessions(int(count), with_person=kind == "persons"))

    async def _sessions(self, count: int, *, with_person: bool) -> list[str]:
        """With nobody yet, or with a person, who answers elsewhere: then all that a message costs is the service's."""
        resources = self._resources
        async with resources.db.transaction() as tx:
            made = [
                await actions.start_session(tx, self._key, self._project, True, {}, resources.clock.now())
                for _ in range(count)
            ]
            if with_person:
                await tx.execute(
                    "update messaging_sessions set attendance = 'person', conversation_id = $2 where id = any ($1)",
                    made, uuid7(),
                )  # fmt: skip
        return [str(each) for each in made]


async def _made(resources: Resources) -> tuple[ProjectInfo, Key, str]:
    bundle, problems = bundle_files({name: text.encode() for name, text in AGENT.items()})
    assert bundle is not None, problems
    now = resources.clock.now()
    async with resources.db.transaction() as tx:
        account = await accounts.create_account(tx, "bench")
        project = await projects.create_project(tx, account.id, "bench", resources.settings.region)
        await publish(tx, project, bundle, "live", now=now, created_by="bench")
        scope = KeyScope(account.id, project.id, environment="live", settings={"hosts": ["localhost"]})
        issued = await accounts.issue_key(tx, Family.MESSAGING, scope, now)
    return project, issued.key, resources.access_tokens.mint(AccessToken(fingerprint(issued.secret), "localhost"))


def _use_speaker(resources: Resources) -> None:
    async def model_for(_place: ProjectInfo) -> Speaker:
        return Speaker()

    resources.dependencies = replace(resources.dependencies, model_for=model_for)
    resources.sessions = Sessions(resources.dependencies, resources.sessions.idle)
    resources.messaging.verbs.sessions = resources.sessions


async def serve(apps: Mapping[str, ASGIApp], about: Mapping[str, object]) -> None:
    servers = {name: make_messaging_server(app, 1, ROOMY) for name, app in apps.items()}
    servers["echo"] = Server(Config(echo, ws="websockets-sansio", lifespan="off", loop="none", log_level="warning"))
    listeners = [bind("0.0.0.0", 0) for _ in servers]
    ports = {name: listener.getsockname()[1] for name, listener in zip(servers, listeners, strict=True)}
    print(json.dumps({**ports, **about}), flush=True)
    serving = [
        asyncio.create_task(server.serve(sockets=[listener]))
        for server, listener in zip(servers.values(), listeners, strict=True)
    ]
    await stop_requested().wait()
    for server in servers.values():
        server.should_exit = True
    await asyncio.gather(*serving)


async def main(data: Path) -> None:
    async with opened(data) as resources:
        _use_speaker(resources)
        project, key, token = await _made(resources)
        await serve({"messaging": messaging(resources), "control": Control(resources, project, key)}, {"token": token})


if __name__ == "__main__":
    uvloop.run(main(Path(sys.argv[1])))
