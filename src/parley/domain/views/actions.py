"""What people do with views, in the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from parley.domain.accounts import store as accounts
from parley.domain.accounts.model import Key
from parley.domain.views import store
from parley.domain.views.model import (
    MOST_VIEWS,
    SharedViewForbidden,
    TooManyViews,
    View,
    ViewNameTaken,
    ViewNotFound,
    may_change,
    may_see,
)
from parley.kit.ids import uuid7
from parley.storage.db import Connection


async def save_view(tx: Connection, key: Key, name: str, query: str, is_shared: bool, now: datetime) -> View:
    view = View(uuid7(), key.scope.account_id, key.id, name, query, is_shared, now)
    await _put(tx, key, view)
    return view


async def change_view(tx: Connection, key: Key, view_id: UUID, changes: Mapping[str, Any]) -> View:
    view = await _changeable(tx, key, view_id)
    changed = replace(view, **changes)
    if view.is_shared and not changed.is_shared:
        # Whoever takes it back keeps it.
        changed = replace(changed, owner_id=key.id)
    await _put(tx, key, changed)
    return changed


async def delete_view(tx: Connection, key: Key, view_id: UUID) -> View:
    view = await _changeable(tx, key, view_id)
    await store.delete_view(tx, view.id)
    return view


async def _changeable(tx: Connection, key: Key, view_id: UUID) -> View:
    view = await store.lock_view(tx, key.scope.account_id, view_id)
    if view is None or not may_see(key, view):
        raise ViewNotFound
    if not may_change(key, view):
        raise SharedViewForbidden
    return view


async def _put(tx: Connection, key: Key, view: View) -> None:
    if not may_change(key, view):
        raise SharedViewForbidden
    # One at a time in an account: what is counted and looked up stays true until it is written.
    await accounts.lock_account(tx, view.account_id)
    if await store.count_beside(tx, view) >= MOST_VIEWS:
        raise TooManyViews
    if not await store.put_view(tx, view):
        raise ViewNameTaken
