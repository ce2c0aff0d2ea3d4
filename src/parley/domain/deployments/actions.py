"""Putting an agent into an environment."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from parley.domain.audit import actions as audit
from parley.domain.audit.model import Kind, Verb
from parley.domain.deployments import ab_test_store, store
from parley.domain.deployments.ab_tests import AbTestRunning
from parley.domain.deployments.model import (
    DRAFT,
    ROLLBACK_MESSAGE,
    SEQUENCE,
    Deployment,
    DeploymentsAlreadyPublished,
    check_published,
    deployment_metadata,
)
from parley.domain.deployments.real_time import check_values
from parley.domain.projects.files import Bundle, pack
from parley.domain.projects.info import ProjectInfo
from parley.domain.projects.store import lock_project
from parley.domain.webhooks.actions import announce
from parley.domain.webhooks.model import Announcement, EventType
from parley.kit.clock import iso
from parley.kit.ids import uuid7
from parley.storage.db import Connection
from parley.storage.signals import notify

DEPLOYMENTS_CHANGED = "parley_deployments"

LIVE = SEQUENCE[-1]


@dataclass(frozen=True, slots=True)
class PackedBundle:
    address: str
    files: bytes
    record_ids: Mapping[str, Any] = field(default_factory=dict)
    """See `Deployment`."""


async def publish(
    tx: Connection,
    project: ProjectInfo,
    bundle: Bundle,
    environment: str,
    *,
    now: datetime,
    created_by: str,
    message: str = "",
    record_ids: Mapping[str, Any] | None = None,
) -> Deployment:
    """Stores the files (once, however often they are published) and makes them what new conversations start on."""
    packed = replace(await asyncio.to_thread(pack_bundle, bundle), record_ids=record_ids or {})
    return await publish_packed(tx, project, packed, environment, now=now, created_by=created_by, message=message)


async def publish_packed(
    tx: Connection,
    project: ProjectInfo,
    packed: PackedBundle,
    environment: str,
    *,
    now: datetime,
    created_by: str,
    message: str = "",
) -> Deployment:
    if environment == LIVE:
        await _refuse_during_test(tx, project.id)
    # Ids are in the order of the publications: each sees those before it.
    await lock_project(tx, project.id)
    await store.insert_artifact(tx, packed.address, packed.files)
    await check_values(tx, project.id, environment, packed.address)
    metadata = deployment_metadata("publish", message)
    deployment = _deployment(project, packed, environment, metadata, now, created_by)
    await activate(tx, deployment, Verb.PUBLISHED)
    return deployment


def pack_bundle(bundle: Bundle) -> PackedBundle:
    """Hashing and compressing megabytes takes its time: not on the event loop."""
    return PackedBundle(bundle.address, pack(bundle))


async def prepare_draft(
    tx: Connection, project: ProjectInfo, packed: PackedBundle, *, now: datetime, created_by: str
) -> Deployment:
    """A deployment of these files that answers in no environment; the same one as often as it is asked for."""
    await lock_project(tx, project.id)
    known = await store.find_draft(tx, project.id, packed.address, packed.record_ids)
    if known is not None:
        return known
    await store.insert_artifact(tx, packed.address, packed.files)
    draft = _deployment(project, packed, DRAFT, deployment_metadata(DRAFT, ""), now, created_by)
    await store.insert_deployment(tx, draft)
    return draft


def _deployment(
    project: ProjectInfo,
    packed: PackedBundle,
    environment: str,
    metadata: Mapping[str, str],
    now: datetime,
    created_by: str,
) -> Deployment:
    return Deployment(
        id=uuid7(),
        account_id=project.account_id,
        project_id=project.id,
        environment=environment,
        artifact_hash=packed.address,
        artifact_version=iso(now),
        version=packed.address[:32],
        created_by=created_by,
        created_at=now,
        metadata=metadata,
        record_ids=packed.record_ids,
    )


async def promote(
    tx: Connection, source: Deployment, environment: str, *, now: datetime, created_by: str, message: str = ""
) -> Deployment:
    """The same version, in another environment (or once more in the same)."""
    if environment == LIVE:
        await _refuse_during_test(tx, source.project_id)
    await check_values(tx, source.project_id, environment, source.artifact_hash)
    metadata = deployment_metadata("promotion", message)
    promoted = await _deploy_again(tx, source, environment, Verb.PROMOTED, metadata, now, created_by)
    members = {
        "deployment": promoted.to_json(),
        "source": {"id": str(source.id), "environment": source.environment},
    }
    await announce(tx, promoted.project_id, Announcement(EventType.DEPLOYMENT_PROMOTED, now, members))
    return promoted


async def publish_again(
    tx: Connection, source: Deployment, environment: str, *, now: datetime, created_by: str, message: str = ""
) -> Deployment:
    """What was published last answers in an environment, if something else does so far."""
    await lock_project(tx, source.project_id)
    if environment == LIVE:
        await _refuse_during_test(tx, source.project_id)
    active = await store.find_active(tx, source.project_id, environment)
    if active is not None and active.artifact_hash == source.artifact_hash:
        raise DeploymentsAlreadyPublished
    await check_values(tx, source.project_id, environment, source.artifact_hash)
    metadata = deployment_metadata("publish", message)
    return await _deploy_again(tx, source, environment, Verb.PUBLISHED, metadata, now, created_by)


async def roll_back(
    tx: Connection, source: Deployment, *, now: datetime, created_by: str, message: str = ""
) -> Deployment:
    """An earlier version answers again, in the environment that it was deployed to. Its own message goes on being what
    clients read; why it came back stands beside it."""
    check_published(source.environment)
    await _refuse_during_test(tx, source.project_id)
    metadata = deployment_metadata("rollback", (source.metadata or {}).get("deployment_message", ""))
    if message:
        metadata[ROLLBACK_MESSAGE] = message
    return await _deploy_again(tx, source, source.environment, Verb.ROLLED_BACK, metadata, now, created_by)


async def _refuse_during_test(tx: Connection, project_id: str) -> None:
    """What two deployments are compared in stays as it is until the test has ended."""
    await ab_test_store.lock_live(tx, project_id)
    if await ab_test_store.find_running(tx, project_id) is not None:
        raise AbTestRunning


async def _deploy_again(
    tx: Connection,
    source: Deployment,
    environment: str,
    verb: Verb,
    metadata: Mapping[str, str],
    now: datetime,
    created_by: str,
) -> Deployment:
    # A deployment is never changed: going back is a new one with the old files, and the history stays true.
    deployment = replace(
        source, id=uuid7(), environment=environment, metadata=metadata, created_at=now, created_by=created_by
    )
    await activate(tx, deployment, verb)
    return deployment


async def activate(tx: Connection, deployment: Deployment, verb: Verb) -> None:
    await store.insert_deployment(tx, deployment)
    await store.set_active(tx, deployment)
    account_id, project_id = deployment.account_id, deployment.project_id
    await audit.record(tx, account_id, verb, Kind.DEPLOYMENT, deployment.id, project_id=project_id)
    await notify(tx, DEPLOYMENTS_CHANGED)
