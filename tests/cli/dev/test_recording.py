"""`/record`: the conversation so far is written into the folder, once."""

from __future__ import annotations

from pathlib import Path

import httpx

from parley.cli.dev.conversation import Conversation
from parley.cli.dev.recording import record


async def test_a_case_is_written_once(tmp_path: Path) -> None:
    asked: list[httpx.URL] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url)
        case = {"name": "Lunch", "path": "test_suite/lunch.yaml", "yaml": "name: Lunch\n", "remarks": ["Mind the gap."]}
        return httpx.Response(200, json=case)

    client = httpx.AsyncClient(transport=httpx.MockTransport(answer))
    conversation = Conversation(client, "http://build/v1/agents/a", id="CONV-1")

    async def said(folder: Path | None, name: str) -> str:
        return "\n".join(line.plain for line in await record(conversation, folder, name))

    assert "needs a folder" in await said(None, "Lunch")
    assert "what is the case called" in await said(tmp_path, "")
    assert not asked
    assert await said(tmp_path, "Lunch") == f"Wrote {tmp_path}/test_suite/lunch.yaml.\nMind the gap."
    assert str(asked[0]).endswith("/conversations/CONV-1/test-case?name=Lunch&personalData=keep")
    assert (tmp_path / "test_suite" / "lunch.yaml").read_text() == "name: Lunch\n"
    assert "already. Give it another name." in await said(tmp_path, "Lunch")
