"""A small agent, and a client of its Chat API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx

from parley.domain.projects.info import ProjectInfo
from parley.providers.llm.scripted import Answer, Move, ScriptedModel
from tests.contract import ContractClient

AGENT = {
    "voice/configuration.yaml": "greeting:\n  welcome_message: Hello, how can I help?\n",
    "agent_settings/rules.txt": "Use {{fn:add_up}}, {{fn:goodbye}} and {{fn:hand_over}}.",
    "config/variant_attributes.yaml": (
        "variants:\n- name: north\n  is_default: true\n- name: south\n"
        "attributes:\n- name: city\n  values:\n    north: Leeds\n    south: Dover\n"
    ),
    "functions/start_function.py": (
        "from _gen import *\n"
        "def start_function(conv: Conversation):\n"
        "    conv.state.customer = (conv.integration_attributes or {}).get('customer')\n"
    ),
    "functions/add_up.py": (
        "from _gen import *\n"
        "@func_description('Adds.')\n"
        "@func_parameter('number', 'What to add')\n"
        "def add_up(conv: Conversation, number: int):\n"
        "    conv.state.total = (conv.state.total or 0) + number\n"
        "    return {'utterance': f'{conv.state.customer}: {conv.state.total} in {conv.variant.city}'}\n"
    ),
    "functions/goodbye.py": (
        "from _gen import *\ndef goodbye(conv: Conversation):\n    return {'utterance': 'Bye.', 'hangup': True}\n"
    ),
    "functions/hand_over.py": (
        "from _gen import *\n"
        "def hand_over(conv: Conversation):\n"
        "    return {'utterance': 'One moment.', 'handoff': {'type': 'desk', 'reason': 'asked'}}\n"
    ),
}


def script(*answers: Answer | Move) -> ScriptedModel:
    return ScriptedModel(answers)


class Chat:
    """A client of one project's Chat API."""

    def __init__(self, client: ContractClient, project_info: ProjectInfo, headers: dict[str, str]) -> None:
        self.client = client
        self.project_info = project_info
        self.prefix = f"/v1/{project_info.account_id}/{project_info.id}/chat"
        self.headers = headers

    async def create(self, body: Any = None, **headers: str) -> httpx.Response:
        options = {} if body is None else {"json": body}
        return await self.client.post(f"{self.prefix}/create", headers={**self.headers, **headers}, **options)

    async def respond(self, conversation: str, message: str | None = None, **headers: str) -> httpx.Response:
        body = {"conversation_id": conversation, **({} if message is None else {"message": message})}
        return await self.client.post(f"{self.prefix}/respond", headers={**self.headers, **headers}, json=body)

    async def close(self, conversation: str) -> httpx.Response:
        body = {"conversation_id": conversation}
        return await self.client.put(f"{self.prefix}/close", headers=self.headers, json=body)

    async def started(self, body: Mapping[str, Any] | None = None) -> str:
        response = await self.create(body)
        assert response.status_code == 200, response.text
        return str(response.json()["conversation_id"])
