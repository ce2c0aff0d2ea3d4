"""Alert rules over HTTP: create, read, list, change, delete, and the alerts that are active."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import httpx
import pytest

from parley.domain.accounts.model import Family
from parley.domain.alerts.jobs import evaluate_rules
from parley.domain.alerts.model import State
from parley.domain.projects.info import ProjectInfo
from parley.providers.llm.scripted import Call, Say, ScriptedModel
from parley.resources import Resources
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

RULE = {
    "name": "Too many errors",
    "metric": "function_errors",
    "operator": ">",
    "threshold_value": 5,
    "window_duration": "10m",
}
UNKNOWN = "ar_0000000000000000000000"
METRICS = ("turn_latency_p50", "turn_latency_p95", "api_errors", "function_errors", "call_crashes", "call_volume")


class Owner:
    """An account with a project and a key."""

    def __init__(self, client: ContractClient, resources: Resources, project_info: ProjectInfo, key: str) -> None:
        self.client = client
        self.resources = resources
        self.project_info = project_info
        self._headers = {"x-api-key": key}

    @classmethod
    async def of(cls, client: ContractClient, make: Make) -> Owner:
        project_info = await make.project()
        return cls(client, make.resources, project_info, (await make.key(Family.BUILD, project_info)).secret)

    async def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        return await self.client.request(method, path, headers=self._headers, **options)

    async def send(self, method: str, path: str, status: int = 200, **options: Any) -> Any:
        response = await self.ask(method, path, **options)
        assert response.status_code == status, response.text
        return response.json() if response.content else None

    async def create(self, **fields: Any) -> Any:
        return await self.send("POST", "/v1/alert-rules", 201, json={**RULE, **fields})

    async def list(self, query: str = "", path: str = "/v1/alert-rules") -> list[Any]:
        listed: list[Any] = (await self.send("GET", f"{path}?{query}"))["data"]
        return listed

    async def is_in(self, rule: dict[str, Any], state: State, **columns: Any) -> None:
        """As if it had been evaluated."""
        columns = {"state": state, "since": self.resources.clock.now(), **columns}
        columns.setdefault("last_evaluated_at", columns["since"])
        for name, value in columns.items():
            await self.resources.db.fetch(f"update alert_rules set {name} = $2 where id = $1", rule["id"], value)


@pytest.fixture
async def owner(build: ContractClient, make: Make) -> Owner:
    return await Owner.of(build, make)


async def problems(response: httpx.Response) -> dict[str, str]:
    body = response.json()
    assert body.keys() == {"message", "errors"}
    return {each["field"]: each["message"] for each in body["errors"]}


async def test_a_rule_is_created(owner: Owner) -> None:
    made = await owner.create()
    assert re.fullmatch(r"ar_[A-Za-z0-9]{22}", made["id"])
    assert made == {
        "id": made["id"],
        **RULE,
        "project_id": None,
        "enabled": True,
        "current_state": "ok",
        "created_at": made["created_at"],
        "updated_at": made["created_at"],
        "since": None,
        "last_evaluated_at": None,
        "current_value": None,
    }
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", made["created_at"])
    assert await owner.send("GET", f"/v1/alert-rules/{made['id']}") == made


async def test_everything_that_a_rule_may_be(owner: Owner) -> None:
    for metric in METRICS:
        assert (await owner.create(metric=metric))["metric"] == metric
    for rule in await owner.list():
        await owner.send("DELETE", f"/v1/alert-rules/{rule['id']}", 204)
    for field, values in {
        "operator": (">", "<", ">=", "<="),
        "window_duration": ("5m", "10m", "60m"),
        "threshold_value": (0, 2**63 - 1),
        "name": ("x", "x" * 255, "日本語 ✓"),
        "enabled": (True, False),
    }.items():
        for value in values:
            made = await owner.create(**{field: value})
            assert made[field] == value
            await owner.send("DELETE", f"/v1/alert-rules/{made['id']}", 204)


async def test_a_project_is_named_by_slug_or_id_and_shown_by_its_id(owner: Owner) -> None:
    project_info = owner.project_info
    for reference in (project_info.slug, project_info.id):
        assert (await owner.create(project_id=reference))["project_id"] == project_info.id
    assert (await owner.create(project_id=None))["project_id"] is None


WRONG: list[tuple[str, list[Any]]] = [
    ("name", ["", "x" * 256, None, 5, ["x"]]),
    ("project_id", [5, "", True, [], "nowhere", "PROJECT-nowhere"]),
    ("metric", ["latency", "", None, 1, [], "TURN_LATENCY_P50"]),
    ("operator", ["=", "==", "", None, ">>", 1]),
    ("threshold_value", [-1, 1.0, 1.5, "5", True, False, None, [], 2**63, 10**30]),
    ("window_duration", ["1m", "5", "5 m", 5, None, "60M"]),
    ("enabled", ["true", 1, 0, None, "yes"]),
    ("id", ["ar_1"]),
    ("current_state", ["ok"]),
    ("severity", ["high"]),
]


async def test_every_wrong_value_is_refused_by_name(owner: Owner) -> None:
    for field, values in WRONG:
        for value in values:
            response = await owner.ask("POST", "/v1/alert-rules", json={**RULE, field: value})
            assert (response.status_code, list(await problems(response))) == (400, [field]), value
    assert await owner.list() == []


async def test_every_wrong_value_is_refused_when_changing_too(owner: Owner) -> None:
    made = await owner.create()
    path = f"/v1/alert-rules/{made['id']}"
    for field, values in WRONG:
        for value in values:
            response = await owner.ask("PATCH", path, json={field: value})
            assert (response.status_code, list(await problems(response))) == (400, [field]), value
    assert await owner.send("GET", path) == made


async def test_all_that_is_wrong_is_said_at_once(owner: Owner) -> None:
    wrong = await owner.ask("POST", "/v1/alert-rules", json={})
    assert await problems(wrong) == dict.fromkeys(RULE, "is required")
    body = {
        "name": "", "project_id": 7, "metric": "x", "operator": "!", "threshold_value": -1, "window_duration": "2h",
        "enabled": "on", "colour": "red",
    }  # fmt: skip
    made = await owner.create()
    for method, path in (("POST", "/v1/alert-rules"), ("PATCH", f"/v1/alert-rules/{made['id']}")):
        for project in (7, "nowhere"):
            wrong = await owner.ask(method, path, json={**body, "project_id": project})
            assert wrong.status_code == 400
            assert (await problems(wrong)).keys() == body.keys()


async def test_a_body_that_is_no_object(owner: Owner) -> None:
    for content in (b"", b"{", b"[]", b'"x"', b"null", b'{"name": "\\u0000"}'):
        assert (await owner.ask("POST", "/v1/alert-rules", content=content)).status_code == 400, content


async def test_only_what_is_given_changes(owner: Owner) -> None:
    made = await owner.create(project_id=owner.project_info.slug)
    path = f"/v1/alert-rules/{made['id']}"
    for changes in (
        {"name": "Other"},
        {"metric": "call_volume"},
        {"operator": "<="},
        {"threshold_value": 0},
        {"window_duration": "60m"},
        {"enabled": False},
        {"project_id": None},
        {"project_id": owner.project_info.id},
        {"name": "Both", "enabled": True},
    ):
        changed = await owner.send("PATCH", path, json=changes)
        assert changed == {**made, **changes, "updated_at": changed["updated_at"]}
        assert changed["updated_at"] >= made["updated_at"]
        assert await owner.send("GET", path) == changed
        made = changed


async def test_a_change_of_nothing_changes_nothing(owner: Owner) -> None:
    made = await owner.create()
    path = f"/v1/alert-rules/{made['id']}"
    assert await owner.send("PATCH", path, json={}) == made
    assert await owner.send("PATCH", path) == made
    assert await owner.send("PATCH", path, json={"name": made["name"]}) == made


async def test_a_change_leaves_the_state_to_the_next_evaluation(owner: Owner) -> None:
    made = await owner.create()
    await owner.is_in(made, State.ALERT, current_value=9)
    path = f"/v1/alert-rules/{made['id']}"
    before = await owner.send("GET", path)
    after = await owner.send("PATCH", path, json={"threshold_value": 50})
    assert [after[name] for name in ("current_state", "since", "current_value")] == ["alert", before["since"], 9]
    after = await owner.send("PATCH", path, json={"metric": "api_errors"})
    assert [after[name] for name in ("current_state", "since", "current_value")] == ["alert", before["since"], None]


async def test_ids_are_checked_before_they_are_looked_for_and_both_before_the_body(owner: Owner) -> None:
    for method in ("GET", "PATCH", "DELETE"):
        body: dict[str, Any] = {"json": {"metric": "nonsense"}} if method == "PATCH" else {}
        for malformed in ("x", "ar_", "ar_a-b", "whe_1", "AR_1", "ar_%C3%A4", "ar_1%0A"):
            response = await owner.ask(method, f"/v1/alert-rules/{malformed}", **body)
            assert response.status_code == 422, malformed
            assert await problems(response) == {"rule_id": "does not match ^ar_[A-Za-z0-9]+$"}
        for unknown in (UNKNOWN, "ar_1", "ar_" + "x" * 300):
            response = await owner.ask(method, f"/v1/alert-rules/{unknown}", **body)
            assert (response.status_code, response.json()["errors"]) == (404, [])


async def test_a_rule_of_another_account_does_not_exist(owner: Owner, build: ContractClient, make: Make) -> None:
    stranger = await Owner.of(build, make)
    made = await owner.create()
    for method in ("GET", "PATCH", "DELETE"):
        await stranger.send(method, f"/v1/alert-rules/{made['id']}", 404)
    assert await stranger.list() == []
    response = await stranger.ask("POST", "/v1/alert-rules", json={**RULE, "project_id": owner.project_info.id})
    assert (response.status_code, list(await problems(response))) == (400, ["project_id"])
    assert await owner.list() == [made]


async def test_a_deleted_rule_is_gone(owner: Owner) -> None:
    made = await owner.create()
    path = f"/v1/alert-rules/{made['id']}"
    assert await owner.send("DELETE", path, 204) is None
    for method in ("GET", "PATCH", "DELETE"):
        await owner.send(method, path, 404)


async def test_ten_rules_and_no_more(owner: Owner, build: ContractClient, make: Make) -> None:
    made = [await owner.create(name=f"Rule {number}", enabled=number % 2 == 0) for number in range(10)]
    response = await owner.ask("POST", "/v1/alert-rules", json=RULE)
    assert (response.status_code, response.json()["errors"]) == (409, [])
    assert (await owner.ask("POST", "/v1/alert-rules", json={**RULE, "metric": "x"})).status_code == 400
    assert await owner.list() == made, "in the order in which they were made"
    await (await Owner.of(build, make)).create()
    await owner.send("DELETE", f"/v1/alert-rules/{made[3]['id']}", 204)
    await owner.create()
    await owner.send("POST", "/v1/alert-rules", 409, json=RULE)


async def test_ten_rules_however_many_ask_at_once(owner: Owner) -> None:
    answers = await asyncio.gather(*(owner.ask("POST", "/v1/alert-rules", json=RULE) for _ in range(16)))
    assert sorted(answer.status_code for answer in answers) == [201] * 10 + [409] * 6
    assert len(await owner.list()) == 10


async def test_filters(owner: Owner, make: Make) -> None:
    account = await make.resources.tenants.account(owner.project_info.account_id)
    other = await make.project(account)
    one = await owner.create(project_id=owner.project_info.id)
    two = await owner.create(project_id=other.id, metric="call_volume", enabled=False)
    three = await owner.create(metric="call_volume")
    await owner.is_in(three, State.NO_DATA)
    ids = {one["id"]: 1, two["id"]: 2, three["id"]: 3}
    for query, expected in {
        "": [1, 2, 3],
        "enabled=true": [1, 3],
        "enabled=FALSE": [2],
        "metric=call_volume": [2, 3],
        f"project_id={other.slug}": [2],
        f"project_id={owner.project_info.id}": [1],
        "project_id=nowhere": [],
        "state=ok": [1, 2],
        "state=no_data": [3],
        "state=alert": [],
        "state=ok&enabled=true&metric=function_errors": [1],
        "unheard=of": [1, 2, 3],
    }.items():
        assert [ids[rule["id"]] for rule in await owner.list(query)] == expected, query


async def test_a_wrong_filter_is_refused_by_name(owner: Owner) -> None:
    for query in (
        "enabled=1", "enabled=yes", "enabled=", "enabled=true&enabled=false", "metric=x", "metric=", "state=firing",
        "state=OK", "project_id=", "project_id=" + "x" * 256, "project_id=a&project_id=b", "metric=%00",
    ):  # fmt: skip
        response = await owner.ask("GET", f"/v1/alert-rules?{query}")
        assert response.status_code == 400, query
        assert (await problems(response)).keys() >= {query.partition("=")[0]}


async def test_active_alerts(owner: Owner) -> None:
    firing = await owner.create(project_id=owner.project_info.id)
    other = await owner.create(metric="call_volume")
    disabled = await owner.create()
    await owner.create()
    for rule in (firing, other, disabled):
        await owner.is_in(rule, State.ALERT, current_value=9)
    await owner.send("PATCH", f"/v1/alert-rules/{disabled['id']}", json={"enabled": False})
    alerts = await owner.list(path="/v1/alerts")
    assert [alert["alert_rule_id"] for alert in alerts] == [firing["id"], other["id"]]
    now = await owner.send("GET", f"/v1/alert-rules/{firing['id']}")
    assert alerts[0] == {
        "alert_rule_id": firing["id"],
        **RULE,
        "project_id": owner.project_info.id,
        "since": now["since"],
        "last_evaluated_at": now["last_evaluated_at"],
        "current_value": 9,
    }
    for query, expected in {
        "metric=call_volume": [other["id"]],
        f"project_id={owner.project_info.slug}": [firing["id"]],
        "project_id=nowhere": [],
        f"project_id={owner.project_info.id}&metric=call_volume": [],
    }.items():
        assert [alert["alert_rule_id"] for alert in await owner.list(query, "/v1/alerts")] == expected, query
    assert (await owner.ask("GET", "/v1/alerts?metric=x")).status_code == 400


async def test_alerts_are_those_of_the_account(owner: Owner, build: ContractClient, make: Make) -> None:
    await owner.is_in(await owner.create(), State.ALERT)
    assert await (await Owner.of(build, make)).list(path="/v1/alerts") == []


BROKEN = """
from _gen import *
@func_description("Breaks.")
def breaks(conv: Conversation):
    raise ValueError
"""


async def test_what_chats_do_is_what_rules_see(owner: Owner, platform: ContractClient, make: Make) -> None:
    make.use_model(ScriptedModel([Call("breaks"), Say("Sorry."), Call("breaks"), Say("Sorry again.")]))
    rules = {
        metric: await owner.create(metric=metric, operator=">=", threshold_value=1, project_id=owner.project_info.id)
        for metric in METRICS
    }
    await make.deploy(
        owner.project_info, {"functions/breaks.py": BROKEN, "agent_settings/rules.txt": "Use {{fn:breaks}}."}
    )
    headers, path = (
        await make.chat_headers(owner.project_info),
        f"/v1/{owner.project_info.account_id}/{owner.project_info.id}/chat",
    )
    for _ in range(2):
        response = await platform.post(f"{path}/create", headers=headers)
        assert response.status_code == 200, response.text
        created = response.json()
    body = {"conversation_id": created["conversation_id"], "message": "Hello"}
    for _ in range(2):
        assert (await platform.post(f"{path}/respond", headers=headers, json=body)).status_code == 200
    await evaluate_rules(owner.resources.db, owner.resources.clock, ["live"])
    found = {rule["metric"]: rule for rule in await owner.list()}
    values = {metric: found[metric]["current_value"] for metric in METRICS}
    assert {metric: values[metric] for metric in METRICS[2:]} == {
        "api_errors": 0, "function_errors": 2, "call_crashes": 0, "call_volume": 2,
    }  # fmt: skip
    assert 0 <= values["turn_latency_p50"] <= values["turn_latency_p95"]
    alerts = {alert["alert_rule_id"] for alert in await owner.list(path="/v1/alerts")}
    assert alerts == {rules[metric]["id"] for metric in METRICS if values[metric] >= 1}


async def test_other_methods_are_refused_in_the_same_form(owner: Owner) -> None:
    for method, path in (("PUT", f"/v1/alert-rules/{UNKNOWN}"), ("POST", "/v1/alerts"), ("DELETE", "/v1/alert-rules")):
        response = await owner.ask(method, path)
        assert (response.status_code, response.json().keys()) == (405, {"message", "errors"})


async def test_another_region_is_refused_in_the_same_form(owner: Owner) -> None:
    async with httpx.AsyncClient(base_url=owner.client.url, trust_env=False) as anybody:
        response = await anybody.get("/uk/v1/alerts")
    assert (response.status_code, await problems(response)) == (421, {})
