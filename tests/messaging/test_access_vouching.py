"""The page's own server says who the user is, and says it anew while the conversation goes on."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import jwt
import pytest

from parley.domain.accounts.model import Family
from parley.domain.messaging.vouching import VouchingSecret
from parley.providers.llm.scripted import Call, Say, ScriptedModel
from tests.contract import ContractClient
from tests.make import Make
from tests.messaging_client import open_session

pytestmark = pytest.mark.io

AGENT = {
    "chat/configuration.yaml": "greeting:\n  welcome_message: Hello!\n",
    "agent_settings/rules.txt": "Use {{fn:who}}.",
    "functions/who.py": (
        "from _gen import *\n@func_description('Who it is.')\n"
        "def who(conv: Conversation):\n    return {'utterance': f\"Tier: {conv.context_vault.get('tier')}.\"}\n"
    ),
}


async def test_functions_see_what_is_vouched_for_by_now(messaging: ContractClient, make: Make) -> None:
    project = await make.project()
    await make.deploy(project, AGENT)
    make.use_model(ScriptedModel([Call("who"), Call("who"), Say("Goodbye.")]))
    resources, secret = make.resources, VouchingSecret.new()
    settings = {"hosts": ["localhost"], **secret.settings(resources.dependencies.secret_store.encryptor)}
    key = await make.key(Family.MESSAGING, project, settings=settings)
    client = await (await open_session(messaging, make, project, key=key)).connect()
    context_id = (await client.next("SESSION_START"))["payload"]["context_id"]

    async def vouch(ctx: dict[str, Any], signed_with: str = secret.secret) -> int:
        now = resources.clock.now()
        claims = {"sub": context_id, "iat": now, "exp": now + timedelta(seconds=30), "ctx": ctx}
        answer = await messaging.post(
            f"/api/v1/sessions/{client.session_id}/context",
            headers={"authorization": f"Bearer {client.access_token}"},
            json={"token": jwt.encode(claims, signed_with, headers={"kid": secret.key_id})},
        )
        return answer.status_code

    assert await vouch({"tier": "silver"}) == 204
    assert await vouch({"tier": "forged"}, "5" * 64) == 401
    await client.join()
    await client.say("Who am I?")
    assert (await client.next("POLY_AGENT_MESSAGE", 2))["payload"]["text"] == "Tier: silver."
    assert await vouch({"tier": "gold"}) == 204
    await client.say("And now?")
    assert (await client.next("POLY_AGENT_MESSAGE", 3))["payload"]["text"] == "Tier: gold."
    await client.aclose()
