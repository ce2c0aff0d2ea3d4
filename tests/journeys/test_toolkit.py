"""The hosted service's command-line client does with us what it does there."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from parley.domain.phrases import store as phrases
from parley.domain.phrases.model import KnownPhrase
from parley.domain.projection.tree import Audit, project
from parley.domain.projects.files import read_folder
from parley.domain.voices.store import put_report
from parley.providers.speech.synthesizer import SilentSynthesizer
from parley.resources import Resources
from parley.telephony.phrase_audio import PreviewSynthesis
from tests.build_api.builder import Builder, run_jobs
from tests.contract import ContractClient
from tests.journeys.toolkit import IS_INSTALLED, Toolkit, toolkit_of
from tests.make import Make
from tests.providers.speech.test_wav import tone, wav

pytestmark = [pytest.mark.io, IS_INSTALLED]

ROOT = Path(__file__).parents[2]
TOPIC = 'name: Parking\nenabled: true\nactions: ""\ncontent: {}\nexample_queries:\n- where to park\n'
CASE = "name: Greets\nscenario: Say hello.\nchannel: webchat\nlanguage: en-US\nprompt_assertions:\n- It greets.\n"


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


@pytest.fixture
async def toolkit(builder: Builder, tmp_path: Path) -> AsyncIterator[Toolkit]:
    """In the folder of a project with one deployment."""
    await builder.deploy("Be brief.")
    project = builder.project_info
    async with toolkit_of(builder.client.url, builder.headers["x-api-key"], tmp_path) as found:
        await found.init(project.account_id, project.id)
        yield found


async def test_what_is_pulled_changed_pushed_and_merged_is_deployed(builder: Builder, toolkit: Toolkit) -> None:
    assert toolkit.read("agent_settings/rules.txt").strip() == "Be brief."
    assert (await toolkit.json("status"))["modified_files"] == []
    toolkit.write("agent_settings/rules.txt", "Be long.")
    toolkit.write("topics/parking.yaml", TOPIC.format("Behind us."))
    status = await toolkit.json("status")
    assert [len(status[each]) for each in ("modified_files", "new_files", "deleted_files")] == [1, 1, 0]
    assert "+Be long." in (await toolkit.json("diff"))["diffs"]["agent_settings/rules.txt"]
    pushed = await toolkit.json("push")
    assert pushed["new_branch_id"].startswith("BRANCH-")
    assert (await toolkit.json("status"))["modified_files"] == []
    assert (await toolkit.json("push", status=1))["message"] == "No changes detected"
    await toolkit.json("branch", "merge", "More to say", "--force")
    newest = (await toolkit.json("deployments", "list"))["versions"][0]
    assert newest["deployment_metadata"] == {"deployment_message": "More to say", "deployment_type": "publish"}
    path = f"/deployments/{newest['id']}/files/text?path="
    assert (await builder.send("GET", f"{path}agent_settings/rules.txt"))["text"].strip() == "Be long."
    assert "Behind us." in (await builder.send("GET", f"{path}topics/parking.yaml"))["text"]


async def test_branches(toolkit: Toolkit) -> None:
    branch = (await toolkit.json("branch", "create", "Winter"))["new_branch_id"]
    toolkit.write("topics/parking.yaml", TOPIC.format("On the left."))
    await toolkit.json("push")
    assert list((await toolkit.json("branch", "diff"))["diffs"]) == ["topics/parking.yaml"]
    assert (await toolkit.json("branch", "status"))["new_files"] == ["topics/parking.yaml"]
    await toolkit.json("branch", "switch", "main")
    assert not (toolkit.folder / "topics/parking.yaml").exists()
    await toolkit.json("branch", "switch", "Winter")
    assert "On the left." in toolkit.read("topics/parking.yaml")
    toolkit.write("topics/parking.yaml", TOPIC.format("On the right."))
    await toolkit.json("push")
    await toolkit.json("branch", "rename", "Spring")
    listed = await toolkit.json("branch", "list")
    assert (listed["current_branch"], set(listed["branches"])) == ("Spring", {"main", "Spring"})
    await toolkit.json("branch", "switch", "main")
    await toolkit.json("branch", "delete", "Spring")
    archived = (await toolkit.json("branch", "list", "--archived"))["archived_branches"]
    assert [each["branchId"] for each in archived] == [branch]
    await toolkit.json("branch", "restore", branch)
    await toolkit.json("branch", "switch", "Spring")
    assert "On the right." in toolkit.read("topics/parking.yaml")


async def test_a_conflict_is_told_and_resolved(builder: Builder, toolkit: Toolkit) -> None:
    await toolkit.json("branch", "create", "Winter")
    toolkit.write("agent_settings/rules.txt", "Be long.")
    await toolkit.json("push")
    await builder.deploy("Be loud.")
    told = await toolkit.json("branch", "merge", "Both", "--force", status=1)
    (conflict,) = told["conflicts"]
    chosen = json.dumps([{"path": conflict["path"], "strategy": "theirs"}])
    await toolkit.json("branch", "merge", "Both", "--force", "--resolutions", chosen)
    await toolkit.json("branch", "switch", "main")
    assert toolkit.read("agent_settings/rules.txt").strip() == "Be long."


async def test_deployments_and_their_a_b_test(builder: Builder, toolkit: Toolkit) -> None:
    first = (await toolkit.json("deployments", "list"))["versions"][0]["version_hash"][:9]
    await toolkit.json("deployments", "promote", "--from", first, "--to", "pre-release", "--force", "-m", "Go")
    await toolkit.json("deployments", "promote", "--from", first, "--to", "live", "--force")
    second = (await builder.deploy("Be loud.")).version[:9]
    shown = await toolkit.json("deployments", "show", second)
    assert second in json.dumps(shown)
    assert list((await toolkit.json("diff", "--before", first, "--after", second))["diffs"]) == [
        "agent_settings/rules.txt"
    ]
    await toolkit.json("deployments", "promote", "--from", second, "--to", "pre-release", "--force")
    started = ("deployments", "ab-test", "start", "--name", "Louder", "--variant-version", second, "--traffic", "20")
    await toolkit.json(*started)
    await toolkit.json("deployments", "ab-test", "update", "--traffic", "30")
    assert (await toolkit.json("deployments", "ab-test", "active"))["ab_test"]["traffic_percentage"] == 30
    await toolkit.json("deployments", "ab-test", "end", "--chosen-version", second)
    assert len((await toolkit.json("deployments", "ab-test", "list"))["ab_tests"]) == 1
    live = (await toolkit.json("deployments", "list", "--env", "live"))["versions"]
    assert live[0]["version_hash"].startswith(second)
    await toolkit.json("deployments", "rollback", "--to", first, "--force", "-m", "Back")
    newest = (await toolkit.json("deployments", "list"))["versions"][0]
    assert (newest["version_hash"][:9], newest["deployment_metadata"]["deployment_type"]) == (first, "rollback")


async def test_a_chat_and_the_conversation_that_is_left_of_it(toolkit: Toolkit) -> None:
    words = ("-m", "hello", "--functions", "--state", "--metadata", "--channel", "webchat")
    for environment in ("sandbox", "branch"):
        if environment == "branch":
            await toolkit.json("branch", "create", "Winter")
        (talk,) = (await toolkit.json("chat", "-e", environment, *words))["conversations"]
        assert [turn["input"] for turn in talk["turns"]] == [None, "hello"]
        assert talk["turns"][0]["response"] == "Hello, how can I help?"
    listed = (await toolkit.json("conversations", "list"))["conversations"]
    assert talk["conversation_id"] in [each["conversationId"] for each in listed]
    known = await toolkit.json("conversations", "get", talk["conversation_id"])
    assert "Hello, how can I help?" in json.dumps(known)
    await toolkit.run("conversations", "get-audio", talk["conversation_id"], status=1)


async def test_values_that_change_without_a_deployment(toolkit: Toolkit) -> None:
    await toolkit.json("rtc", "pull")
    folder = "real_time_configuration/draft_and_sandbox"
    schema = {"type": "object", "properties": {"notice": {"type": "string"}}}
    toolkit.write(f"{folder}/schema.json", json.dumps(schema))
    toolkit.write(f"{folder}/data.json", json.dumps({"notice": "Closed today."}))
    await toolkit.json("rtc", "push", "--env", "sandbox", "--force")
    toolkit.write(f"{folder}/data.json", "{}")
    await toolkit.json("rtc", "pull", "--env", "sandbox")
    assert json.loads(toolkit.read(f"{folder}/data.json")) == {"notice": "Closed today."}


async def test_test_cases_are_pushed_and_run(toolkit: Toolkit, resources: Resources) -> None:
    await toolkit.json("branch", "create", "Winter")
    toolkit.write("test_suite/greets.yaml", CASE)
    await toolkit.json("push")
    await toolkit.json("pull")
    run = (await toolkit.json("test", "run", "--dont-poll"))["test_run"]
    assert run["test_case_count"] == 1
    await run_jobs(resources)
    shown = await toolkit.json("test", "show", run["id"])
    assert "Greets" in json.dumps(shown)
    assert run["id"] in json.dumps(await toolkit.json("test", "list"))


async def test_projects(builder: Builder, toolkit: Toolkit) -> None:
    account = ("--region", "studio", "--account_id", builder.project_info.account_id)
    await toolkit.json("project", "create", *account, "--name", "Bakery", "--base-path", str(toolkit.home))
    copy = ("--project_id", builder.project_info.id, "--name", "Copy", "--id", "copy-of-it")
    await toolkit.json("project", "duplicate", *account, *copy)
    listed = json.dumps(await toolkit.json("project", "list", *account))
    assert "Bakery" in listed
    assert "Copy" in listed


async def test_a_folder_is_pushed_into_a_new_agent_and_comes_back(builder: Builder, tmp_path: Path) -> None:
    """Into one that has a greeting and nothing else: clients change its settings, and have no command to make them."""
    project = builder.project_info
    await builder.deploy("")
    homes = [tmp_path / "first", tmp_path / "second"]
    for home in homes:
        home.mkdir()
    key = builder.headers["x-api-key"]
    async with toolkit_of(builder.client.url, key, homes[0]) as toolkit:
        await toolkit.init(project.account_id, project.id)
        for path in (ROOT / "templates/support").rglob("*"):
            if path.is_file() and path.name not in ("project.yaml", "configuration.yaml"):
                toolkit.write(str(path.relative_to(ROOT / "templates/support")), path.read_text())
        toolkit.write("agent_settings/personality.yaml", "adjectives:\n  Calm: true\ncustom: Speaks slowly.\n")
        toolkit.write("voice/speech_recognition/asr_settings.yaml", "barge_in: true\ninteraction_style: swift\n")
        await toolkit.json("push")
        await toolkit.json("branch", "merge", "All of it", "--force")
        pushed = _pulled(toolkit.folder)
    async with toolkit_of(builder.client.url, key, homes[1]) as toolkit:
        await toolkit.init(project.account_id, project.id)
        assert _pulled(toolkit.folder) == pushed
        assert pushed["agent_settings/personality.yaml"].endswith("custom: Speaks slowly.\n")


def _pulled(folder: Path) -> dict[str, str]:
    """Without what the client keeps for itself."""
    files = ((str(path.relative_to(folder)), path) for path in folder.rglob("*") if path.is_file())
    return {name: path.read_text() for name, path in files if not name.startswith("_gen/")}


@pytest.mark.parametrize("name", ["restaurant", "field_service"])
async def test_an_example_is_pulled_and_nothing_of_it_is_different(
    name: str, build: ContractClient, make: Make, tmp_path: Path
) -> None:
    builder = await Builder.of(build, make)
    bundle, _problems = read_folder(ROOT / "examples" / name)
    assert bundle is not None
    files = {path: text.decode() for path, text in bundle.files.items()}
    made = await make.deploy(builder.project_info, files, "sandbox")
    async with toolkit_of(builder.client.url, builder.headers["x-api-key"], tmp_path) as toolkit:
        await toolkit.init(builder.project_info.account_id, builder.project_info.id)
        status = await toolkit.json("status")
        assert [status[each] for each in ("modified_files", "new_files", "deleted_files")] == [[], [], []]
        pulled, _problems = read_folder(toolkit.folder)
    assert pulled is not None
    audit = Audit("", made.created_by)
    assert project(pulled, audit) == project(bundle, audit)


async def test_templates_and_examples_are_valid(toolkit: Toolkit) -> None:
    projects = [each.parent for folder in ("templates", "examples") for each in ROOT.glob(f"{folder}/*/project.yaml")]
    assert len(projects) >= 5
    project_file = toolkit.read("project.yaml")
    for folder in projects:
        shutil.rmtree(toolkit.folder)
        shutil.copytree(folder, toolkit.folder)
        toolkit.write("project.yaml", project_file)
        assert await toolkit.json("validate") == {"valid": True, "errors": []}, folder.name


async def test_the_audio_cache(builder: Builder, toolkit: Toolkit, resources: Resources) -> None:
    """Every command of the client; the preview is spoken by a voice process beside it."""
    now, audio = resources.clock.now(), toolkit.folder / "new.wav"
    audio.write_bytes(wav(tone(8_000)))
    known = [KnownPhrase(f"p{number}", f"Hello {number}.", "", "en-US", None) for number in range(3)]
    async with resources.db.transaction() as tx:
        await phrases.put_known(tx, builder.project_info.id, known, now)
        await put_report(tx, 1, ["hibari"], [], now)
    cache = "audio-cache"
    await toolkit.json(cache, "update-file", "p0", "--file", str(audio))
    details = ("--file", str(audio), "--text", "Good day.", "--config", '{"speed": 1.5}')
    await toolkit.json(cache, "update-details", "p1", *details)
    listed = await toolkit.json(cache, "list", "--sort", "hit_count:desc", "--limit", "2")
    assert (len(listed["entries"]), listed["total_count"]) == (2, 3)
    shown = await toolkit.run(cache, "list", "--sort", "duration:desc")
    assert "Good day." in shown
    assert "0.1s" in shown
    speaking = asyncio.create_task(PreviewSynthesis(resources, SilentSynthesizer(0.1)).run())
    await toolkit.json(cache, "synthesize", "p2", "--text", "Ten letters", "--language", "en-GB", "-o", "heard.wav")
    speaking.cancel()
    await toolkit.json(cache, "get-file", "p1", "-o", "kept.wav")
    assert (toolkit.folder / "kept.wav").read_bytes() == wav(tone(8_000))
    assert len((toolkit.folder / "heard.wav").read_bytes()) == 44 + round(1.1 * 8_000) * 2
    assert await toolkit.json(cache, "delete", "p0") == {"success": True}
    gone = await toolkit.json(cache, "bulk-delete", "--ids", "p0,p1")
    assert gone == {"deleted": ["p1"], "failed": ["p0"]}
    assert "Deleted 1 entries: p2" in await toolkit.run(cache, "bulk-delete", "--ids", "p2")
