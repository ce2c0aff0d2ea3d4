"""Real-time configuration: what the files of the active deployment say, and what was edited since."""

from __future__ import annotations

import asyncio
from datetime import datetime

from parley.domain.deployments import store
from parley.domain.projects import store as projects
from parley.domain.projects.files import unpack
from parley.domain.projects.loading.experimental import load_real_time
from parley.domain.projects.loading.source import Source
from parley.domain.projects.real_time import ConfigLayer, RealTimeConfig
from parley.storage.db import Connection, Database


async def read_config(db: Database | Connection, project_id: str, environment: str) -> RealTimeConfig:
    files = await read_files(db, project_id, environment)
    return RealTimeConfig(environment, files, await projects.find_edits(db, project_id, environment))


async def read_files(db: Database | Connection, project_id: str, environment: str) -> ConfigLayer:
    """Nothing where nothing is deployed."""
    deployment = await store.find_active(db, project_id, environment)
    packed = await store.find_artifact(db, deployment.artifact_hash) if deployment else None
    if deployment is None or packed is None:
        return ConfigLayer()
    # Off the loop: a project of 32 MB takes its time to unpack.
    return await asyncio.to_thread(_read_layer, packed, environment, deployment.created_at)


def _read_layer(packed: bytes, environment: str, since: datetime) -> ConfigLayer:
    source = Source(unpack(packed))
    schemas, values = load_real_time(source, "schema.json"), load_real_time(source, "data.json")
    return ConfigLayer(schemas.get(environment), values.get(environment, {}), since)
