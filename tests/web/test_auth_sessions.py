"""Every endpoint that exists, every role of the console: those that the role covers, and nothing from elsewhere."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import httpx
import pytest

from parley.domain.accounts import actions as accounts
from parley.domain.accounts.model import Family, Role
from parley.domain.console import actions, store
from parley.domain.console.model import IDLE, LIFETIME, secret_hash
from parley.domain.projects.info import ProjectInfo
from parley.kit.ids import uuid7
from parley.web.endpoint import Endpoint
from tests.contract import ContractClient
from tests.make import Make, browser_headers
from tests.waiting import until
from tests.web.test_auth import EVERY, SERVICES, call, path_of, refused

pytestmark = pytest.mark.io

WITH_SESSION = [endpoint for _, endpoint in EVERY if endpoint.group.takes_session]
CHANGING = [endpoint for endpoint in WITH_SESSION if endpoint.method != "GET"]
READING = next(endpoint for endpoint in WITH_SESSION if endpoint.path == "/v1/agents/{agent_id}/conversations")
OPEN = {"POST /console/session"}
ADMIN = {
    "DELETE /v1/agents/{agent_id}",
    "GET /v1/audit-log",
    "GET /v1/telephony",
    "GET /console/processes",
    "GET /console/jobs",
    "POST /console/jobs/{job_id}/run-again",
    "POST /console/jobs/{job_id}/discard",
    "GET /console/sessions",
    "POST /console/sessions/revoke",
    "GET /console/keys",
    "POST /console/keys",
    "POST /console/keys/{key_id}/revoke",
}
LOOKING = {
    "DELETE /console/session",
    "POST /v1/agents/{agent_id}/telephony/connectors/batch",
    "POST /v1/agents/{agent_id}/telephony/connectors/lookup",
    "POST /v1/agents/{agent_id}/telephony/phone-numbers/batch",
    "POST /v1/conversation-views",
    "PATCH /v1/conversation-views/{view_id}",
    "DELETE /v1/conversation-views/{view_id}",
}
"""Not GET, and no more than a viewer may."""


def title(endpoint: Endpoint) -> str:
    return f"{endpoint.method} {endpoint.path}"


def code_of(response: httpx.Response) -> str:
    return str(response.json().get("error_code") or response.json()["message"])


def test_every_endpoint_takes_a_key_or_a_session() -> None:
    neither = {title(e) for _, e in EVERY if not e.group.credentials and not e.group.takes_session}
    assert neither == OPEN
    assert {e.group.name for e in WITH_SESSION} == {"agents", "monitoring", "console"}


def test_what_each_role_may_do() -> None:
    needed = {title(endpoint): endpoint.needed_role for endpoint in WITH_SESSION}
    assert {name for name, role in needed.items() if role is Role.ADMIN} == ADMIN
    viewers = {name for name, role in needed.items() if role is Role.VIEWER}
    assert viewers == {title(e) for e in WITH_SESSION if e.method == "GET"} - ADMIN | LOOKING


@pytest.mark.parametrize("role", Role)
async def test_every_endpoint_lets_in_whom_its_role_covers(role: Role, build: ContractClient, make: Make) -> None:
    project_info = await make.project()
    key = await make.key(Family.CONSOLE, project_info, settings={"role": role.value})
    for endpoint in WITH_SESSION:
        # One of them ends the session that it is asked with.
        async with make.resources.db.transaction() as tx:
            signed_in = await actions.sign_in_with_key(tx, key.secret, make.resources.clock.now())
        response = await call(build, endpoint, project_info, browser_headers(signed_in.secret))
        if role.includes(endpoint.needed_role):
            assert not refused(response), title(endpoint)
        else:
            assert response.status_code == 403, title(endpoint)
            assert code_of(response) in ("ROLE_INSUFFICIENT", "Your role does not allow this."), title(endpoint)


@pytest.mark.parametrize(
    "wrong",
    [
        {"x-csrf-token": ""},
        {"x-csrf-token": "0" * 64},
        {"x-csrf-token": "ключ".encode()},
        {"origin": "http://localhost:3000"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
    ids=lambda wrong: " ".join(f"{name} {str(value)[:25]}" for name, value in wrong.items()),
)
async def test_a_page_from_elsewhere_changes_nothing(
    wrong: dict[str, str | bytes], build: ContractClient, make: Make
) -> None:
    project_info = await make.project()
    good: dict[str, str | bytes] = dict(await make.browser_headers(project_info))
    for endpoint in CHANGING:
        assert (await call(build, endpoint, project_info, {**good, **wrong})).status_code == 403, title(endpoint)
    reads = await call(build, READING, project_info, {**good, **wrong})
    assert reads.status_code == (200 if "x-csrf-token" in wrong else 403)


async def test_our_own_page_may_say_where_it_is_from(build: ContractClient, make: Make) -> None:
    project_info = await make.project()
    headers = await make.browser_headers(project_info)
    for own in (
        {"origin": build.url, "sec-fetch-site": "same-origin"},
        {"origin": "null", "sec-fetch-site": "same-origin"},
    ):
        assert (await call(build, READING, project_info, {**headers, **own})).status_code == 200


async def test_a_session_that_is_none(build: ContractClient, make: Make) -> None:
    project_info = await make.project()
    good = await make.browser_headers(project_info)
    for cookie in ("parley_console=", "parley_console=x", f"parley_console={'0' * 43}", "ключ".encode()):
        for endpoint in WITH_SESSION:
            response = await call(build, endpoint, project_info, {**good, "cookie": cookie})
            assert response.status_code == 401, title(endpoint)
    twice = {**good, "cookie": f"{good['cookie']}; parley_console=x"}
    assert (await call(build, READING, project_info, twice)).status_code == 401


async def test_no_other_endpoint_takes_a_session(
    platform: ContractClient, messaging: ContractClient, make: Make
) -> None:
    project_info = await make.project()
    headers = await make.browser_headers(project_info)
    clients = {"platform": platform, "messaging": messaging}
    others = [(service, e) for service, e in EVERY if not e.group.takes_session and title(e) not in OPEN]
    assert {service for service, _ in others} == set(SERVICES) - {"build"}
    for service, endpoint in others:
        response = await call(clients[service], endpoint, project_info, {**headers, "x-host": "localhost"})
        assert response.status_code in (400, 401), title(endpoint)


async def test_a_key_that_is_sent_counts_and_not_the_cookie(build: ContractClient, make: Make) -> None:
    project_info = await make.project()
    headers = await make.browser_headers(project_info)
    for endpoint in WITH_SESSION:
        if endpoint.group.credentials:
            response = await call(build, endpoint, project_info, {**headers, "x-api-key": "pk_build_" + "0" * 49})
            assert response.status_code == 401, title(endpoint)
    key = await make.key(Family.BUILD, project_info)
    for endpoint in CHANGING:
        if endpoint.group.credentials:
            programs = {"x-api-key": key.secret, "origin": "https://elsewhere.example"}
            assert not refused(await call(build, endpoint, project_info, programs)), title(endpoint)


async def test_agents_of_another_account_are_not_there(build: ContractClient, make: Make) -> None:
    headers = await make.browser_headers(await make.project())
    stranger = await make.project()
    for endpoint in WITH_SESSION:
        if "{agent_id}" in endpoint.path:
            assert (await call(build, endpoint, stranger, headers)).status_code == 404, title(endpoint)
        elif "{account_id}" in endpoint.path:
            assert (await call(build, endpoint, stranger, headers)).status_code == 403, title(endpoint)


async def old_session(make: Make, project_info: ProjectInfo, *, begun: timedelta, seen: timedelta) -> dict[str, str]:
    signed_in, now = await make.signed_in(project_info), make.resources.clock.now()
    secret = "a" * 43
    old = replace(
        signed_in.session,
        id=uuid7(),
        created_at=now - begun,
        last_seen_at=now - seen,
        expires_at=now - begun + LIFETIME,
    )
    async with make.resources.db.transaction() as tx:
        await store.insert_session(tx, old, secret_hash(secret))
    return browser_headers(secret)


@pytest.mark.parametrize(
    ("begun", "seen", "status"),
    [
        (IDLE, IDLE - timedelta(minutes=1), 200),
        (IDLE, IDLE, 401),
        (LIFETIME - timedelta(minutes=1), timedelta(), 200),
        (LIFETIME, timedelta(), 401),
    ],
)
async def test_a_session_ends(
    begun: timedelta, seen: timedelta, status: int, build: ContractClient, make: Make
) -> None:
    project_info = await make.project()
    headers = await old_session(make, project_info, begun=begun, seen=seen)
    assert (await call(build, READING, project_info, headers)).status_code == status


async def test_its_use_keeps_a_session_open(build: ContractClient, make: Make) -> None:
    project_info = await make.project()
    headers = await old_session(make, project_info, begun=IDLE, seen=IDLE - timedelta(minutes=1))
    assert (await call(build, READING, project_info, headers)).status_code == 200
    await make.resources.console.write_last_seen()
    [row] = await make.resources.db.fetch(
        "select max(last_seen_at) as seen from console_sessions where created_at < now() - interval '1 hour'"
    )
    assert make.resources.clock.now() - row["seen"] < timedelta(minutes=1)


async def test_what_a_page_asks_by_itself_keeps_no_session_open(build: ContractClient, make: Make) -> None:
    project_info = await make.project()
    headers = await old_session(make, project_info, begun=IDLE, seen=IDLE - timedelta(minutes=1))
    for sign in ({"x-unattended": "1"}, {"accept": "text/event-stream"}):
        assert (await call(build, READING, project_info, {**headers, **sign})).status_code == 200
    await make.resources.console.write_last_seen()
    [row] = await make.resources.db.fetch(
        "select max(last_seen_at) as seen from console_sessions where created_at < now() - interval '1 hour'"
    )
    assert make.resources.clock.now() - row["seen"] > timedelta(hours=11)


async def test_sessions_end_with_their_key(build: ContractClient, make: Make) -> None:
    project_info = await make.project()
    signed_in = await make.signed_in(project_info)
    headers = browser_headers(signed_in.secret)
    assert (await call(build, READING, project_info, headers)).status_code == 200
    async with make.resources.db.transaction() as tx:
        await accounts.revoke_key(tx, signed_in.key.id, make.resources.clock.now())

    async def is_out() -> bool:
        return (await call(build, READING, project_info, headers)).status_code == 401

    await until(is_out, seconds=2)


async def test_a_console_key_opens_nothing_by_itself(build: ContractClient, make: Make) -> None:
    project_info = await make.project()
    key = await make.key(Family.CONSOLE, project_info, settings={"role": "admin"})
    for endpoint in WITH_SESSION:
        response = await build.request(
            endpoint.method, path_of(endpoint, project_info), headers={"x-api-key": key.secret}
        )
        assert refused(response), title(endpoint)
