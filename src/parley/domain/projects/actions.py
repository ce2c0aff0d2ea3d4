"""What the operator does with projects. Changes are announced, so that no process keeps an old picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from parley.domain.accounts.model import PROJECT_PREFIXES, SlugTaken, check_id, check_slug
from parley.domain.audit import actions as audit
from parley.domain.audit.model import Kind, Verb
from parley.domain.projects import secret_store, store
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
from parley.domain.projects.secret_store import SecretStore
from parley.kit.ids import random_hex
from parley.storage.db import Connection
from parley.storage.signals import notify

TENANTS_CHANGED = "parley_directory"
"""Signalled when a project changes; the channel keeps its name, so that releases side by side hear each other."""


async def create_project(
    tx: Connection,
    account_id: str,
    slug: str,
    region: str,
    *,
    name: str | None = None,
    project_id: str | None = None,
    settings: Mapping[str, Any] | None = None,
) -> ProjectInfo:
    new_id = check_id(project_id, PROJECT_PREFIXES) if project_id else f"{PROJECT_PREFIXES[0]}{random_hex(8)}"
    # Not announced: caches keep nothing about what was not found, so a new project is seen at once.
    project = await store.insert_project(tx, new_id, account_id, check_slug(slug), name or slug, region, settings or {})
    if project is None:
        raise SlugTaken(f"There is a project '{slug}' (or {new_id}) already.")
    await _record(tx, project, Verb.CREATED, Kind.AGENT, project.id)
    return project


async def get_project(tx: Connection, account_id: str, reference: str) -> ProjectInfo:
    project = await store.find_project(tx, account_id, reference)
    if project is None:
        raise ProjectNotFound(f"There is no project '{reference}' in this account.")
    return project


async def change_settings(tx: Connection, project: ProjectInfo, settings: Mapping[str, Any]) -> ProjectInfo:
    changed = await store.update_settings(tx, project.id, settings)
    if changed is None:
        raise ProjectNotFound
    await _record(tx, project, Verb.CHANGED, Kind.AGENT, project.id, settings)
    await notify(tx, TENANTS_CHANGED)
    return changed


async def set_secret(tx: Connection, secrets: SecretStore, project: ProjectInfo, name: str, secret: Any) -> None:
    await secrets.put(tx, project.id, name, secret)
    await _record(tx, project, Verb.SET, Kind.SECRET, name)


async def remove_secret(tx: Connection, project: ProjectInfo, name: str) -> bool:
    """False where there was none."""
    removed = await secret_store.delete_secret(tx, project.id, name)
    if removed:
        await _record(tx, project, Verb.DELETED, Kind.SECRET, name)
    return removed


async def _record(
    tx: Connection, project: ProjectInfo, verb: Verb, kind: Kind, subject: str, fields: Iterable[str] = ()
) -> None:
    await audit.record(tx, project.account_id, verb, kind, subject, project_id=project.id, fields=fields)
