"""Every endpoint that exists, every kind of wrong key: exactly the status of the contract.

The table is made from the endpoints themselves, so that a new route joins by being there.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from datetime import timedelta
from typing import Any

import httpx
import pytest

from parley.build_api import app as build_api
from parley.domain.accounts.model import PERMISSIONS, Family
from parley.domain.projects.info import ProjectInfo
from parley.messaging import app as messaging_api
from parley.platform_api import app as platform_api
from parley.resources import Resources
from parley.web.endpoint import Endpoint
from parley.web.responses import EVENT_STREAM
from tests.contract import ContractClient
from tests.fixtures import serving, serving_messaging
from tests.keys import sent
from tests.make import Make
from tests.waiting import until

pytestmark = pytest.mark.io

SERVICES = {"platform": platform_api, "build": build_api, "messaging": messaging_api}
EVERY = [(name, endpoint) for name, service in SERVICES.items() for endpoint in service.ENDPOINTS]
ENDPOINTS = [(name, endpoint) for name, endpoint in EVERY if endpoint.group.credentials]
"""Those that take keys; for sessions there is a table of their own."""
every_endpoint = pytest.mark.parametrize(
    ("service", "endpoint"), ENDPOINTS, ids=[f"{e.method} {e.path}" for _, e in ENDPOINTS]
)

OF_A_PERMISSION = [(s, e) for s, e in ENDPOINTS if {c.family for c in e.group.credentials} & set(PERMISSIONS)]
every_endpoint_of_a_permission = pytest.mark.parametrize(
    ("service", "endpoint"), OF_A_PERMISSION, ids=[f"{e.method} {e.path}" for _, e in OF_A_PERMISSION]
)

EXACT = {
    "chat": (401, 403, 403),
    "conversations": (401, 403, 403),
    "concurrency": (401, 403, 403),
    "handoff state": (401, 403, 403),
    "outbound calling": (401, 401, None),
    "outbound text messages": (401, 401, None),
    "external events": (401, 401, 401),
    "dni": (401, 401, None),
    "agents": (401, 403, 403),
    "monitoring": (401, 401, None),
    "messaging": (401, 401, None),
    "messaging sessions": (401, 401, None),
    "desk": (401, 401, None),
}
"""By group: an unusable key, a key of another family, a key of another account or project (None: no such thing there,
the key itself says which)."""


@pytest.fixture(scope="module", name="resources")
def _resources(shared_resources: Resources) -> Resources:
    """One for a thousand tests."""
    return shared_resources


@pytest.fixture(scope="module", name="clients")
async def _clients(resources: Resources) -> AsyncIterator[Mapping[str, ContractClient]]:
    async with (
        serving(resources, "platform") as platform,
        serving(resources, "build") as build,
        serving_messaging(resources) as messaging,
    ):
        yield {"platform": platform, "build": build, "messaging": messaging}


@pytest.fixture(name="client")
def _client(service: str, clients: Mapping[str, ContractClient]) -> ContractClient:
    return clients[service]


QUERIES = {
    "external events": "?event_id_location=headers&event_id_path=x&account_id={account_id}&project_id={project_id}"
}
"""By group: where not the path but the query says which account and project are meant."""


def template_of(endpoint: Endpoint) -> str:
    if endpoint.reply_media_type == EVENT_STREAM:
        return f"{endpoint.path}?seconds=0"  # it would not end before that
    return endpoint.path + QUERIES.get(endpoint.group.name, "")


def path_of(endpoint: Endpoint, project_info: ProjectInfo) -> str:
    values = {
        "version": "v1",
        "account_id": project_info.account_id,
        "project_id": project_info.id,
        "agent_id": project_info.id,
    }
    return re.sub(r"\{(\w+)(?::\w+)?\}", lambda match: values.get(match[1], "x_1"), template_of(endpoint))


BESIDE = {"messaging": {"x-host": "localhost"}}
"""By group: what has to come with a key."""
WITHOUT = {"messaging sessions": 400}
"""By group: what a request without a key gets, where it is not 401."""


async def keys_for(make: Make, endpoint: Endpoint, project_info: ProjectInfo, **options: Any) -> dict[str, str]:
    credentials = endpoint.group.credentials
    if not credentials and endpoint.group.takes_session:
        return await make.browser_headers(project_info)
    keys = {c.header: sent(make, c, (await make.key(c.family, project_info, **options)).secret) for c in credentials}
    return {**keys, **BESIDE.get(endpoint.group.name, {})}


async def call(
    client: ContractClient, endpoint: Endpoint, project_info: ProjectInfo, headers: Mapping[str, str | bytes]
) -> httpx.Response:
    return await client.request(endpoint.method, path_of(endpoint, project_info), headers=headers)


def refused(response: httpx.Response) -> bool:
    return response.status_code in (401, 403)


def test_every_group_is_in_the_table() -> None:
    assert {endpoint.group.name for _, endpoint in ENDPOINTS} <= set(EXACT)


@every_endpoint
async def test_a_good_key_is_let_in(endpoint: Endpoint, client: ContractClient, make: Make) -> None:
    project_info = await make.project()
    assert not refused(await call(client, endpoint, project_info, await keys_for(make, endpoint, project_info)))


@every_endpoint
async def test_slugs_and_ids_are_both_understood(endpoint: Endpoint, client: ContractClient, make: Make) -> None:
    account = await make.account()
    project_info = await make.project(account)
    headers = await keys_for(make, endpoint, project_info)
    by_id = path_of(endpoint, project_info)
    spellings = {
        by_id.replace(account.id, account.slug),
        by_id.replace(project_info.id, project_info.slug),
        by_id.replace(account.id, account.id.replace("ACCOUNT-", "ws-")),
    }
    for path in spellings:
        response = await client.request(endpoint.method, path, headers=headers)
        assert not refused(response), path


@every_endpoint
async def test_no_key(endpoint: Endpoint, client: ContractClient, make: Make) -> None:
    project_info = await make.project()
    expected = WITHOUT.get(endpoint.group.name, 401)
    assert (await call(client, endpoint, project_info, {})).status_code == expected
    good = await keys_for(make, endpoint, project_info)
    for header in good:
        rest = {name: key for name, key in good.items() if name != header}
        assert (await call(client, endpoint, project_info, rest)).status_code == expected


@every_endpoint
@pytest.mark.parametrize("wrong", [b"x", b"pk_chat_" + b"0" * 49, "ключ".encode()], ids=["short", "forged", "unicode"])
async def test_an_unknown_key(endpoint: Endpoint, client: ContractClient, make: Make, wrong: bytes) -> None:
    project_info = await make.project()
    headers = dict.fromkeys(await keys_for(make, endpoint, project_info), wrong)
    assert (await call(client, endpoint, project_info, headers)).status_code == EXACT[endpoint.group.name][0]


@every_endpoint
async def test_an_expired_key(endpoint: Endpoint, client: ContractClient, make: Make) -> None:
    project_info = await make.project()
    headers = await keys_for(make, endpoint, project_info, lifetime=timedelta(seconds=-1))
    assert (await call(client, endpoint, project_info, headers)).status_code == EXACT[endpoint.group.name][0]


@every_endpoint
async def test_a_revoked_key(endpoint: Endpoint, client: ContractClient, make: Make) -> None:
    project_info = await make.project()
    good = await keys_for(make, endpoint, project_info)
    assert not refused(await call(client, endpoint, project_info, good))
    for credential in endpoint.group.credentials:
        key = await make.key(credential.family, project_info)
        await make.revoke(key)
        headers = {**good, credential.header: sent(make, credential, key.secret)}

        async def is_out(headers: dict[str, str] = headers) -> bool:
            return (await call(client, endpoint, project_info, headers)).status_code == EXACT[endpoint.group.name][0]

        await until(is_out, seconds=2)


@every_endpoint
async def test_a_key_of_another_family(endpoint: Endpoint, client: ContractClient, make: Make) -> None:
    project_info = await make.project()
    good = await keys_for(make, endpoint, project_info)
    for credential in endpoint.group.credentials:
        for family in set(Family) - {credential.family}:
            others = set(PERMISSIONS) - {credential.family} if family is Family.API else ()
            key = await make.key(family, project_info, permissions=others)
            headers = {**good, credential.header: sent(make, credential, key.secret)}
            status = (await call(client, endpoint, project_info, headers)).status_code
            assert status == EXACT[endpoint.group.name][1], family


@every_endpoint
async def test_a_key_of_another_account_or_project(endpoint: Endpoint, client: ContractClient, make: Make) -> None:
    account = await make.account()
    project_info, sibling, stranger = await make.project(account), await make.project(account), await make.project()
    expected = EXACT[endpoint.group.name][2]
    if "{account_id}" not in template_of(endpoint):
        if "{agent_id}" in endpoint.path:
            response = await call(client, endpoint, project_info, await keys_for(make, endpoint, stranger))
            assert response.status_code == 404, "another account's agent does not exist for this key"
        return
    response = await call(client, endpoint, project_info, await keys_for(make, endpoint, stranger))
    assert response.status_code == expected
    if "{project_id}" in template_of(endpoint) and endpoint.group.credentials[0].family is not Family.BUILD:
        response = await call(client, endpoint, project_info, await keys_for(make, endpoint, sibling))
        assert response.status_code == expected


@every_endpoint_of_a_permission
async def test_a_key_with_the_permission_is_let_in(endpoint: Endpoint, client: ContractClient, make: Make) -> None:
    account = await make.account()
    project_info, sibling = await make.project(account), await make.project(account)
    family = endpoint.group.credentials[0].family
    projects = frozenset({project_info.id, sibling.id})
    for permissions in ({family}, set(PERMISSIONS)):
        key = await make.key(Family.API, project_info, permissions=permissions, project_ids=projects)
        for each in (project_info, sibling):
            assert not refused(await call(client, endpoint, each, {"x-api-key": key.secret})), permissions
    everywhere = await make.key(Family.API, project_info, permissions={family}, project_ids=None)
    for each in (project_info, sibling):
        response = await call(client, endpoint, each, {"x-api-key": everywhere.secret})
        assert refused(response) == endpoint.path.startswith("/v3/"), "records of v3 need a key that names its projects"


@every_endpoint_of_a_permission
async def test_a_key_with_the_permission_is_good_for_its_projects_alone(
    endpoint: Endpoint, client: ContractClient, make: Make
) -> None:
    account = await make.account()
    project_info, sibling, stranger = await make.project(account), await make.project(account), await make.project()
    elsewhere = await make.project(account, region="uk-1")
    _, without_permission, of_others = EXACT[endpoint.group.name]
    family = endpoint.group.credentials[0].family
    listed = frozenset({sibling.id, elsewhere.id})
    lacks = await make.key(Family.API, project_info, permissions=set(PERMISSIONS) - {family})
    wrong = [
        (lacks, project_info, without_permission),
        (await make.key(Family.API, project_info, project_ids=listed), project_info, of_others),
        (await make.key(Family.API, project_info, project_ids=listed), elsewhere, of_others),
        (await make.key(Family.API, project_info, project_ids=None), stranger, of_others),
        (await make.key(Family.API, stranger, project_ids=frozenset({project_info.id})), project_info, of_others),
    ]
    for key, target, status in wrong:
        assert (await call(client, endpoint, target, {"x-api-key": key.secret})).status_code == status


@every_endpoint_of_a_permission
async def test_a_key_with_the_permission_that_is_over(endpoint: Endpoint, client: ContractClient, make: Make) -> None:
    project_info, status = await make.project(), EXACT[endpoint.group.name][0]
    expired = await make.key(Family.API, project_info, lifetime=timedelta(seconds=-1))
    assert (await call(client, endpoint, project_info, {"x-api-key": expired.secret})).status_code == status
    revoked = await make.key(Family.API, project_info)
    headers = {"x-api-key": revoked.secret}
    assert not refused(await call(client, endpoint, project_info, headers))
    await make.revoke(revoked)

    async def is_out() -> bool:
        return (await call(client, endpoint, project_info, headers)).status_code == status

    await until(is_out, seconds=2)


def test_no_other_endpoint_takes_a_permission() -> None:
    """A key with permissions is sent as `x-api-key` alone: what needs more, or acts on agents, has keys of its own."""
    assert {e.group.name for _, e in OF_A_PERMISSION} == {
        "conversations",
        "concurrency",
        "external events",
        "handoff state",
    }
    assert all([c.header for c in e.group.credentials] == ["x-api-key"] for _, e in OF_A_PERMISSION)


@every_endpoint
async def test_unknown_places_do_not_exist(endpoint: Endpoint, client: ContractClient, make: Make) -> None:
    account = await make.account()
    project_info = await make.project(account)
    headers = await keys_for(make, endpoint, project_info)
    path = path_of(endpoint, project_info)
    for name in (account.id, project_info.id):
        if name in path:
            response = await client.request(endpoint.method, path.replace(name, "nowhere"), headers=headers)
            assert response.status_code == (401 if endpoint.group.name in QUERIES else 404)


async def test_a_build_key_is_good_for_its_region_alone(clients: Mapping[str, ContractClient], make: Make) -> None:
    account = await make.account()
    key = await make.key(Family.BUILD, await make.project(account))
    elsewhere = await make.project(account, region="uk-1")
    for _, endpoint in ENDPOINTS:
        if "{agent_id}" in endpoint.path or (endpoint.path.startswith("/adk/") and "{project_id}" in endpoint.path):
            response = await call(clients["build"], endpoint, elsewhere, {"x-api-key": key.secret})
            expected = (403, endpoint.group.forbidden.code)
            assert (response.status_code, response.json()["error_code"]) == expected, endpoint.path
