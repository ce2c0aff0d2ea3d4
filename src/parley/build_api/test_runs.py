"""Runs of an agent's test suite: list, read, begin."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.deployments import author
from parley.domain.deployments import store as deployments
from parley.domain.deployments.model import SEQUENCE, Deployment, DeploymentNotFound, DeploymentsInvalidEnvironment
from parley.domain.projects.info import ProjectNotFound
from parley.domain.test_runs import actions, store
from parley.domain.test_runs.model import TestRun, TestRunNotFound
from parley.kit.clock import iso
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.inputs import Identifier
from parley.web.responses import json_response


class RunSummary(BaseModel):
    testRunId: str
    deploymentId: str
    trigger: str = Field(description="promotion or manual.")
    status: str = Field(description="queued, running, passed, failed, incomplete or errored.")
    total: int
    passed: int
    failed: int
    error: str
    createdBy: str
    createdAt: str
    startedAt: str | None
    finishedAt: str | None


class RunDetail(RunSummary):
    results: list[dict[str, Any]] = Field(
        description="One for each case that has ended. Of one that did not pass `unmet` has what was expected beside "
        "what happened, and in the run itself `turns` what led to it, with the trace of each turn."
    )


class RunList(BaseModel):
    testRuns: list[RunSummary]


class History(BaseModel):
    testHistory: list[RunDetail]


class RunQuery(BaseModel):
    deploymentId: UUID | None = None
    limit: int = Field(default=50, ge=1, le=500)


class TriggerRequest(BaseModel):
    deploymentId: Identifier | None = Field(default=None, description="Omitted: what is active in `environment`.")
    environment: Identifier = "sandbox"


class TriggerReply(BaseModel):
    testRunIds: list[str]


async def list_test_runs(request: ApiRequest[None, RunQuery]) -> Response:
    runs = await _list_runs(request)
    return json_response({"testRuns": [_summary_json(run) for run in runs]})


async def read_test_history(request: ApiRequest[None, RunQuery]) -> Response:
    runs = await _list_runs(request)
    return json_response({"testHistory": [_history_json(run) for run in runs]})


async def read_test_run(request: ApiRequest[None, None]) -> Response:
    try:
        run = await store.find_run(request.resources.db, UUID(request.path["testRunId"]))
    except ValueError:
        raise TestRunNotFound from None
    if run is None or run.project_id != request.project.id:
        raise TestRunNotFound
    return json_response(_detail_json(run))


async def trigger_test_run(request: ApiRequest[TriggerRequest, None]) -> Response:
    deployment = await _find_deployment(request)
    async with request.change() as tx:
        run = await actions.request_run(tx, deployment, "manual", author(request.key), request.resources.clock.now())
    return json_response({"testRunIds": [str(run.id)]}, 201)


async def _list_runs(request: ApiRequest[None, RunQuery]) -> list[TestRun]:
    return await store.list_runs(
        request.resources.db, request.project.id, request.query.deploymentId, request.query.limit
    )


async def _find_deployment(request: ApiRequest[TriggerRequest, None]) -> Deployment:
    db, project_info = request.resources.db, request.project
    if request.body.environment not in SEQUENCE:
        raise DeploymentsInvalidEnvironment
    if request.body.deploymentId is None:
        found = await deployments.find_active(db, project_info.id, request.body.environment)
    else:
        try:
            found = await deployments.find_deployment(db, UUID(request.body.deploymentId))
        except ValueError:
            raise DeploymentNotFound from None
    if found is None or found.project_id != project_info.id:
        raise DeploymentNotFound
    return found


def _summary_json(run: TestRun) -> dict[str, Any]:
    return {
        "testRunId": str(run.id),
        "deploymentId": str(run.deployment_id),
        "trigger": run.trigger,
        "status": run.status.value,
        "total": run.total,
        "passed": run.passed,
        "failed": run.failed,
        "error": run.error,
        "createdBy": run.created_by,
        "createdAt": iso(run.created_at),
        "startedAt": iso(run.started_at) if run.started_at else None,
        "finishedAt": iso(run.finished_at) if run.finished_at else None,
    }


def _detail_json(run: TestRun) -> dict[str, Any]:
    return {**_summary_json(run), "results": list(run.results)}


def _history_json(run: TestRun) -> dict[str, Any]:
    """Without the traces of turns: of many runs they would be megabytes."""
    results = [{name: value for name, value in result.items() if name != "turns"} for result in run.results]
    return {**_summary_json(run), "results": results}


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
        "Test runs of an agent with the result of each case, newest first",
        description="To see which cases fail again and again, and since which deployment.",
        query=RunQuery,
        reply=History,
        errors=(ProjectNotFound,),
    ),
    Endpoint(
        "POST",
        f"{TESTING}/test-runs/trigger",
        trigger_test_run,
        AGENTS,
        "Run an agent's test suite",
        description="The cases of the project's test suite, against the deployment that is named. It runs in the "
        "background: read the run until its status is final.",
        status=201,
        body=TriggerRequest,
        body_required=False,
        reply=TriggerReply,
        errors=(ProjectNotFound, DeploymentNotFound, DeploymentsInvalidEnvironment),
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
