"""People in Chatwoot answer users whom an agent hands over, whatever is away for a while."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from parley.chatwoot.adapter import Adapter
from parley.chatwoot.api import Chatwoot
from parley.chatwoot.desk_api import DeskClient
from parley.domain.projects.info import ProjectInfo
from parley.providers.llm.scripted import Say
from tests.chatwoot.stand_in import ACCOUNT, INBOX, TOKEN, StandIn, standing_in
from tests.clocks import HandClock
from tests.contract import ContractClient
from tests.desks import AGENT, ANN, Desk, desk_of, handed_over
from tests.make import Make
from tests.messaging_client import MessagingClient

pytestmark = pytest.mark.io


class Time(HandClock):
    def monotonic(self) -> float:
        return self.moment.timestamp()

    def passes(self, seconds: float) -> None:
        self.moment += timedelta(seconds=seconds)


class Joined:
    """A desk and a Chatwoot, and whatever adapter runs between them."""

    def __init__(self, http: httpx.AsyncClient, desk: Desk, chatwoot: StandIn) -> None:
        self.http, self.desk, self.chatwoot = http, desk, chatwoot
        self.time = Time(datetime(2026, 3, 2, tzinfo=UTC))
        self.restart()

    def restart(self) -> None:
        desk = DeskClient(self.http, self.desk.client.url, self.desk.headers["x-api-key"])
        chatwoot = Chatwoot(self.http, self.chatwoot.url, TOKEN, ACCOUNT, INBOX)
        self.adapter = Adapter(desk, chatwoot, self.time, lambda: 0.5)

    async def round(self) -> None:
        """With so much time before it that everything is looked at, also what failed."""
        self.time.passes(90)
        await self.adapter.round()


@pytest.fixture(name="project")
async def _project(make: Make) -> ProjectInfo:
    project = await make.project(settings={"desk": {"is_on": True}})
    await make.deploy(project, AGENT)
    return project


@pytest.fixture(name="joined")
async def _joined(messaging: ContractClient, make: Make, project: ProjectInfo) -> AsyncIterator[Joined]:
    desk = await desk_of(messaging, make, project)
    async with standing_in() as chatwoot, httpx.AsyncClient(trust_env=False) as http:
        yield Joined(http, desk, chatwoot)


def said(client: MessagingClient) -> list[str]:
    return [event["payload"]["text"] for event in client.of("LIVE_AGENT_MESSAGE")]


async def test_a_user_talks_to_people_in_chatwoot_and_is_given_back(
    messaging: ContractClient, make: Make, project: ProjectInfo, joined: Joined
) -> None:
    client, model = await handed_over(messaging, make, project, Say("As Ann said, it is paid."))
    chatwoot = joined.chatwoot
    await joined.round()
    [note] = chatwoot.notes(chatwoot.only)
    assert note.startswith("Handed over: billing\nReason: an invoice")
    assert {"User: A person, please", "Agent: Hello!", "Agent: One moment."} <= set(note.splitlines())
    assert (await joined.desk.sessions())[0]["state"] == "queue"
    await client.say("Invoice 7")
    await client.next("USER_MESSAGE", 2)
    await joined.round()
    assert chatwoot.user_texts(chatwoot.only) == ["Invoice 7"]
    picture = {"file_type": "image", "data_url": "https://e.org/7.png", "thumb_url": "https://e.org/7s.png"}
    chatwoot.reply(chatwoot.only, "Let me look.", private=True)
    chatwoot.reply(chatwoot.only, "It is paid.", attachments=[picture])
    chatwoot.reply(chatwoot.only, "We are closed.", sender=None)
    await joined.round()
    joined_by = (await client.next("LIVE_AGENT_JOINED"))["payload"]["agent"]
    assert joined_by == {"id": f"chatwoot-{chatwoot.only}", "name": "Ann", "avatar_url": "https://e.org/ann.png"}
    message = (await client.next("LIVE_AGENT_MESSAGE"))["payload"]
    assert (message["text"], message["attachments"][0]["content_url"]) == ("It is paid.", "https://e.org/7.png")
    chatwoot.reply(chatwoot.only, "Goodbye!")
    chatwoot.set_status(chatwoot.only, "resolved")
    await joined.round()
    await client.next("POLY_AGENT_JOINED", 2)
    assert said(client) == ["It is paid.", "Goodbye!"]
    assert await joined.desk.sessions() == []
    await client.say("So it is paid?")
    await client.told(lambda: "As Ann said, it is paid." in [text for text, _ in client.replies()])
    assert "Person: It is paid." in str(model.requests[-1])
    await joined.round()
    assert chatwoot.user_texts(chatwoot.only) == ["Invoice 7"], "that was for the agent"


async def test_nothing_is_lost_or_doubled_when_either_side_or_the_adapter_is_away(
    messaging: ContractClient, make: Make, project: ProjectInfo, joined: Joined
) -> None:
    client, _ = await handed_over(messaging, make, project)
    chatwoot = joined.chatwoot
    chatwoot.is_down = True
    await joined.round()
    assert chatwoot.conversations == {}
    chatwoot.is_down, chatwoot.loses_answers = False, 5
    for _ in range(6):  # contact, conversation, note: each is made, and nobody hears of it
        joined.restart()
        await joined.round()
    assert len(chatwoot.notes(chatwoot.only)) == 1
    for number in range(4):
        await client.say(f"{number}")
        await client.next("USER_MESSAGE", number + 2)
        chatwoot.reply(chatwoot.only, f"Re: {number}")
        chatwoot.loses_answers = number
        for _ in range(number + 1):
            await joined.round()
        if number % 2:
            joined.restart()
    await joined.round()
    await client.next("LIVE_AGENT_MESSAGE", 4)
    assert chatwoot.user_texts(chatwoot.only) == ["0", "1", "2", "3"]
    assert said(client) == [f"Re: {number}" for number in range(4)]
    assert len(client.of("LIVE_AGENT_JOINED")) == 1
    assert len(chatwoot.notes(chatwoot.only)) == 1
    assert len(chatwoot.contacts) == 1


async def test_who_resolves_without_a_word_takes_nobody_over(
    messaging: ContractClient, make: Make, project: ProjectInfo, joined: Joined
) -> None:
    client, _ = await handed_over(messaging, make, project)
    await joined.round()
    joined.chatwoot.set_status(joined.chatwoot.only, "resolved")
    await joined.round()
    await client.next("HANDOFF_FAILED")
    assert await joined.desk.sessions() == []


async def test_people_are_told_that_the_user_has_left_also_by_an_adapter_that_was_away(
    messaging: ContractClient, make: Make, project: ProjectInfo, joined: Joined
) -> None:
    client, _ = await handed_over(messaging, make, project)
    chatwoot = joined.chatwoot
    await joined.round()
    await client.say("Never mind")
    await client.send("USER_END_SESSION")
    await client.closed()
    joined.restart()
    chatwoot.loses_answers = 7
    for _ in range(8):
        await joined.round()
    assert chatwoot.user_texts(chatwoot.only) == ["Never mind"]
    assert [note.partition(".")[0] for note in chatwoot.notes(chatwoot.only)[1:]] == ["The user has left"]
    assert chatwoot.conversations[chatwoot.only]["status"] == "resolved"
    # Somebody opens it again, to go on with the case: that is left alone.
    chatwoot.set_status(chatwoot.only, "open")
    for _ in range(3):
        joined.restart()
        await joined.round()
    assert chatwoot.conversations[chatwoot.only]["status"] == "open"
    assert len(chatwoot.notes(chatwoot.only)) == 2


async def test_users_of_another_desk_are_left_alone(
    messaging: ContractClient, make: Make, project: ProjectInfo, joined: Joined
) -> None:
    client, _ = await handed_over(messaging, make, project)
    await joined.desk.does(client.session_id, "accept", ANN)
    await joined.round()
    assert joined.chatwoot.conversations == {}
    other, _ = await handed_over(messaging, make, project)
    await joined.round()
    await joined.desk.does(other.session_id, "accept", ANN)
    joined.chatwoot.reply(joined.chatwoot.only, "Hello?")
    await joined.round()
    assert "Somebody at another desk has taken the user." in joined.chatwoot.notes(joined.chatwoot.only)[-1]
    assert said(other) == []


async def test_one_user_whose_conversation_is_broken_keeps_nobody_else_waiting(
    messaging: ContractClient, make: Make, project: ProjectInfo, joined: Joined
) -> None:
    await handed_over(messaging, make, project)
    await joined.round()
    broken = joined.chatwoot.only
    joined.chatwoot.conversations[broken]["id"] = "none"
    second, _ = await handed_over(messaging, make, project)
    await joined.round()
    [other] = set(joined.chatwoot.conversations) - {broken}
    joined.chatwoot.reply(other, "Here I am.")
    await joined.round()
    await second.next("LIVE_AGENT_MESSAGE")
    assert joined.adapter.health() == {"users": 2, "failing": 1}


async def test_only_what_has_news_is_asked_for(
    messaging: ContractClient, make: Make, project: ProjectInfo, joined: Joined
) -> None:
    await handed_over(messaging, make, project)
    await joined.round()
    asked = len(joined.chatwoot.requests)
    for _ in range(5):
        await joined.adapter.round()
    assert len(joined.chatwoot.requests) == asked
    joined.adapter.wake(joined.chatwoot.only)
    await joined.adapter.round()
    assert len(joined.chatwoot.requests) > asked


async def test_a_key_that_is_wrong_is_not_ready(make: Make, messaging: ContractClient, joined: Joined) -> None:
    bad: dict[str, Any] = {"x-api-key": "pk_desk_none"}
    joined.desk = Desk(messaging, bad)
    joined.restart()
    await joined.adapter._try_round()
    assert not await joined.adapter.is_ready()
