"""Putting an agent into an environment."""

from __future__ import annotations

from datetime import datetime

from parley.domain.deployments import store
from parley.domain.deployments.model import Deployment, published
from parley.domain.projects.files import Bundle, pack
from parley.domain.projects.place import Place
from parley.kit.clock import iso
from parley.kit.ids import uuid7
from parley.storage.db import Connection
from parley.storage.signals import send

DEPLOYMENTS_CHANGED = "parley_deployments"


async def publish(
    tx: Connection, place: Place, bundle: Bundle, environment: str, *, now: datetime, created_by: str, message: str = ""
) -> Deployment:
    """Stores the files (once, however often they are published) and makes them what new conversations start on."""
    await store.insert_artifact(tx, bundle.address, pack(bundle))
    deployment = Deployment(
        id=uuid7(),
        account_id=place.account_id,
        project_id=place.id,
        environment=environment,
        artifact_hash=bundle.address,
        artifact_version=iso(now),
        version=bundle.address[:32],
        created_by=created_by,
        created_at=now,
        metadata=published(message),
    )
    await activate(tx, deployment)
    return deployment


async def activate(tx: Connection, deployment: Deployment) -> None:
    await store.insert_deployment(tx, deployment)
    await store.set_active(tx, deployment)
    await send(tx, DEPLOYMENTS_CHANGED)
