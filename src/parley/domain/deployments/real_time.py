"""Real-time configuration: what the files of the active deployment say, and what was edited since."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

from parley.domain.deployments import store
from parley.domain.projects import real_time_actions
from parley.domain.projects import store as projects
from parley.domain.projects.files import unpack
from parley.domain.projects.loading.experimental import load_real_time
from parley.domain.projects.loading.source import Source
from parley.domain.projects.real_time import ConfigLayer, RealTimeConfig
from parley.storage.db import Connection, Database

LOOKED_AT = 10
"""Deployments, to find out since when files say what they say."""


async def read_config(db: Database | Connection, project_id: str, environment: str) -> RealTimeConfig:
    files = await read_files(db, project_id, environment)
    return RealTimeConfig(environment, files, await projects.find_edits(db, project_id, environment))


async def read_files(db: Database | Connection, project_id: str, environment: str) -> ConfigLayer:
    """Since when they say it: deployments that say the same do not count. Nothing where nothing is deployed."""
    found = ConfigLayer()
    for deployment in await store.list_deployments(db, project_id, environment, LOOKED_AT):
        packed = await store.find_artifact(db, deployment.artifact_hash)
        assert packed is not None, "a deployment keeps its artifact"
        # Off the loop: a project of 32 MB takes its time to unpack.
        layer = await asyncio.to_thread(_read_layer, packed, environment, deployment.created_at)
        is_newest = found.updated_at is None
        if not is_newest and (layer.schema, layer.variables) != (found.schema, found.variables):
            break
        found = layer
        if layer.schema is None and not layer.variables:
            return replace(layer, updated_at=None)
    return found


async def check_values(tx: Connection, project_id: str, environment: str, artifact_hash: str) -> None:
    """Who has edited the schema may have left values that do not fit it. Nothing is published until they do."""
    edits = await projects.find_edits(tx, project_id, environment)
    if edits.schema is None and not edits.variables:
        return
    packed = await store.find_artifact(tx, artifact_hash)
    assert packed is not None, "what is published is stored first"
    files = await asyncio.to_thread(_read_layer, packed, environment, None)
    await real_time_actions.check_fits(RealTimeConfig(environment, files, edits))


def _read_layer(packed: bytes, environment: str, since: datetime | None) -> ConfigLayer:
    source = Source(unpack(packed))
    schemas, values = load_real_time(source, "schema.json"), load_real_time(source, "data.json")
    return ConfigLayer(schemas.get(environment), values.get(environment, {}), since)
