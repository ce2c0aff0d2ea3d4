"""People at a desk, and users whom an agent hands over to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx

from parley.domain.accounts.model import Family
from parley.domain.projects.info import ProjectInfo
from parley.providers.llm.scripted import Call, Say, ScriptedModel
from tests.contract import ContractClient
from tests.make import Make
from tests.messaging_client import MessagingClient, open_session

AGENT = {
    "chat/configuration.yaml": "greeting:\n  welcome_message: Hello!\n",
    "agent_settings/rules.txt": "Use {{fn:hand_over}}.",
    "functions/hand_over.py": (
        "from _gen import *\n@func_description('Hands over.')\n"
        "def hand_over(conv: Conversation):\n"
        "    return {'utterance': 'One moment.', 'handoff': {'type': 'billing', 'reason': 'an invoice'}}\n"
    ),
}
SESSIONS = "/api/v1/desk/sessions"
ANN = {"agent": {"id": "a-1", "name": "Ann", "avatar_url": "https://e.org/ann.png"}}


@dataclass
class Desk:
    client: ContractClient
    headers: dict[str, str]

    async def sessions(self) -> list[dict[str, Any]]:
        listed = await self.client.get(SESSIONS, headers=self.headers)
        assert listed.status_code == 200
        found: list[dict[str, Any]] = listed.json()["sessions"]
        return found

    async def post(self, session: str, verb: str, body: Any = None) -> httpx.Response:
        return await self.client.post(f"{SESSIONS}/{session}/{verb}", headers=self.headers, json=body or {})

    async def does(self, session: str, verb: str, body: Any = None) -> None:
        answer = await self.post(session, verb, body)
        assert answer.status_code in (200, 204), answer.text

    async def events(self, session: str, after: int = 0, wait: int = 0) -> httpx.Response:
        query = {"after": after, "wait": wait}
        return await self.client.get(f"{SESSIONS}/{session}/events", headers=self.headers, params=query, timeout=30)


async def desk_of(messaging: ContractClient, make: Make, project: ProjectInfo, **scope: Any) -> Desk:
    return Desk(messaging, {"x-api-key": (await make.key(Family.DESK, project, **scope)).secret})


async def handed_over(
    messaging: ContractClient, make: Make, project: ProjectInfo, *after: Say, streaming: bool = False
) -> tuple[MessagingClient, ScriptedModel]:
    model = ScriptedModel([Call("hand_over", {}), *after])
    make.use_model(model)
    client = await (await open_session(messaging, make, project, streaming=streaming)).connect()
    await client.send("REQUEST_POLY_AGENT_JOIN")
    await client.say("A person, please")
    await client.next("HANDOFF_ACCEPTED")
    return client, model
