"""Editing real-time configurations. Changes are announced, so that the next conversation has them on every node."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Mapping
from datetime import datetime
from types import ModuleType

from parley.domain.projects import store
from parley.domain.projects.info import ProjectInfo
from parley.domain.projects.model import Json
from parley.domain.projects.real_time import Layer, Page, RealTimeConfigsValidationFailed, bounds
from parley.kit.errors import FieldError
from parley.storage.db import Connection
from parley.storage.signals import notify

REAL_TIME_CHANGED = "parley_real_time"


async def edit_schema(
    tx: Connection, project: ProjectInfo, environment: str, files: Layer, schema: Mapping[str, Json], now: datetime
) -> Page:
    """Variables may not fit it yet: they are looked at when they are edited next."""
    _refuse(bounds("schema", schema))
    fitting = await _fitting()
    _refuse(await asyncio.to_thread(fitting.schema_problems, schema))
    _refuse(await asyncio.to_thread(fitting.unusable_patterns, schema))
    return await _told(tx, environment, files, await store.edit_schema(tx, project.id, environment, schema, now))


async def edit_variables(
    tx: Connection, project: ProjectInfo, environment: str, files: Layer, changes: Mapping[str, Json], now: datetime
) -> Page:
    """Written first and judged then, so that edits at the same moment are judged together."""
    _refuse(bounds("variables", changes))
    edits = await store.edit_variables(tx, project.id, environment, changes, now)
    _refuse(bounds("variables", edits.variables))
    page = Page(environment, files, edits)
    _refuse(await asyncio.to_thread((await _fitting()).misfits, page.schema, page.variables))
    return await _told(tx, environment, files, edits)


async def drop_edits(tx: Connection, project: ProjectInfo, environment: str, files: Layer, now: datetime) -> Page:
    """Back to what the files say."""
    return await _told(tx, environment, files, await store.drop_edits(tx, project.id, environment, now))


async def _told(tx: Connection, environment: str, files: Layer, edits: Layer) -> Page:
    await notify(tx, REAL_TIME_CHANGED)
    return Page(environment, files, edits)


async def _fitting() -> ModuleType:
    """Few processes ever check a schema, and what does it is slow to import."""
    return await asyncio.to_thread(importlib.import_module, "parley.domain.projects.schema_check")


def _refuse(problems: list[FieldError]) -> None:
    if problems:
        raise RealTimeConfigsValidationFailed(fields=problems)
