"""Merging over HTTP: what one side touched stays, conflicts are told and resolved, no change is lost."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from parley.domain.branches.actions import replace_files
from parley.domain.branches.branch_files import read_head, read_main
from parley.domain.branches.model import changed_files
from parley.domain.branches.store import find_branch
from parley.domain.projects.files import pack
from tests.build_api.branches.test_lifecycle import create, toolkit
from tests.build_api.builder import Builder
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

TOPIC = "topics/hours.yaml"
HOURS = "name: Hours  # as people ask\nenabled: true\ncontent: Nine to five.\n"


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    builder = await Builder.of(build, make)
    await builder.deploy(**{"topics__hours.yaml": HOURS})
    return builder


async def edit(builder: Builder, code: str, changes: dict[str, str | None]) -> int:
    """As another door would: straight to the files."""
    resources = builder.make.resources
    branch = await find_branch(resources.db, builder.project_info.id, code)
    assert branch is not None
    head = await read_head(resources.db, branch)
    sent = {path: None if text is None else text.encode() for path, text in changes.items()}
    files = changed_files(head.files, sent)
    async with resources.db.transaction() as tx:
        now = resources.clock.now()
        return await replace_files(tx, branch, head.sequence, pack(files), head.ids, paths=changes, now=now)


async def published(builder: Builder) -> dict[str, bytes]:
    return dict((await read_main(builder.make.resources.db, builder.project_info.id)).files.files)


async def test_a_merge_publishes_what_both_did(builder: Builder) -> None:
    code = await create(builder)
    await edit(builder, code, {TOPIC: HOURS.replace("Nine", "Ten"), "functions/f.py": "def f(conv):\n    return 1\n"})
    await builder.deploy("Be brief.", **{"topics__hours.yaml": HOURS.replace("true", "false")})
    merged = await builder.send("POST", f"/branches/{code}/merge", json={"deploymentMessage": "Winter"})
    assert (merged["sequence"], merged["testRunIds"]) == ("3", [])
    files = await published(builder)
    assert files[TOPIC].decode() == HOURS.replace("Nine", "Ten").replace("true", "false")
    assert files["agent_settings/rules.txt"] == b"Be brief."
    assert "functions/f.py" in files
    active = (await builder.send("GET", "/deployments/active"))["activeDeployments"]["sandbox"]
    assert active["metadata"] == {"deployment_message": "Winter", "deployment_type": "publish"}
    _main, branch = (await builder.send("GET", "/branches"))["branches"]
    assert (branch["isDiverged"], branch["parentSequence"]) == (False, "3")
    history = (await toolkit(builder, "GET", "/branches/main/merge-history"))["merges"]
    assert [each["branchName"] for each in history] == ["Winter"]
    # It goes on from there: the same once more changes nothing.
    await builder.send("POST", f"/branches/{code}/merge")
    assert await published(builder) == files


async def test_conflicts_are_told_and_resolved(builder: Builder) -> None:
    code = await create(builder)
    sequence = await edit(builder, code, {TOPIC: HOURS.replace("Nine", "Ten")})
    await builder.deploy(**{"topics__hours.yaml": HOURS.replace("Nine", "Eight")})
    before = await published(builder)
    body: dict[str, Any] = {"expectedBranchLastKnownSequence": sequence}
    told = await toolkit(builder, "POST", f"/branches/{code}/merge", 400, json=body)
    assert told["hasConflicts"]
    assert told["conflicts"] == [
        {
            "path": [TOPIC, "content"],
            "baseValue": "Nine to five.",
            "oursValue": "Eight to five.",
            "theirsValue": "Ten to five.",
            "type": "modify",
        }
    ]
    assert told["errors"] == []
    assert told["value"][TOPIC]["content"] == "Nine to five."
    assert {"targetLastUpdated", "sourceCreatedAt", "error_code"} <= told.keys()
    assert await published(builder) == before
    body["conflictResolutions"] = [{"path": [TOPIC, "content"], "strategy": "theirs"}]
    await toolkit(builder, "POST", f"/branches/{code}/merge", json=body)
    assert (await published(builder))[TOPIC].decode() == HOURS.replace("Nine", "Ten")


async def test_what_does_not_load_is_refused_and_changes_nothing(builder: Builder) -> None:
    code = await create(builder)
    sequence = await edit(
        builder, code, {"functions/broken.py": "def broken(:\n", "config/entities.yaml": "entities: ["}
    )
    before = await published(builder)
    refused = await builder.send("POST", f"/branches/{code}/merge", 400)
    assert refused["error_code"] == "DEPLOYMENTS_VALIDATION_FAILED"
    assert (refused["hasConflicts"], refused["conflicts"]) == (False, [])
    assert all(each["path"] and each["message"] for each in refused["errors"])
    assert refused["errors"]
    assert await published(builder) == before
    assert (await toolkit(builder, "GET", f"/branches/{code}/sequence"))["lastKnownSequence"] == str(sequence)


async def test_the_parent_comes_into_a_branch(builder: Builder) -> None:
    code = await create(builder)
    sequence = await edit(builder, code, {TOPIC: HOURS.replace("Nine", "Ten")})
    await builder.deploy("Be brief.", **{"topics__hours.yaml": HOURS})
    body = {"expectedBranchSequence": sequence}
    synced = await toolkit(builder, "POST", f"/branches/{code}/sync", json=body)
    assert synced["sequence"] == str(sequence + 1)
    again = await toolkit(builder, "POST", f"/branches/{code}/sync", json={"expectedBranchSequence": sequence + 1})
    assert again["sequence"] == synced["sequence"]
    await toolkit(builder, "POST", f"/branches/{code}/sync", 409, json=body)
    await builder.send("POST", f"/branches/{code}/merge")
    files = await published(builder)
    assert (files["agent_settings/rules.txt"], files[TOPIC].decode()) == (b"Be brief.", HOURS.replace("Nine", "Ten"))


async def test_a_branch_of_a_branch_merges_into_that(builder: Builder) -> None:
    parent = await create(builder)
    child = await create(builder, "Ice", sourceBranchId=parent)
    await edit(builder, child, {TOPIC: HOURS.replace("Nine", "Ten")})
    await edit(builder, parent, {"agent_settings/rules.txt": "Be brief."})
    before = await published(builder)
    await builder.send("POST", f"/branches/{child}/merge")
    assert await published(builder) == before
    await builder.send("POST", f"/branches/{parent}/merge")
    files = await published(builder)
    assert (files["agent_settings/rules.txt"], files[TOPIC].decode()) == (b"Be brief.", HOURS.replace("Nine", "Ten"))


async def test_of_many_who_merge_at_once_nobody_loses_a_change(builder: Builder) -> None:
    codes = [await create(builder, f"b{number}") for number in range(3)]
    for number, code in enumerate(codes):
        await edit(builder, code, {f"topics/t{number}.yaml": f"name: t{number}\n"})
    answers = await asyncio.gather(*(builder.ask("POST", f"/branches/{code}/merge") for code in codes))
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert sorted(answer.json()["sequence"] for answer in answers) == ["2", "3", "4"]
    assert {f"topics/t{number}.yaml" for number in range(3)} <= (await published(builder)).keys()


async def test_an_edit_of_what_somebody_else_changed_is_refused(builder: Builder) -> None:
    code = await create(builder)
    answers = await asyncio.gather(
        *(edit(builder, code, {f"topics/t{number}.yaml": f"name: t{number}\n"}) for number in range(3)),
        return_exceptions=True,
    )
    done = [answer for answer in answers if isinstance(answer, int)]
    assert done
    resources = builder.make.resources
    branch = await find_branch(resources.db, builder.project_info.id, code)
    assert branch is not None
    head = await read_head(resources.db, branch)
    assert head.sequence == max(done)
    assert len([path for path in head.files.files if path.startswith("topics/t")]) == len(done)


async def test_main_is_not_merged(builder: Builder) -> None:
    await builder.send("POST", "/branches/main/merge", 422)
    body = {"expectedBranchSequence": 1}
    refused = await toolkit(builder, "POST", "/branches/main/sync", 422, json=body)
    assert refused["error_code"] == "BRANCH_READ_ONLY"
