"""One promotion for every door: the gate, the deployment and the run that follows, together or not at all."""

from __future__ import annotations

from uuid import UUID

import pytest

from parley.domain.deployments import store as deployments
from parley.domain.deployments.model import Deployment, DeploymentsInvalidEnvironment
from parley.domain.projects.actions import change_settings
from parley.domain.projects.place import Place
from parley.domain.tests import actions, store
from parley.domain.tests.model import DeploymentsTestsNotPassed, RunStatus
from parley.resources import Resources
from tests.make import Make

FILES = {"agent_settings/rules.txt": "Be kind."}


async def promote(
    resources: Resources, place: Place, source: Deployment, environment: str | None = None
) -> tuple[Deployment, list[UUID]]:
    async with resources.db.transaction() as tx:
        now = resources.clock.now()
        return await actions.promote(tx, place, source, environment, now=now, created_by="Ada", message="go")


async def demanding(resources: Resources, make: Make, gate: str) -> Place:
    place = await make.project()
    async with resources.db.transaction() as tx:
        return await change_settings(tx, place, {"tests": gate})


async def test_a_version_goes_to_the_next_environment_or_to_a_named_one(resources: Resources, make: Make) -> None:
    place = await make.project()
    source = await make.deploy(place, FILES, "sandbox")
    following, runs = await promote(resources, place, source)
    assert (following.environment, following.created_by, runs) == ("pre-release", "Ada", [])
    assert following.metadata == {"deployment_message": "go", "deployment_type": "promotion"}
    named, _ = await promote(resources, place, source, "live")
    assert await deployments.find_active(resources.db, place.id, "live") == named
    with pytest.raises(DeploymentsInvalidEnvironment):
        await promote(resources, place, named)


async def test_the_run_of_a_promotion_is_of_what_was_promoted(resources: Resources, make: Make) -> None:
    place = await demanding(resources, make, "on_promotion")
    promoted, [run_id] = await promote(resources, place, await make.deploy(place, FILES, "sandbox"))
    run = await store.find_run(resources.db, run_id)
    assert run is not None
    assert (run.deployment_id, run.trigger, run.created_by) == (promoted.id, "promotion", "Ada")
    jobs = await resources.db.fetch("select args from jobs where kind = $1", actions.RUN_TESTS)
    assert [row["args"] for row in jobs] == [{"run": str(run_id)}]


async def test_what_the_gate_holds_back_leaves_no_trace(resources: Resources, make: Make) -> None:
    place = await demanding(resources, make, "required")
    source = await make.deploy(place, FILES, "sandbox")
    with pytest.raises(DeploymentsTestsNotPassed):
        await promote(resources, place, source, "live")
    assert await deployments.list_deployments(resources.db, place.id, None, 10) == [source]
    assert await resources.db.fetch("select from test_runs") == []


async def test_what_has_passed_is_let_through(resources: Resources, make: Make) -> None:
    place = await demanding(resources, make, "required")
    staged, [run_id] = await promote(resources, place, await make.deploy(place, FILES, "sandbox"))
    async with resources.db.transaction() as tx:
        await store.set_finished(tx, run_id, RunStatus.PASSED, "", resources.clock.now())
    assert (await promote(resources, place, staged))[0].environment == "live"
