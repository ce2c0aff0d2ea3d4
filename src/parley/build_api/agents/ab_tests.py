"""A/B tests in the form that command-line toolkits know: a share of new conversations goes to a second deployment."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.agents.deployments import author
from parley.domain.accounts.model import AccountNotFound
from parley.domain.deployments import ab_test_actions, ab_test_store
from parley.domain.deployments.ab_tests import (
    LARGEST,
    SMALLEST,
    STEP,
    USUAL,
    AbTest,
    AbTestEnded,
    AbTestNotFound,
    AbTestRunning,
)
from parley.domain.deployments.model import DeploymentNotFound
from parley.domain.projects.real_time import RealTimeConfigInvalidForSchema
from parley.domain.test_runs import actions as tests
from parley.domain.test_runs.model import DeploymentsTestsNotPassed
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response

Name = Annotated[str, Field(min_length=1, max_length=100)]
Share = Annotated[
    int,
    Field(
        ge=SMALLEST,
        le=LARGEST,
        multiple_of=STEP,
        description="Of a hundred new conversations, how many the variant gets; in steps of 5.",
    ),
]


class AbTestRequest(BaseModel):
    name: Name
    variant_deployment_id: UUID = Field(
        description="The active deployment of pre-release, of another version than live."
    )
    traffic_percentage: Share = USUAL


class AbTestShare(BaseModel):
    traffic_percentage: Share


class AbTestChoice(BaseModel):
    chosen_deployment_id: UUID = Field(description="One of the two. The variant is promoted to live.")


class AbTestRecord(BaseModel):
    id: str
    name: str
    status: Literal["active", "ended"]
    control_deployment_id: str
    variant_deployment_id: str
    traffic_percentage: int
    created_by: str
    created_at: str
    ended_at: str | None
    chosen_deployment_id: str | None


class NoTest(BaseModel):
    """No test is running."""


class AbTestList(BaseModel):
    ab_tests: list[AbTestRecord]


class AbTestsQuery(BaseModel):
    limit: int = Field(default=50, ge=1, le=200)


async def start_ab_test(request: ApiRequest[AbTestRequest, None]) -> Response:
    body, now, who = request.body, request.resources.clock.now(), author(request.key)
    async with request.change() as tx:
        test = await tests.start_ab_test(
            tx, request.project, body.name, body.variant_deployment_id, body.traffic_percentage, now=now, created_by=who
        )
    return json_response(test.to_json())


async def list_ab_tests(request: ApiRequest[None, AbTestsQuery]) -> Response:
    found = await ab_test_store.list_tests(request.resources.db, request.project.id, request.query.limit)
    return json_response({"ab_tests": [test.to_json() for test in found]})


async def read_active_ab_test(request: ApiRequest[None, None]) -> Response:
    test = await ab_test_store.find_running(request.resources.db, request.project.id)
    return json_response({} if test is None else test.to_json())


async def change_ab_test(request: ApiRequest[AbTestShare, None]) -> Response:
    test_id, share = test_id_of(request.path["test_id"]), request.body.traffic_percentage
    async with request.change() as tx:
        test = await ab_test_actions.change_share(tx, request.project, test_id, share)
    return json_response(test.to_json())


async def end_ab_test(request: ApiRequest[AbTestChoice, None]) -> Response:
    test_id, chosen = test_id_of(request.path["test_id"]), request.body.chosen_deployment_id
    now, who = request.resources.clock.now(), author(request.key)
    async with request.change() as tx:
        test = await tests.end_ab_test(tx, request.project, test_id, chosen, now=now, created_by=who)
    return json_response(test.to_json())


async def find_ab_test(request: ApiRequest[None, Any]) -> AbTest:
    test = await ab_test_store.find_test(request.resources.db, request.project.id, test_id_of(request.path["test_id"]))
    if test is None:
        raise AbTestNotFound
    return test


def test_id_of(reference: str) -> UUID:
    try:
        return UUID(reference)
    except ValueError:
        raise AbTestNotFound from None


AB_TESTS = "/adk/v1/accounts/{account_id}/projects/{project_id}/ab-tests"
ONE = f"{AB_TESTS}/{{test_id}}"
MISSING = (AccountNotFound, DeploymentNotFound)
"""Toolkits read an unknown deployment as an unknown project, and know no other code for it."""

ENDPOINTS = (
    Endpoint(
        "POST",
        AB_TESTS,
        start_ab_test,
        AGENTS,
        "Start an A/B test in live",
        description="From now on a share of the new conversations in live begins on the active deployment of "
        "pre-release, and stays with it to its end. A caller who is known gets the same one each time. One test at a "
        "time; nothing is promoted to live or rolled back meanwhile.",
        body=AbTestRequest,
        reply=AbTestRecord,
        unknown_project=DeploymentNotFound,
        errors=(*MISSING, AbTestRunning, DeploymentsTestsNotPassed),
    ),
    Endpoint(
        "GET",
        AB_TESTS,
        list_ab_tests,
        AGENTS,
        "The A/B tests of a project, newest first",
        description="The one that is running, and those that ended with what was chosen.",
        query=AbTestsQuery,
        reply=AbTestList,
        unknown_project=DeploymentNotFound,
        errors=MISSING,
    ),
    Endpoint(
        "GET",
        f"{AB_TESTS}/active",
        read_active_ab_test,
        AGENTS,
        "The A/B test that is running",
        description="An empty object when there is none.",
        reply=AbTestRecord | NoTest,
        unknown_project=DeploymentNotFound,
        errors=MISSING,
    ),
    Endpoint(
        "PATCH",
        ONE,
        change_ab_test,
        AGENTS,
        "Change the share of the variant",
        description="Of the conversations that begin from now on. Who has the variant keeps it when its share grows.",
        body=AbTestShare,
        reply=AbTestRecord,
        unknown_project=DeploymentNotFound,
        errors=(*MISSING, AbTestNotFound, AbTestEnded),
    ),
    Endpoint(
        "DELETE",
        ONE,
        end_ab_test,
        AGENTS,
        "End an A/B test with a choice",
        description="The chosen deployment gets all new conversations at once: the variant as a promotion to live. "
        "Running ones keep theirs.",
        body=AbTestChoice,
        reply=AbTestRecord,
        unknown_project=DeploymentNotFound,
        errors=(*MISSING, AbTestNotFound, AbTestEnded, DeploymentsTestsNotPassed, RealTimeConfigInvalidForSchema),
    ),
)
