"""What a client may send: how much at once, how often, and how long it may be silent."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from parley.domain.messaging.model import IDLE, LARGEST_MESSAGE, LONGEST_TEXT
from parley.domain.projects.info import ProjectInfo
from parley.messaging import server
from parley.messaging.socket import BURST, MOST_REFUSED
from parley.providers.llm.scripted import Answer, Say, ScriptedModel
from parley.runtime.messaging.service import SIGNS_WRITTEN_AFTER
from tests.contract import ContractClient
from tests.fixtures import serving_messaging
from tests.make import Make
from tests.messaging.nodes import AGENT
from tests.messaging_client import MessagingClient, open_session
from tests.waiting import until

pytestmark = pytest.mark.io


@pytest.fixture(name="client")
async def _client(messaging: ContractClient, make: Make) -> MessagingClient:
    project: ProjectInfo = await make.project()
    await make.deploy(project, AGENT)
    make.use_model(ScriptedModel([Answer((Say("Yes."),), repeat=True)]))
    return await (await open_session(messaging, make, project)).connect()


def event_of(size: int) -> str:
    """A heartbeat of so many bytes."""
    empty = json.dumps({"type": "EVENT_TYPE_HEARTBEAT", "payload": {"x": ""}})
    return json.dumps({"type": "EVENT_TYPE_HEARTBEAT", "payload": {"x": "x" * (size - len(empty))}})


async def test_frames_up_to_the_limit_and_over_it(client: MessagingClient) -> None:
    await client.send_text(event_of(LARGEST_MESSAGE))
    await client.next("HEARTBEAT")
    await client.send_text(event_of(LARGEST_MESSAGE + 1))
    assert str(LARGEST_MESSAGE) in (await client.next("SYSTEM_MESSAGE"))["payload"]["message"]
    await client.send_text(event_of(LARGEST_MESSAGE).replace("x", "ä", 100))
    await client.next("SYSTEM_MESSAGE", 2)
    await client.send("HEARTBEAT")
    await client.next("HEARTBEAT", 2)
    await client.send("USER_MESSAGE", {"text": "x" * LARGEST_MESSAGE}, local_id="1")
    assert (await client.next("SYSTEM_MESSAGE", 3))["metadata"] == {"custom": {"local_id": "1"}}
    await client.send_text("x" * 9 * LARGEST_MESSAGE)
    assert await client.closed() == 1009, "what is far over it costs the connection, and nothing else"
    await client.connect()
    await client.join()
    await client.aclose()


async def test_messages_up_to_the_longest(client: MessagingClient) -> None:
    await client.join()
    await client.say("x" * LONGEST_TEXT)
    await client.next("POLY_AGENT_MESSAGE", 2)
    await client.say("x" * (LONGEST_TEXT + 1))
    assert str(LONGEST_TEXT) in (await client.next("SYSTEM_MESSAGE"))["payload"]["message"]
    await client.aclose()


async def test_too_much_at_once_is_answered_and_costs_nothing_that_was_taken(client: MessagingClient) -> None:
    sent = int(BURST) + 20
    for number in range(sent):
        kind = "USER_TYPING" if number % 2 else "HEARTBEAT"
        await client.send(kind, {"state": "TYPING_STATE_STARTED"}, local_id=str(number))
    problem = await client.next("SYSTEM_MESSAGE", 10)
    assert int(problem["metadata"]["custom"]["local_id"]) >= BURST
    await client.told(lambda: len(client.of("HEARTBEAT")) >= BURST / 2)
    await client.drop()
    await client.connect()
    await client.join()
    await client.aclose()


async def test_whoever_never_stops_is_sent_away_and_may_come_back(client: MessagingClient) -> None:
    for _ in range(int(BURST) + MOST_REFUSED + 100):
        await client.send("HEARTBEAT")
    assert await client.closed() == 1013
    assert len(client.of("SYSTEM_MESSAGE")) <= MOST_REFUSED
    await client.connect()
    await client.join()
    await client.aclose()


async def test_silence_ends_the_session(client: MessagingClient, make: Make) -> None:
    await client.join()
    messaging = make.resources.messaging
    await silent_for(make, IDLE)
    await messaging.expire_idle()
    await silent_for(make, IDLE + SIGNS_WRITTEN_AFTER + timedelta(seconds=5))
    await messaging.expire_idle()
    assert (await client.next("SESSION_END"))["payload"] == {"reason": "REASON_USER_ABANDONED"}
    assert await client.closed() == 1000
    row = await make.resources.db.fetchrow("select end_reason from conversations")
    assert row is not None
    assert row["end_reason"]


async def test_a_sign_of_life_keeps_it(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Heartbeats are written in batches, by the process that has the socket."""
    monkeypatch.setattr(server, "SIGNS_SECONDS", 0.02)
    project = await make.project()
    async with serving_messaging(make.resources) as messaging:
        client = await (await open_session(messaging, make, project)).connect()
        await silent_for(make, IDLE * 2)

        async def is_alive() -> bool:
            await client.send("HEARTBEAT")
            row = await make.resources.db.fetchrow("select now() - last_active_at as silence from messaging_sessions")
            return row is not None and row["silence"] < IDLE

        await until(is_alive)
        await make.resources.messaging.expire_idle()
        assert not client.of("SESSION_END")
        await client.aclose()


async def silent_for(make: Make, time: timedelta) -> None:
    async with make.resources.db.connection() as connection:
        await connection.execute("update messaging_sessions set last_active_at = now() - $1::interval", time)
