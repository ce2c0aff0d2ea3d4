"""The examples' own test suites, run as `parley test` runs them: by script, and with a model in all three roles."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx
import pytest

from parley.domain.projects.files import read_folder
from parley.domain.projects.loader import load_project
from parley.domain.projects.model import Project
from parley.providers.llm.openai import Endpoint, OpenAIModel
from parley.providers.llm.protocol import Model
from parley.runtime.test_runs.isolation import fresh_agent
from parley.runtime.test_runs.run import CaseSetup, run_case
from parley.runtime.test_runs.verdict import Status
from tests.fake_openai import Reply, call, fake_openai, words
from tests.journeys.installation import EXAMPLES, Installation
from tests.local_responder.in_process import InProcessResponder

pytestmark = pytest.mark.io


def project_of(name: str) -> Project:
    bundle, _problems = read_folder(EXAMPLES / name)
    assert bundle is not None
    project, _problems = load_project(bundle)
    assert project is not None
    return project


PROJECTS = {name: project_of(name) for name in ("restaurant", "field_service")}
CASES = [(name, case) for name, project in PROJECTS.items() for case in project.tests]


@asynccontextmanager
async def staged(installation: Installation, name: str, model: Model, can_simulate: bool) -> AsyncIterator[CaseSetup]:
    """The example on fresh hosts, as the command line prepares it for each case."""
    dependencies, hosts = installation.resources.dependencies, installation.resources.hosts
    async with fresh_agent(hosts, PROJECTS[name], None) as agent:
        yield CaseSetup(agent, model, can_simulate, dependencies.safety, dependencies.clock, dependencies.limits)


@pytest.mark.parametrize(("name", "case"), CASES)
async def test_scripted_case(installation: Installation, name: str, case: str) -> None:
    async with staged(installation, name, InProcessResponder(), can_simulate=False) as setup:
        verdict = await run_case(setup, PROJECTS[name].tests[case])
    assert (verdict.status, verdict.script_failures, verdict.call_failures) == (Status.PASSED, (), ()), verdict


def play(body: Mapping[str, Any]) -> Reply:
    """A guest who wants the manager, an agent that puts them through, and a judge who is content with one statement."""
    first = str(body["messages"][0]["content"])
    if first.startswith("You play a customer"):
        return words("I'd like to speak to the manager.")
    if "Statement:" in first:
        holds = "greets the guest" in first
        return words(f'```json\n{{"pass": {str(holds).lower()}, "reason": "I have read it."}}\n```')
    return call("transfer_call", reason="a bill")


async def test_a_model_plays_the_user_the_agent_and_the_judge(installation: Installation) -> None:
    case = replace(PROJECTS["restaurant"].tests["Returning guest"], script=())
    two_statements = replace(case, prompt_assertions=(*case.prompt_assertions, "The agent sings"))
    async with fake_openai() as server, httpx.AsyncClient() as client:
        server.plays(otherwise=play)
        model = OpenAIModel(Endpoint(server.url, "big", "key"), client)
        async with staged(installation, "restaurant", model, can_simulate=True) as setup:
            passed, failed = await run_case(setup, case), await run_case(setup, two_statements)
    assert (passed.status, failed.status) == (Status.PASSED, Status.FAILED)
    assert [result.is_pass for result in failed.prompt_results] == [True, False]
    assert [line.role for line in passed.transcript] == ["agent", "user", "agent"]
    assert server.problems == []


async def test_a_case_without_a_script_waits_for_a_model(installation: Installation) -> None:
    case = replace(PROJECTS["restaurant"].tests["Returning guest"], script=())
    async with staged(installation, "restaurant", InProcessResponder(), can_simulate=False) as setup:
        assert (await run_case(setup, case)).status is Status.PENDING
