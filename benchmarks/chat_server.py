"""The server of the chat benchmark: the platform app, and beside it, in the same process and server, the floor: an app
that checks a key and commits the same rows, and does nothing else."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import orjson
import uvloop
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from benchmarks.server import cpu_used, opened, serve
from parley.asgi import platform
from parley.domain.accounts import actions as accounts
from parley.domain.accounts.model import Family
from parley.domain.accounts.model import Scope as KeyScope
from parley.domain.conversations import lease_store, turn_store
from parley.domain.conversations.model import ConversationRef, LiveConversation, Turn, TurnRow, row_id
from parley.domain.deployments.actions import publish
from parley.domain.projects import actions as projects
from parley.domain.projects.files import bundle_files
from parley.domain.projects.info import ProjectInfo
from parley.kit.ids import uuid7
from parley.providers.llm.protocol import Model, Piece, Request, ToolCall
from parley.resources import Resources
from parley.runtime.session.sessions import Sessions

AGENT = {
    "project.yaml": "project_id: bench\naccount_id: bench\nproject_name: Bench\n",
    "voice/configuration.yaml": "greeting:\n  welcome_message: Hello, how can I help?\n",
    "agent_settings/rules.txt": "Be kind and brief. Use {{fn:add_up}}.",
    "functions/add_up.py": (
        "from _gen import *\n"
        "@func_description('Adds a number to the total.')\n"
        "@func_parameter('number', 'What to add')\n"
        "def add_up(conv: Conversation, number: int):\n"
        "    conv.state.total = (conv.state.total or 0) + number\n"
        "    return {'utterance': f'The total is {conv.state.total}'}\n"
    ),
}


class OneCall:
    """A model that always calls the same function: what is measured is everything around it."""

    name = "bench"

    async def stream(self, request: Request) -> AsyncIterator[Piece]:
        yield ToolCall("call_1", "add_up", '{"number": 1}')


class Floor:
    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._claimed: dict[UUID, LiveConversation] = {}
        self._last: dict[UUID, Turn] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = HttpRequest(scope, receive)
        if scope["path"] == "/cpu":
            response = cpu_used()
        elif scope["path"] == "/prepare":
            response = await self._prepare(orjson.loads(await request.body()))
        else:
            response = await self._turn(request)
        await response(scope, receive, send)

    async def _prepare(self, conversations: list[str]) -> Response:
        resources = self._resources
        for public in conversations:
            found = row_id(public)
            assert found is not None
            claimed = await lease_store.acquire_lease(
                resources.db, ConversationRef(found), uuid7(), 3600, resources.signals.identity
            )
            assert claimed is not None
            trace = (await turn_store.list_traces(resources.db, found))[-1]["trace"]
            now = resources.clock.now()
            self._claimed[found] = claimed
            self._last[found] = Turn(claimed.live.turns, "", now, "The total is 1", now, latency_ms=1.0, trace=trace)
        return Response("ok")

    async def _turn(self, request: HttpRequest) -> Response:
        if await self._resources.keyring.find(request.headers["x-api-key"]) is None:
            return Response(status_code=401)
        body = orjson.loads(await request.body())
        found = row_id(body["conversation_id"])
        assert found is not None
        claimed, now, last = self._claimed[found], self._resources.clock.now(), self._last[found]
        turn = replace(
            last, number=last.number + 1, user_input=body["message"], user_input_at=now, agent_response_at=now
        )
        self._last[found] = turn
        save = TurnRow(claimed, turn, claimed.live, ended=False, keeps_lease=True)
        async with self._resources.db.connection() as connection:
            await turn_store.save_turns(connection, [save])
        answer = {
            "conversation_id": body["conversation_id"],
            "response": turn.agent_response,
            "end_conversation": False,
        }
        return Response(orjson.dumps(answer), media_type="application/json")


async def make_project(resources: Resources) -> tuple[ProjectInfo, dict[str, str]]:
    bundle, problems = bundle_files({name: text.encode() for name, text in AGENT.items()})
    assert bundle is not None, problems
    now = resources.clock.now()
    async with resources.db.transaction() as tx:
        account = await accounts.create_account(tx, "bench")
        project = await projects.create_project(tx, account.id, "bench", resources.settings.region)
        await publish(tx, project, bundle, "live", now=now, created_by="bench")
        scope = KeyScope(account.id, project.id, environment="live")
        key = await accounts.issue_key(tx, Family.CHAT, scope, now)
        token = await accounts.issue_key(tx, Family.CHAT_TOKEN, scope, now)
    return project, {"x-api-key": key.secret, "x-token": token.secret}


def use_model(resources: Resources, model: Model) -> None:
    async def model_for(_place: ProjectInfo) -> Model:
        return model

    resources.dependencies = replace(resources.dependencies, model_for=model_for)
    resources.sessions = Sessions(resources.dependencies, resources.sessions.idle)


async def main(data: Path) -> None:
    async with opened(data) as resources:
        use_model(resources, OneCall())
        project, headers = await make_project(resources)
        about = {
            "headers": headers,
            "prefix": f"/v1/{project.account_id}/{project.id}/chat",
            "dsn": resources.db.dsn,
        }
        await serve({"chat": platform(resources), "floor": Floor(resources)}, about)


if __name__ == "__main__":
    uvloop.run(main(Path(sys.argv[1])))
