"""A project's test suite: the clock stands still, services are mocked, and what is wrong is said."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from parley.domain.projects.files import bundle_files
from parley.domain.projects.loader import load_project
from parley.runtime.agent.agents import prepare
from parley.runtime.test_runs.run import CaseSetup, run_case
from parley.runtime.test_runs.verdict import Status
from tests.journeys.installation import Installation, files_of
from tests.local_responder.in_process import InProcessResponder

pytestmark = pytest.mark.io


@pytest.fixture
async def setup(installation: Installation) -> AsyncIterator[CaseSetup]:
    files = {path: text.encode() for path, text in files_of("everything").items()}
    bundle, _ = bundle_files({**files, "project.yaml": b"project_id: p\naccount_id: a\n"})
    assert bundle is not None
    project, _ = load_project(bundle)
    assert project is not None
    dependencies, hosts = installation.resources.dependencies, installation.resources.hosts
    agent = await prepare("suite", project, hosts.host_for("suite", project), None)
    yield CaseSetup(agent, InProcessResponder(), False, dependencies.safety, dependencies.clock, dependencies.limits)
    await hosts.close("suite")


@pytest.mark.parametrize("case", ["Stopped clock", "Mocked services"])
async def test_a_case_passes(setup: CaseSetup, case: str) -> None:
    verdict = await run_case(setup, setup.agent.project.tests[case])
    assert (verdict.status, verdict.script_failures, verdict.call_failures) == (Status.PASSED, (), ()), verdict


async def test_a_case_fails_with_every_reason(setup: CaseSetup) -> None:
    verdict = await run_case(setup, setup.agent.project.tests["Wrong in every way"])
    assert verdict.status is Status.FAILED
    assert [failure.failure_reason for failure in verdict.call_failures] == [
        "was not called",
        "wanted (times=2), was called with (word='fig', times=1, weight=1.5, is_gift=True)",
    ]
    assert verdict.script_failures == (
        "turn 1: wanted words like 'Lost', the agent said 'Kept.'",
        "turn 1: wanted no words like 'Kept', the agent said 'Kept.'",
        "turn 1: wanted a call of look, got keep",
        "turn 1: the conversation went on",
        "turn 1: wanted a handoff to 'Front Desk', got None",
        "turn 1: wanted state favourite = 'plum', got 'fig'",
    )
