"""A whole installation in this process: two services over real HTTP, a worker, agents in real hosts; its clients."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import asyncpg

from parley.domain.accounts.model import Family
from parley.domain.conversations.model import LiveState, row_id
from parley.domain.deployments.actions import publish
from parley.domain.deployments.model import Deployment
from parley.domain.projects.files import read_folder
from parley.domain.projects.info import ProjectInfo
from parley.kit.clock import Clock
from parley.providers.llm.protocol import Model
from parley.providers.llm.scripted import Answer, Move, ScriptedModel
from parley.resources import Resources, open_resources
from parley.runtime.session.opening import ConversationStart
from parley.runtime.session.persistence import dialog_of
from parley.runtime.session.sessions import Sessions
from parley.runtime.turn.dialog import DialogState
from parley.settings import Settings
from parley.worker.run import Worker
from tests.agent_files import split_files
from tests.contract import ContractClient
from tests.fixtures import COPIED, TEMPLATE, serving
from tests.make import Make
from tests.waiting import drop_database, until

EXAMPLES = Path(__file__).parents[2] / "examples"
AGENTS = Path(__file__).parent / "agents"


def files_of(agent: str, **values: str) -> dict[str, str]:
    """The files of a test agent, which stand in a few texts. A VALUE in capitals is replaced."""
    text = "\n".join(path.read_text() for path in sorted((AGENTS / agent).glob("*.txt")))
    for name, value in values.items():
        text = text.replace(name.upper(), value)
    return split_files(text)


@asynccontextmanager
async def database(postgres: str) -> AsyncIterator[str]:
    """The address of a fresh database on that server."""
    name = f"journey_{uuid4().hex}"
    address, _, query = postgres.partition("?")
    connection = await asyncpg.connect(postgres)
    await connection.execute(f"create database {name} template {TEMPLATE} {COPIED}")
    try:
        yield f"{address.rpartition('/')[0]}/{name}?{query}"
    finally:
        await connection.close()
        await drop_database(postgres, name)


@dataclass(slots=True)
class Installation:
    resources: Resources
    platform: ContractClient
    build: ContractClient
    models: dict[str, Model] = field(default_factory=dict)
    """The model that answers for a project, where a test chose one."""

    @property
    def make(self) -> Make:
        return Make(self.resources)

    async def agent(self, files: Mapping[str, str] | Path, **project: Any) -> Agent:
        """A project of its own with these files, or those of a folder, live."""
        project_info = await self.make.project(**project)
        agent = Agent(self, project_info, await self._deploy(project_info, files, "live"))
        agent.keys["live"] = await self.make.chat_headers(project_info)
        agent.build_headers = {"x-api-key": (await self.make.key(Family.BUILD, project_info)).secret}
        return agent

    async def _deploy(self, project_info: ProjectInfo, files: Mapping[str, str] | Path, environment: str) -> Deployment:
        if not isinstance(files, Path):
            return await self.make.deploy(project_info, files, environment)
        bundle, problems = read_folder(files)
        assert bundle is not None, problems
        async with self.resources.db.transaction() as tx:
            now = self.resources.clock.now()
            return await publish(tx, project_info, bundle, environment, now=now, created_by="test")


@asynccontextmanager
async def installed(
    dsn: str, data: Path, *, works: bool = True, clock: Clock | None = None, **settings: Any
) -> AsyncIterator[Installation]:
    values = {"database_url": dsn, "data": data, "database_connections": 4, "api_networks": "127.0.0.0/8", **settings}
    async with open_resources(Settings(**values), "test", clock) as resources:
        await until(resources.is_ready)
        async with serving(resources, "platform") as platform, serving(resources, "build") as build:
            installation = Installation(resources, platform, build)
            _answer_by_project(installation)
            stop = asyncio.Event()
            working = asyncio.create_task(Worker(resources).run(stop)) if works else None
            try:
                yield installation
            finally:
                stop.set()
                if working is not None:
                    await working


def _answer_by_project(installation: Installation) -> None:
    resources, configured = installation.resources, installation.resources.dependencies.model_for

    async def model_for(project_info: ProjectInfo) -> Model:
        return installation.models.get(project_info.id) or await configured(project_info)

    resources.dependencies = replace(resources.dependencies, model_for=model_for)
    resources.sessions = Sessions(resources.dependencies, resources.sessions.idle)


@dataclass(slots=True)
class Agent:
    """A deployed project as the people around it see it: its clients, its operator, its author."""

    installation: Installation
    project_info: ProjectInfo
    deployment: Deployment
    keys: dict[str, dict[str, str]] = field(default_factory=dict)
    """The headers of its chat clients, by environment."""
    build_headers: dict[str, str] = field(default_factory=dict)

    def plays(self, *moves: Answer | Move) -> ScriptedModel:
        """From now on a script is its model; what it was asked can be read from it. The one before has been played."""
        assert self.has_played
        model = ScriptedModel(moves)
        self.installation.models[self.project_info.id] = model
        return model

    @property
    def has_played(self) -> bool:
        """Nothing is left of the script."""
        model = self.installation.models.get(self.project_info.id)
        return not isinstance(model, ScriptedModel) or model.unplayed == ()

    async def renew(self) -> None:
        """Fresh hosts: what functions keep in their modules is as it was in the beginning."""
        await self.installation.resources.hosts.close(str(self.deployment.id))

    async def deploy(self, files: Mapping[str, str] | Path, environment: str = "live") -> None:
        self.deployment = await self.installation._deploy(self.project_info, files, environment)
        if environment not in self.keys:
            self.keys[environment] = await self.installation.make.chat_headers(
                self.project_info, environment=environment
            )

    async def open(self, environment: str = "live", **fields: Any) -> Talk:
        path, headers = self.path("create"), self.keys[environment]
        response = await self.installation.platform.post(path, headers=headers, json=fields)
        assert response.status_code == 200, response.text
        return Talk(self, response.json()["conversation_id"], response.json()["response"], environment)

    async def call(self, **fields: Any) -> Call:
        """A telephone call: the same session that a chat has, by another door."""
        opening = ConversationStart("live", "VOICE-SIP", "sip.polyai", **fields)
        result = await self.installation.resources.sessions.open(self.project_info, opening)
        return Call(self, result.conversation_id, result.reply)

    async def secret(self, name: str, value: Any) -> None:
        resources = self.installation.resources
        async with resources.db.transaction() as tx:
            await resources.dependencies.secret_store.put(tx, self.project_info.id, name, value)

    def path(self, verb: str) -> str:
        return f"/v1/{self.project_info.account_id}/{self.project_info.id}/chat/{verb}"


@dataclass(frozen=True, slots=True)
class Heard:
    """What a client gets for one message."""

    text: str
    ends: bool
    handoff: Mapping[str, str] | None = None


@dataclass(slots=True)
class Talk:
    """One conversation over the Chat API."""

    agent: Agent
    id: str
    opening: str
    environment: str = "live"

    async def say(self, message: str | None = None) -> Heard:
        body = {"conversation_id": self.id} | ({} if message is None else {"message": message})
        agent, platform = self.agent, self.agent.installation.platform
        response = await platform.post(agent.path("respond"), headers=agent.keys[self.environment], json=body)
        assert response.status_code == 200, response.text
        answer = response.json()
        return Heard(answer["response"], answer["end_conversation"], answer.get("handoff"))

    async def close(self) -> None:
        agent, platform = self.agent, self.agent.installation.platform
        body, headers = {"conversation_id": self.id}, agent.keys[self.environment]
        response = await platform.put(agent.path("close"), headers=headers, json=body)
        assert response.json() == {"success": True}

    async def turns(self) -> list[dict[str, Any]]:
        """Every turn with its trace, as the build service tells it."""
        path = f"/v1/agents/{self.agent.project_info.id}/conversations/{self.id}/trace"
        response = await self.agent.installation.build.get(path, headers=self.agent.build_headers)
        assert response.status_code == 200, response.text
        return list(response.json()["turns"])

    async def trace(self) -> dict[str, Any]:
        """Of the newest turn."""
        return dict((await self.turns())[-1]["trace"])

    async def called(self) -> list[str]:
        """The functions of the newest turn."""
        return [function["name"] for function in (await self.trace())["functions"]]

    async def dialog(self) -> DialogState:
        found = await self._live()
        assert found is not None, "the conversation is over"
        return found

    async def state(self) -> dict[str, Any]:
        """As it is now, or as it was left."""
        if (live := await self._live()) is not None:
            return dict(live.state_json)
        return dict((await self._row("select state from conversations where id = $1"))["state"])

    async def _live(self) -> DialogState | None:
        row = await self._row("select context, dialog, state, turns from live_conversations where id = $1")
        return None if row is None else dialog_of(LiveState(**row))

    async def metrics(self) -> list[tuple[str, Any]]:
        """Written so far, in order."""
        rows = await self._rows("select metrics from turns where conversation_id = $1 order by number")
        return [(name, value) for row in rows for name, value in row["metrics"]]

    async def record(self) -> dict[str, Any]:
        """The header once the end function has run."""

        async def finished() -> bool:
            return await self._row("select from live_conversations where id = $1") is None

        await until(finished)
        return dict(await self._row("select * from conversations where id = $1"))

    async def messages(self) -> list[dict[str, Any]]:
        """What was sent, once the worker has delivered all of it."""

        async def delivered() -> bool:
            waiting = "select from messages where conversation_id = $1 and status = 'queued'"
            return await self._row(waiting) is None

        await until(delivered)
        return [dict(row) for row in await self._rows("select * from messages where conversation_id = $1 order by id")]

    async def _row(self, query: str) -> Any:
        return await self.agent.installation.resources.db.fetchrow(query, self._key)

    async def _rows(self, query: str) -> list[Any]:
        return list(await self.agent.installation.resources.db.fetch(query, self._key))

    @property
    def _key(self) -> UUID:
        key = row_id(self.id)
        assert key is not None
        return key


class Call(Talk):
    """One conversation by telephone; what is said comes as text."""

    async def say(self, message: str | None = None) -> Heard:
        agent = self.agent
        sessions = agent.installation.resources.sessions
        result = await sessions.respond(agent.project_info, "live", self._key, message)
        handoff = result.handoff
        told = {"destination": handoff.destination, "reason": handoff.reason} if handoff else None
        return Heard(result.reply, result.end_conversation, told)
