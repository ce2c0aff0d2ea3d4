"""What the operator does with projects. Changes are announced, so that no process keeps an old picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parley.domain.accounts.model import PROJECT_PREFIXES, SlugTaken, check_id, check_slug
from parley.domain.projects import store
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
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
    await notify(tx, TENANTS_CHANGED)
    return changed
