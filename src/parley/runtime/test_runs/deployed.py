"""Runs the test suite of what is deployed, case by case; what is known so far can be read while it runs."""

from __future__ import annotations

import asyncio
from uuid import UUID

from parley.agent_host.hosts import Hosts
from parley.domain.deployments import store as deployments
from parley.domain.deployments.model import Deployment
from parley.domain.projects import store as projects
from parley.domain.projects.files import unpack
from parley.domain.projects.loader import load_project
from parley.domain.projects.model import Project, TestCase
from parley.domain.test_runs import store
from parley.domain.test_runs.actions import finish_run
from parley.domain.test_runs.model import RunStatus, TestRun, run_outcome
from parley.local_responder.model import LocalResponder
from parley.providers.embeddings.protocol import Embedder
from parley.providers.llm.protocol import Model
from parley.runtime.session.dependencies import Dependencies
from parley.runtime.test_runs.isolation import fresh_agent
from parley.runtime.test_runs.run import CaseSetup, run_case
from parley.runtime.test_runs.verdict import Status, Verdict
from parley.storage import queue
from parley.storage.queue import Job


async def run_tests(dependencies: Dependencies, hosts: Hosts, embedder: Embedder | None, job: Job) -> None:
    """One run from its first case to its last. A run whose worker died begins anew with another."""
    db, clock = dependencies.db, dependencies.clock
    run = await store.find_run(db, UUID(job.args["run"]))
    status, error = RunStatus.ERRORED, "The deployment is gone."
    if run is not None:
        deployment = await deployments.find_deployment(db, run.deployment_id)
        info = await projects.find_project_by_id(db, run.project_id)
        project = await _project(dependencies, deployment) if deployment else None
        if project is not None and info is not None:
            model = await dependencies.model_for(info)
            status, error = await _run(dependencies, hosts, embedder, job, run, project, model), ""
    async with db.transaction() as tx:
        if run is not None:
            await finish_run(tx, run.id, status, error, clock.now())
        await queue.finish(tx, job)


async def _project(dependencies: Dependencies, deployment: Deployment) -> Project | None:
    packed = await deployments.find_artifact(dependencies.db, deployment.artifact_hash)
    if packed is None:
        return None
    project, _problems = await asyncio.to_thread(lambda: load_project(unpack(packed)))
    return project


async def _run(
    dependencies: Dependencies,
    hosts: Hosts,
    embedder: Embedder | None,
    job: Job,
    run: TestRun,
    project: Project,
    model: Model,
) -> RunStatus:
    """Whoever was held up for so long that another worker has begun the run anew writes nothing more into it."""
    wanted = None if run.cases is None else set(run.cases)
    cases = [case for case in project.tests.values() if wanted is None or case.name in wanted]
    async with dependencies.db.transaction() as tx:
        await queue.hold_lease(tx, job)
        await store.set_started(tx, run.id, len(cases), dependencies.clock.now())
    passed = failed = 0
    for case in cases:
        verdict = await _case(dependencies, hosts, embedder, project, model, case)
        is_passed, is_failed = verdict.status is Status.PASSED, verdict.is_bad
        async with dependencies.db.transaction() as tx:
            await queue.hold_lease(tx, job)
            await store.add_result(tx, run.id, verdict.to_json(), is_passed, is_failed)
        passed, failed = passed + is_passed, failed + is_failed
    return run_outcome(len(cases), passed, failed)


async def _case(
    dependencies: Dependencies, hosts: Hosts, embedder: Embedder | None, project: Project, model: Model, case: TestCase
) -> Verdict:
    can_simulate = not isinstance(model, LocalResponder)
    async with fresh_agent(hosts, project, embedder) as agent:
        setup = CaseSetup(agent, model, can_simulate, dependencies.safety, dependencies.clock, dependencies.limits)
        return await run_case(setup, case)
