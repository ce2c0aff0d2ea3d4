"""Numbers that are reserved for one caller."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from tests.journeys.calls import DNI_SECONDS, Switchboard
from tests.telephony.peers.sipp import calling
from tests.telephony.peers.softphone import softphone
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]


@pytest.fixture
async def pool(calls: Switchboard) -> AsyncIterator[list[str]]:
    numbers = [await calls.number(isDynamic=True) for _ in range(2)]
    yield numbers
    for number in numbers:
        await calls.build("DELETE", f"/telephony/phone-numbers/{number}", 200)


async def reserve(calls: Switchboard, **attributes: Any) -> httpx.Response:
    path, body = "/v1/conversations/dni-reservation", {"attributes": attributes}
    return await calls.platform("POST", path, "dni", json=body)


async def leads_nowhere(calls: Switchboard, number: str) -> None:
    async with calling("call_refused", calls.port, number=number) as sipp:
        assert await sipp.finished() == 0
        assert sipp.received("SIP/2.0 404")


async def test_a_visitor_calls_the_number_they_were_shown(calls: Switchboard, pool: list[str]) -> None:
    for number in pool:
        await leads_nowhere(calls, number)
    reserved = await reserve(calls, visit="v-17", basket={"items": [1, 2]})
    number = reserved.json()["dni"]
    assert number in pool
    async with softphone() as phone:
        await phone.dial(calls.uri(number))
        await calls.record(number, turns=1)
        await leads_nowhere(calls, number)
        (other,) = set(pool) - {number}
        assert (await reserve(calls)).json() == {"dni": other}, "the number is taken while it is in a call"
        assert (await reserve(calls)).json()["error_code"] == "NO_ROUTE_AVAILABLE"
        await phone.press("9")
        await phone.event("CALL_CLOSED")
    record = await calls.record(number)
    assert record["state"]["attributes"] == {"visit": "v-17", "basket": {"items": [1, 2]}}

    async def is_free_again() -> bool:
        return (await reserve(calls)).status_code == 200

    await until(is_free_again, DNI_SECONDS / 2)


async def test_a_visitor_who_comes_too_late(calls: Switchboard, pool: list[str]) -> None:
    found: list[str] = []

    async def is_reserved() -> bool:
        answer = await reserve(calls)
        found.extend([answer.json()["dni"]] if answer.status_code == 200 else [])
        return len(found) > len(pool)

    await until(is_reserved, 3 * DNI_SECONDS)
    assert found == [*pool, pool[0]], "each once, until the window of the first was over"
    await leads_nowhere(calls, pool[1])
