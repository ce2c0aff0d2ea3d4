"""An agent that waits for external events, and the outside system that posts them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import httpx

from parley.domain.accounts.model import Family
from parley.domain.conversations.model import row_id
from parley.domain.projects.info import ProjectInfo
from parley.providers.llm.scripted import Call, ScriptedModel
from tests.contract import ContractClient
from tests.make import Make
from tests.waiting import until

WEBHOOK = "/v1/external-events/webhook"
JSON = "application/json"

FILES = {
    "voice/configuration.yaml": "greeting:\n  welcome_message: Hello!\n",
    "agent_settings/rules.txt": "Use {{fn:wait}} and {{fn:report}}.",
    "functions/wait.py": (
        "from _gen import *\n"
        "@func_description('Waits.')\n"
        "@func_parameter('wakes', 'Whether the event is for the model')\n"
        "def wait(conv: Conversation, wakes: bool):\n"
        "    return {'utterance': conv.generate_external_event(send_to_llm=wakes)}\n"
    ),
    "functions/report.py": (
        "from _gen import *\n"
        "import json\n"
        "@func_description('Says what has come.')\n"
        "def report(conv: Conversation):\n"
        "    names = ('ext_event_id', 'send_to_llm', 'created_at', 'data', 'content_type')\n"
        "    events = [{name: getattr(event, name) for name in names} for event in conv.generic_external_events]\n"
        "    return {'utterance': json.dumps(events)}\n"
    ),
    "functions/end_function.py": (
        "from _gen import *\n"
        "def end_function(conv: Conversation):\n"
        "    conv.state.seen = [event.data for event in conv.generic_external_events]\n"
    ),
}
REPORT = Call("report")


@dataclass(slots=True)
class Talk:
    """One chat with that agent."""

    client: ContractClient
    make: Make
    project_info: ProjectInfo
    headers: dict[str, str]
    id: str
    webhook_headers: dict[str, str] = field(default_factory=dict)

    @property
    def row(self) -> UUID:
        found = row_id(self.id)
        assert found is not None
        return found

    async def say(self, message: str) -> str:
        body = {"conversation_id": self.id, "message": message}
        answer = await self.client.post(self._path("respond"), headers=self.headers, json=body)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["response"])

    async def close(self) -> None:
        body = {"conversation_id": self.id}
        assert (await self.client.put(self._path("close"), headers=self.headers, json=body)).status_code == 200

    async def event_id(self, wakes: bool = False) -> str:
        """One that the agent hands out."""
        self.make.use_model(ScriptedModel([Call("wait", {"wakes": wakes})]))
        return await self.say("wait")

    async def reported(self) -> list[dict[str, Any]]:
        """The events that functions see in a turn that begins now."""
        self.make.use_model(ScriptedModel([REPORT]))
        return events_in(await self.say("report"))

    async def post(
        self, location: str, path: str, body: bytes | str = "", content_type: str | None = JSON, **more: Any
    ) -> httpx.Response:
        headers = {**self.webhook_headers, **more.pop("headers", {})}
        if content_type is not None:
            headers["content-type"] = content_type
        project_info = {"account_id": self.project_info.account_id, "project_id": self.project_info.id}
        params = {"event_id_location": location, "event_id_path": path, **project_info, **more.pop("params", {})}
        return await self.client.post(WEBHOOK, headers=headers, params=params, content=body)

    async def deliver(self, event_id: str, data: str = "{}") -> None:
        answer = await self.post("headers", "X-Event", data, headers={"x-event": event_id})
        assert (answer.status_code, answer.json()) == (201, {"success": True}), answer.text

    async def turns(self) -> list[tuple[str, str, bool]]:
        """(what the user said, what the agent answered, whether the user was silent)."""
        rows = await self.make.resources.db.fetch(
            "select user_input, agent_response, is_silence from turns where conversation_id = $1 order by number",
            self.row,
        )
        return [(row["user_input"], row["agent_response"], row["is_silence"]) for row in rows]

    async def waiting(self) -> int:
        """Events that were not taken in yet."""
        return len(await self.make.resources.db.fetch("select from external_events"))

    async def settled(self) -> None:
        async def nothing_waits() -> bool:
            return await self.waiting() == 0

        await until(nothing_waits)

    def _path(self, verb: str) -> str:
        return f"/v1/{self.project_info.account_id}/{self.project_info.id}/chat/{verb}"


def events_in(report: str) -> list[dict[str, Any]]:
    """What the agent said while nobody was listening may stand before it."""
    return list(json.loads(report[report.index("[") :]))


async def talk_to(client: ContractClient, make: Make, project_info: ProjectInfo | None = None) -> Talk:
    if project_info is None:
        project_info = await make.project()
        await make.deploy(project_info, FILES)
    headers = await make.chat_headers(project_info)
    path = f"/v1/{project_info.account_id}/{project_info.id}/chat/create"
    opened = (await client.post(path, headers=headers)).json()["conversation_id"]
    key = await make.key(Family.EXTERNAL_EVENTS, project_info)
    return Talk(client, make, project_info, headers, opened, {"x-api-key": key.secret})
