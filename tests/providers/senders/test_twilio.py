"""Text messages, sent to a real server on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import parse_qs

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from parley.providers.senders.protocol import Outgoing, SendingFailed
from parley.providers.senders.twilio import TwilioSender
from parley.web.serve import bind, quiet_server

pytestmark = pytest.mark.io


class Carrier:
    """A Twilio-compatible service that answers with `status`."""

    def __init__(self, status: int = 201) -> None:
        self.status = status
        self.received: list[tuple[str, str | None, dict[str, str]]] = []

    async def take(self, request: Request) -> Response:
        form = {name: values[0] for name, values in parse_qs((await request.body()).decode()).items()}
        self.received.append((request.url.path, request.headers.get("authorization"), form))
        return JSONResponse({"sid": "SM1"}, self.status)


@asynccontextmanager
async def serving(carrier: Carrier) -> AsyncIterator[TwilioSender]:
    listener = bind("127.0.0.1", 0)
    route = Route("/2010-04-01/Accounts/{account}/Messages.json", carrier.take, methods=["POST"])
    server = quiet_server(Starlette(routes=[route]), 1)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    async with httpx.AsyncClient(trust_env=False) as client:
        yield TwilioSender(f"http://127.0.0.1:{listener.getsockname()[1]}/", "AC1", "secret", client)
    server.should_exit = True
    await running


async def test_an_sms() -> None:
    carrier = Carrier()
    async with serving(carrier) as sender:
        assert await sender.send(Outgoing("sms", "+15550100", "Hello", sender="+15550199")) == "sent"
    path, authorization, form = carrier.received[0]
    assert path == "/2010-04-01/Accounts/AC1/Messages.json"
    assert authorization == "Basic QUMxOnNlY3JldA=="
    assert form == {"To": "+15550100", "From": "+15550199", "Body": "Hello"}


@pytest.mark.parametrize(
    ("message", "form"),
    [
        (
            Outgoing("whatsapp", "+1", "Hi", sender="+2"),
            {"To": "whatsapp:+1", "From": "whatsapp:+2", "Body": "Hi"},
        ),
        (
            Outgoing(
                "content_template", "+1", "", sender="MG1", details={"template": "HX1", "content_variables": {"1": "x"}}
            ),
            {"To": "+1", "MessagingServiceSid": "MG1", "ContentSid": "HX1", "ContentVariables": '{"1":"x"}'},
        ),
        (
            Outgoing("sms", "+1", "Your table", sender="+2", details={"template": "confirmation"}),
            {"To": "+1", "From": "+2", "Body": "Your table"},
        ),
    ],
    ids=["whatsapp", "content template", "sms template"],
)
async def test_other_kinds(message: Outgoing, form: dict[str, str]) -> None:
    carrier = Carrier()
    async with serving(carrier) as sender:
        await sender.send(message)
    assert carrier.received[0][2] == form


@pytest.mark.parametrize(("status", "final"), [(400, True), (404, True), (429, False), (500, False), (503, False)])
async def test_refusals_say_whether_trying_again_may_help(status: int, final: bool) -> None:
    async with serving(Carrier(status)) as sender:
        with pytest.raises(SendingFailed) as failure:
            await sender.send(Outgoing("sms", "+1", "private words"))
    assert failure.value.final is final
    assert "private" not in str(failure.value)


async def test_nobody_there() -> None:
    async with httpx.AsyncClient(trust_env=False) as client:
        with pytest.raises(SendingFailed) as failure:
            await TwilioSender("http://127.0.0.1:9", "AC1", "secret", client).send(Outgoing("sms", "+1", "x"))
    assert failure.value.final is False
