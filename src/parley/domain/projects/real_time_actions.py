"""What builders do with real-time configurations. Changes are announced, so that the next conversation has them on
every node."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Iterable, Mapping
from datetime import datetime
from types import ModuleType

from parley.domain.audit import actions as audit
from parley.domain.audit.model import Kind, Verb
from parley.domain.projects import store
from parley.domain.projects.info import ProjectInfo
from parley.domain.projects.model import Json
from parley.domain.projects.real_time import (
    ConfigLayer,
    RealTimeConfig,
    RealTimeConfigInvalidForSchema,
    RealTimeConfigInvalidSchema,
    check_size,
)
from parley.kit.errors import FieldError, ParleyError
from parley.storage.db import Connection
from parley.storage.signals import notify

REAL_TIME_CHANGED = "parley_real_time"


async def edit_schema(
    tx: Connection,
    project: ProjectInfo,
    environment: str,
    files: ConfigLayer,
    schema: Mapping[str, Json],
    now: datetime,
) -> RealTimeConfig:
    """Variables may not fit it yet: they are looked at when they are edited next."""
    _refuse_if_any(RealTimeConfigInvalidSchema, check_size("schema", schema))
    checks = await _schema_check()
    # Off the loop: a check may take a few seconds (`schema_keywords.ALLOWANCE`).
    _refuse_if_any(RealTimeConfigInvalidSchema, await asyncio.to_thread(checks.check_schema, schema))
    _refuse_if_any(RealTimeConfigInvalidSchema, await asyncio.to_thread(checks.find_unusable_patterns, schema))
    edits = await store.edit_schema(tx, project.id, environment, schema, now)
    return await _announce(tx, project, environment, files, edits, Verb.CHANGED, ["schema"])


async def edit_variables(
    tx: Connection,
    project: ProjectInfo,
    environment: str,
    files: ConfigLayer,
    changes: Mapping[str, Json],
    now: datetime,
) -> RealTimeConfig:
    """Written first and checked then: the row is locked by the write, so that edits at the same moment are checked
    together."""
    _refuse_if_any(RealTimeConfigInvalidForSchema, check_size("variables", changes))
    edits = await store.edit_variables(tx, project.id, environment, changes, now)
    # Once more, after merging: edits that are small each may be too large together.
    _refuse_if_any(RealTimeConfigInvalidForSchema, check_size("variables", edits.variables))
    await check_fits(RealTimeConfig(environment, files, edits))
    return await _announce(tx, project, environment, files, edits, Verb.CHANGED, changes)


async def check_fits(config: RealTimeConfig) -> None:
    misfits = await asyncio.to_thread((await _schema_check()).find_misfits, config.schema, config.variables)
    _refuse_if_any(RealTimeConfigInvalidForSchema, misfits)


async def drop_edits(
    tx: Connection, project: ProjectInfo, environment: str, files: ConfigLayer, now: datetime
) -> RealTimeConfig:
    """Back to what the files say."""
    edits = await store.drop_edits(tx, project.id, environment, now)
    return await _announce(tx, project, environment, files, edits, Verb.DELETED)


async def _announce(
    tx: Connection,
    project: ProjectInfo,
    environment: str,
    files: ConfigLayer,
    edits: ConfigLayer,
    verb: Verb,
    fields: Iterable[str] = (),
) -> RealTimeConfig:
    await notify(tx, REAL_TIME_CHANGED)
    kind = Kind.REAL_TIME_CONFIG
    await audit.record(tx, project.account_id, verb, kind, environment, project_id=project.id, fields=fields)
    return RealTimeConfig(environment, files, edits)


async def _schema_check() -> ModuleType:
    """Few processes ever check a schema, and what does it is slow to import."""
    return await asyncio.to_thread(importlib.import_module, "parley.domain.projects.schema_check")


def _refuse_if_any(refusal: type[ParleyError], problems: list[FieldError]) -> None:
    if problems:
        raise refusal(fields=problems)
