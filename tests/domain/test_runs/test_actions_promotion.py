"""One promotion for every door: the gate, the deployment and the run that follows, together or not at all."""

from __future__ import annotations

from uuid import UUID

import pytest

from parley.domain.deployments import store as deployments
from parley.domain.deployments.model import Deployment, DeploymentsInvalidEnvironment
from parley.domain.projects.actions import change_settings
from parley.domain.projects.info import ProjectInfo
from parley.domain.test_runs import actions, store
from parley.domain.test_runs.model import DeploymentsTestsNotPassed, RunStatus
from parley.resources import Resources
from tests.make import Make

pytestmark = pytest.mark.io

FILES = {"agent_settings/rules.txt": "Be kind."}


async def promote(
    resources: Resources, project_info: ProjectInfo, source: Deployment, environment: str | None = None
) -> tuple[Deployment, list[UUID]]:
    async with resources.db.transaction() as tx:
        now = resources.clock.now()
        return await actions.promote(tx, project_info, source, environment, now=now, created_by="Ada", message="go")


async def demanding(resources: Resources, make: Make, gate: str) -> ProjectInfo:
    project_info = await make.project()
    async with resources.db.transaction() as tx:
        return await change_settings(tx, project_info, {"tests": gate})


async def test_a_version_goes_to_the_next_environment_or_to_a_named_one(resources: Resources, make: Make) -> None:
    project_info = await make.project()
    source = await make.deploy(project_info, FILES, "sandbox")
    following, runs = await promote(resources, project_info, source)
    assert (following.environment, following.created_by, runs) == ("pre-release", "Ada", [])
    assert following.metadata == {"deployment_message": "go", "deployment_type": "promotion"}
    named, _ = await promote(resources, project_info, source, "live")
    assert await deployments.find_active(resources.db, project_info.id, "live") == named
    with pytest.raises(DeploymentsInvalidEnvironment):
        await promote(resources, project_info, named)


async def test_the_run_of_a_promotion_is_of_what_was_promoted(resources: Resources, make: Make) -> None:
    project_info = await demanding(resources, make, "on_promotion")
    promoted, [run_id] = await promote(resources, project_info, await make.deploy(project_info, FILES, "sandbox"))
    run = await store.find_run(resources.db, run_id)
    assert run is not None
    assert (run.deployment_id, run.trigger, run.created_by) == (promoted.id, "promotion", "Ada")
    jobs = await resources.db.fetch("select args from jobs where kind = $1", actions.RUN_TESTS)
    assert [row["args"] for row in jobs] == [{"run": str(run_id)}]


async def test_what_the_gate_holds_back_leaves_no_trace(resources: Resources, make: Make) -> None:
    project_info = await demanding(resources, make, "required")
    source = await make.deploy(project_info, FILES, "sandbox")
    with pytest.raises(DeploymentsTestsNotPassed):
        await promote(resources, project_info, source, "live")
    assert await deployments.list_deployments(resources.db, project_info.id, None, 10) == [source]
    assert await resources.db.fetch("select from test_runs") == []


async def test_what_has_passed_is_let_through(resources: Resources, make: Make) -> None:
    project_info = await demanding(resources, make, "required")
    staged, [run_id] = await promote(resources, project_info, await make.deploy(project_info, FILES, "sandbox"))
    async with resources.db.transaction() as tx:
        await store.set_finished(tx, run_id, RunStatus.PASSED, "", resources.clock.now())
    assert (await promote(resources, project_info, staged))[0].environment == "live"
