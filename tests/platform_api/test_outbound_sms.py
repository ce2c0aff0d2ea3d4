"""An agent texts somebody who has not written."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest
from starlette.responses import Response

from parley.domain.accounts.model import Family
from parley.domain.conversations.actions import SEND_MESSAGE, send_messages
from parley.domain.conversations.model import OutboxMessage
from parley.domain.numbers import actions as numbers
from parley.domain.numbers.model import PhoneNumber
from parley.kit.ids import uuid7
from parley.providers.senders.protocol import Outgoing
from parley.runtime.texts import expiry
from parley.storage import queue
from parley.worker.registry import JOBS
from tests.contract import ContractClient
from tests.texting import ACCOUNT, NUMBER, USER, Texting, connected, texting

pytestmark = pytest.mark.io


@pytest.fixture(name="texts")
async def _texts(dsn: str, tmp_path: Path) -> AsyncIterator[Texting]:
    async with texting(dsn, tmp_path / "data") as found:
        yield found


@dataclass(frozen=True, slots=True)
class Client:
    client: ContractClient
    headers: dict[str, str]


@pytest.fixture(name="client")
async def _client(texts: Texting) -> AsyncIterator[Client]:
    async with ContractClient(texts.url, "platform") as client:
        token = (await texts.make.key(Family.OUTBOUND, texts.project)).secret
        yield Client(client, {"x-service-auth-token": token, "x-token-id": texts.connector.id})


async def send(client: Client, status: int = 202, headers: Any = None, **body: Any) -> str:
    sent = {"message": "Shall we keep your table?", "user_number": USER, **body}
    together = {**client.headers, **(headers or {})}
    answer = await client.client.request("POST", "/v1/outbound-sms", json=sent, headers=together)
    assert answer.status_code == status, answer.text
    if status == 202:
        assert answer.content == b""
        return ""
    assert set(answer.json()) == {"detail"}
    return str(answer.json()["detail"])


async def test_it_begins_a_conversation_that_goes_on(texts: Texting, client: Client) -> None:
    texts.plays("Good, until then.")
    await send(client)
    await texts.work()
    assert texts.said == ["Shall we keep your table?"]
    assert await texts.dialogue("Yes") == ["Good, until then."]
    (conversation,) = await texts.conversations()
    assert (conversation["channel"], conversation["from_number"]) == ("SMS", USER)
    turns = await texts.resources.db.fetch("select user_input, agent_response from turns order by number")
    assert [tuple(turn) for turn in turns] == [("", "Shall we keep your table?"), ("Yes", "Good, until then.")]


async def test_a_conversation_that_runs_ends(texts: Texting, client: Client) -> None:
    texts.plays("We open at nine.")
    await texts.dialogue("When do you open?")
    await send(client)
    await texts.work()
    assert [one["end_reason"] for one in await texts.conversations()] == ["closed", None]


async def test_the_start_function_runs_and_says_nothing(texts: Texting, client: Client) -> None:
    await texts.make.deploy(
        texts.project,
        {
            "chat/configuration.yaml": "greeting:\n  welcome_message: Hello!\n",
            "agent_settings/rules.txt": "",
            "functions/start_function.py": (
                "from _gen import *\n\ndef start_function(conv: Conversation):\n"
                "    conv.state.seen = conv.caller_number\n    return 'Never said.'\n"
            ),
        },
    )
    await send(client)
    await texts.work()
    assert texts.said == ["Shall we keep your table?"]
    (live,) = await texts.resources.db.fetch("select dialog from live_conversations")
    assert orjson.loads(live["dialog"])["state_json"]["seen"] == USER


async def test_to_who_has_said_stop_nothing_is_sent(texts: Texting, client: Client) -> None:
    await texts.text("STOP")
    await texts.work()
    count = len(texts.said)
    await send(client)
    await texts.work()
    assert len(texts.said) == count
    assert await texts.conversations() == []


async def test_a_messaging_service_sends_over_rcs_and_users_answer_it(texts: Texting, client: Client) -> None:
    await send(client, user_number=f"rcs:{USER}", messaging_service_sid="MG1")
    await texts.work()
    texts.plays("See you then.")
    answer = {
        "MessageSid": "SM1",
        "AccountSid": ACCOUNT,
        "From": f"rcs:{USER}",
        "To": "rcs:bistro",
        "Body": "Yes please",
    }
    assert await texts.carrier.post(texts.incoming, {**answer, "MessagingServiceSid": "MG2"}) == 404
    assert await texts.carrier.post(texts.incoming, {**answer, "From": "rcs:+447700900999"}) == 404
    assert await texts.carrier.post(texts.incoming, {**answer, "From": "rcs:nobody"}) == 400
    assert await texts.carrier.post(texts.incoming, {**answer, "MessagingServiceSid": "MG1"}) == 200
    await texts.work()
    assert [(one.sender, one.recipient) for one in texts.carrier.messages] == [("MG1", USER)] * 2
    assert texts.said == ["Shall we keep your table?", "See you then."]
    assert len(await texts.conversations()) == 1
    await texts.carrier.post(texts.incoming, {**answer, "MessageSid": "SM2", "Body": "STOP"})
    assert (await texts.thread())["opted_out_at"] is not None


async def test_what_a_service_may_have_sent_is_searched_for_over_rcs_as_well(texts: Texting, client: Client) -> None:
    texts.faults.after.append(Response(status_code=502))
    await send(client, messaging_service_sid="MG1")
    await texts.work()
    [message] = texts.carrier.messages
    message.recipient = f"rcs:{USER}"
    texts.clock.ahead = timedelta(minutes=1)
    await texts.work(soon=True)
    assert len(texts.carrier.messages) == 1
    assert await texts.statuses() == ["accepted"]


async def test_a_retry_sends_nothing_again(texts: Texting, client: Client) -> None:
    for _ in range(2):
        await send(client, headers={"Idempotency-Key": "one"})
    await texts.work()
    assert len(texts.said) == 1
    await send(client, 409, headers={"Idempotency-Key": "one"}, message="Another")


@pytest.mark.parametrize(
    "body",
    [
        {"user_number": "12"},
        {"user_number": "0044 20"},
        {"message": ""},
        {"message": "  "},
        {"message": "x" * 1601},
        {"message": None},
        {"agent_number": "+442070000000"},
        {"agent_number": "nobody"},
        {"user_number": f"rcs:{USER}"},
        {"user_number": f"rcs:{USER}", "messaging_service_sid": ""},
        {"user_number": "rcs:nobody", "messaging_service_sid": "MG1"},
        {"messaging_service_sid": "MG1&To=x"},
    ],
)
async def test_what_cannot_be_sent_is_refused(client: Client, body: dict[str, Any]) -> None:
    assert await send(client, 400, **body)


async def test_whose_connectors_and_numbers(texts: Texting, client: Client) -> None:
    theirs = await connected(texts.make, await texts.make.project(), "+442079999999")
    await send(client, 403, headers={"x-token-id": theirs.id})
    await send(client, 404, headers={"x-token-id": "CONNECTOR-0"})
    await send(client, 400, agent_number="+442079999999")
    await send(client, 401, headers={"x-service-auth-token": "pk_out_nobody"})
    sandbox = (await texts.make.key(Family.OUTBOUND, texts.project, environment="sandbox")).secret
    await send(client, 404, headers={"x-service-auth-token": sandbox})
    await send(client, agent_number=NUMBER)
    second = PhoneNumber("+442071111111", texts.project.account_id, texts.project.id, "live", "", texts.connector.id)
    async with texts.resources.db.transaction() as tx:
        await numbers.import_number(tx, texts.project, second, texts.resources.clock.now())
    await send(client, 400)
    await send(client, agent_number=second.number)
    await texts.work()
    assert [message.sender for message in texts.carrier.messages] == [NUMBER, second.number]


async def test_a_project_has_a_limit(texts: Texting, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parley.domain.texts.actions.MOST_BY_PROJECT", 2)
    await send(client)
    await send(client)
    await send(client, 429)
    texts.clock.ahead = timedelta(seconds=61)
    await send(client)


async def test_who_does_not_answer_is_not_warned(texts: Texting, client: Client) -> None:
    await send(client)
    texts.clock.ahead = timedelta(hours=25)
    await texts.periodic(expiry.EXPIRE)
    await texts.work()
    assert texts.said == ["Shall we keep your table?"]
    assert [one["end_reason"] for one in await texts.conversations()] == ["timeout"]


@pytest.mark.parametrize(
    ("sender", "kind", "status"),
    [
        (NUMBER, "sms", "suppressed"),
        ("+44 20 7123 4567", "sms", "suppressed"),
        ("MG0123", "sms", "suppressed"),
        ("", "whatsapp", "suppressed"),
        ("+442070000000", "sms", "recorded"),
        (NUMBER, "email", "recorded"),
    ],
)
async def test_stop_counts_for_what_functions_send(texts: Texting, sender: str, kind: str, status: str) -> None:
    await texts.text("STOP")
    message = Outgoing(kind, USER, "Your table is booked.", sender)
    assert await _sent(texts, message) == status


async def _sent(texts: Texting, message: Outgoing) -> str:
    """What became of a message of a function."""
    written = OutboxMessage(message.kind, message.to, message.body, message.sender)
    async with texts.resources.db.transaction() as tx:
        await send_messages(tx, uuid7(), texts.project.id, [written])
        (job,) = await queue.lease_due(tx, [SEND_MESSAGE], 1, 60.0)
    await JOBS[SEND_MESSAGE].run(texts.resources, job)
    (row,) = await texts.resources.db.fetch("select status from messages")
    return str(row["status"])
