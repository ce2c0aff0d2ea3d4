"""Beginning, changing and ending A/B tests. What goes live then is told by `test_runs`, which holds versions back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from parley.domain.audit import actions as audit
from parley.domain.audit.model import Kind, Verb
from parley.domain.deployments import ab_test_store as tests
from parley.domain.deployments import store
from parley.domain.deployments.ab_tests import (
    AbTest,
    AbTestEnded,
    AbTestNotFound,
    AbTestRunning,
    check_arms,
    check_choice,
    check_share,
)
from parley.domain.deployments.actions import DEPLOYMENTS_CHANGED, LIVE
from parley.domain.deployments.model import SEQUENCE, Deployment
from parley.domain.projects.info import ProjectInfo
from parley.kit.ids import uuid7
from parley.storage.db import Connection
from parley.storage.signals import notify


async def find_arms(tx: Connection, project: ProjectInfo, variant: UUID) -> tuple[Deployment, Deployment]:
    """Control and variant of a test that can begin now: nothing goes live before this transaction has ended."""
    await tests.lock_live(tx, project.id)
    if await tests.find_running(tx, project.id) is not None:
        raise AbTestRunning
    control = await store.find_active(tx, project.id, LIVE)
    return check_arms(control, await store.find_active(tx, project.id, SEQUENCE[-2]), variant)


async def start(
    tx: Connection, name: str, control: Deployment, variant: Deployment, share: int, *, now: datetime, created_by: str
) -> AbTest:
    check_share(share)
    test = AbTest(
        id=uuid7(),
        account_id=control.account_id,
        project_id=control.project_id,
        name=name,
        control_deployment_id=control.id,
        variant_deployment_id=variant.id,
        traffic_percentage=share,
        created_by=created_by,
        created_at=now,
    )
    await tests.insert_test(tx, test)
    await _announce(tx, test, Verb.STARTED)
    return test


async def change_share(tx: Connection, project: ProjectInfo, test_id: UUID, share: int) -> AbTest:
    """Of the conversations that begin from now on."""
    check_share(share)
    test = await _lock_running(tx, project, test_id)
    await tests.set_share(tx, test.id, share)
    await _announce(tx, test, Verb.CHANGED, "traffic_percentage")
    return replace(test, traffic_percentage=share)


async def end(tx: Connection, project: ProjectInfo, test_id: UUID, chosen: UUID, now: datetime) -> AbTest:
    """All new conversations begin on what is live. Who puts the chosen one there does so in the same transaction."""
    test = await _lock_running(tx, project, test_id)
    check_choice(test, chosen)
    await tests.set_ended(tx, test.id, now, chosen)
    await _announce(tx, test, Verb.ENDED)
    return replace(test, ended_at=now, chosen_deployment_id=chosen)


async def _lock_running(tx: Connection, project: ProjectInfo, test_id: UUID) -> AbTest:
    await tests.lock_live(tx, project.id)
    test = await tests.lock_test(tx, project.id, test_id)
    if test is None:
        raise AbTestNotFound
    if test.ended_at is not None:
        raise AbTestEnded
    return test


async def _announce(tx: Connection, test: AbTest, verb: Verb, *fields: str) -> None:
    await audit.record(tx, test.account_id, verb, Kind.AB_TEST, test.id, project_id=test.project_id, fields=fields)
    await notify(tx, DEPLOYMENTS_CHANGED)
