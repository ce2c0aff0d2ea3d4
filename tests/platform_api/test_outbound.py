"""The Outbound Calling API, through HTTP: what the contract promises of placing calls and asking for their status."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from parley.domain.accounts.model import Family
from parley.domain.calls import actions
from parley.domain.calls.jobs import EXPIRE_CALLS, expire_calls
from parley.domain.calls.model import WAITED_TOO_LONG
from parley.domain.conversations.model import row_id
from parley.domain.numbers.actions import create_connector
from parley.domain.numbers.model import Connector
from parley.domain.numbers.trunks import ConnectorUpdate
from parley.domain.projects.info import ProjectInfo
from parley.storage import queue
from parley.storage.db import Row
from tests.build_api.builder import run_jobs
from tests.clocks import HandClock
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

PATH = "/v1/outbound-calling"
NUMBER = {"to_number": "+14155550100"}
MOST_BYTES = 19_965
NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)

UNDERSTOOD: list[tuple[dict[str, Any], str]] = [
    ({"to_number": "+44 20 7123 4567"}, "+442071234567"),
    ({"to_number": "+442071234567", "country_code": "US"}, "+442071234567"),
    ({"to_number": "+442071234567", "country_code": "??"}, "+442071234567"),
    ({"to_number": "020 7123 4567", "country_code": "GB"}, "+442071234567"),
    ({"to_number": "020 7123 4567", "country_code": "gb"}, "+442071234567"),
    ({"to_number": "+14155550100", "country_code": None, "metadata": None, "encryption": None}, "+14155550100"),
    ({"to_number": "+14155550100", "unknown": {"is": "ignored"}}, "+14155550100"),
]

REFUSED: list[tuple[Any, str]] = [
    ({}, "to_number"),
    ([], "body"),
    ({"to_number": None}, "to_number"),
    ({"to_number": 14155550100}, "to_number"),
    ({"to_number": ""}, "to_number"),
    ({"to_number": "call me"}, "to_number"),
    ({"to_number": "+12"}, "to_number"),
    ({"to_number": "+" + "1" * 100}, "to_number"),
    ({"to_number": "020 7123 4567"}, "to_number"),
    ({"to_number": "020 7123 4567", "country_code": "ZZ"}, "to_number"),
    ({**NUMBER, "country_code": 44}, "country_code"),
    ({**NUMBER, "encryption": "tls/srtp"}, "encryption"),
    ({**NUMBER, "encryption": "NONE"}, "encryption"),
    ({**NUMBER, "encryption": ""}, "encryption"),
    ({**NUMBER, "metadata": []}, "metadata"),
    ({**NUMBER, "metadata": "a=b"}, "metadata"),
    ({**NUMBER, "metadata": {"a": None}}, "metadata.a"),
    ({**NUMBER, "metadata": {"a": 1}}, "metadata.a"),
    ({**NUMBER, "metadata": {"a": 1.5}}, "metadata.a"),
    ({**NUMBER, "metadata": {"a": True}}, "metadata.a"),
    ({**NUMBER, "metadata": {"a": {"b": "c"}}}, "metadata.a"),
    ({**NUMBER, "metadata": {"a": ["b"]}}, "metadata.a"),
    ({**NUMBER, "metadata": {"two words": "x"}}, "metadata"),
    ({**NUMBER, "metadata": {"x": "a\r\nVia: b"}}, "metadata"),
    ({**NUMBER, "metadata": {"k": "x" * (MOST_BYTES - 7)}}, "metadata"),
]

NOBODY = uuid4()
MALFORMED = (
    "x",
    "OUT",
    "OUT-",
    "OUT-1",
    "OUT-not-a-uuid",
    str(NOBODY),
    f"out-{NOBODY}",
    f"OUT-{NOBODY.hex}",
    f"OUT-{NOBODY}0",
    f"CA{NOBODY.hex}",
    "CONV-" + "1" * 38,
)


@dataclass(frozen=True, slots=True)
class Caller:
    client: ContractClient
    make: Make
    project_info: ProjectInfo
    connector: Connector
    headers: dict[str, str]

    async def asks(self, body: Any = NUMBER, **headers: str) -> httpx.Response:
        return await self.client.post(PATH, json=body, headers={**self.headers, **headers})

    async def places(self, **body: Any) -> str:
        answer = await self.asks({**NUMBER, **body})
        assert answer.status_code == 200, answer.text
        assert answer.json().keys() == {"call_sid"}
        return str(answer.json()["call_sid"])

    async def is_refused(self, status: int, body: Any, **headers: str) -> dict[str, Any]:
        answer = await self.asks(body, **headers)
        assert answer.status_code == status, answer.text
        shown: dict[str, Any] = answer.json()
        assert shown["error"] == shown["error_message"]
        assert shown["code"] == shown["error_code"]
        return shown

    async def status(self, call_sid: str, status: int = 200) -> Any:
        answer = await self.client.get(f"{PATH}/{call_sid}/status", headers=self.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def row(self, call_sid: str) -> Row:
        row = await self.make.resources.db.fetchrow("select * from calls where id = $1", row_id(call_sid))
        assert row is not None
        return row

    async def count(self) -> int:
        return len(await self.make.resources.db.fetch("select from calls"))

    async def take(self) -> list[UUID]:
        resources = self.make.resources
        async with resources.db.transaction() as tx:
            taken = await actions.start_queued(tx, self.connector.id, 1, resources.clock.now(), 10)
        return [call.id for call in taken]


async def connected_to(make: Make, project_info: ProjectInfo, environment: str = "live", **options: Any) -> Connector:
    fields = {"name": "Trunk", "outbound": options.pop("outbound", True), "environment": environment}
    changes = ConnectorUpdate({**fields, "variant_id": "harbour"}, {"host": "sip.example.com", **options})
    resources = make.resources
    async with resources.db.transaction() as tx:
        return await create_connector(
            tx, resources.dependencies.secret_store.encryptor, project_info, changes, resources.clock.now()
        )


async def headers_for(make: Make, project_info: ProjectInfo, **scope: Any) -> dict[str, str]:
    return {"X-Service-Auth-Token": (await make.key(Family.OUTBOUND, project_info, **scope)).secret}


@pytest.fixture
async def caller(platform: ContractClient, make: Make) -> Caller:
    project_info = await make.project()
    connector = await connected_to(make, project_info, caller_id="+14155550199")
    return Caller(platform, make, project_info, connector, await headers_for(make, project_info))


def stop_clock(make: Make, at: datetime = NOON) -> HandClock:
    clock = make.resources.clock = HandClock(at)
    return clock


async def test_a_call_is_queued_for_the_connector(caller: Caller) -> None:
    call_sid = await caller.places(metadata={"customer_id": "42"}, encryption="UDP/SRTP")
    prefix, _, identity = call_sid.partition("-")
    assert (prefix, str(UUID(identity))) == ("OUT", identity)
    assert await caller.status(call_sid) == {"status": "queued", "reason": ""}
    row = await caller.row(call_sid)
    assert (row["to_number"], row["from_number"], row["direction"]) == ("+14155550100", "+14155550199", "outbound")
    assert (row["metadata"], row["encryption"]) == ({"customer_id": "42"}, "UDP/SRTP")
    assert (row["environment"], row["variant_id"], row["connector_id"]) == ("live", "harbour", caller.connector.id)
    assert row["give_up_at"] - row["created_at"] == timedelta(seconds=300)


async def test_the_older_name_of_the_header_works_too(caller: Caller) -> None:
    headers = {"X-PolyAi-Auth-Token": caller.headers["X-Service-Auth-Token"]}
    answer = await caller.client.post(PATH, json=NUMBER, headers=headers)
    assert answer.status_code == 200
    answer = await caller.client.get(f"{PATH}/{answer.json()['call_sid']}/status", headers=headers)
    assert answer.json() == {"status": "queued", "reason": ""}


async def test_numbers_are_understood(caller: Caller) -> None:
    for body, number in UNDERSTOOD:
        answer = await caller.asks(body)
        assert answer.status_code == 200, body
        row = await caller.row(answer.json()["call_sid"])
        assert (row["to_number"], row["encryption"], row["metadata"]) == (number, "TLS/SRTP", {})


async def test_encryption_is_what_was_asked_for(caller: Caller) -> None:
    for encryption in ("TLS/SRTP", "TLS/RTP", "UDP/SRTP", "UDP/RTP"):
        assert (await caller.row(await caller.places(encryption=encryption)))["encryption"] == encryption


async def test_what_cannot_be_placed_is_refused(caller: Caller) -> None:
    for body, field in REFUSED:
        shown = await caller.is_refused(400, body)
        assert shown["code"] == "SCHEMA_VALIDATION_FAILED", body
        assert f"{field}: " in shown["error"], body
    assert await caller.count() == 0


async def test_metadata_may_be_named_like_headers_of_sip(caller: Caller) -> None:
    metadata = {"contact": "Ms Smith", "to": "sales"}
    assert (await caller.row(await caller.places(metadata=metadata)))["metadata"] == metadata


async def test_metadata_may_be_large(caller: Caller) -> None:
    metadata = {"k": "x" * (MOST_BYTES - 8)}
    assert (await caller.row(await caller.places(metadata=metadata)))["metadata"] == metadata


async def test_a_body_is_json(caller: Caller) -> None:
    for raw in (b"", b"{", b"nothing"):
        headers = {**caller.headers, "content-type": "application/json"}
        assert (await caller.client.post(PATH, content=raw, headers=headers)).status_code == 400


async def test_a_token_needs_a_connector_that_places_calls(platform: ContractClient, make: Make) -> None:
    project_info = await make.project()
    headers = await headers_for(make, project_info)

    async def is_refused(headers: dict[str, str]) -> str:
        answer = await platform.post(PATH, json=NUMBER, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (401, "OUTBOUND_NOT_CONFIGURED")
        return str(answer.json()["error"])

    await is_refused(headers)
    silent = await connected_to(make, project_info, outbound=False)
    homeless = await connected_to(make, project_info, host="")
    await connected_to(make, project_info, "sandbox")
    await connected_to(make, await make.project())
    await is_refused(headers)
    for connector in (silent, homeless):
        await is_refused(await headers_for(make, project_info, connector_id=connector.id))
    able = await connected_to(make, project_info)
    assert (await platform.post(PATH, json=NUMBER, headers=headers)).status_code == 200
    await connected_to(make, project_info)
    assert "Several connectors" in await is_refused(headers)
    own = await headers_for(make, project_info, connector_id=able.id)
    assert (await platform.post(PATH, json=NUMBER, headers=own)).status_code == 200
    rows = await make.resources.db.fetch("select connector_id from calls")
    assert {row["connector_id"] for row in rows} == {able.id}


async def test_the_connector_of_another_project_is_nobodys(platform: ContractClient, make: Make) -> None:
    project_info, other = await make.project(), await make.project()
    foreign = await connected_to(make, other)
    headers = await headers_for(make, project_info, connector_id=foreign.id)
    assert (await platform.post(PATH, json=NUMBER, headers=headers)).status_code == 401


async def test_the_status_follows_the_call(caller: Caller, make: Make) -> None:
    answered, busy = await caller.places(), await caller.places()
    db, now = make.resources.db, make.resources.clock.now()
    assert len(await caller.take()) == 2
    for call_sid in (answered, busy):
        assert await caller.status(call_sid) == {"status": "calling", "reason": ""}
    async with db.transaction() as tx:
        await actions.mark_connected(tx, UUID(answered[4:]), now)
    assert await caller.status(answered) == {"status": "calling", "reason": ""}
    async with db.transaction() as tx:
        await actions.complete_call(tx, UUID(answered[4:]), now)
        await actions.fail_call(tx, UUID(busy[4:]), "Busy Here (486)", 486, now)
    assert await caller.status(answered) == {"status": "success", "reason": ""}
    assert await caller.status(busy) == {"status": "failure", "reason": "Busy Here (486)"}


async def cancelled(caller: Caller, call_sid: str, status: int = 200, **headers: str) -> Any:
    answer = await caller.client.post(f"{PATH}/{call_sid}/cancel", headers=headers or caller.headers)
    assert answer.status_code == status, answer.text
    return answer.json()


async def test_a_call_in_the_queue_can_be_cancelled(caller: Caller) -> None:
    call_sid = await caller.places()
    for _ in range(2):
        assert await cancelled(caller, call_sid) == {"status": "failure", "reason": "cancelled"}
    assert await caller.status(call_sid) == {"status": "failure", "reason": "cancelled"}
    assert await caller.take() == []


async def test_a_call_that_runs_can_be_cancelled(caller: Caller, make: Make) -> None:
    rings, talks, db, now = await caller.places(), await caller.places(), make.resources.db, make.resources.clock.now()
    await caller.take()
    async with db.transaction() as tx:
        assert await actions.mark_connected(tx, UUID(talks[4:]), now)
    for call_sid in (rings, talks):
        assert await cancelled(caller, call_sid) == {"status": "calling", "reason": ""}
    async with db.transaction() as tx:
        assert not await actions.mark_connected(tx, UUID(rings[4:]), now), "nobody is to answer it any more"
        await actions.fail_call(tx, UUID(rings[4:]), "cancelled", 487, now)
        await actions.complete_call(tx, UUID(talks[4:]), now)
    assert await caller.status(rings) == {"status": "failure", "reason": "cancelled"}
    assert await caller.status(talks) == {"status": "success", "reason": "cancelled"}
    assert await cancelled(caller, talks) == {"status": "success", "reason": "cancelled"}


async def test_a_call_that_is_over_stays_as_it_is(caller: Caller, make: Make) -> None:
    call_sid = await caller.places()
    await caller.take()
    async with make.resources.db.transaction() as tx:
        await actions.complete_call(tx, UUID(call_sid[4:]), make.resources.clock.now())
    assert await cancelled(caller, call_sid) == {"status": "success", "reason": ""}


async def test_only_its_account_can_cancel_a_call(caller: Caller, make: Make) -> None:
    call_sid = await caller.places()
    stranger = await headers_for(make, await make.project())
    assert (await cancelled(caller, call_sid, 404, **stranger))["code"] == "CALL_NOT_FOUND"
    assert (await cancelled(caller, f"OUT-{NOBODY}", 404))["code"] == "CALL_NOT_FOUND"
    assert (await cancelled(caller, "OUT-1", 400))["code"] == "CALL_SID_INVALID"
    assert (await caller.status(call_sid))["status"] == "queued"


async def test_a_call_that_waits_too_long_fails(caller: Caller, make: Make) -> None:
    clock = stop_clock(make)
    call_sid = await caller.places()
    clock.moment += timedelta(seconds=300)
    async with make.resources.db.transaction() as tx:
        await queue.defer(tx, EXPIRE_CALLS, {})
    assert await run_jobs(make.resources, [EXPIRE_CALLS]) == 1
    assert await caller.status(call_sid) == {"status": "failure", "reason": WAITED_TOO_LONG}


async def test_the_status_is_kept_for_exactly_two_hours_after_the_end(caller: Caller, make: Make) -> None:
    clock = stop_clock(make)
    call_sid = await caller.places()
    await caller.take()
    clock.moment += timedelta(minutes=5)
    async with make.resources.db.transaction() as tx:
        await actions.complete_call(tx, UUID(call_sid[4:]), clock.now())
    clock.moment += timedelta(hours=2) - timedelta(microseconds=1)
    assert (await caller.status(call_sid))["status"] == "success"
    clock.moment += timedelta(microseconds=1)
    assert (await caller.status(call_sid, 404))["code"] == "CALL_NOT_FOUND"
    await expire_calls(make.resources.db, clock.now())
    await caller.status(call_sid, 404)
    assert await caller.count() == 0


async def test_a_long_call_is_never_forgotten(caller: Caller, make: Make) -> None:
    clock = stop_clock(make)
    call_sid = await caller.places()
    await caller.take()
    clock.moment += timedelta(hours=5)
    await expire_calls(make.resources.db, clock.now())
    assert (await caller.status(call_sid))["status"] == "calling"


async def test_malformed_sids_are_refused(caller: Caller) -> None:
    for call_sid in MALFORMED:
        assert (await caller.status(call_sid, 400))["code"] == "CALL_SID_INVALID", call_sid


async def test_unknown_calls_and_those_of_others_do_not_exist(caller: Caller, make: Make) -> None:
    for unknown in (str(NOBODY), str(NOBODY).upper()):
        await caller.status(f"OUT-{unknown}", 404)
    call_sid = await caller.places()
    stranger = await headers_for(make, await make.project())
    answer = await caller.client.get(f"{PATH}/{call_sid}/status", headers=stranger)
    assert (answer.status_code, answer.json()["code"]) == (404, "CALL_NOT_FOUND")
    async with make.resources.db.transaction() as tx:
        await tx.execute("update calls set direction = 'inbound'")
    await caller.status(call_sid, 404)


async def test_a_retry_places_no_second_call(caller: Caller) -> None:
    key = {"idempotency-key": "once"}
    first = await caller.asks(**key)
    raced = await asyncio.gather(*(caller.asks(**key) for _ in range(4)))
    assert {answer.json()["call_sid"] for answer in raced} == {first.json()["call_sid"]}
    assert (await caller.is_refused(409, {"to_number": "+442071234567"}, **key))["code"] == "IDEMPOTENCY_KEY_REUSED"
    await caller.is_refused(400, NUMBER, **{"idempotency-key": "x" * 256})
    assert await caller.count() == 1
    await caller.places()
    assert await caller.count() == 2


async def test_raced_retries_place_one_call(caller: Caller, make: Make) -> None:
    make.resources.settings = make.resources.settings.model_copy(update={"outbound_per_minute": 1})
    for _ in range(3):
        make.resources.clock = HandClock(make.resources.clock.now() + timedelta(minutes=1))
        key = {"idempotency-key": str(uuid4())}
        answers = await asyncio.gather(*(caller.asks(**key) for _ in range(6)))
        assert [answer.status_code for answer in answers] == [200] * 6, "a retry is not counted"
        assert len({answer.json()["call_sid"] for answer in answers}) == 1
    assert await caller.count() == 3


async def test_an_account_has_so_many_calls_a_minute(caller: Caller, make: Make) -> None:
    clock = stop_clock(make, NOON + timedelta(seconds=12.5))
    make.resources.settings = make.resources.settings.model_copy(update={"outbound_per_minute": 2})
    for _ in range(2):
        await caller.places()
    same_account = await headers_for(make, caller.project_info, connector_id=caller.connector.id)
    for headers in (caller.headers, same_account):
        answer = await caller.client.post(PATH, json=NUMBER, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (429, "OUTBOUND_RATE_LIMITED")
        assert answer.headers["retry-after"] == "48"
    await caller.is_refused(400, {"to_number": "nobody"})
    clock.moment += timedelta(seconds=48)
    await caller.places()
    assert await caller.count() == 3


async def test_what_was_refused_may_be_tried_again_with_its_key(caller: Caller, make: Make) -> None:
    clock = stop_clock(make)
    make.resources.settings = make.resources.settings.model_copy(update={"outbound_per_minute": 1})
    await caller.places()
    key = {"idempotency-key": "later"}
    await caller.is_refused(429, NUMBER, **key)
    clock.moment += timedelta(minutes=1)
    assert (await caller.asks(**key)).status_code == 200


async def test_sixty_calls_a_minute_is_what_is_usual(make: Make) -> None:
    assert make.resources.settings.outbound_per_minute == 60
