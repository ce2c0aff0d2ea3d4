"""Whatever a client sends, the answer is documented (the contract client sees to that) and never a crash."""

from __future__ import annotations

import random
import string
from typing import Any

import pytest

from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

NASTY = [
    "",
    "\x00",
    "\ud7ff",
    "💬" * 50,
    "CONV-1",
    "{{fn:x}} $x ${variant_x}",
    "<channel:voice>x</channel>",
    "a" * 5000,
    "\n\t",
]


def value(chance: random.Random, depth: int = 0) -> Any:
    kinds = ["text", "nasty", "number", "huge", "none", "bool"] + (["list", "object"] if depth < 4 else [])
    match chance.choice(kinds):
        case "text":
            return "".join(chance.choices(string.printable, k=chance.randrange(20)))
        case "nasty":
            return chance.choice(NASTY)
        case "number":
            return chance.choice([0, -1, 1.5, 2**53])
        case "huge":
            return 10**18
        case "none":
            return None
        case "bool":
            return chance.random() < 0.5
        case "list":
            return [value(chance, depth + 1) for _ in range(chance.randrange(4))]
    return {str(value(chance, 9)): value(chance, depth + 1) for _ in range(chance.randrange(4))}


@pytest.mark.parametrize("seed", range(4))
async def test_any_body_is_answered(platform: ContractClient, make: Make, seed: int) -> None:
    chance = random.Random(seed)
    project_info = await make.project()
    await make.deploy(project_info, {"voice/configuration.yaml": "greeting:\n  welcome_message: Hello\n"})
    headers = await make.chat_headers(project_info)
    prefix = f"/v1/{project_info.account_id}/{project_info.id}/chat"
    opened = (await platform.post(f"{prefix}/create", headers=headers)).json()["conversation_id"]
    names = [
        "conversation_id",
        "message",
        "variant_id",
        "integration_attributes",
        "channel",
        "asr_lang_code",
        "metadata",
    ]
    for _ in range(40):
        body = {name: value(chance) for name in chance.sample(names, k=chance.randrange(len(names)))}
        if chance.random() < 0.3:
            body["conversation_id"] = opened
        method, path = chance.choice([("POST", "create"), ("POST", "respond"), ("PUT", "close")])
        sent = body if chance.random() < 0.8 else value(chance)
        response = await platform.request(method, f"{prefix}/{path}", headers=headers, json=sent)
        assert response.status_code < 500, (method, path, sent)


@pytest.mark.parametrize(
    "path",
    [
        "/v1/%00/%00/chat/create",
        "/v1/a%2Fb/c/chat/create",
        "/v1/" + "x" * 3000 + "/p/chat/create",
        "/v1/ümlaut/p/chat/create",
        "//v1/a/b/chat/create",
        "/v1/a/b/chat/create/",
        "/V1/a/b/chat/create",
    ],
)
async def test_strange_paths_do_not_exist(platform: ContractClient, make: Make, path: str) -> None:
    headers = await make.chat_headers(await make.project())
    response = await platform.post(path, headers=headers)
    assert response.status_code == 404
    assert response.json()["success"] is False
