"""The WebSocket of a session, over real connections, with a client that other makers' clients are like."""

from __future__ import annotations

import json

import pytest

from parley.domain.projects.info import ProjectInfo
from parley.providers.llm.scripted import Answer, Call, Say, ScriptedModel
from tests.contract import ContractClient
from tests.make import Make
from tests.messaging_client import MessagingClient, open_session

pytestmark = pytest.mark.io

AGENT = {
    "chat/configuration.yaml": "greeting:\n  welcome_message: Hello!\n",
    "agent_settings/rules.txt": "Use {{fn:goodbye}}, {{fn:hand_over}} and {{fn:show}}.",
    "functions/goodbye.py": (
        "from _gen import *\n@func_description('Ends.')\n"
        "def goodbye(conv: Conversation):\n    return {'utterance': 'Bye!', 'hangup': True}\n"
    ),
    "functions/hand_over.py": (
        "from _gen import *\n@func_description('Hands over.')\n"
        "def hand_over(conv: Conversation):\n"
        "    return {'utterance': 'One moment.', 'handoff': {'type': 'billing', 'reason': 'an invoice'}}\n"
    ),
    "functions/show.py": (
        "from _gen import *\n@func_description('Shows.')\n"
        "def show(conv: Conversation):\n"
        "    conv.add_attachments([{'content_url': 'https://e.org/menu.png', 'content_type': 'image',"
        " 'title': 'Menu'}])\n"
        "    conv.set_response_suggestions(['Starters', 'Mains'])\n"
        "    return 'shown'\n"
    ),
}


@pytest.fixture(name="project")
async def _project(make: Make) -> ProjectInfo:
    project = await make.project()
    await make.deploy(project, AGENT)
    return project


async def connected(
    messaging: ContractClient, make: Make, project: ProjectInfo, *, streaming: bool = False
) -> MessagingClient:
    return await (await open_session(messaging, make, project, streaming=streaming)).connect()


async def test_a_conversation(messaging: ContractClient, make: Make, project: ProjectInfo) -> None:
    make.use_model(ScriptedModel([Say("We open at nine.")]))
    client = await connected(messaging, make, project)
    start = await client.next("SESSION_START")
    assert start["payload"]["capabilities"] == {
        "streaming": False,
        "max_message_size_bytes": 131072,
        "max_reconnect_attempts": 5,
        "heartbeat_interval_seconds": 30,
    }
    assert client.frames[0]["type"] == "EVENT_TYPE_EVENT_BATCH"
    greeting = await client.join()
    assert greeting["payload"]["text"] == "Hello!"
    await client.send("USER_MESSAGE", {"text": "When do you open?"}, local_id="one")
    answer = await client.next("POLY_AGENT_MESSAGE", 2)
    assert answer["payload"] == {
        "message_id": answer["payload"]["message_id"],
        "text": "We open at nine.",
        "attachments": [],
        "response_suggestions": [],
    }
    assert client.kinds == [
        "SESSION_START",
        "REQUEST_POLY_AGENT_JOIN",
        "POLY_AGENT_JOINED",
        "POLY_AGENT_THINKING",
        "POLY_AGENT_MESSAGE",
        "USER_MESSAGE",
        "POLY_AGENT_THINKING",
        "POLY_AGENT_MESSAGE",
    ]
    assert client.journaled == [1, 2, 3, 4, 5, 6]
    echo = client.of("USER_MESSAGE")[0]
    assert echo["metadata"] == {"custom": {"local_id": "one"}}
    assert echo["payload"]["text"] == "When do you open?"
    assert echo["payload"]["message_id"]
    assert client.of("POLY_AGENT_THINKING")[0]["sequence"] is None
    await client.send("USER_END_SESSION")
    end = await client.next("SESSION_END")
    assert end["payload"] == {"reason": "REASON_USER_END"}
    assert await client.closed() == 1000


async def test_chunks_make_up_the_message(messaging: ContractClient, make: Make, project: ProjectInfo) -> None:
    make.use_model(ScriptedModel([Answer((Say("We open "), Say("at nine "), Say("and close at five.")))]))
    client = await connected(messaging, make, project, streaming=True)
    await client.send("REQUEST_POLY_AGENT_JOIN")
    await client.next("POLY_AGENT_MESSAGE_CHUNK")
    await client.say("When do you open?")

    def pieces() -> list[dict[str, object]]:
        all_chunks = [event["payload"] for event in client.of("POLY_AGENT_MESSAGE_CHUNK")]
        ids = [piece["message_id"] for piece in all_chunks]
        return [piece for piece in all_chunks if piece["message_id"] != ids[0]]

    count = 0
    while not (pieces() and pieces()[-1]["is_complete"]):
        count += 1
        await client.next("POLY_AGENT_MESSAGE_CHUNK", count)
    assert "".join(str(piece["text"]) for piece in pieces()) == "We open at nine and close at five."
    assert [piece["chunk_index"] for piece in pieces()] == list(range(1, len(pieces()) + 1))
    assert [piece["is_complete"] for piece in pieces()][:-1] == [False] * (len(pieces()) - 1)
    assert not client.of("POLY_AGENT_MESSAGE")
    await client.aclose()


async def test_what_the_agent_shows(messaging: ContractClient, make: Make, project: ProjectInfo) -> None:
    make.use_model(ScriptedModel([Call("show"), Say("Here is the menu.")]))
    client = await connected(messaging, make, project)
    await client.join()
    await client.say("The menu, please")
    payload = (await client.next("POLY_AGENT_MESSAGE", 2))["payload"]
    assert payload["attachments"] == [
        {
            "title": "Menu",
            "preview_image_url": "",
            "call_to_action_text": "",
            "content_url": "https://e.org/menu.png",
            "content_type": "ATTACHMENT_CONTENT_TYPE_IMAGE",
        }
    ]
    assert payload["response_suggestions"] == [{"message_text": "Starters"}, {"message_text": "Mains"}]
    await client.aclose()


async def test_the_agent_ends_it(messaging: ContractClient, make: Make, project: ProjectInfo) -> None:
    make.use_model(ScriptedModel([Call("goodbye")]))
    client = await connected(messaging, make, project)
    await client.join()
    await client.say("Bye")
    assert await client.closed() == 1000
    assert client.kinds[-3:] == ["POLY_AGENT_MESSAGE", "POLY_AGENT_LEFT", "SESSION_END"]
    assert client.events[-1]["payload"] == {"reason": "REASON_NATURAL_END"}


async def test_a_handoff_without_a_desk_is_the_clients(
    messaging: ContractClient, make: Make, project: ProjectInfo
) -> None:
    make.use_model(ScriptedModel([Call("hand_over")]))
    client = await connected(messaging, make, project)
    await client.join()
    await client.say("A person, please")
    await client.next("POLY_AGENT_LEFT")
    assert client.kinds[-4:] == [
        "POLY_AGENT_MESSAGE",
        "POLY_AGENT_TRIGGERED_HANDOFF",
        "CLIENT_HANDOFF_REQUIRED",
        "POLY_AGENT_LEFT",
    ]
    assert client.of("CLIENT_HANDOFF_REQUIRED")[0]["payload"] == {
        "reason": "AGENT_DECISION",
        "queue_name": "billing",
    }
    await client.send("USER_MESSAGE", {"text": "Hello?"}, local_id="1")
    problem = await client.next("SYSTEM_MESSAGE")
    assert problem["payload"]["level"] == "SYSTEM_MESSAGE_LEVEL_ERROR"
    assert problem["metadata"] == {"custom": {"local_id": "1"}}
    await client.aclose()


async def test_what_was_missed_comes_with_the_next_connection(
    messaging: ContractClient, make: Make, project: ProjectInfo
) -> None:
    make.use_model(ScriptedModel([Say("One."), Say("Two.")]))
    client = await connected(messaging, make, project)
    await client.join()
    await client.say("a")
    await client.next("USER_MESSAGE")
    await client.drop()
    other = await client.copy().connect("0")
    await other.next("POLY_AGENT_MESSAGE", 2)
    await other.say("b")
    await other.next("POLY_AGENT_MESSAGE", 3)
    await client.connect()
    await client.next("POLY_AGENT_MESSAGE", 3)
    assert client.journaled == other.journaled == list(range(1, other.cursor + 1))
    await client.aclose()
    await other.aclose()


async def test_what_is_no_event_is_answered_and_the_socket_stays(
    messaging: ContractClient, make: Make, project: ProjectInfo
) -> None:
    client = await connected(messaging, make, project)
    wrong: list[str | bytes] = [
        "{",
        "[]",
        json.dumps({"type": "EVENT_TYPE_NONE"}),
        json.dumps({"type": "EVENT_TYPE_SESSION_END", "payload": {}}),
        json.dumps({"type": "EVENT_TYPE_USER_MESSAGE", "payload": {"text": " "}}),
        json.dumps({"type": "EVENT_TYPE_USER_MESSAGE", "payload": {"text": "x" * 140_000}}),
        b"\x00\x01",
    ]
    for number, each in enumerate(wrong, 1):
        await client.send_text(each)
        assert (await client.next("SYSTEM_MESSAGE", number))["payload"]["level"] == "SYSTEM_MESSAGE_LEVEL_ERROR"
    assert "EVENT_TYPE_SESSION_END" in client.of("SYSTEM_MESSAGE")[3]["payload"]["message"]
    await client.send("HEARTBEAT", client_event_id="beat")
    assert (await client.next("HEARTBEAT"))["metadata"] == {"custom": {"client_event_id": "beat"}}
    await client.aclose()


async def test_a_message_before_the_agent_has_joined(
    messaging: ContractClient, make: Make, project: ProjectInfo
) -> None:
    client = await connected(messaging, make, project)
    await client.say("Hello?")
    assert "conversation not found" in (await client.next("SYSTEM_MESSAGE"))["payload"]["message"].lower()
    await client.aclose()


async def test_what_is_sent_again_is_taken_once(messaging: ContractClient, make: Make, project: ProjectInfo) -> None:
    """A client that does not know whether its message arrived may send it again, over any socket."""
    make.use_model(ScriptedModel([Say("One."), Say("Two.")]))
    client = await connected(messaging, make, project)
    other = await client.copy().connect()
    await client.join()
    for each in (client, other, client):
        await each.send("USER_MESSAGE", {"text": "a"}, local_id="1")
    await client.next("POLY_AGENT_MESSAGE", 2)
    await other.send("USER_MESSAGE", {"text": "b"}, local_id="1")
    await client.next("POLY_AGENT_MESSAGE", 3)
    assert [event["payload"]["text"] for event in client.of("USER_MESSAGE")] == ["a", "b"]
    await client.told(lambda: sum(frame["type"].endswith("USER_MESSAGE") for frame in client.frames) >= 3)
    await client.send("USER_END_SESSION")
    assert await other.closed() == 1000


async def test_what_was_refused_may_be_sent_again(messaging: ContractClient, make: Make, project: ProjectInfo) -> None:
    make.use_model(ScriptedModel([Say("One.")]))
    client = await connected(messaging, make, project)
    await client.send("USER_MESSAGE", {"text": "a"}, local_id="1")
    await client.next("SYSTEM_MESSAGE")
    await client.join()
    await client.send("USER_MESSAGE", {"text": "a"}, local_id="1")
    assert (await client.next("POLY_AGENT_MESSAGE", 2))["payload"]["text"] == "One."
    await client.aclose()


async def test_what_is_said_to_a_person_waits_for_no_agent(
    messaging: ContractClient, make: Make, project: ProjectInfo
) -> None:
    client = await connected(messaging, make, project)
    await client.join()
    async with make.resources.db.connection() as connection:
        await connection.execute("update messaging_sessions set attendance = 'person'")
    for number in range(3):
        await client.say(f"Hello? {number}")
    await client.next("USER_MESSAGE", 3)
    row = await make.resources.db.fetchrow("select last_request, answered, last_sequence from messaging_sessions")
    assert row is not None
    assert row["last_request"] == row["answered"] == row["last_sequence"]
    await client.send("USER_END_SESSION")
    assert await client.closed() == 1000
