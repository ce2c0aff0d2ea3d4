"""Runs of an agent's test suite: list, read, begin."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.agents.deployments import author, find_deployment, read_artifact
from parley.build_api.branches.drafts import draft_of
from parley.build_api.branches.lookup import find_branch
from parley.domain.branches.model import MAIN, BranchNotFound
from parley.domain.deployments import store as deployments
from parley.domain.deployments.model import (
    SEQUENCE,
    Deployment,
    DeploymentNotFound,
    DeploymentsInvalidEnvironment,
    DeploymentsValidationFailed,
)
from parley.domain.projection.folders import TEST_CASE
from parley.domain.projection.identities import RecordIds
from parley.domain.projects.files import unpack
from parley.domain.projects.info import ProjectNotFound
from parley.domain.projects.loader import load_project
from parley.domain.test_runs import actions, store
from parley.domain.test_runs.model import (
    RunStatus,
    TestCasesNotFound,
    TestRun,
    TestRunNotFound,
)
from parley.kit.clock import iso
from parley.kit.errors import FieldError
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.inputs import Identifier
from parley.web.responses import json_response

MOST_CASES = 1000


class RunSummary(BaseModel):
    id: str
    testRunId: str = Field(description="The same.")
    deploymentId: str
    branchId: str
    trigger: str = Field(description="promotion or manual.")
    status: str = Field(description="pending, running, passed, failed, incomplete or errored.")
    testCaseCount: int
    passedCount: int
    failedCount: int = Field(description="Without those that could not be judged.")
    errorCount: int
    total: int
    passed: int
    failed: int = Field(description="Together with those that could not be judged.")
    error: str
    startedBy: str
    createdBy: str
    createdAt: str
    startedAt: str | None
    finishedAt: str | None


class PromptAssertion(BaseModel):
    prompt: str
    is_pass: bool
    reason: str


class CallFailure(BaseModel):
    name: str
    failure_reason: str
    error: str | None


class EntryResults(BaseModel):
    prompt_assertion_results: list[PromptAssertion]
    function_call_failures: list[CallFailure]


class Snapshot(BaseModel):
    name: str


class FunctionCall(BaseModel):
    name: str
    arguments: dict[str, Any]


class Exchange(BaseModel):
    user_input: str
    agent_response: str
    function_calls: list[FunctionCall]


class RawConversation(BaseModel):
    id: str | None = Field(description="Null: test cases leave no conversation behind.")
    turns: list[Exchange]


class HistoryEntry(BaseModel):
    testCaseId: str = Field(description="The case's name.")
    testRunId: str
    status: str = Field(description="passed, failed, errored, timed_out or pending.")
    testCaseSnapshot: Snapshot
    reason: str
    results: EntryResults
    rawConversation: RawConversation


class RunDetail(RunSummary):
    testHistory: list[HistoryEntry]
    results: list[dict[str, Any]] = Field(
        description="One for each case that has ended. Of one that did not pass `unmet` has what was expected beside "
        "what happened, and in the run itself `turns` what led to it, with the trace of each turn."
    )


class RunList(BaseModel):
    testRuns: list[RunSummary]


class History(BaseModel):
    testHistory: list[HistoryEntry]


class ResultQuery(BaseModel):
    deploymentId: UUID | None = None
    branchId: Identifier | None = None
    limit: int = Field(default=100, ge=1, le=500)
    offset: int = Field(default=0, ge=0, le=10_000)


class RunQuery(ResultQuery):
    testSetId: Identifier | None = Field(default=None, description="No run belongs to one: there are none here.")


class HistoryQuery(ResultQuery):
    testCaseId: Identifier | None = None


class TriggerRequest(BaseModel):
    deploymentId: Identifier | None = Field(default=None, description="Omitted: what is active in `environment`.")
    environment: Identifier = Field(default="sandbox", examples=["sandbox"])
    branchId: Identifier = MAIN
    testCaseIds: Annotated[list[Identifier], Field(max_length=MOST_CASES)] | None = Field(
        default=None, description="Their names, or their ids in a projection. Omitted: the whole suite."
    )


class TriggerReply(BaseModel):
    id: str
    testRunIds: list[str]
    testCaseCount: int
    test_case_count: int = Field(description="The same.")


async def list_test_runs(request: ApiRequest[None, RunQuery]) -> Response:
    query = request.query
    if query.testSetId is not None:
        return json_response({"testRuns": []})
    runs = await store.list_runs(
        request.resources.db,
        request.project.id,
        query.limit,
        offset=query.offset,
        deployment_id=query.deploymentId,
        branch=query.branchId,
    )
    return json_response({"testRuns": [_summary_json(run) for run in runs]})


async def read_test_history(request: ApiRequest[None, HistoryQuery]) -> Response:
    query = request.query
    results = await store.list_results(
        request.resources.db,
        request.project.id,
        query.limit,
        offset=query.offset,
        deployment_id=query.deploymentId,
        branch=query.branchId,
        case=query.testCaseId,
    )
    return json_response({"testHistory": [_entry_json(run_id, result) for run_id, result in results]})


async def read_test_run(request: ApiRequest[None, None]) -> Response:
    try:
        run = await store.find_run(request.resources.db, UUID(request.path["testRunId"]))
    except ValueError:
        raise TestRunNotFound from None
    if run is None or run.project_id != request.project.id:
        raise TestRunNotFound
    entries = [_entry_json(run.id, result) for result in run.results]
    return json_response({**_summary_json(run), "testHistory": entries, "results": list(run.results)})


async def trigger_test_run(request: ApiRequest[TriggerRequest, None]) -> Response:
    deployment = await _find_deployment(request)
    packed = await read_artifact(request.resources, deployment)
    # Loading a project may take seconds: not on the event loop.
    known = await asyncio.to_thread(_case_names, packed)
    wanted = request.body.testCaseIds
    given = RecordIds.read(deployment.record_ids)
    ids = {given.of(TEST_CASE, name): name for name in known}
    chosen = known if wanted is None else list(dict.fromkeys(ids.get(each, each) for each in wanted))
    if missing := [name for name in chosen if name not in known]:
        raise TestCasesNotFound(fields=[FieldError("testCaseIds", f"{name!r} is not a case") for name in missing])
    if not chosen:
        raise TestCasesNotFound("There are no test cases to run.")
    now, who = request.resources.clock.now(), author(request.key)
    async with request.change() as tx:
        run = await actions.request_run(
            tx,
            deployment,
            "manual",
            who,
            now,
            total=len(chosen),
            cases=None if wanted is None else chosen,
            branch=request.body.branchId,
        )
    count = {"testCaseCount": len(chosen), "test_case_count": len(chosen)}
    return json_response({"id": str(run.id), "testRunIds": [str(run.id)], **count}, 201)


def _case_names(packed: bytes) -> list[str]:
    project, _problems = load_project(unpack(packed))
    return [case.name for case in project.tests.values()] if project is not None else []


async def _find_deployment(request: ApiRequest[TriggerRequest, None]) -> Deployment:
    if request.body.environment not in SEQUENCE:
        raise DeploymentsInvalidEnvironment
    if request.body.branchId != MAIN:
        branch = await find_branch(request.resources.db, request.project, request.body.branchId)
        return await draft_of(request, branch)
    if request.body.deploymentId is not None:
        return await find_deployment(request, request.body.deploymentId)
    found = await deployments.find_active(request.resources.db, request.project.id, request.body.environment)
    if found is None:
        raise DeploymentNotFound
    return found


def _summary_json(run: TestRun) -> dict[str, Any]:
    return {
        "id": str(run.id),
        "testRunId": str(run.id),
        "deploymentId": str(run.deployment_id),
        "branchId": run.branch,
        "trigger": run.trigger,
        # Clients that wait for the end of a run know this word for it.
        "status": "pending" if run.status is RunStatus.QUEUED else run.status.value,
        "testCaseCount": run.total,
        "passedCount": run.passed,
        "failedCount": run.failed - run.errored,
        "errorCount": run.errored,
        "total": run.total,
        "passed": run.passed,
        "failed": run.failed,
        "error": run.error,
        "startedBy": run.created_by,
        "createdBy": run.created_by,
        "createdAt": iso(run.created_at),
        "startedAt": iso(run.started_at) if run.started_at else None,
        "finishedAt": iso(run.finished_at) if run.finished_at else None,
    }


def _entry_json(run_id: UUID, result: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "testCaseId": result["name"],
        "testRunId": str(run_id),
        "status": result["status"],
        "testCaseSnapshot": {"name": result["name"]},
        "reason": result["reason"],
        "results": {
            "prompt_assertion_results": result["prompt_assertion_results"],
            "function_call_failures": result["function_call_failures"],
        },
        # Results of earlier versions have the words alone.
        "rawConversation": {"id": None, "turns": result.get("conversation") or _exchanges(result["transcript"])},
    }


def _exchanges(transcript: Iterable[Mapping[str, str]]) -> list[dict[str, Any]]:
    """Lines as turns: each line of the user begins one."""
    turns: list[dict[str, Any]] = []
    for line in transcript:
        by_user = line["role"] == "user"
        if by_user or not turns:
            turns.append({"user_input": "", "agent_response": "", "function_calls": []})
        said = "user_input" if by_user else "agent_response"
        turns[-1][said] = f"{turns[-1][said]} {line['text']}".strip()
    return turns


TESTING = "/v1/agents/{agent_id}/testing"

ENDPOINTS = (
    Endpoint(
        "GET",
        f"{TESTING}/test-runs",
        list_test_runs,
        AGENTS,
        "Test runs of an agent, newest first",
        description="Counts alone; the cases of one are in the run itself, those of many in the history.",
        query=RunQuery,
        reply=RunList,
        errors=(ProjectNotFound,),
    ),
    Endpoint(
        "GET",
        f"{TESTING}/test-history",
        read_test_history,
        AGENTS,
        "What became of the test cases of an agent, those of the newest run first",
        description="To see which cases fail again and again, and since which deployment.",
        query=HistoryQuery,
        reply=History,
        errors=(ProjectNotFound,),
    ),
    Endpoint(
        "POST",
        f"{TESTING}/test-runs/trigger",
        trigger_test_run,
        AGENTS,
        "Run an agent's test suite",
        description="The cases of the test suite, against the deployment or the branch that is named. It runs in the "
        "background: read the run until its status is final.",
        status=201,
        body=TriggerRequest,
        body_required=False,
        reply=TriggerReply,
        errors=(
            ProjectNotFound,
            DeploymentNotFound,
            DeploymentsInvalidEnvironment,
            BranchNotFound,
            DeploymentsValidationFailed,
            TestCasesNotFound,
        ),
        unlogged="it runs tests and changes nothing",
    ),
    Endpoint(
        "GET",
        f"{TESTING}/test-runs/{{testRunId}}",
        read_test_run,
        AGENTS,
        "One test run with the result of each case",
        description="With what was said in each case, and why it failed.",
        reply=RunDetail,
        errors=(ProjectNotFound, TestRunNotFound),
    ),
)
