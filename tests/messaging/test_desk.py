"""People take over what an agent hands over, talk to the user, and give them back."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest

from parley.domain.messaging import desk_store
from parley.domain.messaging.desk import TakenBySomebodyElse
from parley.domain.projects.info import ProjectInfo
from parley.providers.llm.scripted import Call, Say, ScriptedModel
from tests.contract import ContractClient
from tests.desks import AGENT, ANN, Desk, desk_of, handed_over
from tests.make import Make
from tests.messaging_client import MessagingClient, open_session
from tests.waiting import until

pytestmark = pytest.mark.io


@pytest.fixture(name="project")
async def _project(make: Make) -> ProjectInfo:
    project = await make.project(settings={"desk": {"is_on": True}})
    await make.deploy(project, AGENT)
    return project


@pytest.fixture(name="desk")
async def _desk(messaging: ContractClient, make: Make, project: ProjectInfo) -> Desk:
    return await desk_of(messaging, make, project)


@pytest.mark.parametrize("streaming", [False, True])
async def test_a_person_takes_over_talks_and_gives_back(
    messaging: ContractClient, make: Make, project: ProjectInfo, desk: Desk, streaming: bool
) -> None:
    client, model = await handed_over(messaging, make, project, Say("As Ann said, it is paid."), streaming=streaming)
    assert client.of("HANDOFF_ACCEPTED")[0]["payload"] == {"queue_name": "billing"}
    [waiting] = await desk.sessions()
    assert (waiting["session_id"], waiting["state"]) == (client.session_id, "queue")
    assert (waiting["queue_name"], waiting["reason"]) == ("billing", "an invoice")
    await desk.does(client.session_id, "queue", {"position_in_queue": 1, "display_message": "You are next."})
    status = await client.next("HANDOFF_QUEUE_STATUS")
    assert status["payload"] == {"position_in_queue": 1, "display_message": "You are next."}
    await client.say("Invoice 7")
    await desk.does(client.session_id, "accept", ANN)
    joined = await client.next("LIVE_AGENT_JOINED")
    assert joined["payload"] == ANN
    seen: dict[str, Any] = {}

    async def has_texts() -> bool:
        seen.update((await desk.events(client.session_id, waiting["handoff_sequence"])).json())
        return any("MESSAGE" in event["type"] for event in seen["events"])

    await until(has_texts)
    assert seen["session"]["agent"] == ANN["agent"]
    assert [event["payload"].get("text") for event in seen["events"] if "MESSAGE" in event["type"]] == ["Invoice 7"]
    await desk.does(client.session_id, "typing", {"state": "TYPING_STATE_STARTED"})
    typing = await client.next("LIVE_AGENT_TYPING")
    assert typing["payload"] == {"state": "TYPING_STATE_STARTED", "agent_id": "a-1", "agent_name": "Ann"}
    await desk.does(client.session_id, "messages", {"text": "It is paid.", "response_suggestions": ["Thanks"]})
    said = (await client.next("LIVE_AGENT_MESSAGE"))["payload"]
    assert (said["text"], said["agent_name"]) == ("It is paid.", "Ann")
    assert said["response_suggestions"] == [{"message_text": "Thanks"}]
    await desk.does(client.session_id, "return", {"reason": "done"})
    left = await client.next("LIVE_AGENT_LEFT")
    assert left["payload"] == {"agent_id": "a-1", "agent_name": "Ann", "reason": "done"}
    await client.next("POLY_AGENT_JOINED", 2)
    assert await desk.sessions() == []
    await client.say("So it is paid?")
    while "As Ann said, it is paid." not in "".join(event["payload"].get("text", "") for event in client.events):
        async with asyncio.timeout(20):
            await client.more()
    told = str(model.requests[-1])
    assert "User: Invoice 7" in told
    assert "Person: It is paid." in told
    assert client.journaled == list(range(1, len(client.journaled) + 1))


async def test_what_was_said_twice_is_told_once(
    messaging: ContractClient, make: Make, project: ProjectInfo, desk: Desk
) -> None:
    client, _ = await handed_over(messaging, make, project)
    await desk.does(client.session_id, "accept", ANN)
    await desk.does(client.session_id, "accept", ANN)
    await client.send("USER_MESSAGE", {"text": "Hello?"}, local_id="\x00")  # which the database could not look into
    message = {"text": "Good morning", "message_id": "11111111-1111-4111-8111-111111111111"}
    for _again in range(3):
        await desk.does(client.session_id, "messages", message)
    await desk.does(client.session_id, "messages", {"text": "How can I help?"})
    await client.next("LIVE_AGENT_MESSAGE", 2)
    assert [event["payload"]["text"] for event in client.of("LIVE_AGENT_MESSAGE")] == [
        "Good morning",
        "How can I help?",
    ]
    assert len(client.of("LIVE_AGENT_JOINED")) == 1


async def test_one_of_two_who_reach_for_a_session_gets_it(
    messaging: ContractClient, make: Make, project: ProjectInfo, desk: Desk
) -> None:
    client, _ = await handed_over(messaging, make, project)
    others = [{"agent": {"id": f"a-{n}"}} for n in range(4)]
    answers = await asyncio.gather(*(desk.post(client.session_id, "accept", each) for each in others))
    assert sorted(answer.status_code for answer in answers) == [204, 409, 409, 409]
    await client.next("LIVE_AGENT_JOINED")


async def test_nobody_speaks_to_a_user_whom_they_have_not_taken(
    messaging: ContractClient, make: Make, project: ProjectInfo, desk: Desk
) -> None:
    client, _ = await handed_over(messaging, make, project)
    assert (await desk.post(client.session_id, "messages", {"text": "Hello"})).json()["error_code"] == "NOT_TAKEN"
    free = await (await open_session(messaging, make, project)).connect()
    await free.join()
    for verb, body in (("accept", ANN), ("messages", {"text": "Hello"}), ("return", {}), ("end", {}), ("refuse", {})):
        assert (await desk.post(free.session_id, verb, body)).status_code == 409, verb
    await free.send("USER_END_SESSION")
    await free.closed()
    assert (await desk.post(free.session_id, "accept", ANN)).status_code == 404


async def test_who_takes_nobody_over_sends_the_user_back(
    messaging: ContractClient, make: Make, project: ProjectInfo, desk: Desk
) -> None:
    client, _ = await handed_over(messaging, make, project, Say("Then I will try."))
    await desk.does(client.session_id, "refuse", {"reason": "closed"})
    failed = await client.next("HANDOFF_FAILED")
    assert failed["payload"] == {"reason": "closed"}
    sorry = await client.next("POLY_AGENT_MESSAGE", 3)
    assert "could not put you through" in sorry["payload"]["text"]
    await client.say("Please do")
    assert (await client.next("POLY_AGENT_MESSAGE", 4))["payload"]["text"] == "Then I will try."


async def test_a_person_ends_the_session(
    messaging: ContractClient, make: Make, project: ProjectInfo, desk: Desk
) -> None:
    client, _ = await handed_over(messaging, make, project)
    await desk.does(client.session_id, "accept", ANN)
    await desk.does(client.session_id, "end")
    assert (await client.next("SESSION_END"))["payload"] == {"reason": "REASON_NATURAL_END"}
    assert await client.closed() == 1000
    assert await ended_by(make, client) == ("handoff", "an invoice")


async def test_a_user_leaves_while_a_person_is_there(
    messaging: ContractClient, make: Make, project: ProjectInfo, desk: Desk
) -> None:
    client, _ = await handed_over(messaging, make, project)
    await desk.does(client.session_id, "accept", ANN)
    await client.send("USER_END_SESSION")
    assert await client.closed() == 1000
    assert await ended_by(make, client) == ("handoff", "an invoice")
    assert (await desk.post(client.session_id, "messages", {"text": "Hello?"})).status_code == 404
    assert (await desk.events(client.session_id)).json()["session"]["state"] == "ended"


async def ended_by(make: Make, client: MessagingClient) -> tuple[str, str]:
    row = await make.resources.db.fetchrow(
        """
        select c.end_reason, c.handoff_reason from conversations c
            join messaging_sessions s on s.conversation_id = c.id where s.id = $1::text::uuid
        """,
        client.session_id,
    )
    assert row is not None
    return row["end_reason"], row["handoff_reason"]


async def test_nobody_comes_in_time(messaging: ContractClient, make: Make, project: ProjectInfo, desk: Desk) -> None:
    client, _ = await handed_over(messaging, make, project)
    await make.resources.messaging.desk.give_up_waiting()
    assert client.of("HANDOFF_TIMEOUT") == []
    async with make.resources.db.transaction() as tx:
        await tx.execute(
            "update messaging_sessions set handed_over_at = handed_over_at - $1::interval", timedelta(minutes=6)
        )
    await make.resources.messaging.desk.give_up_waiting()
    assert (await client.next("HANDOFF_TIMEOUT"))["payload"] == {"reason": "nobody was free"}
    await client.next("POLY_AGENT_MESSAGE", 3)
    assert await desk.sessions() == []
    assert await desk_store.list_waiting(make.resources.db, make.resources.clock.now(), 10) == []


async def test_who_was_taken_over_at_the_last_moment_stays_with_that_person(
    messaging: ContractClient, make: Make, project: ProjectInfo, desk: Desk
) -> None:
    client, _ = await handed_over(messaging, make, project)
    waiting = await make.resources.messaging.desk.find(project, "live", UUID(client.session_id))
    await desk.does(client.session_id, "accept", ANN)
    with pytest.raises(TakenBySomebodyElse):
        await make.resources.messaging.desk.refuse(waiting, "nobody was free")
    assert (await desk.post(client.session_id, "refuse", {})).status_code == 409
    await desk.does(client.session_id, "messages", {"text": "I am here."})
    await client.next("LIVE_AGENT_MESSAGE")
    assert client.of("HANDOFF_FAILED") == []


async def test_a_desk_that_waits_hears_at_once_also_that_the_user_types(
    messaging: ContractClient, make: Make, project: ProjectInfo, desk: Desk
) -> None:
    client, _ = await handed_over(messaging, make, project)
    await desk.does(client.session_id, "accept", ANN)
    joined = await client.next("LIVE_AGENT_JOINED")
    await client.drop()
    await client.connect()  # it is not told again that somebody has joined
    waits = await waiting(desk, make, client, joined["sequence"])
    await client.send("USER_TYPING", {"state": "TYPING_STATE_STARTED"})
    [typing] = (await waits).json()["events"]
    assert (typing["type"], typing["sequence"]) == ("EVENT_TYPE_USER_TYPING", None)
    assert client.of("USER_TYPING") == []
    waits = await waiting(desk, make, client, joined["sequence"])
    await client.say("Are you there?")
    [asked] = (await waits).json()["events"]
    assert asked["payload"]["text"] == "Are you there?"
    waits = await waiting(desk, make, client, asked["sequence"])
    make.resources.messaging.journal.catch_up()  # as when the process stops
    async with asyncio.timeout(20):
        assert (await waits).json()["events"] == []


async def waiting(desk: Desk, make: Make, client: MessagingClient, after: int) -> asyncio.Task[httpx.Response]:
    """A request that waits for news."""
    request = asyncio.create_task(desk.events(client.session_id, after, 25))
    journal = make.resources.messaging.journal

    async def is_waiting() -> bool:
        return any(each.is_desk for each in journal.subscribers(UUID(client.session_id)))

    await until(is_waiting)
    return request


async def test_other_tenants_and_environments_see_nothing(
    messaging: ContractClient, make: Make, project: ProjectInfo
) -> None:
    client, _ = await handed_over(messaging, make, project)
    elsewhere = await desk_of(messaging, make, await make.project())
    sandbox = await desk_of(messaging, make, project, environment="sandbox")
    for other in (elsewhere, sandbox):
        assert await other.sessions() == []
        assert (await other.events(client.session_id)).status_code == 404
        for verb, body in (("accept", ANN), ("messages", {"text": "x"}), ("return", {}), ("end", {}), ("queue", {})):
            assert (await other.post(client.session_id, verb, body)).status_code == 404, verb


async def test_without_a_desk_the_client_takes_the_user_to_somebody(messaging: ContractClient, make: Make) -> None:
    project = await make.project()
    await make.deploy(project, AGENT)
    make.use_model(ScriptedModel([Call("hand_over", {})]))
    client = await (await open_session(messaging, make, project)).connect()
    await client.join()
    await client.say("A person, please")
    await client.next("CLIENT_HANDOFF_REQUIRED")
    assert await (await desk_of(messaging, make, project)).sessions() == []


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"text": ""},
        {"text": "x" * 20_001},
        {"text": "x", "attachments": [{"content_url": "javascript:alert(1)"}]},
        {"text": "x", "sequence": 7},
    ],
)
async def test_messages_that_are_none_are_refused(
    messaging: ContractClient, make: Make, project: ProjectInfo, desk: Desk, body: Any
) -> None:
    client = await open_session(messaging, make, project)
    assert (await desk.post(client.session_id, "messages", body)).status_code == 400
