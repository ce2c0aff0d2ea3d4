"""The DNI API: numbers are lent to one caller each, with attributes for the agent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from parley.domain.accounts.actions import IssuedKey
from parley.domain.accounts.model import Family
from parley.domain.numbers import actions as numbers
from parley.domain.numbers import store
from parley.domain.numbers.model import Connector, PhoneNumber
from parley.domain.projects.info import ProjectInfo
from parley.domain.reservations.actions import use
from parley.platform_api.dni import LARGEST
from parley.resources import Resources, open_resources
from parley.settings import Settings
from parley.web.errors import DniError
from tests.contract import ContractClient
from tests.domain.reservations.pools import Numbers
from tests.fixtures import serving
from tests.make import Make
from tests.waiting import until

pytestmark = pytest.mark.io

PATH = "/v1/conversations/dni-reservation"
NOBODY_FREE = {
    "success": False,
    "error": "Not Found",
    "error_code": "NO_ROUTE_AVAILABLE",
    "message": "No route is available: the pool of this agent has no free number.",
    "error_message": "No route is available: the pool of this agent has no free number.",
    "data": None,
}


class Site:
    """A web site that shows its visitors numbers of one agent."""

    def __init__(self, client: ContractClient, project_info: ProjectInfo, key: IssuedKey) -> None:
        self._client, self.project_info, self._key = client, project_info, key

    @classmethod
    async def of(cls, client: ContractClient, make: Make, *pool: str, **scope: Any) -> Site:
        project_info = await make.project()
        site = cls(client, project_info, await make.key(Family.DNI, project_info, **scope))
        for number in pool:
            await site.add(make, number)
        return site

    async def add(self, make: Make, number: str, **fields: Any) -> None:
        project_info = self.project_info
        added = {
            "account_id": project_info.account_id,
            "project_id": project_info.id,
            "environment": "live",
            "is_dynamic": True,
        }
        async with make.resources.db.transaction() as tx:
            wanted = PhoneNumber(number, **{**added, **fields})
            await numbers.import_number(tx, project_info, wanted, make.resources.clock.now())

    async def post(self, **options: Any) -> httpx.Response:
        return await self._client.post(PATH, headers={"x-api-key": self._key.secret}, **options)

    async def reserve(self, attributes: dict[str, Any] | None = None) -> str:
        response = await self.post(json={"attributes": attributes or {}})
        assert response.status_code == 200, response.text
        assert response.json().keys() == {"dni"}
        dni: str = response.json()["dni"]
        return dni

    async def is_sent_away(self) -> None:
        response = await self.post(json={"attributes": {}})
        assert response.status_code == 404
        body = response.json()
        assert body.pop("error_id") == response.headers["X-PolyAI-Correlation-Id"]
        assert body == NOBODY_FREE


async def test_a_number_is_reserved_with_attributes_for_the_call(platform: ContractClient, make: Make) -> None:
    site = await Site.of(platform, make, "+14155550100")
    attributes = {"shared_id": "V-1", "basket": {"items": [1, 2.5, None, True, "ümläut"]}, "": []}
    assert await site.reserve(attributes) == "+14155550100"
    resources = make.resources
    async with resources.db.transaction() as tx:
        call = await Numbers(resources.db, site.project_info).ring(tx, "+14155550100", 0)
        used = await use(tx, "+14155550100", call, resources.clock.now())
    assert used is not None
    assert (used.project_id, used.environment, used.attributes) == (site.project_info.id, "live", attributes)


async def test_the_window_is_a_quarter_of_an_hour(platform: ContractClient, make: Make) -> None:
    site = await Site.of(platform, make, "+14155550100")
    before = make.resources.clock.now()
    await site.reserve()
    after = make.resources.clock.now()
    row = await make.resources.db.fetchrow("select reserved_at, expires_at from dni_reservations")
    assert row is not None
    assert row["expires_at"] - row["reserved_at"] == timedelta(seconds=900)
    assert before <= row["reserved_at"] <= after


@pytest.fixture
async def hasty(dsn: str, tmp_path: Path) -> AsyncIterator[Resources]:
    """A service whose reservations last for an hour."""
    settings = Settings(database_url=dsn, data=tmp_path / "data", database_connections=4, dni_seconds=3600)
    async with open_resources(settings, "test") as opened:
        await until(opened.is_ready)
        yield opened


async def test_the_window_is_a_setting(hasty: Resources) -> None:
    async with serving(hasty, "platform") as client:
        site = await Site.of(client, Make(hasty), "+14155550100")
        await site.reserve()
    row = await hasty.db.fetchrow("select expires_at - reserved_at as lent_for from dni_reservations")
    assert row is not None
    assert row["lent_for"] == timedelta(hours=1)


async def test_each_visitor_gets_a_number_of_their_own_while_there_is_one(platform: ContractClient, make: Make) -> None:
    pool = [f"+1415555010{index}" for index in range(6)]
    site = await Site.of(platform, make, *pool)
    answers = await asyncio.gather(*(site.post(json={"attributes": {"visitor": index}}) for index in range(20)))
    assert sorted(answer.json()["dni"] for answer in answers if answer.status_code == 200) == pool
    assert [answer.status_code for answer in answers].count(404) == 14
    await site.is_sent_away()


async def test_without_a_pool_no_route_is_available(platform: ContractClient, make: Make) -> None:
    site, other = await Site.of(platform, make), await Site.of(platform, make, "+14155550100")
    await site.add(make, "+14155550101", is_dynamic=False)
    await site.add(make, "+14155550102", environment="sandbox")
    await site.is_sent_away()
    assert await other.reserve() == "+14155550100"


async def test_a_key_reserves_in_its_environment(platform: ContractClient, make: Make) -> None:
    site = await Site.of(platform, make, "+14155550100", environment="sandbox")
    await site.is_sent_away()
    await site.add(make, "+14155550102", environment="sandbox")
    assert await site.reserve() == "+14155550102"


async def test_a_key_of_a_connector_reserves_its_numbers(platform: ContractClient, make: Make) -> None:
    site = await Site.of(platform, make, "+14155550100", connector_id="CONNECTOR-1")
    async with make.resources.db.transaction() as tx:
        trunk = Connector("CONNECTOR-1", site.project_info.account_id, site.project_info.id)
        await store.insert_connector(tx, trunk, make.resources.clock.now())
    await site.add(make, "+14155550101", connector_id="CONNECTOR-1")
    assert await site.reserve() == "+14155550101"
    await site.is_sent_away()


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        '{"attributes": null}',
        '{"attributes": []}',
        '{"attributes": "customer"}',
        '{"attributes": 1}',
        '{"Attributes": {}}',
        '{"attributes": {"name": "\\u0000"}}',
    ],
)
async def test_attributes_are_an_object(platform: ContractClient, make: Make, body: str) -> None:
    site = await Site.of(platform, make, "+14155550100")
    response = await site.post(content=body)
    assert response.status_code == 400
    answer = DniError.model_validate(response.json())
    assert (answer.success, answer.error, answer.error_code) == (False, "Bad Request", "SCHEMA_VALIDATION_FAILED")
    assert answer.message == answer.error_message
    assert await site.reserve() == "+14155550100", "nothing was reserved"


async def test_a_number_of_many_digits_is_no_fault_of_ours(platform: ContractClient, make: Make) -> None:
    site = await Site.of(platform, make, "+14155550100")
    assert (await site.post(content='{"attributes": {"order": 100000000000000000000000000000}}')).status_code == 200


async def test_attributes_are_bounded(platform: ContractClient, make: Make) -> None:
    site = await Site.of(platform, make, "+14155550100", "+14155550101")
    assert (await site.post(json={"attributes": {"text": "x" * LARGEST}})).status_code == 413
    for levels in (50, 300, 900):  # the deeper ones can be read, but not be written again
        deep = await site.post(json={"attributes": nested(levels)})
        assert (deep.status_code, "nested too deeply" in deep.json()["message"]) == (400, True)
    await site.reserve({"text": "x" * (LARGEST - 100)})
    await site.reserve(nested(49))


async def test_a_wrong_key_is_told_so_in_the_same_form(platform: ContractClient) -> None:
    response = await platform.post(PATH, json={"attributes": {}})
    answer = DniError.model_validate(response.json())
    assert (response.status_code, answer.error) == (401, "Unauthorized")
    assert answer.message == "The header x-api-key is required."


async def test_an_agent_of_another_region_is_pointed_to(platform: ContractClient, make: Make) -> None:
    project_info = await make.project(region="uk-1")
    site = Site(platform, project_info, await make.key(Family.DNI, project_info))
    response = await site.post(json={"attributes": {}})
    assert (response.status_code, response.json()["error_code"]) == (421, "WRONG_REGION")
