"""The program as it is started: rounds of its own, and webhooks that hurry them."""

from __future__ import annotations

import asyncio

import pytest

from parley.chatwoot.adapter import Adapter
from parley.chatwoot.server import Joined, run_adapter
from parley.chatwoot.webhooks import Proof
from parley.providers.llm.scripted import Say
from parley.web.serve import bind
from tests.chatwoot.stand_in import ACCOUNT, INBOX, SECRET, TOKEN, standing_in
from tests.contract import ContractClient
from tests.desks import AGENT, desk_of, handed_over
from tests.make import Make
from tests.waiting import until

pytestmark = pytest.mark.io


async def test_a_conversation_from_handoff_to_return(messaging: ContractClient, make: Make) -> None:
    project = await make.project(settings={"desk": {"is_on": True}})
    await make.deploy(project, AGENT)
    key = (await desk_of(messaging, make, project)).headers["x-api-key"]
    listener, stop = bind("127.0.0.1", 0), asyncio.Event()
    async with standing_in() as chatwoot:
        chatwoot.webhook_url = f"http://127.0.0.1:{listener.getsockname()[1]}/chatwoot"
        joined = Joined(messaging.url, key, chatwoot.url, TOKEN, ACCOUNT, INBOX, Proof(SECRET, None))
        running = asyncio.create_task(run_adapter(joined, listener, stop=stop))
        client, _ = await handed_over(messaging, make, project, Say("Welcome back."))

        async def is_introduced() -> bool:
            return bool(chatwoot.conversations) and bool(chatwoot.notes(chatwoot.only))

        await until(is_introduced)
        chatwoot.reply(chatwoot.only, "Good morning")
        assert await chatwoot.tell("message_created", {"id": 1, "conversation": {"id": chatwoot.only}}) == 200
        await client.next("LIVE_AGENT_MESSAGE")
        assert await chatwoot.tell("conversation_typing_on", {"conversation": {"id": chatwoot.only}}) == 200
        await client.next("LIVE_AGENT_TYPING")

        async def is_shown() -> bool:  # told only to who waits at that moment
            await client.send("USER_TYPING", {"state": "TYPING_STATE_STARTED"})
            return chatwoot.typing == ["on"]

        await until(is_shown)
        await client.say("I am here.")

        async def has_stopped() -> bool:
            return chatwoot.typing == ["on", "off"]

        await until(has_stopped)
        assert len(client.of("LIVE_AGENT_TYPING")) == 1, "that the user types is not told to the user"
        chatwoot.set_status(chatwoot.only, "resolved")
        assert await chatwoot.tell("conversation_status_changed", {"id": chatwoot.only, "status": "resolved"}) == 200
        await client.next("LIVE_AGENT_LEFT")
        stop.set()
        await running


async def test_a_program_without_rounds_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async def breaks(_adapter: Adapter) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(Adapter, "round", breaks)
    joined = Joined("http://127.0.0.1:1", "k", "http://127.0.0.1:1", TOKEN, ACCOUNT, INBOX, Proof(SECRET, None))
    with pytest.raises(RuntimeError):
        await run_adapter(joined, bind("127.0.0.1", 0), stop=asyncio.Event())
