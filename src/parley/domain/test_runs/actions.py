"""Asking for test runs, and promoting what may go on: versions that have not passed can be held back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from parley.domain.branches.model import MAIN
from parley.domain.deployments import ab_test_actions
from parley.domain.deployments import actions as deployments
from parley.domain.deployments.ab_tests import AbTest
from parley.domain.deployments.model import SEQUENCE, Deployment, DeploymentsNothingToPublish, promotion_target
from parley.domain.deployments.store import find_deployment, find_published
from parley.domain.projects.info import ProjectInfo
from parley.domain.test_runs import store
from parley.domain.test_runs.model import OFF, REQUIRED, DeploymentsTestsNotPassed, RunStatus, TestRun, project_gate
from parley.domain.webhooks.actions import announce
from parley.domain.webhooks.model import Announcement, EventType
from parley.kit.clock import iso
from parley.kit.ids import uuid7
from parley.storage import queue
from parley.storage.db import Connection
from parley.storage.queue import Job

RUN_TESTS = "tests.run"


async def request_run(
    tx: Connection,
    deployment: Deployment,
    trigger: str,
    created_by: str,
    now: datetime,
    *,
    total: int = 0,
    cases: Sequence[str] | None = None,
    branch: str = MAIN,
) -> TestRun:
    """A run of the deployment's test suite, or of these cases of it, done by a worker."""
    run = TestRun(
        id=uuid7(),
        account_id=deployment.account_id,
        project_id=deployment.project_id,
        deployment_id=deployment.id,
        artifact_hash=deployment.artifact_hash,
        trigger=trigger,
        created_by=created_by,
        created_at=now,
        total=total,
        cases=cases,
        branch=branch,
    )
    await store.insert_run(tx, run)
    await queue.defer(tx, RUN_TESTS, {"run": str(run.id)})
    return run


async def abandon_run(tx: Connection, job: Job, now: datetime) -> None:
    """A run that no worker came through with has ended too: whoever waits for it is told so."""
    error = "No worker could do this run to its end. Trigger another one."
    await finish_run(tx, UUID(job.args["run"]), RunStatus.ERRORED, error, now)


async def finish_run(tx: Connection, run_id: UUID, status: RunStatus, error: str, now: datetime) -> None:
    """It has come to an end, whether its tests passed or not."""
    run = await store.set_finished(tx, run_id, status, error, now)
    if run is not None:
        await announce(tx, run.project_id, Announcement(EventType.TEST_RUN_FINISHED, now, {"test_run": _summary(run)}))


def _summary(run: TestRun) -> dict[str, Any]:
    return {
        "id": str(run.id),
        "project_id": run.project_id,
        "deployment_id": str(run.deployment_id),
        "trigger": run.trigger,
        "status": run.status,
        "total": run.total,
        "passed": run.passed,
        "failed": run.failed,
        "error": run.error,
        "finished_at": iso(run.finished_at) if run.finished_at else None,
    }


async def promote(
    tx: Connection,
    project: ProjectInfo,
    source: Deployment,
    environment: str | None,
    *,
    now: datetime,
    created_by: str,
    message: str = "",
) -> tuple[Deployment, list[UUID]]:
    """Puts a version into an environment (None: the next one), unless its tests hold it back. What answers there now,
    and the test runs that this began."""
    target = promotion_target(source.environment, environment)
    await _check_gate(tx, project, source, target)
    promoted = await deployments.promote(tx, source, target, now=now, created_by=created_by, message=message)
    return promoted, await _after_promotion(tx, project, promoted, now)


async def publish_again(
    tx: Connection, project: ProjectInfo, environment: str, *, now: datetime, created_by: str, message: str = ""
) -> tuple[Deployment, list[UUID]]:
    """Has what was published last answer in an environment, unless its tests hold it back."""
    source = await find_published(tx, project.id)
    if source is None:
        raise DeploymentsNothingToPublish
    await _check_gate(tx, project, source, environment)
    made = await deployments.publish_again(tx, source, environment, now=now, created_by=created_by, message=message)
    return made, [] if environment == SEQUENCE[0] else await _after_promotion(tx, project, made, now)


async def start_ab_test(
    tx: Connection, project: ProjectInfo, name: str, variant_id: UUID, share: int, *, now: datetime, created_by: str
) -> AbTest:
    """The variant answers callers from now on: as what goes live, it may be held back."""
    control, variant = await ab_test_actions.find_arms(tx, project, variant_id)
    await _check_gate(tx, project, variant, SEQUENCE[-1])
    return await ab_test_actions.start(tx, name, control, variant, share, now=now, created_by=created_by)


async def end_ab_test(
    tx: Connection, project: ProjectInfo, test_id: UUID, chosen: UUID, *, now: datetime, created_by: str
) -> AbTest:
    """The chosen deployment answers everybody: the variant is promoted, the control is live already."""
    test = await ab_test_actions.end(tx, project, test_id, chosen, now)
    if chosen == test.variant_deployment_id:
        variant = await find_deployment(tx, chosen)
        assert variant is not None, "a test keeps its deployments"
        message = f"Won the A/B test {test.name}"
        await promote(tx, project, variant, SEQUENCE[-1], now=now, created_by=created_by, message=message)
    return test


async def _after_promotion(tx: Connection, project: ProjectInfo, deployment: Deployment, now: datetime) -> list[UUID]:
    """The runs that a promotion begins: one, when the project wants its tests run."""
    if project_gate(project.settings) == OFF:
        return []
    return [(await request_run(tx, deployment, "promotion", deployment.created_by, now)).id]


async def _check_gate(tx: Connection, project: ProjectInfo, source: Deployment, target: str) -> None:
    """Refuses to let a version go live that has not passed, when the project demands it."""
    if target != SEQUENCE[-1] or project_gate(project.settings) != REQUIRED:
        return
    # By the files, not by the deployment: what has passed in pre-release is the same version in live.
    status = await store.find_last_status(tx, project.id, source.artifact_hash)
    if status is RunStatus.PASSED:
        return
    known = f"The last run of this version is {status.value}." if status else "This version has had no run yet."
    raise DeploymentsTestsNotPassed(
        f"This project's tests have to pass before a version goes live. {known} "
        "Promote it to pre-release, or trigger a run, and wait for it to pass."
    )
