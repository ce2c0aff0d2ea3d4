"""What an A/B test has shown so far."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, Field
from starlette.responses import Response

from parley.build_api.agents.ab_tests import MISSING, ONE, AbTestRecord, find_ab_test
from parley.build_api.conversations.filters import as_list
from parley.domain.analytics.ab_days import KeptDays
from parley.domain.analytics.ab_results import MOST_METRICS, Verdict, results
from parley.domain.analytics.metrics import LONGEST_NAME
from parley.domain.deployments.ab_tests import AbTestNotFound, Arm
from parley.domain.deployments.model import DeploymentNotFound
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import json_response

MetricName = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


kept = KeptDays()
"""Of this process: whoever watches a test asks every half minute."""


class AbTestInterval(BaseModel):
    value: float | None
    low: float | None = Field(description="In 95 of 100 tests the truth is between this and `high`.")
    high: float | None


class AbTestSample(AbTestInterval):
    conversations: int = Field(description="That have ended, and have a number where it is about a metric.")


class AbTestMeasure(BaseModel):
    name: str = Field(description="`containment`, `handoff_rate`, `duration` in seconds, or `metric:` and a name.")
    control: AbTestSample
    variant: AbTestSample
    difference: AbTestInterval | None = Field(description="How much higher the variant's is.")
    verdict: Verdict = Field(
        description="`not_enough` conversations yet, `no_difference` that can be told from chance, or the variant's is "
        "`higher` or `lower`."
    )


class AbTestArm(BaseModel):
    arm: Arm
    deployment_id: str
    conversations: int
    ended: int


class AbTestResults(BaseModel):
    ab_test: AbTestRecord
    fewest_conversations: int = Field(description="Of each arm, before anything is concluded.")
    has_enough: bool
    arms: list[AbTestArm]
    measures: list[AbTestMeasure]


class AbTestResultsQuery(BaseModel):
    metric: Annotated[list[MetricName], BeforeValidator(as_list), Field(max_length=MOST_METRICS)] = Field(
        default=[], description="The name of a metric that agent code writes, by its numbers. Repeatable."
    )


async def read_ab_test_results(request: ApiRequest[None, AbTestResultsQuery]) -> Response:
    metrics = list(dict.fromkeys(request.query.metric))
    test = await find_ab_test(request)
    arms = await kept.read(request.resources.db, test, metrics, request.resources.clock.now())
    return json_response(results(test, arms, metrics))


ENDPOINTS = (
    Endpoint(
        "GET",
        f"{ONE}/results",
        read_ab_test_results,
        AGENTS,
        "What an A/B test has shown so far",
        description="How the conversations of each arm went: containment, handoffs, duration, and metrics by choice, "
        "each with the interval that holds the truth in 95 of 100 tests, and the difference with its own. Nothing is "
        "concluded before both arms have enough conversations that have ended.",
        query=AbTestResultsQuery,
        reply=AbTestResults,
        unknown_project=DeploymentNotFound,
        errors=(*MISSING, AbTestNotFound),
    ),
)
