"""Webhook endpoints through HTTP."""

from __future__ import annotations

import re
from ipaddress import ip_network
from typing import Any

import httpx
import pytest

from parley.domain.accounts.model import Account, Family
from parley.resources import Resources
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

PATH = "/v1/webhook-endpoints"
FIELDS = {"id", "name", "url", "enabled", "event_types", "timeout_ms", "headers", "created_at", "updated_at"}
GOOD: dict[str, Any] = {"name": "Pager", "url": "https://hooks.example.com/a", "event_types": ["alerts.triggered"]}


class Owner:
    """Of an account, with a build key for it."""

    def __init__(self, client: ContractClient, key: str) -> None:
        self.client = client
        self.headers = {"x-api-key": key}

    @classmethod
    async def of(cls, client: ContractClient, make: Make, account: Account | None = None) -> Owner:
        return cls(client, (await make.key(Family.BUILD, await make.project(account))).secret)

    async def ask(self, method: str, path: str = "", **options: Any) -> httpx.Response:
        return await self.client.request(method, PATH + path, headers=self.headers, **options)

    async def send(self, method: str, path: str = "", status: int = 200, **options: Any) -> Any:
        response = await self.ask(method, path, **options)
        assert response.status_code == status, response.text
        return response.json() if response.content else None

    async def create(self, **fields: Any) -> dict[str, Any]:
        created: dict[str, Any] = await self.send("POST", status=201, json={**GOOD, **fields})
        return created


@pytest.fixture
async def owner(build: ContractClient, make: Make) -> Owner:
    return await Owner.of(build, make)


def faulty(answer: dict[str, Any]) -> list[str]:
    """The fields that were complained about, each with words."""
    assert answer["message"]
    assert all(error["message"] for error in answer["errors"])
    return sorted(error["field"] for error in answer["errors"])


async def test_the_life_of_an_endpoint(owner: Owner) -> None:
    created = await owner.create()
    assert created.keys() == FIELDS | {"signing_secret"}
    assert re.fullmatch(r"whe_[0-9A-Za-z]{22}", created["id"])
    assert re.fullmatch(r"whsec_[0-9A-Za-z]{44}", created["signing_secret"])
    assert (created["enabled"], created["timeout_ms"], created["headers"]) == (True, 5000, {})
    shown = {name: created[name] for name in FIELDS}
    path = f"/{created['id']}"
    assert await owner.send("GET", path) == shown
    assert await owner.send("GET") == {"data": [shown]}
    changed = await owner.send("PATCH", path, json={"name": "Other", "enabled": False})
    assert changed == {**shown, "name": "Other", "enabled": False, "updated_at": changed["updated_at"]}
    assert changed["updated_at"] >= shown["updated_at"]
    rotated = await owner.send("POST", f"{path}/rotate-secret")
    assert rotated.keys() == {"signing_secret"}
    assert rotated["signing_secret"] != created["signing_secret"]
    assert await owner.send("DELETE", path, 204) is None
    for method in ("GET", "PATCH", "DELETE"):
        await owner.send(method, path, 404)
    assert await owner.send("GET") == {"data": []}


async def test_everything_can_be_given_at_once(owner: Owner) -> None:
    fields = {
        "name": "n" * 255,
        "url": "https://[2606:4700::1111]:8443/x?y=z",
        "event_types": ["alerts.resolved", "alerts.triggered", "alerts.resolved"],
        "headers": {"Authorization": "Bearer x"},
        "timeout_ms": 30_000,
        "enabled": False,
    }
    created = await owner.create(**fields)
    assert {name: created[name] for name in fields} == {
        **fields,
        "event_types": ["alerts.resolved", "alerts.triggered"],
    }
    again = await owner.send("PATCH", f"/{created['id']}", json={"event_types": ["alerts.resolved"] * 3, "headers": {}})
    assert (again["event_types"], again["headers"]) == (["alerts.resolved"], {})


async def test_a_change_of_nothing_changes_nothing(owner: Owner) -> None:
    created = await owner.create()
    path = f"/{created['id']}"
    before = await owner.send("GET", path)
    assert await owner.send("PATCH", path) == before
    for body in ({}, {"name": created["name"], "enabled": True}):
        assert await owner.send("PATCH", path, json=body) == before


BAD_URLS = [
    "",
    "http://a.example/",
    "ftp://a.example",
    "https://",
    "a.example",
    "https://127.0.0.1/",
    "https://[::1]:1/",
    "https://169.254.169.254/",
    "https://u:p@a.example/",
    "https://a b.example/",
    "https://a/" + "x" * 2048,
]
BAD_HEADERS = [{"Host": "x"}, {"a b": "x"}, {"X": "a\r\nb"}, {"webhook-id": "x"}, {"x-polyai-signature": "x"}]
BAD_VALUES: dict[str, list[Any]] = {
    "name": ["", "n" * 256, None, 1, True, ["x"]],
    "url": [*BAD_URLS, None, 1],
    "event_types": [[], None, "alerts.triggered", {}],
    "timeout_ms": [999, 30_001, 0, -1, None, "5000", 5000.0, 5000.5, True, 10**30],
    "enabled": [None, "true", 1, 0, []],
    "headers": [*BAD_HEADERS, None, [], "x"],
}
BAD_FIELDS = [(name, value) for name, values in BAD_VALUES.items() for value in values]


async def test_each_field_is_checked_when_it_is_set_and_when_it_is_changed(owner: Owner) -> None:
    path = f"/{(await owner.create())['id']}"
    for name, value in BAD_FIELDS:
        for method, where, body in (("POST", "", {**GOOD, name: value}), ("PATCH", path, {name: value})):
            answer = await owner.send(method, where, 400, json=body)
            assert faulty(answer) == [name], (method, name, value)
    for name, value, field in (
        ("event_types", ["alerts.triggered", "alerts.unknown"], "event_types.1"),
        ("headers", {"X-A": 1}, "headers.X-A"),
        ("headers", {"X-A": None}, "headers.X-A"),
        ("signing_secret", "whsec_x", "signing_secret"),
        ("id", "whe_1", "id"),
    ):
        assert faulty(await owner.send("POST", status=400, json={**GOOD, name: value})) == [field]
        assert faulty(await owner.send("PATCH", path, 400, json={name: value})) == [field]


async def test_all_faults_are_told_at_once(owner: Owner) -> None:
    body = {"name": "", "url": "http://example.com", "event_types": [], "timeout_ms": 1, "enabled": 1, "x": 1}
    assert faulty(await owner.send("POST", status=400, json=body)) == sorted(body)
    assert faulty(await owner.send("POST", status=400, json={})) == ["event_types", "name", "url"]
    path = f"/{(await owner.create())['id']}"
    assert faulty(await owner.send("PATCH", path, 400, json=body)) == sorted(body)


async def test_what_is_no_object(owner: Owner) -> None:
    path = f"/{(await owner.create())['id']}"
    await owner.send("POST", status=400, content=b"")
    for content in (b"{", b"[]", b"null", b'"x"', b'{"name": "\\u0000"}', b"\xff"):
        for method, where in (("POST", ""), ("PATCH", path)):
            assert faulty(await owner.send(method, where, 400, content=content)) == ["body"], content


async def test_filters(owner: Owner) -> None:
    first = (await owner.create(event_types=["alerts.triggered"]))["id"]
    second = (await owner.create(event_types=["alerts.resolved", "alerts.triggered"], enabled=False))["id"]
    third = (await owner.create(event_types=["alerts.resolved"]))["id"]
    for query, expected in {
        "": [first, second, third],
        "enabled=true": [first, third],
        "enabled=FALSE": [second],
        "event_type=alerts.triggered": [first, second],
        "event_type=alerts.resolved&enabled=true": [third],
        "event_type=alerts.resolved&enabled=false": [second],
        "unknown=x": [first, second, third],
    }.items():
        found = await owner.send("GET", f"?{query}")
        assert [endpoint["id"] for endpoint in found["data"]] == expected, query
        assert all(endpoint.keys() == FIELDS for endpoint in found["data"])
    for query, field in {
        "enabled=1": "enabled",
        "enabled=": "enabled",
        "enabled=true&enabled=false": "enabled",
        "event_type=alerts": "event_type",
        "event_type=": "event_type",
    }.items():
        assert faulty(await owner.send("GET", f"?{query}", 400)) == [field], query


ON_ONE: list[tuple[str, str, dict[str, Any]]] = [
    ("GET", "", {}),
    ("PATCH", "", {"json": {"name": ""}}),
    ("PATCH", "", {"content": b"{"}),
    ("DELETE", "", {}),
    ("POST", "/rotate-secret", {}),
]
"""Every request to one endpoint, some with more that is wrong, which comes later."""


async def test_a_malformed_id(owner: Owner) -> None:
    for endpoint_id in ("x", "whe_", "whe_a-b", "whe_a.b", "WHE_abc", "ar_abc", "whe_%20", "whe_ä", "whe_a%0A"):
        for method, path, options in ON_ONE:
            answer = await owner.send(method, f"/{endpoint_id}{path}", 422, **options)
            assert faulty(answer) == ["endpoint_id"]


async def test_an_unknown_id(owner: Owner) -> None:
    for method, path, options in ON_ONE:
        answer = await owner.send(method, f"/whe_unknown{path}", 404, **options)
        assert answer == {"message": answer["message"], "errors": []}


async def test_other_accounts_are_invisible(owner: Owner, build: ContractClient, make: Make) -> None:
    created = await owner.create()
    stranger, path = await Owner.of(build, make), f"/{created['id']}"
    assert await stranger.send("GET") == {"data": []}
    await stranger.send("GET", path, 404)
    await stranger.send("PATCH", path, 404, json={"name": "Mine"})
    await stranger.send("DELETE", path, 404)
    await stranger.send("POST", f"{path}/rotate-secret", 404)
    assert (await owner.send("GET", path))["name"] == created["name"]


async def test_there_is_a_limit(owner: Owner) -> None:
    made = [await owner.create() for _ in range(10)]
    answer = await owner.send("POST", status=409, json=GOOD)
    assert answer == {"message": answer["message"], "errors": []}
    await owner.send("POST", status=400, json={})  # what is wrong with it comes first
    await owner.send("DELETE", f"/{made[0]['id']}", 204)
    await owner.create()


async def test_a_rotation_needs_no_body_and_minds_none(owner: Owner) -> None:
    path = f"/{(await owner.create())['id']}/rotate-secret"
    first, second = await owner.send("POST", path), await owner.send("POST", path, json={})
    assert first["signing_secret"] != second["signing_secret"]


async def test_the_operator_may_open_networks_and_plain_http(owner: Owner, resources: Resources) -> None:
    rules = {"webhook_networks": (ip_network("127.0.0.0/8"),), "webhook_plain_http": True}
    resources.settings = resources.settings.model_copy(update=rules)
    async with httpx.AsyncClient(base_url=owner.client.url, headers=owner.headers, trust_env=False) as other:
        response = await other.post(PATH, json={**GOOD, "url": "http://127.0.0.1:8000/"})
    assert response.status_code == 201, "against our own document: it says what holds without the operator"
    assert faulty(await owner.send("POST", status=400, json={**GOOD, "url": "http://10.0.0.1/"})) == ["url"]


async def test_records_are_brought_along_to_who_asks(owner: Owner) -> None:
    created = await owner.create(event_types=["conversation.ended"], include_record=True)
    assert created.keys() == FIELDS | {"signing_secret", "include_record"}
    assert created["include_record"] is True
    path = f"/{created['id']}"
    assert (await owner.send("GET", path))["event_types"] == ["conversation.ended"]
    changed = await owner.send("PATCH", path, json={"include_record": False})
    assert changed.keys() == FIELDS, "who does not ask sees the form of the interface"
    assert (await owner.send("PATCH", path, json={"include_record": True}))["include_record"] is True
    await owner.send("PATCH", path, status=400, json={"include_record": "yes"})
