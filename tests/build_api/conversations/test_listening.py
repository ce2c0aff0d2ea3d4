"""What a page of the console needs to listen to a call."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from parley.domain.accounts.model import Role
from parley.domain.console.model import secret_hash
from parley.domain.conversations.model import INBOUND_PREFIX, public_id
from parley.domain.projects.info import ProjectInfo
from parley.kit.ids import uuid7
from parley.resources import Resources
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make, browser_headers

pytestmark = pytest.mark.io


@pytest.fixture(name="builder")
async def _builder(build: ContractClient, make: Make, resources: Resources) -> Builder:
    resources.settings = resources.settings.model_copy(update={"calls_url": "https://calls.example/"})
    return await Builder.of(build, make)


async def call_of(make: Make, project: ProjectInfo, **columns: Any) -> UUID:
    row = {"connected_at": make.resources.clock.now(), "ended_at": None, **columns}
    identifier = uuid7()
    async with make.resources.db.transaction() as tx:
        await tx.execute(
            """
            insert into calls (id, direction, account_id, project_id, environment, to_number, status, created_at,
                               connected_at, ended_at)
            values ($1, 'inbound', $2, $3, 'live', '+4420', 'calling', now(), $4, $5)
            """,
            identifier, project.account_id, project.id, row["connected_at"], row["ended_at"],
        )  # fmt: skip
    return identifier


def path(identifier: UUID) -> str:
    return f"/conversations/{public_id(identifier, INBOUND_PREFIX)}/listen"


async def test_a_ticket_for_one_call_that_runs(builder: Builder, resources: Resources) -> None:
    call = await call_of(builder.make, builder.project_info)
    given = await builder.send("POST", path(call), 201)
    assert given["url"] == "wss://calls.example/api/v1/calls/listen"
    ticket = resources.call_tickets.read(given["token"])
    assert ticket is not None
    assert (ticket.conversation, ticket.connector_id, ticket.session) == (str(call), "", b"")
    assert ticket.project_id == builder.project_info.id


async def test_a_ticket_of_a_page_ends_with_its_session(builder: Builder, make: Make) -> None:
    call, somebody = await call_of(make, builder.project_info), await make.signed_in(builder.project_info, Role.EDITOR)
    own = {"origin": builder.client.url, "sec-fetch-site": "same-origin"}
    given = await builder.client.post(builder.path + path(call), headers={**browser_headers(somebody.secret), **own})
    ticket = make.resources.call_tickets.read(given.json()["token"])
    assert ticket is not None
    assert ticket.session == secret_hash(somebody.secret)


async def test_only_calls_of_the_agent_that_run(builder: Builder, build: ContractClient, make: Make) -> None:
    now = make.resources.clock.now()
    foreign = await Builder.of(build, make)
    for call in (
        await call_of(builder.make, builder.project_info, ended_at=now),
        await call_of(builder.make, builder.project_info, connected_at=None),
        uuid7(),
    ):
        await builder.send("POST", path(call), 404)
    await builder.send("POST", path(await call_of(foreign.make, foreign.project_info)), 404)


async def test_who_may_not_read_what_is_said_may_not_hear_it(builder: Builder, make: Make) -> None:
    call = await call_of(builder.make, builder.project_info)
    viewer = await make.browser_headers(builder.project_info, Role.VIEWER)
    headers = {**viewer, "origin": builder.client.url, "sec-fetch-site": "same-origin"}
    assert (await builder.client.post(builder.path + path(call), headers=headers)).status_code == 403


async def test_without_a_gateway_nobody_listens(builder: Builder, resources: Resources) -> None:
    resources.settings = resources.settings.model_copy(update={"calls_url": None})
    await builder.send("POST", path(await call_of(builder.make, builder.project_info)), 409)
