"""Agents of test cases know nothing of each other, and leave no process behind."""

from __future__ import annotations

import pytest

from parley.domain.projects.files import bundle_files
from parley.domain.projects.loader import load_project
from parley.domain.projects.model import Project
from parley.kit.clock import SystemClock
from parley.resources import Resources
from parley.runtime.agent.agents import Agent
from parley.runtime.test_runs.isolation import fresh_agent
from parley.runtime.test_runs.run import CaseSetup, run_case
from parley.runtime.test_runs.verdict import Status
from parley.runtime.turn.ports import Limits
from parley.runtime.turn.reply.safety import RuleClassifier
from tests.local_responder.in_process import InProcessResponder

pytestmark = pytest.mark.io

COUNTS = """from _gen import *

SEEN = []


def start_function(conv: Conversation):
    SEEN.append(1)
    conv.state.seen = len(SEEN)
"""
FILES = {
    "project.yaml": "project_id: p\naccount_id: a\n",
    "functions/start_function.py": COUNTS,
    "voice/configuration.yaml": "greeting:\n  welcome_message: Hello!\n",
    "test_suite/first.yaml": "name: first\nscript:\n  - expect: {says: Hello, state: {seen: 1}}\n",
}


@pytest.fixture(scope="module")
def project() -> Project:
    bundle, problems = bundle_files({path: text.encode() for path, text in FILES.items()})
    assert bundle is not None, problems
    project, problems = load_project(bundle)
    assert project is not None, problems
    return project


async def status(agent: Agent) -> Status:
    setup = CaseSetup(agent, InProcessResponder(), False, RuleClassifier(), SystemClock(), Limits())
    return (await run_case(setup, agent.project.tests["first"])).status


async def test_every_case_begins_with_modules_of_its_own(resources: Resources, project: Project) -> None:
    for _ in range(2):
        async with fresh_agent(resources.hosts, project, None) as agent:
            assert await status(agent) is Status.PASSED
    async with fresh_agent(resources.hosts, project, None) as agent:
        assert await status(agent) is Status.PASSED
        assert await status(agent) is Status.FAILED  # the same agent remembers
    assert resources.hosts.status() == {}


async def test_a_case_that_breaks_leaves_nothing_behind(resources: Resources, project: Project) -> None:
    async def broken() -> None:
        async with fresh_agent(resources.hosts, project, None) as agent:
            await status(agent)
            assert len(resources.hosts.status()) == 1
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await broken()
    assert resources.hosts.status() == {}
