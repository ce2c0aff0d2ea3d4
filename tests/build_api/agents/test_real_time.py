"""Real-time configuration, through HTTP."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
import pytest

from parley.domain.accounts.model import Family
from parley.domain.projects.real_time import LARGEST
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

CONFIGS = "/real-time-configs"
SCHEMA = {"type": "object", "properties": {"open": {"type": "boolean"}, "notice": {"type": "string"}}}


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


async def push(builder: Builder, environment: str = "live", **values: Any) -> None:
    folder = {"sandbox": "draft_and_sandbox", "live": "live"}[environment]
    files = {"data.json": orjson.dumps(values).decode(), "schema.json": orjson.dumps(SCHEMA).decode()}
    paths = {f"real_time_configuration/{folder}/{name}": text for name, text in files.items()}
    await builder.deploy(environment=environment, **paths)


async def edit(builder: Builder, values: dict[str, Any], status: int = 200) -> Any:
    return await builder.send("PATCH", f"{CONFIGS}/live/variables", status, json={"variables": values})


async def variables(builder: Builder, environment: str = "live") -> Any:
    return (await builder.send("GET", f"{CONFIGS}/{environment}"))["variables"]


async def test_every_environment_has_a_page(builder: Builder) -> None:
    empty: dict[str, Any] = {"schema": {}, "variables": {}, "lastUpdated": None}
    pages = [{"clientEnv": environment, **empty} for environment in ("sandbox", "pre-release", "live")]
    assert await builder.send("GET", CONFIGS) == {"configPages": pages}
    await push(builder, "sandbox", open=True)
    first, *rest = (await builder.send("GET", CONFIGS))["configPages"]
    assert rest == pages[1:]
    assert first == {"clientEnv": "sandbox", "schema": SCHEMA, "variables": {"open": True}} | {
        "lastUpdated": first["lastUpdated"]
    }
    assert first["lastUpdated"]
    assert await builder.send("GET", f"{CONFIGS}/sandbox") == first


async def test_a_key_for_other_things_is_told_so(builder: Builder, make: Make) -> None:
    key = await make.key(Family.CONVERSATIONS, builder.project_info)
    refused = await builder.send("GET", CONFIGS, 403, headers={"x-api-key": key.secret})
    assert refused["error_code"] == "REAL_TIME_CONFIG_FORBIDDEN_ACCESS"


async def test_edits_stand_over_the_files_and_outlive_a_push(builder: Builder) -> None:
    await push(builder, open=True, notice="Welcome.")
    before = await builder.send("GET", f"{CONFIGS}/live")
    page = await edit(builder, {"notice": "Closed on Monday.", "extra": {"a": None}})
    changed = {"open": True, "notice": "Closed on Monday.", "extra": {"a": None}}
    assert page == {**before, "variables": changed, "lastUpdated": page["lastUpdated"]}
    assert page["lastUpdated"] > before["lastUpdated"]
    assert await builder.send("GET", f"{CONFIGS}/live") == page
    await push(builder, open=False, notice="Welcome back.", more=1)
    assert await variables(builder) == {**changed, "open": False, "more": 1}
    assert (await builder.send("GET", f"{CONFIGS}/live"))["lastUpdated"] > page["lastUpdated"]
    assert await variables(builder, "sandbox") == {}


async def test_null_takes_a_variable_away(builder: Builder) -> None:
    await push(builder, open=True, notice="Welcome.")
    assert (await edit(builder, {"open": None, "never": None}))["variables"] == {"notice": "Welcome."}
    assert (await edit(builder, {"open": False}))["variables"] == {"notice": "Welcome.", "open": False}


async def test_variables_fit_the_schema_or_nothing_changes(builder: Builder) -> None:
    await push(builder, open=True)
    answer = await edit(builder, {"open": "yes", "notice": 7, "fine": 1}, 400)
    assert answer["error_code"] == "REAL_TIME_CONFIG_INVALID_FOR_SCHEMA"
    assert sorted(each["field"] for each in answer["errors"]) == ["variables.notice", "variables.open"]
    assert await variables(builder) == {"open": True}


async def test_a_schema_is_replaced_and_counts_from_then_on(builder: Builder) -> None:
    await push(builder, open=True)
    stricter = {"properties": {"open": {"enum": ["yes", "no"]}}, "required": ["notice"]}
    page = await builder.send("PUT", f"{CONFIGS}/live/schema", json={"schema": stricter})
    assert (page["schema"], page["variables"]) == (stricter, {"open": True})
    answer = await edit(builder, {"other": 1}, 400)
    assert sorted(each["field"] for each in answer["errors"]) == ["variables", "variables.open"]
    assert (await edit(builder, {"open": "no", "notice": "x"}))["variables"] == {"open": "no", "notice": "x"}
    await push(builder, open=True)
    assert (await builder.send("GET", f"{CONFIGS}/live"))["schema"] == stricter


async def test_edits_at_the_same_moment_are_all_kept(builder: Builder) -> None:
    names = [f"v{number}" for number in range(12)]
    await asyncio.gather(*(edit(builder, {name: name}) for name in names))
    assert await variables(builder) == {name: name for name in names}


async def test_nothing_is_published_until_the_values_fit_the_schema(builder: Builder) -> None:
    await push(builder, "sandbox", open=True)
    path = f"{CONFIGS}/sandbox"
    stricter = {"properties": {"open": {"type": "string"}}}
    await builder.send("PUT", f"{path}/schema", json={"schema": stricter})
    sent = {"files": {"project.yaml": "project_id: one\n", "agent_settings/rules.txt": "Be brief."}}
    await builder.send("POST", "/deployments/publish", 201, json=sent)  # which has no values
    values = {"real_time_configuration/draft_and_sandbox/data.json": '{"open": true}'}
    sent = {"files": {**sent["files"], **values}}
    refused = await builder.send("POST", "/deployments/publish", 400, json=sent)
    assert refused["error_code"] == "REAL_TIME_CONFIG_INVALID_FOR_SCHEMA"
    await builder.send("PATCH", f"{path}/variables", json={"variables": {"open": "yes"}})
    await builder.send("POST", "/deployments/publish", 201, json=sent)


async def test_only_what_says_something_else_is_an_update(builder: Builder) -> None:
    """Clients look whether somebody was there since they pulled: a deployment was not."""
    await push(builder, "sandbox", open=True)
    pulled = await builder.send("GET", f"{CONFIGS}/sandbox")
    values = {"real_time_configuration/draft_and_sandbox/data.json": '{"open": true}'}
    values["real_time_configuration/draft_and_sandbox/schema.json"] = orjson.dumps(SCHEMA).decode()
    await builder.deploy("Be brief.", **values)
    assert await builder.send("GET", f"{CONFIGS}/sandbox") == pulled
    await push(builder, "sandbox", open=False)
    assert (await builder.send("GET", f"{CONFIGS}/sandbox"))["lastUpdated"] > pulled["lastUpdated"]


DEEP: dict[str, Any] = {}
for _ in range(60):
    DEEP = {"a": DEEP}

WRONG: list[tuple[str, str, Any, str]] = [
    ("PUT", "schema", {}, "schema"),
    ("PUT", "schema", {"schema": None}, "schema"),
    ("PUT", "schema", {"schema": []}, "schema"),
    ("PUT", "schema", {"schema": {}, "more": 1}, "more"),
    ("PUT", "schema", {"schema": {"type": "text"}}, "schema.type"),
    ("PUT", "schema", {"schema": {"title": "x" * LARGEST}}, "schema"),
    ("PUT", "schema", {"schema": DEEP}, "schema"),
    ("PATCH", "variables", {}, "variables"),
    ("PATCH", "variables", {"variables": "x"}, "variables"),
    ("PATCH", "variables", {"variables": {}, "more": 1}, "more"),
    ("PATCH", "variables", {"variables": {"a": "x" * LARGEST}}, "variables"),
    ("PATCH", "variables", {"variables": DEEP}, "variables"),
]


async def test_what_is_not_taken(builder: Builder) -> None:
    for method, what, body, field in WRONG:
        answer = await builder.send(method, f"{CONFIGS}/live/{what}", 400, json=body)
        assert [each["field"] for each in answer["errors"]] == [field], (method, str(body)[:60])


async def test_edits_together_are_bounded(builder: Builder) -> None:
    for number in range(3):
        await edit(builder, {f"v{number}": "x" * (LARGEST // 4)})
    assert (await edit(builder, {"v3": "x" * (LARGEST // 4)}, 400))["errors"][0]["field"] == "variables"
    assert len(await variables(builder)) == 3


@pytest.mark.parametrize("environment", ["draft_and_sandbox", "LIVE", "production"])
async def test_environments_that_do_not_exist(builder: Builder, environment: str) -> None:
    asked: list[tuple[str, str, dict[str, Any]]] = [
        ("GET", "", {}),
        ("PUT", "/schema", {"schema": {}}),
        ("PATCH", "/variables", {"variables": {}}),
    ]
    for method, what, body in asked:
        options = {"json": body} if body else {}
        answer = await builder.send(method, f"{CONFIGS}/{environment}{what}", 400, **options)
        assert answer["error_code"] == "REAL_TIME_CONFIG_UNKNOWN_CLIENT_ENVIRONMENT"


async def test_a_broken_schema_of_the_files_is_told(builder: Builder) -> None:
    await builder.deploy(environment="live", **{"real_time_configuration/live/schema.json": '{"type": "text"}'})
    assert [each["field"] for each in (await edit(builder, {"a": 1}, 400))["errors"]] == ["schema.type"]
    await builder.send("PUT", f"{CONFIGS}/live/schema", json={"schema": {}})
    assert (await edit(builder, {"a": 1}))["variables"] == {"a": 1}
