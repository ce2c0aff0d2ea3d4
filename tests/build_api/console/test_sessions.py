"""Signing in to the console and out of it: with a key, with a link, and by guessing."""

from __future__ import annotations

from datetime import timedelta

import httpx
import pytest

from parley.domain.accounts.model import Family, Role
from parley.domain.console import actions, store
from parley.domain.console.model import LINK_LIFETIME, SESSIONS_OF_A_KEY
from parley.domain.console.sessions import FAILED_PER_MINUTE
from parley.kit.clock import minute_of
from tests.contract import ContractClient
from tests.make import Make, browser_headers

pytestmark = pytest.mark.io

SESSION = "/console/session"
SESSIONS = "/console/sessions"
REVOKE = "/console/sessions/revoke"


async def sign_in(build: ContractClient, headers: dict[str, str] | None = None, **body: str) -> httpx.Response:
    return await build.post(SESSION, json=body, headers=headers or {})


def headers_of(response: httpx.Response) -> dict[str, str]:
    cookie = response.headers["set-cookie"].partition(";")[0]
    return {"cookie": cookie, "x-csrf-token": response.json()["csrfToken"]}


async def test_a_key_signs_in_and_out(build: ContractClient, make: Make) -> None:
    project_info = await make.project()
    key = await make.key(Family.CONSOLE, project_info, settings={"role": "editor"})
    response = await sign_in(build, key=key.secret)
    assert response.status_code == 200
    assert response.headers["cache-control"] == "no-store"
    assert set(response.headers["set-cookie"].split("; ")[1:]) == {
        "HttpOnly", "Max-Age=604800", "Path=/", "SameSite=strict",
    }  # fmt: skip
    headers = headers_of(response)
    assert headers["cookie"].partition("=")[2] not in response.text
    said = response.json()
    assert (said["accountId"], said["role"]) == (project_info.account_id, "editor")
    assert (await build.get(SESSION, headers=headers)).json() == said
    assert (await build.delete(SESSION, headers=headers)).status_code == 204
    assert (await build.get(SESSION, headers=headers)).status_code == 401


async def test_a_link_signs_in_once(build: ContractClient, make: Make) -> None:
    project_info = await make.project()
    key, now = await make.key(Family.CONSOLE, project_info, settings={"role": "viewer"}), make.resources.clock.now()
    async with make.resources.db.transaction() as tx:
        secret = await actions.make_link(tx, key.key.id, now)
        late = await actions.make_link(tx, key.key.id, now - LINK_LIFETIME)
    first = await sign_in(build, link=secret)
    assert (first.status_code, first.json()["role"]) == (200, "viewer")
    for over in (secret, late, "nothing"):
        response = await sign_in(build, link=over)
        assert (response.status_code, response.json()["error_code"]) == (401, "SIGN_IN_REFUSED")
    rows = await make.resources.db.fetch("select hash from console_links")
    assert secret.encode() not in [bytes(row["hash"]) for row in rows]


async def test_what_does_not_sign_in_is_told_alike(build: ContractClient, make: Make) -> None:
    project_info = await make.project()
    expired = await make.key(Family.CONSOLE, project_info, settings={"role": "admin"}, lifetime=timedelta(seconds=-1))
    revoked = await make.key(Family.CONSOLE, project_info, settings={"role": "admin"})
    await make.revoke(revoked)
    other = await make.key(Family.BUILD, project_info)
    said = []
    for wrong in (expired.secret, revoked.secret, other.secret, "pk_console_" + "0" * 49, "x", "ключ"):
        response = await sign_in(build, key=wrong)
        assert response.status_code == 401
        assert "set-cookie" not in response.headers
        said.append({name: text for name, text in response.json().items() if name != "error_id"})
    assert all(each == said[0] for each in said)


@pytest.mark.parametrize("body", [{}, {"key": "a", "link": "b"}, {"key": "a" * 201}, {"key": "a", "more": "b"}])
async def test_a_body_has_a_key_or_a_link(body: dict[str, str], build: ContractClient) -> None:
    assert (await build.post(SESSION, json=body)).status_code == 400


async def test_guessing_is_held_back_by_address(build: ContractClient, make: Make) -> None:
    project_info = await make.project()
    key = await make.key(Family.CONSOLE, project_info, settings={"role": "viewer"})
    here, there = {"x-forwarded-for": "192.0.2.1"}, {"x-forwarded-for": "192.0.2.2"}
    clock = make.resources.clock
    minute = minute_of(clock.now())
    statuses = [(await sign_in(build, here, key="x")).status_code for _ in range(FAILED_PER_MINUTE + 1)]
    held = await sign_in(build, here, key=key.secret)
    if minute_of(clock.now()) == minute:  # or else a new minute began meanwhile, with new attempts
        assert statuses == [401] * FAILED_PER_MINUTE + [429]
        assert held.status_code == 429
        assert 0 < int(held.headers["retry-after"]) <= 60
    assert (await sign_in(build, there, key=key.secret)).status_code == 200


@pytest.mark.parametrize(("proto", "secure"), [("https", True), ("http", False), ("http, https", True)])
async def test_behind_tls_the_cookie_stays_there(proto: str, secure: bool, build: ContractClient, make: Make) -> None:
    key = await make.key(Family.CONSOLE, await make.project(), settings={"role": "viewer"})
    response = await sign_in(build, {"x-forwarded-proto": proto}, key=key.secret)
    assert ("Secure" in response.headers["set-cookie"].split("; ")) is secure


async def test_nobody_is_signed_in_by_another_page(build: ContractClient, make: Make) -> None:
    key = await make.key(Family.CONSOLE, await make.project(), settings={"role": "viewer"})
    for elsewhere in ({"origin": "http://localhost:3000"}, {"sec-fetch-site": "cross-site"}):
        response = await sign_in(build, elsewhere, key=key.secret)
        assert (response.status_code, response.json()["error_code"]) == (403, "ORIGIN_FORBIDDEN")


async def test_no_other_origin_is_told_anything(build: ContractClient, make: Make) -> None:
    headers = await make.browser_headers(await make.project())
    mine = await build.get(SESSION, headers=headers)
    asked = await build.request("OPTIONS", SESSION, headers={"access-control-request-headers": "x-csrf-token"})
    agents = await build.get("/adk/v1/accounts", headers=headers)
    for response in (mine, asked, agents):
        assert "access-control-allow-credentials" not in response.headers
    for response in (mine, asked):
        assert "access-control-allow-origin" not in response.headers


async def test_an_admin_ends_the_sessions_of_others(build: ContractClient, make: Make) -> None:
    account = await make.account()
    project_info, stranger = await make.project(account), await make.project()
    me, colleague, other = [await make.signed_in(project_info, role) for role in (Role.ADMIN, Role.VIEWER, Role.EDITOR)]
    outside = await make.signed_in(stranger)
    headers = browser_headers(me.secret)
    listed = (await build.get(SESSIONS, headers=headers)).json()["sessions"]
    assert {(each["id"], each["role"], each["current"]) for each in listed} == {
        (str(me.session.id), "admin", True),
        (str(colleague.session.id), "viewer", False),
        (str(other.session.id), "editor", False),
    }
    by_key = await build.post(REVOKE, headers=headers, json={"keyId": str(colleague.key.id)})
    assert by_key.json() == {"revoked": 1}
    assert (await build.get(SESSION, headers=browser_headers(colleague.secret))).status_code == 401
    assert (await build.get(SESSION, headers=browser_headers(other.secret))).status_code == 200
    foreign = await build.post(REVOKE, headers=headers, json={"keyId": str(outside.key.id)})
    assert foreign.json() == {"revoked": 0}
    assert (await build.post(REVOKE, headers=headers)).json() == {"revoked": 1}
    assert (await build.get(SESSION, headers=browser_headers(other.secret))).status_code == 401
    for secret in (me.secret, outside.secret):
        assert (await build.get(SESSION, headers=browser_headers(secret))).status_code == 200


async def test_a_key_has_so_many_sessions(build: ContractClient, make: Make) -> None:
    first = await make.signed_in(await make.project())
    now = make.resources.clock.now()
    async with make.resources.db.transaction() as tx:
        await store.revoke_oldest(tx, first.key.id, SESSIONS_OF_A_KEY, now)
    assert (await build.get(SESSION, headers=browser_headers(first.secret))).status_code == 200
    async with make.resources.db.transaction() as tx:
        await store.revoke_oldest(tx, first.key.id, 0, now)
    make.resources.console.forget()
    assert (await build.get(SESSION, headers=browser_headers(first.secret))).status_code == 401


async def test_what_is_over_is_forgotten(make: Make) -> None:
    signed_in, now = await make.signed_in(await make.project()), make.resources.clock.now()
    async with make.resources.db.transaction() as tx:
        await actions.make_link(tx, signed_in.key.id, now)
        await store.forget_over(tx, now)

    async def left() -> int:
        found = [await make.resources.db.fetch(f"select from console_{kind}") for kind in ("sessions", "links")]
        return sum(map(len, found))

    assert await left() == 2
    async with make.resources.db.transaction() as tx:
        await store.forget_over(tx, now + timedelta(days=8))
    assert await left() == 0
