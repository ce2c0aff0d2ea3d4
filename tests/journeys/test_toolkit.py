"""The hosted service's command-line client does with us what it does there."""

from __future__ import annotations

import asyncio
import json
import shutil
import wave
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
from tests.domain.recordings.recorded import record
from tests.journeys.toolkit import IS_INSTALLED, REGION, Runner, Toolkit, runner_started
from tests.make import Make
from tests.providers.speech.test_wav import tone, wav

pytestmark = [pytest.mark.io, IS_INSTALLED]

ROOT = Path(__file__).parents[2]
TOPIC = 'name: Parking\nenabled: true\nactions: ""\ncontent: {}\nexample_queries:\n- where to park\n'
CASE = "name: Greets\nscenario: Say hello.\nchannel: webchat\nlanguage: en-US\nprompt_assertions:\n- It greets.\n"


@pytest.fixture(scope="module", name="resources")
def _resources(shared_resources: Resources) -> Resources:
    return shared_resources


@pytest.fixture(scope="module")
async def runner(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Runner]:
    async with runner_started(tmp_path_factory.mktemp("client")) as found:
        yield found


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


@pytest.fixture
async def toolkit(runner: Runner, builder: Builder, tmp_path: Path) -> Toolkit:
    """In the folder of a project with one deployment."""
    await builder.deploy("Be brief.")
    return await pulled(runner, builder, tmp_path)


async def pulled(runner: Runner, builder: Builder, home: Path) -> Toolkit:
    toolkit = Toolkit(runner, builder.client.url, builder.headers["x-api-key"], home, home)
    return await toolkit.init(builder.project_info.account_id, builder.project_info.id)


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


async def test_a_chat_and_the_conversation_that_is_left_of_it(toolkit: Toolkit, resources: Resources) -> None:
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
    audio = ("conversations", "get-audio", talk["conversation_id"], "-o", "call.wav")
    await toolkit.run(*audio, status=1)
    await record(resources, talk["conversation_id"])
    sizes = {}
    for direction in ("combined", "user", "agent"):
        await toolkit.run(*audio, "--direction", direction)
        with wave.open(str(toolkit.folder / "call.wav")) as heard:
            sizes[direction] = (heard.getnframes() / heard.getframerate(), heard.getnchannels())
    assert sizes == {"combined": (4.0, 2), "user": (4.0, 1), "agent": (4.0, 1)}


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
    toolkit.write("test_suite/parks.yaml", CASE.replace("Greets", "Parks") + "tags:\n- parking\n")
    pushed = await toolkit.json("test", "run", "--push", "--tag", "parking", "--dont-poll")
    assert (pushed["push"]["success"], pushed["test_run"]["test_case_count"]) == (True, 1)
    for chosen, names in ((("--tag", "parking"), ["Parks"]), (("--files", "test_suite/greets.yaml"), ["Greets"])):
        found = await toolkit.json("test", "run", *chosen, "--dry-run")
        assert [each["name"] for each in found["tests"]] == names
    assert run["id"] in json.dumps(await toolkit.json("test", "list"))


async def test_projects(builder: Builder, toolkit: Toolkit) -> None:
    account = ("--region", REGION, "--account_id", builder.project_info.account_id)
    chosen = ("--id", "bakery-1", "--greeting", "Fresh bread!", "--voice-id", "nora")
    made = await toolkit.json(
        "project", "create", *account, "--name", "Bakery", *chosen, "--base-path", str(toolkit.home)
    )
    folder = Path(made["root_path"])
    assert "Fresh bread!" in (folder / "voice/configuration.yaml").read_text()
    copy = ("--project_id", builder.project_info.id, "--name", "Copy", "--id", "copy-of-it")
    await toolkit.json("project", "duplicate", *account, *copy)
    assert await names_of_projects(toolkit, account) >= {"Bakery", "Copy"}
    deleted = ("project", "delete", *account, "--project_id", folder.name, "--force")
    await toolkit.json(*deleted)
    assert "Bakery" not in await names_of_projects(toolkit, account)
    assert "404" in (await toolkit.json(*deleted, status=1))["error"]


async def names_of_projects(toolkit: Toolkit, account: tuple[str, ...]) -> set[str]:
    return {each["agent_name"] for each in (await toolkit.json("project", "list", *account))["agents"]}


async def test_versions_are_compared_by_environment_branch_and_hash(builder: Builder, toolkit: Toolkit) -> None:
    rules = "agent_settings/rules.txt"

    async def changes(*words: str) -> list[str]:
        return list((await toolkit.json("diff", *words)).get("diffs", {}))

    first = (await toolkit.json("deployments", "list"))["versions"][0]["version_hash"][:9]
    await builder.deploy("Be loud.", "live")
    assert await changes("--before", "live", "--after", "sandbox") == [rules]
    assert await changes("--before", first, "--after", "live") == [rules]
    assert await changes("live") == await changes("sandbox") == []
    await toolkit.json("branch", "create", "Winter")
    toolkit.write(rules, "Be long.")
    await toolkit.json("push")
    assert await changes("--before", "main", "--after", "Winter") == [rules]
    assert await changes("--before", "Winter", "--after", "live") == [rules]
    assert await changes("--before", "Winter") == []
    toolkit.write(rules, "Be longer.")
    assert await changes("--before", "Winter", "--files", rules) == [rules]
    assert await changes("--files", "topics/other.yaml") == []
    await toolkit.json("revert", rules)
    assert toolkit.read(rules).strip() == "Be long."
    assert "not found" in await toolkit.run("diff", "--before", "nowhere", "--after", "live") + errors_of(toolkit)


def errors_of(toolkit: Toolkit) -> str:
    return (toolkit.home / "errors").read_text()


async def test_what_would_be_done_is_only_shown(builder: Builder, toolkit: Toolkit) -> None:
    toolkit.write("agent_settings/rules.txt", "Be long.")
    assert (await toolkit.json("push", "--dry-run"))["dry_run"]
    first = (await toolkit.json("deployments", "list"))["versions"][0]["version_hash"][:9]
    await builder.deploy("Be loud.")
    await toolkit.json("deployments", "promote", "--from", "sandbox", "--to", "pre-release", "--dry-run")
    await toolkit.json("deployments", "rollback", "--to", first, "--dry-run")
    assert (await toolkit.json("branch", "list"))["branches"].keys() == {"main"}
    assert (await builder.send("GET", "/deployments?environment=pre-release"))["deployments"] == []
    listed = (await toolkit.json("deployments", "list", "--limit", "1", "--offset", "1"))["versions"]
    assert [each["version_hash"][:9] for each in listed] == [first]


async def test_a_branch_from_an_environment_and_what_was_merged(builder: Builder, toolkit: Toolkit) -> None:
    await builder.deploy("Be loud.", "live")
    await toolkit.run("branch", "create", "Patch", "--env", "live", "--force")
    assert toolkit.read("agent_settings/rules.txt").strip() == "Be loud."
    await toolkit.json("branch", "merge", "Patched", "--force")
    assert "Patch" in json.dumps(await toolkit.json("branch", "history"))
    await toolkit.json("pull", "--force", "--include-rtc")
    assert (toolkit.folder / "real_time_configuration/live/data.json").exists()


async def test_a_template_is_loaded_and_pushed(toolkit: Toolkit) -> None:
    listed = (await toolkit.json("template", "list"))["templates"]
    assert [each["displayName"] for each in listed] == ["Empty", "Booking", "Support", "Reminder"]
    assert not (await toolkit.json("template", "load", "Bakery", status=1))["success"]
    await toolkit.json("template", "load", "Support", "--force")
    assert "You support customers" in toolkit.read("agent_settings/rules.txt")
    await toolkit.json("push")
    (talk,) = (await toolkit.json("chat", "-e", "branch", "-m", "hello", "--flows"))["conversations"]
    assert talk["turns"][0]["response"] == "Hello, this is Example Company support. How can I help?"


async def test_a_folder_is_pushed_into_a_new_agent_and_comes_back(
    runner: Runner, builder: Builder, tmp_path: Path
) -> None:
    """Into one that has a greeting and nothing else: clients change its settings, and have no command to make them."""
    await builder.deploy("")
    homes = [tmp_path / "first", tmp_path / "second"]
    for home in homes:
        home.mkdir()
    toolkit = await pulled(runner, builder, homes[0])
    for path in (ROOT / "templates/support").rglob("*"):
        if path.is_file() and path.name not in ("project.yaml", "configuration.yaml"):
            toolkit.write(str(path.relative_to(ROOT / "templates/support")), path.read_text())
    toolkit.write("agent_settings/personality.yaml", "adjectives:\n  Calm: true\ncustom: Speaks slowly.\n")
    toolkit.write("voice/speech_recognition/asr_settings.yaml", "barge_in: true\ninteraction_style: swift\n")
    await toolkit.json("push")
    await toolkit.json("branch", "merge", "All of it", "--force")
    pushed = _texts(toolkit.folder)
    assert _texts((await pulled(runner, builder, homes[1])).folder) == pushed
    assert pushed["agent_settings/personality.yaml"].endswith("custom: Speaks slowly.\n")


def _texts(folder: Path) -> dict[str, str]:
    """Without what the client keeps for itself."""
    files = ((str(path.relative_to(folder)), path) for path in folder.rglob("*") if path.is_file())
    return {name: path.read_text() for name, path in files if not name.startswith("_gen/")}


@pytest.mark.parametrize("name", ["restaurant", "field_service"])
async def test_an_example_is_pulled_and_nothing_of_it_is_different(
    name: str, runner: Runner, builder: Builder, make: Make, tmp_path: Path
) -> None:
    bundle, _problems = read_folder(ROOT / "examples" / name)
    assert bundle is not None
    files = {path: text.decode() for path, text in bundle.files.items()}
    made = await make.deploy(builder.project_info, files, "sandbox")
    toolkit = await pulled(runner, builder, tmp_path)
    status = await toolkit.json("status")
    assert [status[each] for each in ("modified_files", "new_files", "deleted_files")] == [[], [], []]
    found, _problems = read_folder(toolkit.folder)
    assert found is not None
    audit = Audit("", made.created_by)
    assert project(found, audit) == project(bundle, audit)


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
