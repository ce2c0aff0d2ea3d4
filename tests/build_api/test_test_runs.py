"""Test runs: on promotion, as a gate, by hand."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from parley.domain.projects.actions import change_settings
from parley.domain.test_runs.actions import RUN_TESTS
from parley.kit.ids import uuid7
from parley.resources import Resources
from parley.storage import queue
from parley.storage.queue import Job, LeaseLost
from parley.worker.registry import JOBS
from parley.worker.run import Worker
from tests.build_api.builder import Builder, run_jobs
from tests.contract import ContractClient
from tests.make import Make
from tests.waiting import until

pytestmark = pytest.mark.io

PASSES = """
name: greets
script:
  - expect: {says: "Hello"}
"""
FAILS = """
name: greets wrongly
script:
  - expect: {says: "Farewell"}
"""
NEEDS_A_MODEL = """
name: books a table
user_prompt: You want a table.
prompt_assertions: [The agent is kind.]
"""


@pytest.fixture
async def builder(build: ContractClient, make: Make) -> Builder:
    return await Builder.of(build, make)


async def demand(resources: Resources, builder: Builder, gate: str) -> None:
    async with resources.db.transaction() as tx:
        builder.project_info = await change_settings(tx, builder.project_info, {"tests": gate})


async def deployed(builder: Builder, *cases: str) -> str:
    files = {f"test_suite__case_{number}.yaml": text for number, text in enumerate(cases)}
    return str((await builder.deploy(**files)).id)


async def test_a_promotion_begins_a_run_when_the_project_wants_it(builder: Builder, resources: Resources) -> None:
    await demand(resources, builder, "on_promotion")
    promoted = await builder.send("POST", f"/deployments/{await deployed(builder, PASSES, FAILS)}/promote")
    (run_id,) = promoted["testRunIds"]
    waiting = await builder.send("GET", f"/testing/test-runs/{run_id}")
    assert (waiting["status"], waiting["trigger"]) == ("pending", "promotion")
    assert waiting["deploymentId"] == promoted["deployment"]["id"]
    assert await run_jobs(resources) == 1
    run = await builder.send("GET", f"/testing/test-runs/{run_id}")
    assert (run["status"], run["total"], run["passed"], run["failed"]) == ("failed", 2, 1, 1)
    assert {each["name"]: each["status"] for each in run["results"]} == {"greets": "passed", "greets wrongly": "failed"}
    assert run["finishedAt"]
    listed = (await builder.send("GET", "/testing/test-runs"))["testRuns"]
    assert [each["testRunId"] for each in listed] == [run_id]
    (failed,) = (each for each in run["results"] if each["status"] == "failed")
    assert [(each["turn"], each["expectation"], each["wanted"]) for each in failed["unmet"]] == [
        (1, "says", "Farewell")
    ]
    assert [turn["turn"] for turn in failed["turns"]] == [1]
    assert failed["turns"][0]["trace"]["functions"] == []
    counts = [run[name] for name in ("testCaseCount", "passedCount", "failedCount", "errorCount")]
    assert (run["id"], counts) == (run_id, [2, 1, 1, 0])
    history = (await builder.send("GET", "/testing/test-history"))["testHistory"]
    assert history == run["testHistory"]
    assert [(each["testCaseId"], each["status"]) for each in history] == [
        ("greets", "passed"),
        ("greets wrongly", "failed"),
    ]
    for each in history:
        assert each["rawConversation"]["turns"][0]["agent_response"] == "Hello, how can I help?"


async def test_the_gate_keeps_untested_and_failed_versions_from_going_live(
    builder: Builder, resources: Resources
) -> None:
    await demand(resources, builder, "required")
    source = await deployed(builder, FAILS)
    refused = await builder.send("POST", f"/deployments/{source}/promote", 409, json={"targetEnvironment": "live"})
    assert refused["error_code"] == "DEPLOYMENTS_TESTS_NOT_PASSED"
    assert "no run" in refused["message"]
    staged = (await builder.send("POST", f"/deployments/{source}/promote"))["deployment"]["id"]
    assert "queued" in (await builder.send("POST", f"/deployments/{staged}/promote", 409))["message"]
    await run_jobs(resources)
    assert "failed" in (await builder.send("POST", f"/deployments/{staged}/promote", 409))["message"]
    active = (await builder.send("GET", "/deployments/active"))["activeDeployments"]
    assert active["live"] is None


async def test_what_has_passed_goes_live(builder: Builder, resources: Resources) -> None:
    await demand(resources, builder, "required")
    source = await deployed(builder, PASSES)
    staged = (await builder.send("POST", f"/deployments/{source}/promote"))["deployment"]["id"]
    await run_jobs(resources)
    live = await builder.send("POST", f"/deployments/{staged}/promote")
    assert live["deployment"]["environment"] == "live"
    await builder.send("POST", f"/deployments/{live['deployment']['id']}/rollback")


async def test_a_run_is_incomplete_when_cases_need_a_model(builder: Builder, resources: Resources) -> None:
    source = await deployed(builder, PASSES, NEEDS_A_MODEL)
    (run_id,) = (await builder.send("POST", "/testing/test-runs/trigger", 201, json={"deploymentId": source}))[
        "testRunIds"
    ]
    await run_jobs(resources)
    run = await builder.send("GET", f"/testing/test-runs/{run_id}")
    assert (run["status"], run["trigger"], run["passed"], run["failed"]) == ("incomplete", "manual", 1, 0)


async def test_a_run_is_triggered_for_what_is_active(builder: Builder, resources: Resources) -> None:
    source = await deployed(builder, PASSES)
    await builder.send("POST", "/testing/test-runs/trigger", 201)
    assert (await builder.send("GET", f"/testing/test-runs?deploymentId={source}"))["testRuns"]
    await builder.send("POST", "/testing/test-runs/trigger", 404, json={"environment": "live"})
    await builder.send("POST", "/testing/test-runs/trigger", 400, json={"environment": "moon"})
    await builder.send("POST", "/testing/test-runs/trigger", 404, json={"deploymentId": "nonsense"})


async def test_runs_of_others_are_invisible(builder: Builder, build: ContractClient, make: Make) -> None:
    await deployed(builder, PASSES)
    (run_id,) = (await builder.send("POST", "/testing/test-runs/trigger", 201))["testRunIds"]
    other = await Builder.of(build, make)
    for reference in (run_id, str(uuid7()), "nonsense"):
        await other.send("GET", f"/testing/test-runs/{reference}", 404)


async def test_a_run_that_lost_its_worker_begins_anew(builder: Builder, resources: Resources) -> None:
    await deployed(builder, PASSES, FAILS)
    (run_id,) = (await builder.send("POST", "/testing/test-runs/trigger", 201))["testRunIds"]
    await resources.db.fetch("update test_runs set status = 'running', passed = 1, results = '[{}]'")
    await run_jobs(resources)
    run = await builder.send("GET", f"/testing/test-runs/{run_id}")
    assert (run["status"], run["passed"], len(run["results"])) == ("failed", 1, 2)


async def test_who_lost_a_run_to_another_worker_writes_nothing_into_it(builder: Builder, resources: Resources) -> None:
    await deployed(builder, PASSES)
    (run_id,) = (await builder.send("POST", "/testing/test-runs/trigger", 201))["testRunIds"]

    async def taken() -> Job:
        async with resources.db.transaction() as tx:
            (job,) = await queue.lease_due(tx, [RUN_TESTS], 1, lease_seconds=0)
        return job

    frozen, other = await taken(), await taken()
    with pytest.raises(LeaseLost):
        await JOBS[RUN_TESTS].run(resources, frozen)
    assert (await builder.send("GET", f"/testing/test-runs/{run_id}"))["status"] == "pending"
    await JOBS[RUN_TESTS].run(resources, other)
    run = await builder.send("GET", f"/testing/test-runs/{run_id}")
    assert (run["status"], run["passed"], len(run["results"])) == ("passed", 1, 1)


async def test_a_run_that_no_worker_comes_through_with_has_ended(builder: Builder, resources: Resources) -> None:
    await deployed(builder, PASSES)
    (run_id,) = (await builder.send("POST", "/testing/test-runs/trigger", 201))["testRunIds"]

    async def break_down(_resources: Resources, _job: Job) -> None:
        raise OSError

    async def has_ended() -> bool:
        run = await builder.send("GET", f"/testing/test-runs/{run_id}")
        return bool(run["status"] == "errored")

    stop = asyncio.Event()
    worker = Worker(resources, {RUN_TESTS: replace(JOBS[RUN_TESTS], run=break_down, attempts=1)})
    working = asyncio.create_task(worker.run(stop))
    await until(has_ended)
    stop.set()
    await working
    given_up = await builder.send("GET", f"/testing/test-runs/{run_id}")
    assert "another one" in given_up["error"]
    assert given_up["finishedAt"]
    async with resources.db.transaction() as tx:
        (letter,) = await queue.dead_letters(tx)
        await queue.requeue(tx, letter["id"])
    await run_jobs(resources)
    again = await builder.send("GET", f"/testing/test-runs/{run_id}")
    assert (again["status"], again["error"]) == ("passed", "")


async def test_some_cases_are_run_and_their_history_is_read(builder: Builder, resources: Resources) -> None:
    await deployed(builder, PASSES, FAILS)
    trigger, history = "/testing/test-runs/trigger", "/testing/test-history"
    body = {"testCaseIds": ["greets wrongly"], "branchId": "main"}
    begun = await builder.send("POST", trigger, 201, json=body)
    assert (begun["testCaseCount"], begun["test_case_count"], begun["testRunIds"]) == (1, 1, [begun["id"]])
    await run_jobs(resources)
    whole = await builder.send("POST", trigger, 201)
    await run_jobs(resources)
    runs = (await builder.send("GET", "/testing/test-runs?branchId=main"))["testRuns"]
    assert [(each["id"], each["testCaseCount"], each["failedCount"]) for each in runs] == [
        (whole["id"], 2, 1),
        (begun["id"], 1, 1),
    ]
    assert (await builder.send("GET", "/testing/test-runs?limit=1&offset=1"))["testRuns"] == runs[1:]
    for nothing in ("test-runs?branchId=other", "test-runs?testSetId=x", "test-history?branchId=other"):
        assert [*(await builder.send("GET", f"/testing/{nothing}")).values()] == [[]]
    found = (await builder.send("GET", f"{history}?testCaseId=greets%20wrongly"))["testHistory"]
    assert [each["testRunId"] for each in found] == [whole["id"], begun["id"]]
    assert (await builder.send("GET", f"{history}?limit=1&offset=2"))["testHistory"] == found[1:]
    for refused in ([], ["unheard of"]):
        answer = await builder.send("POST", trigger, 422, json={"testCaseIds": refused})
        assert answer["error_code"] == "TEST_CASES_NOT_FOUND"
    await builder.send("POST", trigger, 404, json={"branchId": "BRANCH-12345678"})
    await builder.deploy()
    await builder.send("POST", trigger, 422)
