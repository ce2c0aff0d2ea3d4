"""Who changed what: every endpoint that changes something leaves an entry, or says why it does not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from parley import build_api
from parley.build_api.app import ENDPOINTS
from parley.domain.accounts.model import Family, Role
from parley.domain.accounts.secrets import mint_key
from parley.domain.phrases import model, store
from parley.domain.projection.records import record_id
from parley.domain.projects.loading.variants import stable_id
from parley.web.endpoint import Endpoint
from tests.build_api.builder import Builder
from tests.command_batches import batch
from tests.contract import ContractClient
from tests.domain.operations.letters import dead_letter
from tests.make import Make
from tests.providers.speech.test_wav import tone, wav

LOG = "/v1/audit-log"
CHANGING = {f"{each.method} {each.path}": each for each in ENDPOINTS if each.method != "GET"}
AGENT = "/v1/agents/{agent_id}"
AB_TESTS = "/adk/v1/accounts/{account_id}/projects/{project_id}/ab-tests"
VOICES = "/v1/accounts/{account_id}/voice-library"
VOICE = {"name": "Night desk", "provider": "elevenlabs", "providerVoiceId": "x1"}
AB_TEST = {"name": "Tone", "variant_deployment_id": "{variant}"}
TELEPHONY = f"{AGENT}/telephony"
TOOLKIT = "/adk/v1/accounts/{account_id}/projects/{project_id}"
BRANCH = f"{AGENT}/branches/{{branch_id}}"
VARIANTS = "config/variant_attributes.yaml"
CONTENT = {
    "topics/old.yaml": "name: Old\n",
    VARIANTS: "variants:\n- {name: a, is_default: true}\n- name: d\nattributes:\n- {name: x, values: {}}\n",
}
PHRASE_OF_AGENT = model.KnownPhrase("p1", "Hello.", "Hello.", "en-US", None)
PHRASE = f"{AGENT}/audio-cache/{{entry_id}}"
BOUNDARY = "part"
FORM = (
    b"".join(
        f'--{BOUNDARY}\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n'.encode() + content + b"\r\n"
        for name, content in (("file", wav(tone(8_000))), ("settings", b'{"text": "Hi.", "config": {}}'))
    )
    + f"--{BOUNDARY}--".encode()
)
TOOLKIT_BRANCH = f"{TOOLKIT}/branches/{{branch_id}}"
RULE = {
    "name": "Errors",
    "metric": "function_errors",
    "operator": ">",
    "threshold_value": 5,
    "window_duration": "10m",
}
ENDPOINT = {
    "name": "Pager",
    "url": "https://hooks.example.com/a",
    "event_types": ["alerts.triggered"],
    "headers": {"x-token": "hush"},
}
NEW_NUMBER = "+14155550199"
PROJECT = "project_id: {agent_id}\naccount_id: {account_id}\nproject_name: Test\n"


@dataclass(frozen=True, slots=True)
class Left:
    """What an endpoint leaves in the log when it is asked with this body."""

    verb: str
    kind: str
    subject: str | None = None
    """The name in the path that has it; None: it is new, and in the answer."""
    body: Mapping[str, Any] | bytes | None = None
    fields: tuple[str, ...] = ()


RULES = "agent_settings/rules.txt"
LEFT = {
    "POST /v1/accounts/{account_id}/agents": Left(
        "created", "agent", body={"name": "Desk", "responseSettings": {"greeting": "Hello!"}}
    ),
    f"DELETE {AGENT}": Left("deleted", "agent", "agent_id"),
    f"POST {AGENT}/duplicate": Left("created", "agent", body={"newAgentName": "Desk"}),
    f"POST {AGENT}/deployments/{{deploymentId}}/promote": Left(
        "promoted", "deployment", body={"targetEnvironment": "live"}
    ),
    f"POST {AGENT}/deployments/{{deploymentId}}/rollback": Left("rolled_back", "deployment"),
    f"POST {AGENT}/deployments/publish": Left("published", "deployment", body={"files": {"project.yaml": PROJECT}}),
    f"POST {AB_TESTS}": Left("started", "ab_test", body=AB_TEST),
    f"PATCH {AB_TESTS}/{{test_id}}": Left(
        "changed", "ab_test", "test_id", {"traffic_percentage": 5}, ("traffic_percentage",)
    ),
    f"DELETE {AB_TESTS}/{{test_id}}": Left("ended", "ab_test", "test_id", {"chosen_deployment_id": "{variant}"}),
    f"PUT {AGENT}/real-time-configs/{{clientEnv}}/schema": Left(
        "changed", "real_time_config", "clientEnv", {"schema": {}}, ("schema",)
    ),
    f"PATCH {AGENT}/real-time-configs/{{clientEnv}}/variables": Left(
        "changed", "real_time_config", "clientEnv", {"variables": {"hours": "hush"}}, ("hours",)
    ),
    f"POST {TELEPHONY}/phone-numbers": Left("created", "phone_number", body={"phoneNumbers": [NEW_NUMBER]}),
    f"DELETE {TELEPHONY}/phone-numbers": Left("deleted", "phone_number", "number", {"phoneNumbers": ["{number}"]}),
    f"POST {TELEPHONY}/phone-numbers/{{number}}": Left("created", "phone_number", "number"),
    f"PATCH {TELEPHONY}/phone-numbers/{{number}}": Left(
        "changed", "phone_number", "number", {"variantId": "evening", "clientEnv": "live"}, ("variant_id",)
    ),
    f"DELETE {TELEPHONY}/phone-numbers/{{number}}": Left("deleted", "phone_number", "number"),
    f"PATCH {TELEPHONY}/connectors/batch": Left(
        "changed",
        "connector",
        "connectorId",
        {"updates": [{"connectorId": "{connectorId}", "name": "Other"}]},
        ("name",),
    ),
    f"POST {TELEPHONY}/connectors": Left("created", "connector", body={"name": "Trunk"}),
    f"PATCH {TELEPHONY}/connectors/{{connectorId}}": Left(
        "changed", "connector", "connectorId", {"password": "hush", "maxCalls": 3}, ("max_calls", "password")
    ),
    f"DELETE {TELEPHONY}/connectors/{{connectorId}}": Left("deleted", "connector", "connectorId"),
    f"POST {AGENT}/branches": Left("created", "branch", body={"branchName": "Summer"}),
    f"DELETE {AGENT}/branches/{{branch_id}}": Left("deleted", "branch", "branch_id"),
    f"POST {AGENT}/branches/{{branch_id}}/merge": Left("merged", "branch", "branch_id"),
    f"POST {TOOLKIT_BRANCH}/merge": Left("merged", "branch", "branch_id", {"expectedBranchLastKnownSequence": 1}),
    f"POST {TOOLKIT_BRANCH}/sync": Left("changed", "branch", "branch_id", {"expectedBranchSequence": 1}, ("files",)),
    f"POST {TOOLKIT_BRANCH}/command-batch": Left(
        "changed", "branch", "branch_id", batch(("update_rules", {"behaviour": "hush"}), sequence=1), (RULES,)
    ),
    f"PATCH {BRANCH}/behavior": Left("changed", "branch", "branch_id", {"behavior": "hush"}, (RULES,)),
    f"POST {BRANCH}/knowledge-base/topics": Left(
        "changed", "branch", "branch_id", {"name": "New", "content": "hush"}, ("topics/new.yaml",)
    ),
    f"PATCH {BRANCH}/knowledge-base/topics/{{topic_id}}": Left(
        "changed", "branch", "branch_id", {"content": "hush"}, ("topics/old.yaml",)
    ),
    f"DELETE {BRANCH}/knowledge-base/topics/{{topic_id}}": Left(
        "changed", "branch", "branch_id", fields=("topics/old.yaml",)
    ),
    f"POST {BRANCH}/variants": Left("changed", "branch", "branch_id", {"name": "b"}, (VARIANTS,)),
    f"PATCH {BRANCH}/variants/{{variant_id}}": Left("changed", "branch", "branch_id", {"name": "c"}, (VARIANTS,)),
    f"DELETE {BRANCH}/variants/{{variant_id}}": Left("changed", "branch", "branch_id", fields=(VARIANTS,)),
    f"POST {BRANCH}/attributes": Left("changed", "branch", "branch_id", {"name": "y"}, (VARIANTS,)),
    f"PATCH {BRANCH}/attributes/{{attribute_id}}": Left("changed", "branch", "branch_id", {"name": "z"}, (VARIANTS,)),
    f"DELETE {BRANCH}/attributes/{{attribute_id}}": Left("changed", "branch", "branch_id", fields=(VARIANTS,)),
    f"POST {TOOLKIT}/branches": Left(
        "created", "branch", body={"branchName": "Summer", "expectedMainLastKnownSequence": 1}
    ),
    f"DELETE {TOOLKIT_BRANCH}": Left("deleted", "branch", "branch_id", {"expectedBranchLastKnownSequence": 1}),
    f"PATCH {TOOLKIT_BRANCH}": Left("changed", "branch", "branch_id", {"name": "Autumn"}, ("name",)),
    f"POST {TOOLKIT_BRANCH}/archive": Left("deleted", "branch", "branch_id"),
    f"POST {TOOLKIT_BRANCH}/restore": Left("restored", "branch", "branch_id"),
    f"PUT {TOOLKIT_BRANCH}/tag": Left("changed", "branch", "branch_id", {"tag": "shop"}, ("tag",)),
    f"DELETE {TOOLKIT_BRANCH}/tag": Left("changed", "branch", "branch_id", fields=("tag",)),
    f"POST {VOICES}": Left("created", "voice", body=VOICE),
    f"PATCH {VOICES}/{{voice_id}}": Left("changed", "voice", "voice_id", {"name": "Nora"}, ("name",)),
    f"PATCH {PHRASE}/file": Left("changed", "phrase", "entry_id", wav(tone(8_000)), ("audio",)),
    f"PUT {PHRASE}/details": Left("changed", "phrase", "entry_id", FORM, ("audio", "text", "config")),
    f"DELETE {PHRASE}": Left("deleted", "phrase", "entry_id"),
    f"POST {AGENT}/audio-cache/bulk-delete": Left("deleted", "phrase", "entry_id", {"ids": ["{entry_id}"]}),
    "POST /v1/webhook-endpoints": Left("created", "webhook_endpoint", body=ENDPOINT),
    "PATCH /v1/webhook-endpoints/{endpoint_id}": Left(
        "changed", "webhook_endpoint", "endpoint_id", {"name": "Pager", "headers": {"x-token": "hush!"}}, ("headers",)
    ),
    "DELETE /v1/webhook-endpoints/{endpoint_id}": Left("deleted", "webhook_endpoint", "endpoint_id"),
    "POST /v1/webhook-endpoints/{endpoint_id}/rotate-secret": Left(
        "rotated", "webhook_endpoint", "endpoint_id", fields=("signing_secret",)
    ),
    "POST /v1/alert-rules": Left("created", "alert_rule", body=RULE),
    "PATCH /v1/alert-rules/{rule_id}": Left(
        "changed", "alert_rule", "rule_id", {"enabled": False, "threshold_value": 5}, ("enabled",)
    ),
    "DELETE /v1/alert-rules/{rule_id}": Left("deleted", "alert_rule", "rule_id"),
    "POST /console/session": Left("signed_in", "session", body={"key": "{key}"}),
    "DELETE /console/session": Left("signed_out", "session"),
    "POST /console/sessions/revoke": Left("revoked", "session"),
    "POST /console/jobs/{job_id}/run-again": Left("run_again", "job", "job_id"),
    "POST /console/jobs/{job_id}/discard": Left("discarded", "job", "job_id"),
    "POST /console/keys": Left("issued", "key", body={"role": "viewer"}),
    "POST /console/keys/{key_id}/revoke": Left("revoked", "key", "key_id"),
}


def filled(template: Any, values: Mapping[str, str]) -> Any:
    if isinstance(template, str):
        return re.sub(r"\{(\w+)\}", lambda match: values[match[1]], template)
    if isinstance(template, Mapping):
        return {name: filled(each, values) for name, each in template.items()}
    return [filled(each, values) for each in template] if isinstance(template, list) else template


class Office:
    """An account with one of everything, and an admin who is signed in."""

    def __init__(self, builder: Builder, headers: Mapping[str, str], values: dict[str, str]) -> None:
        self.builder = builder
        self.client = builder.client
        self.reader = builder.headers
        self.headers = headers
        self.values = values

    @classmethod
    async def of(cls, build: ContractClient, make: Make) -> Office:
        builder = await Builder.of(build, make)
        project_info, deployment = builder.project_info, await builder.deploy(**CONTENT)
        monitoring = {"headers": builder.headers}
        rule = await build.post("/v1/alert-rules", json=RULE, **monitoring)
        endpoint = await build.post("/v1/webhook-endpoints", json=ENDPOINT, **monitoring)
        voice = await build.post(filled(VOICES, {"account_id": project_info.account_id}), json=VOICE, **monitoring)
        connector = await builder.send("POST", "/telephony/connectors", 201, json={"name": "Line"})
        await builder.send("POST", "/telephony/phone-numbers", 201, json={"phoneNumbers": ["+14155550100"]})
        branch = await builder.send("POST", "/branches", 201, json={"branchName": "Winter"})
        async with make.resources.db.transaction() as tx:
            await store.put_known(tx, project_info.id, [PHRASE_OF_AGENT], make.resources.clock.now())
        values = {
            "entry_id": "p1",
            "account_id": project_info.account_id,
            "project_id": project_info.id,
            "branch_id": branch["branchId"],
            "topic_id": record_id("TOPIC", "Old"),
            "variant_id": stable_id("d"),
            "attribute_id": record_id("ATTRIBUTE", "x"),
            "agent_id": project_info.id,
            "deploymentId": str(deployment.id),
            "clientEnv": "live",
            "number": "+14155550100",
            "connectorId": connector["connectorId"],
            "endpoint_id": endpoint.json()["id"],
            "rule_id": rule.json()["id"],
            "voice_id": voice.json()["voice"]["voiceId"],
            "job_id": str(await dead_letter(make.resources.db, {"project": project_info.id})),
            "key_id": str((await make.key(Family.CHAT, project_info)).key.id),
            "key": (await make.key(Family.CONSOLE, project_info, settings={"role": "viewer"})).secret,
        }
        return cls(builder, await make.browser_headers(project_info), values)

    async def compare(self, *, begins: bool) -> None:
        """Something is live and something else could be; they are compared already."""
        await self.builder.deploy("Old.", "live")
        self.values["variant"] = str((await self.builder.deploy("New.", "pre-release")).id)
        if begins:
            answer = await self.ask(CHANGING[f"POST {AB_TESTS}"], AB_TEST)
            self.values["test_id"] = answer.json()["id"]

    async def ask(self, endpoint: Endpoint, body: Mapping[str, Any] | bytes | None) -> httpx.Response:
        values = self.values
        if isinstance(body, bytes):
            boundary = "" if endpoint.form is None else f"; boundary={BOUNDARY}"
            headers = {**self.headers, "content-type": endpoint.media_types[0] + boundary}
            return await self.client.request(
                endpoint.method, filled(endpoint.path, values), headers=headers, content=body
            )
        return await self.client.request(
            endpoint.method,
            filled(endpoint.path, values),
            headers=self.headers,
            json=None if body is None else filled(body, values),
        )

    async def log(self, **query: Any) -> list[dict[str, Any]]:
        response = await self.client.get(LOG, headers=self.reader, params=query)
        assert response.status_code == 200, response.text
        entries: list[dict[str, Any]] = response.json()["entries"]
        return entries


@pytest.fixture
async def office(build: ContractClient, make: Make) -> Office:
    return await Office.of(build, make)


def test_who_changes_something_leaves_an_entry_or_says_why_not() -> None:
    assert {title for title, each in CHANGING.items() if not each.unlogged} == set(LEFT)
    assert not [each.path for each in ENDPOINTS if each.method == "GET" and each.unlogged]


def test_no_endpoint_changes_anything_for_nobody() -> None:
    """`ApiRequest.change` says whom a transaction is for."""
    folder = Path(build_api.__file__).parent
    assert not [path.name for path in folder.rglob("*.py") if "db.transaction(" in path.read_text()]


@pytest.mark.io
@pytest.mark.parametrize("title", LEFT)
async def test_a_change_leaves_an_entry(title: str, office: Office) -> None:
    left, endpoint = LEFT[title], CHANGING[title]
    if left.verb == "created":
        office.values["number"] = NEW_NUMBER
    if title.endswith("/restore"):
        await office.ask(CHANGING[f"POST {TOOLKIT_BRANCH}/archive"], None)
    if left.kind == "ab_test":
        await office.compare(begins=left.verb != "started")
    if title.endswith("/sync"):
        publish = f"POST {AGENT}/deployments/publish"
        await office.ask(CHANGING[publish], LEFT[publish].body)
    before = {each["id"] for each in await office.log()}
    response = await office.ask(endpoint, left.body)
    assert response.status_code < 300, response.text
    # A new agent comes with its first deployment, a connector takes its numbers along.
    entries = [each for each in await office.log() if each["id"] not in before]
    [entry] = [each for each in entries if each["kind"] == left.kind]
    assert (entry["verb"], entry["kind"]) == (left.verb, left.kind)
    if left.subject is not None:
        assert entry["subject"] == office.values[left.subject]
    elif left.kind != "session":
        assert entry["subject"] in response.text
    assert entry["fields"] == sorted(left.fields)
    if left.kind == "agent":
        assert entry["agentId"] == entry["subject"]
    else:
        is_of_agent = any(each in title for each in ("{agent_id}", "{project_id}", "{key_id}"))
        assert entry["agentId"] == (office.values["agent_id"] if is_of_agent else None)
    assert (entry["actor"]["kind"], entry["actor"]["address"]) == ("key", "127.0.0.1")
    assert entry["actor"]["role"] == ("viewer" if title == "POST /console/session" else "admin")
    assert "hush" not in str(entry)


@pytest.mark.io
async def test_what_is_refused_or_changes_nothing_leaves_none(office: Office) -> None:
    before = await office.log()
    for title, body, status in (
        ("PATCH /v1/alert-rules/{rule_id}", {"name": RULE["name"]}, 200),
        ("POST /v1/alert-rules", {**RULE, "operator": "?"}, 400),
        (f"POST {TELEPHONY}/phone-numbers", {"phoneNumbers": ["{number}"]}, 201),
        (f"POST {TELEPHONY}/phone-numbers", {"phoneNumbers": [NEW_NUMBER, "nonsense"]}, 400),
        (f"DELETE {TELEPHONY}/phone-numbers", {"phoneNumbers": [NEW_NUMBER]}, 200),
        (f"PATCH {TELEPHONY}/phone-numbers/{{number}}", {"clientEnv": "live"}, 200),
    ):
        assert (await office.ask(CHANGING[title], body)).status_code == status, title
    assert await office.log() == before


@pytest.mark.io
async def test_a_webhook_endpoint_that_is_switched_says_which_way(office: Office) -> None:
    change = CHANGING["PATCH /v1/webhook-endpoints/{endpoint_id}"]
    for body in ({"enabled": False}, {"enabled": False}, {"enabled": True, "name": "Other"}):
        assert (await office.ask(change, body)).status_code == 200
    entries = (await office.log(kind="webhook_endpoint"))[:3]
    assert sorted((each["verb"], each["fields"]) for each in entries) == [
        ("changed", ["name"]),
        ("disabled", []),
        ("enabled", []),
    ]
    assert len(await office.log(kind="webhook_endpoint")) == 4


@pytest.mark.io
async def test_a_refused_key_of_the_account_leaves_one_entry_and_a_strangers_none(
    office: Office, build: ContractClient
) -> None:
    other, before = office.reader["x-api-key"], await office.log(kind="session")
    for secret in (other, other, mint_key(Family.CONSOLE), office.values["key"][:-1], "nonsense"):
        assert (await build.post("/console/session", json={"key": secret})).status_code == 401
    [entry, *rest] = await office.log(kind="session")
    assert rest == before
    assert (entry["verb"], entry["subject"]) == ("refused", entry["actor"]["keyId"])
    assert (entry["actor"]["kind"], entry["actor"]["address"], entry["fields"]) == ("key", "127.0.0.1", [])
    assert other not in str(entry)


@pytest.mark.io
async def test_the_log_is_read_in_pages_and_by_filters(office: Office, build: ContractClient, make: Make) -> None:
    everything = await office.log()
    first = await build.get(LOG, headers=office.reader, params={"limit": 3})
    rest = await build.get(LOG, headers=office.reader, params={"cursor": first.json()["nextCursor"]})
    assert first.json()["entries"] + rest.json()["entries"] == everything
    assert rest.json()["nextCursor"] is None
    rule, connector, newest = office.values["rule_id"], office.values["connectorId"], everything[0]["at"]
    for query, subjects in (
        ({"kind": "alert_rule"}, [rule]),
        ({"id": connector}, [connector]),
        ({"id": connector, "kind": "alert_rule"}, []),
        # Times are told to the millisecond, in which more than one thing may happen.
        ({"since": newest}, [each["subject"] for each in everything if each["at"] >= newest]),
        ({"until": everything[-1]["at"]}, []),
        ({"actor": "operator"}, []),
    ):
        assert [each["subject"] for each in await office.log(**query)] == subjects, query
    by_key = await office.log(kind="connector")
    key_id = by_key[0]["actor"]["keyId"]
    assert {each["kind"] for each in await office.log(actor=key_id)} == {
        "branch",
        "connector",
        "phone_number",
        "alert_rule",
        "webhook_endpoint",
        "voice",
    }
    assert "account" in {each["kind"] for each in await office.log(actor="system")}
    for wrong in ({"kind": "note"}, {"cursor": "x"}, {"since": "yesterday"}, {"limit": 0}):
        assert (await build.get(LOG, headers=office.reader, params=wrong)).status_code == 400
    stranger = await make.browser_headers(await make.project())
    foreign = await build.get(LOG, headers=stranger, params={"id": rule, "cursor": first.json()["nextCursor"]})
    assert foreign.json()["entries"] == []


@pytest.mark.io
async def test_of_people_only_admins_read_it(build: ContractClient, make: Make) -> None:
    project_info = await make.project()
    statuses = {
        role: (await build.get(LOG, headers=await make.browser_headers(project_info, role))).status_code
        for role in Role
    }
    assert statuses == {Role.VIEWER: 403, Role.EDITOR: 403, Role.ADMIN: 200}
