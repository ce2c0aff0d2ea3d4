"""What the frame promises of every endpoint, shown on probes: one in each group, with each group's form of error."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from pydantic import BaseModel, Field
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from parley.kit.errors import ParleyError
from parley.resources import Resources
from parley.web import groups, middleware
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import Group
from parley.web.middleware import Middleware
from parley.web.regions import Regions
from parley.web.responses import json_response
from parley.web.router import LONGEST_CACHED, make_router
from parley.web.serve import bind, quiet_server
from tests.keys import sent
from tests.make import Make
from tests.served import served

pytestmark = pytest.mark.io

GROUPS = [value for value in vars(groups).values() if isinstance(value, Group)]
every_group = pytest.mark.parametrize("group", GROUPS, ids=[group.name for group in GROUPS])

STANDARD = {"success", "error", "error_id", "error_code", "error_message", "data"}
FIELDS = {
    "outbound calling": STANDARD | {"code"},
    "dni": STANDARD | {"message"},
    "agents": STANDARD | {"message", "errors"},
    "monitoring": {"message", "errors"},
    "outbound text messages": {"detail"},
    "messaging": STANDARD | {"message"},
    "messaging sessions": STANDARD | {"message"},
    "desk": STANDARD | {"message"},
    "sign-in": STANDARD | {"message", "errors"},
    "console": STANDARD | {"message", "errors"},
}
PLAIN = ("monitoring", "outbound text messages")
"""Forms of error without a code."""


class Probe(BaseModel):
    name: str = Field(min_length=1)
    count: int = Field(ge=0, strict=True)


class ProbeQuery(BaseModel):
    limit: int = Field(default=5, ge=1)


class TeapotBroken(ParleyError):
    """The teapot is broken."""

    status = 418


async def probe(request: ApiRequest[Probe, ProbeQuery]) -> Response:
    if request.body.name == "crash":
        raise RuntimeError("secret text of a conversation")
    if request.body.name == "teapot":
        raise TeapotBroken
    return json_response({"name": request.body.name, "limit": request.query.limit})


def probe_endpoint(group: Group) -> Endpoint:
    slug = group.name.replace(" ", "-")
    return Endpoint("POST", f"/v1/probe/{slug}", probe, group, "A probe", body=Probe, query=ProbeQuery, reply=Probe)


@pytest.fixture(scope="module", name="resources")
def _resources(shared_resources: Resources) -> Resources:
    return shared_resources


@pytest.fixture(scope="module")
async def probes(resources: Resources) -> AsyncIterator[httpx.AsyncClient]:
    regions = Regions("us-1", ("us-1", "uk-1", "euw-1"))
    endpoints = [probe_endpoint(group) for group in GROUPS]
    by_path = {endpoint.path: endpoint.group for endpoint in endpoints}
    router = make_router(resources, regions, endpoints, [], lambda path: by_path.get(path, groups.CHAT))
    app = Middleware(router, resources, regions, lambda path: by_path.get(path, groups.CHAT), open_to_browsers=True)
    listener = bind("127.0.0.1", 0)
    server = quiet_server(app, drain_seconds=5)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    async with served(server, listener), httpx.AsyncClient(base_url=url, trust_env=False) as client:
        yield client


@pytest.fixture
async def headers(group: Group, make: Make) -> dict[str, str]:
    project_info = await make.project()
    if not group.credentials:
        return await make.browser_headers(project_info) if group.takes_session else {}
    return {c.header: sent(make, c, (await make.key(c.family, project_info)).secret) for c in group.credentials}


class CountedRegions:
    def __init__(self) -> None:
        self.stripped: list[str] = []

    def strip(self, _host: str, path: str) -> str:
        self.stripped.append(path)
        return path


async def test_an_address_that_is_too_long_to_keep_drives_out_none(
    resources: Resources, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(middleware, "ROUTE_CACHE_SIZE", 2)
    regions: Any = CountedRegions()
    endless = "/" + "x" * LONGEST_CACHED

    async def answer(_scope: Scope, _receive: Receive, _send: Send) -> None:
        pass

    app: Any = Middleware(answer, resources, regions, lambda _: groups.CHAT)
    for path in ("/1", "/2", endless, "/1", "/2"):
        await app({"type": "http", "method": "GET", "path": path, "headers": []}, None, None)
    assert regions.stripped == ["/1", "/2", endless]


def path_of(group: Group) -> str:
    return probe_endpoint(group).path


def assert_envelope(response: httpx.Response, group: Group, code: str) -> dict[str, Any]:
    body: dict[str, Any] = response.json()
    assert set(body) == FIELDS.get(group.name, STANDARD)
    assert response.headers["content-type"] == "application/json"
    if group.name not in PLAIN:
        assert body["success"] is False
        assert body["data"] is None
        assert body["error_code"] == code
        assert body["error_id"] == response.headers["x-polyai-correlation-id"]
    return body


@every_group
async def test_all_field_errors_come_at_once(group: Group, probes: httpx.AsyncClient, headers: dict[str, str]) -> None:
    response = await probes.post(f"{path_of(group)}?limit=0", headers=headers, json={"name": "", "count": True})
    assert response.status_code == 400
    body = assert_envelope(response, group, "SCHEMA_VALIDATION_FAILED")
    if "errors" in body:
        assert [problem["field"] for problem in body["errors"]] == ["limit", "name", "count"]
    else:
        text = str(body.get("detail") or body["error_message"])
        assert all(f"{field}: " in text for field in ("limit", "name", "count"))


@every_group
@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"", "application/json", 400),
        (b"[1]", "application/json", 400),
        (b'{"name": "\\u0000", "count": 1}', "application/json", 400),
        (b"name=x", "application/x-www-form-urlencoded", 415),
        (b"x" * (1 << 20) + b"x", "application/json", 413),
    ],
    ids=["broken", "empty", "list", "nul", "form", "large"],
)
async def test_bad_bodies(
    group: Group, content: bytes, kind: str, status: int, probes: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    response = await probes.post(path_of(group), headers={**headers, "content-type": kind}, content=content)
    assert response.status_code == status
    codes = {400: "SCHEMA_VALIDATION_FAILED", 413: "PAYLOAD_TOO_LARGE", 415: "UNSUPPORTED_MEDIA_TYPE"}
    assert_envelope(response, group, codes[status])


@every_group
async def test_a_crash_leaks_nothing(group: Group, probes: httpx.AsyncClient, headers: dict[str, str]) -> None:
    response = await probes.post(path_of(group), headers=headers, json={"name": "crash", "count": 1})
    assert response.status_code == 500
    assert "secret" not in response.text
    assert_envelope(response, group, "INTERNAL_SERVER_ERROR")


@every_group
async def test_an_error_of_a_handler_is_rendered(
    group: Group, probes: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    response = await probes.post(path_of(group), headers=headers, json={"name": "teapot", "count": 1})
    assert response.status_code == 418
    assert_envelope(response, group, "TEAPOT_BROKEN")


@every_group
async def test_a_wrong_method_says_which_are_right(group: Group, probes: httpx.AsyncClient) -> None:
    response = await probes.put(path_of(group))
    assert response.status_code == 405
    assert response.headers["allow"] == "POST"
    assert_envelope(response, group, "METHOD_NOT_ALLOWED")


async def test_an_unknown_path_has_a_body_too(probes: httpx.AsyncClient) -> None:
    response = await probes.get("/v1/nothing")
    assert response.status_code == 404
    assert_envelope(response, groups.CHAT, "NOT_FOUND")


@pytest.mark.parametrize("sent", ["abc-123", "x" * 128])
async def test_a_correlation_id_is_echoed(probes: httpx.AsyncClient, sent: str) -> None:
    response = await probes.get("/v1/nothing", headers={"X-PolyAI-Correlation-Id": sent})
    assert response.headers["x-polyai-correlation-id"] == response.json()["error_id"] == sent


@pytest.mark.parametrize("sent", ["", "x" * 129, "two words"])
async def test_an_unusable_correlation_id_is_replaced(probes: httpx.AsyncClient, sent: str) -> None:
    response = await probes.get("/v1/nothing", headers={"X-PolyAI-Correlation-Id": sent})
    assert len(response.headers["x-polyai-correlation-id"]) == 36


async def test_regions_by_host_and_path(probes: httpx.AsyncClient) -> None:
    async def code(path: str, host: str) -> tuple[int, str]:
        response = await probes.get(path, headers={"host": host})
        return response.status_code, response.json()["error_code"]

    assert await code("/v1/nothing", "us-1.example.com") == (404, "NOT_FOUND")
    assert await code("/us-1/v1/nothing", "example.com") == (404, "NOT_FOUND")
    assert await code("/v1/nothing", "example.com") == (400, "REGION_REQUIRED")
    assert await code("/v1/nothing", "uk-1.example.com") == (421, "WRONG_REGION")
    assert await code("/euw-1/v1/nothing", "us-1.example.com") == (421, "WRONG_REGION")


async def test_data_of_another_region_is_pointed_to(resources: Resources, make: Make) -> None:
    project_info = await make.project(region="uk-1")
    with pytest.raises(ParleyError, match="serves us-1, not uk-1"):
        Regions("us-1", ("us-1", "uk-1", "euw-1")).check(project_info.region)


async def test_health_needs_no_region_and_no_key(probes: httpx.AsyncClient) -> None:
    alive = await probes.get("/healthz", headers={"host": "balancer.internal"})
    assert (alive.status_code, alive.json()["status"]) == (200, "ok")
    ready = await probes.get("/readyz")
    assert (ready.status_code, ready.json()["status"]) == (200, "ready")


async def test_a_draining_process_is_not_ready(
    probes: httpx.AsyncClient, resources: Resources, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "draining", True)
    assert (await probes.get("/readyz")).status_code == 503
    assert (await probes.get("/healthz")).status_code == 200


async def test_browsers_may_ask(probes: httpx.AsyncClient) -> None:
    response = await probes.options("/v1/probe/agents", headers={"access-control-request-headers": "x-api-key"})
    assert response.status_code == 204
    assert response.headers["access-control-allow-origin"] == "*"
    assert response.headers["access-control-allow-headers"] == "x-api-key"
