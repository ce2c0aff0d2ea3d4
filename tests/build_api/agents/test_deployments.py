"""Promotion, rollback, publishing and comparing, through HTTP."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from parley.build_api.agents import deployments
from parley.domain.deployments import actions
from parley.domain.projects.actions import change_settings
from parley.kit.ids import uuid7
from parley.resources import Resources
from tests.build_api.builder import AGENT, Builder
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


async def test_a_version_goes_from_sandbox_to_pre_release_to_live(builder: Builder) -> None:
    source = await builder.deploy()
    first = await builder.send("POST", f"/deployments/{source.id}/promote")
    second = await builder.send(
        "POST", f"/deployments/{first['deployment']['id']}/promote", json={"deploymentMessage": "go"}
    )
    assert (first["testRunIds"], second["testRunIds"]) == ([], [])
    assert first["deployment"]["metadata"] == {"deployment_message": "", "deployment_type": "promotion"}
    live = second["deployment"]
    assert live["environment"] == "live"
    assert live["metadata"]["deployment_message"] == "go"
    assert (live["version"], live["artifactVersion"]) == (source.version, source.artifact_version)
    assert (live["accountId"], live["agentId"]) == (builder.project_info.account_id, builder.project_info.id)
    assert UUID(live["id"]).version == 7
    active = (await builder.send("GET", "/deployments/active"))["activeDeployments"]
    assert active["live"] == live
    assert active["sandbox"]["id"] == str(source.id)


@pytest.mark.parametrize("body", [None, {}, {"unknown": 1}, {"targetEnvironment": None, "deploymentMessage": None}])
async def test_the_body_of_a_promotion_is_optional_and_forgiving(
    builder: Builder, body: dict[str, object] | None
) -> None:
    source = await builder.deploy()
    promoted = await builder.send("POST", f"/deployments/{source.id}/promote", json=body)
    assert promoted["deployment"]["environment"] == "pre-release"


@pytest.mark.parametrize("target", ["sandbox", "pre-release", "live"])
@pytest.mark.parametrize("start", ["sandbox", "pre-release", "live"])
async def test_any_target_can_be_named_from_anywhere(builder: Builder, start: str, target: str) -> None:
    source = await builder.deploy(environment=start)
    body = {"targetEnvironment": target}
    promoted = (await builder.send("POST", f"/deployments/{source.id}/promote", json=body))["deployment"]
    assert promoted["environment"] == target
    assert promoted["id"] != str(source.id)


async def test_what_is_live_has_no_next_environment(builder: Builder) -> None:
    source = await builder.deploy(environment="live")
    answer = await builder.send("POST", f"/deployments/{source.id}/promote", 400)
    assert answer["error_code"] == "DEPLOYMENTS_INVALID_ENVIRONMENT"


@pytest.mark.parametrize("target", ["production", "", "LIVE"])
async def test_unknown_environments_are_refused(builder: Builder, target: str) -> None:
    source = await builder.deploy()
    body = {"targetEnvironment": target}
    answer = await builder.send("POST", f"/deployments/{source.id}/promote", 400, json=body)
    assert answer["error_code"] == "DEPLOYMENTS_INVALID_ENVIRONMENT"


@pytest.mark.parametrize("body", [{"targetEnvironment": 3}, {"deploymentMessage": []}, []])
async def test_wrong_types_are_refused(builder: Builder, body: object) -> None:
    source = await builder.deploy()
    answer = await builder.send("POST", f"/deployments/{source.id}/promote", 400, json=body)
    assert answer["errors"]


async def test_deployments_that_are_not_there_are_not_found(
    builder: Builder, build: ContractClient, make: Make
) -> None:
    other = await Builder.of(build, make)
    foreign = await other.deploy()
    for reference in (str(uuid7()), str(uuid4()), "nonsense", str(foreign.id)):
        for verb in ("promote", "rollback"):
            for body in ({}, {"deploymentMessage": 5}):
                answer = await builder.send("POST", f"/deployments/{reference}/{verb}", 404, json=body)
                assert answer["error_code"] == "DEPLOYMENT_NOT_FOUND", "whatever the body says"
    path = f"/v1/agents/nobody/deployments/{foreign.id}/promote"
    answer = (await build.post(path, headers=builder.headers)).json()
    assert answer["error_code"] == "DEPLOYMENT_NOT_FOUND"


async def test_a_slug_names_the_agent_too(builder: Builder, build: ContractClient) -> None:
    source = await builder.deploy()
    path = f"/v1/agents/{builder.project_info.slug}/deployments/{source.id}/promote"
    assert (await build.post(path, headers=builder.headers)).status_code == 200


async def test_a_rollback_has_the_earlier_version_answer_again(builder: Builder) -> None:
    first = await builder.deploy("Be brief.", "pre-release")
    promoted = await builder.send("POST", f"/deployments/{first.id}/promote", json={"deploymentMessage": "brief"})
    old = promoted["deployment"]
    new = await builder.deploy("Be long.", "live")
    again = await builder.send("POST", f"/deployments/{old['id']}/rollback", json={"deploymentMessage": "oops"})
    deployment = again["deployment"]
    assert deployment["version"] == old["version"] != new.version
    assert (deployment["metadata"], again["testRunIds"]) == (None, [])
    active = (await builder.send("GET", "/deployments/active"))["activeDeployments"]
    described = {"deployment_message": "brief", "deployment_type": "rollback", "rollback_message": "oops"}
    assert active["live"] == {**deployment, "metadata": described}


async def test_deployments_are_listed_newest_first(builder: Builder) -> None:
    made = [await builder.deploy(environment=each) for each in ("sandbox", "live", "sandbox")]
    listed = (await builder.send("GET", "/deployments?environment=all"))["deployments"]
    assert [each["id"] for each in listed] == [str(each.id) for each in reversed(made)]
    sandbox = (await builder.send("GET", "/deployments?environment=sandbox&limit=1"))["deployments"]
    assert [each["id"] for each in sandbox] == [str(made[2].id)]
    assert (await builder.send("GET", f"/deployments/{made[0].id}"))["deployment"]["id"] == str(made[0].id)
    await builder.send("GET", "/deployments", 400)
    await builder.send("GET", "/deployments?environment=moon", 400)
    await builder.send("GET", "/deployments?environment=live&limit=0", 400)
    await builder.send("GET", "/deployments/nonsense", 404)


async def test_nothing_is_active_where_nothing_was_deployed(builder: Builder) -> None:
    active = (await builder.send("GET", "/deployments/active"))["activeDeployments"]
    assert active == {"sandbox": None, "pre-release": None, "live": None}


async def test_two_deployments_are_compared_file_by_file(builder: Builder) -> None:
    before = await builder.deploy("Be kind.\nBe brief.")
    after = await builder.deploy("Be kind.\nBe long.", agent_settings__role_note="")
    found = (await builder.send("GET", f"/deployments/{after.id}/diff?against={before.id}"))["files"]
    by_path = {each["path"]: each for each in found}
    assert by_path["agent_settings/rules.txt"]["change"] == "changed"
    assert "-Be brief.\n+Be long." in by_path["agent_settings/rules.txt"]["diff"]
    assert (await builder.send("GET", f"/deployments/{after.id}/diff?against={after.id}"))["files"] == []
    await builder.send("GET", f"/deployments/{after.id}/diff", 400)
    await builder.send("GET", f"/deployments/{after.id}/diff?against=x", 404)


def _files(builder: Builder) -> dict[str, str]:
    identity = (
        f"project_id: {builder.project_info.id}\naccount_id: {builder.project_info.account_id}\nproject_name: Test\n"
    )
    return {"project.yaml": identity, **AGENT}


async def test_files_are_published_to_the_sandbox(builder: Builder, resources: Resources) -> None:
    body = {"files": _files(builder), "deploymentMessage": "first"}
    made = (await builder.send("POST", "/deployments/publish", 201, json=body))["deployment"]
    assert (made["environment"], made["metadata"]["deployment_message"]) == ("sandbox", "first")
    assert made["metadata"]["deployment_type"] == "publish"
    active = (await builder.send("GET", "/deployments/active"))["activeDeployments"]
    assert active["sandbox"] == made


async def test_what_was_published_last_is_published_again(builder: Builder, resources: Resources) -> None:
    publish = "/deployments/publish"
    async with resources.db.transaction() as tx:
        builder.project_info = await change_settings(tx, builder.project_info, {"tests": "required"})
    missing = await builder.send("POST", publish, 400)
    assert missing["error_code"] == "CHAT_DRAFT_NOT_EXIST"
    older = await builder.deploy("Be old.")
    newer = await builder.deploy("Be new.")
    assert (await builder.send("POST", publish, 409))["error_code"] == "DEPLOYMENTS_ALREADY_PUBLISHED"
    await builder.send("POST", f"/deployments/{older.id}/rollback")
    back = await builder.send("POST", publish, 201, json={"deploymentMessage": "again"})
    metadata = {"deployment_message": "again", "deployment_type": "publish"}
    assert (back["deployment"]["version"], back["deployment"]["metadata"]) == (newer.version, metadata)
    assert back["testRunIds"] == []
    staged = await builder.send("POST", publish, 201, json={"environment": "pre-release"})
    assert (staged["deployment"]["environment"], staged["deployment"]["version"]) == ("pre-release", newer.version)
    assert len(staged["testRunIds"]) == 1
    await builder.send("POST", publish, 400, json={"environment": "moon"})
    held = await builder.send("POST", publish, 409, json={"environment": "live"})
    assert held["error_code"] == "DEPLOYMENTS_TESTS_NOT_PASSED"
    files = {"files": {"agent_settings/rules.txt": "Be kind."}, "environment": "live"}
    await builder.send("POST", publish, 400, json=files)


@pytest.mark.parametrize("folder", ["", "my-agent/"])
async def test_an_archive_is_published_with_or_without_its_folder(builder: Builder, folder: str) -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as zipped:
        for path, text in _files(builder).items():
            zipped.writestr(folder + path, text)
    headers = {"content-type": "application/zip", "x-deployment-message": "from%20a%20zip"}
    made = await builder.send("POST", "/deployments/publish", 201, content=archive.getvalue(), headers=headers)
    assert made["deployment"]["metadata"]["deployment_message"] == "from a zip"


async def test_files_with_problems_are_refused_with_all_of_them(builder: Builder) -> None:
    files = {**_files(builder), "topics/a.yaml": "name: [", "functions/b.py": "def b(conv:\n"}
    answer = await builder.send("POST", "/deployments/publish", 400, json={"files": files})
    assert answer["error_code"] == "DEPLOYMENTS_VALIDATION_FAILED"
    assert {each["field"].partition(":")[0] for each in answer["errors"]} >= {"topics/a.yaml", "functions/b.py"}
    active = (await builder.send("GET", "/deployments/active"))["activeDeployments"]
    assert active["sandbox"] is None


@pytest.mark.parametrize(
    ("content", "kind"),
    [(b"PK\x03\x04 no archive", "application/zip"), (b"{", "application/json"), (b'{"files": {}}', "application/json")],
)
async def test_bodies_that_are_no_project_are_refused(builder: Builder, content: bytes, kind: str) -> None:
    await builder.send("POST", "/deployments/publish", 400, content=content, headers={"content-type": kind})


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
async def test_other_compression_is_refused_in_words(builder: Builder, method: int) -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", method) as zipped:
        for path, text in _files(builder).items():
            zipped.writestr(path, text)
    headers = {"content-type": "application/zip"}
    answer = await builder.send("POST", "/deployments/publish", 400, content=archive.getvalue(), headers=headers)
    assert answer["errors"] == [{"field": "body", "message": "holds files that are neither stored nor deflated"}]


async def test_long_work_on_files_leaves_the_event_loop_alone(
    builder: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_the_loop = {}

    def watch(module: Any, name: str) -> None:
        does: Callable[..., Any] = getattr(module, name)

        def watched(*args: Any) -> Any:
            on_the_loop[name] = asyncio._get_running_loop() is not None
            return does(*args)

        monkeypatch.setattr(module, name, watched)

    for module, name in ((deployments, "read_upload"), (deployments, "unpack"), (deployments, "diff_bundles"),
                         (actions, "pack")):  # fmt: skip
        watch(module, name)
    body = {"files": _files(builder)}
    made = (await builder.send("POST", "/deployments/publish", 201, json=body))["deployment"]["id"]
    other = await builder.deploy("Be brief.")
    assert (await builder.send("GET", f"/deployments/{other.id}/diff?against={made}"))["files"]
    assert on_the_loop == dict.fromkeys(("read_upload", "unpack", "diff_bundles", "pack"), False)


async def test_conversations_in_progress_keep_their_deployment(
    builder: Builder, platform: ContractClient, make: Make
) -> None:
    await builder.deploy(environment="live")
    headers = await make.chat_headers(builder.project_info)
    chat = f"/v1/{builder.project_info.account_id}/{builder.project_info.id}/chat"
    first = (await platform.post(f"{chat}/create", headers=headers)).json()
    files = {**AGENT, "voice/configuration.yaml": "greeting:\n  welcome_message: Welcome to the new one.\n"}
    changed = await make.deploy(builder.project_info, files, "pre-release")
    await builder.send("POST", f"/deployments/{changed.id}/promote")
    second = (await platform.post(f"{chat}/create", headers=headers)).json()
    assert (first["response"], second["response"]) == ("Hello, how can I help?", "Welcome to the new one.")
    detail = await builder.send("GET", f"/conversations/{first['conversation_id']}")
    assert detail["inProgress"]
