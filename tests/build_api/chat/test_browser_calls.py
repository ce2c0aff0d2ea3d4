"""What a page of the console needs to call an agent by voice."""

from __future__ import annotations

from typing import Any

import pytest

from parley.domain.accounts.model import Role
from parley.domain.accounts.secrets import fingerprint
from parley.domain.messaging.call_tickets import CallTicket
from parley.domain.numbers.store import list_connectors
from parley.resources import Resources
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

CALLS = "https://calls.example"


@pytest.fixture(name="builder")
async def _builder(build: ContractClient, make: Make, resources: Resources) -> Builder:
    builder = await Builder.of(build, make)
    await builder.deploy()
    resources.settings = resources.settings.model_copy(update={"calls_url": CALLS})
    return builder


async def begin(builder: Builder, status: int = 201, **body: Any) -> Any:
    return await builder.send("POST", "/browser-calls", status, json={"clientEnv": "sandbox", **body})


async def test_a_ticket_for_a_line_of_its_own(builder: Builder, resources: Resources) -> None:
    begun = await begin(builder)
    assert begun["url"] == CALLS
    known = CallTicket(fingerprint(builder.headers["x-api-key"]), begun["connectorId"], "")
    assert resources.call_tickets.read(begun["token"]) == known
    assert (await begin(builder))["connectorId"] == begun["connectorId"], "made once"
    [line] = await list_connectors(resources.db, builder.project_info.id)
    assert (line.name, line.environment, line.trunk.carrier, line.trunk.max_calls) == (
        "Playground",
        "sandbox",
        "webrtc",
        4,
    )
    await begin(builder, 400, clientEnv="live")
    await begin(builder, 400, clientEnv="moon")


async def test_a_page_gets_one_for_itself_alone(builder: Builder, make: Make, resources: Resources) -> None:
    signed_in = await make.browser_headers(builder.project_info, Role.EDITOR)
    headers = {**signed_in, "origin": builder.client.url, "sec-fetch-site": "same-origin"}
    path = f"{builder.path}/browser-calls"
    begun = (await builder.client.post(path, headers=headers, json={"clientEnv": "sandbox"})).json()
    ticket = resources.call_tickets.read(begun["token"])
    assert ticket is not None
    assert ticket.host == "localhost"
    viewer = await make.browser_headers(builder.project_info, Role.VIEWER)
    assert (await builder.client.post(path, headers=viewer, json={"clientEnv": "sandbox"})).status_code == 403


async def test_without_a_gateway_there_are_no_calls(builder: Builder, resources: Resources) -> None:
    resources.settings = resources.settings.model_copy(update={"calls_url": None})
    refused = await begin(builder, 409)
    assert "PARLEY_CALLS_URL" in refused["message"]
