"""Keys, as the admins of an account see them, issue them to people, and end them."""

from __future__ import annotations

import pytest

from parley.build_api.console import keys as console_keys
from parley.domain.accounts.model import Family
from tests.contract import ContractClient
from tests.make import Make
from tests.waiting import until

pytestmark = pytest.mark.io

KEYS = "/console/keys"


async def test_a_key_is_issued_used_and_revoked(build: ContractClient, make: Make) -> None:
    project_info = await make.project()
    headers = await make.browser_headers(project_info)
    issued = await build.post(KEYS, headers=headers, json={"role": "editor", "name": "Ada", "days": 30})
    assert (issued.status_code, issued.headers["cache-control"]) == (201, "no-store")
    key = issued.json()
    signed_in = await build.post("/console/session", json={"key": key["key"]})
    assert signed_in.json()["role"] == "editor"
    colleague = {"cookie": signed_in.headers["set-cookie"].partition(";")[0]}
    assert (await build.get("/console/session", headers=colleague)).status_code == 200
    revoked = await build.post(f"{KEYS}/{key['id']}/revoke", headers=headers)
    assert (revoked.status_code, revoked.json()["status"]) == (200, "revoked")

    async def is_out() -> bool:
        return (await build.get("/console/session", headers=colleague)).status_code == 401

    await until(is_out, seconds=2)


async def test_who_may_not_read_what_was_said_cannot_let_others(build: ContractClient, make: Make) -> None:
    project_info = await make.project()
    blind = await make.browser_headers(project_info, show_transcripts=False)
    for headers, wanted, given in (
        (await make.browser_headers(project_info), True, True),
        (await make.browser_headers(project_info), False, False),
        (blind, True, False),
    ):
        issued = await build.post(KEYS, headers=headers, json={"role": "admin", "transcripts": wanted})
        assert issued.json()["transcripts"] is given


async def test_keys_are_listed_without_themselves(build: ContractClient, make: Make) -> None:
    project_info = await make.project()
    chat = await make.key(Family.CHAT, project_info)
    others = await make.key(Family.BUILD, await make.project())
    listed = await build.get(KEYS, headers=await make.browser_headers(project_info))
    shown = {each["id"]: each for each in listed.json()["keys"]}
    assert shown[str(chat.key.id)]["projectIds"] == [project_info.id]
    assert [each["role"] for each in shown.values() if each["current"]] == ["admin"]
    assert str(others.key.id) not in shown
    assert chat.secret not in listed.text


async def test_keys_of_other_accounts_are_not_there(build: ContractClient, make: Make) -> None:
    headers = await make.browser_headers(await make.project())
    foreign = await make.key(Family.BUILD, await make.project())
    for reference in (foreign.key.id, "x"):
        assert (await build.post(f"{KEYS}/{reference}/revoke", headers=headers)).status_code == 404


@pytest.mark.parametrize(
    "body", [{}, {"role": "owner"}, {"role": "admin", "days": 0}, {"role": "admin", "family": "build"}]
)
async def test_what_cannot_be_issued(body: dict[str, object], build: ContractClient, make: Make) -> None:
    assert (
        await build.post(KEYS, headers=await make.browser_headers(await make.project()), json=body)
    ).status_code == 400


async def test_there_are_so_many(build: ContractClient, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console_keys, "MOST_WORKING", 1)
    headers = await make.browser_headers(await make.project())
    assert (await build.post(KEYS, headers=headers, json={"role": "viewer"})).status_code == 409
