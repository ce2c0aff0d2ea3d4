"""Merging a branch into its parent, and the parent into a branch: planned off the event loop, written at once."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from parley.domain.audit.model import Verb
from parley.domain.branches import actions, store
from parley.domain.branches.branch_files import EMPTY, find_main
from parley.domain.branches.file_merge import Merged, merge_files
from parley.domain.branches.model import (
    MAIN,
    Branch,
    BranchMergeConflict,
    BranchNotFound,
    BranchParentArchived,
    BranchSequenceMismatch,
    Draft,
    Merge,
    changed_files,
)
from parley.domain.branches.tree_merge import MISSING, Conflict, Path, Resolution
from parley.domain.deployments.actions import PackedBundle, pack_bundle, publish_packed
from parley.domain.deployments.model import SEQUENCE, Deployment, DeploymentsValidationFailed
from parley.domain.deployments.store import find_artifact
from parley.domain.projection.identities import RecordIds
from parley.domain.projection.identities import merged as merge_ids
from parley.domain.projection.tree import known_in
from parley.domain.projects.files import Bundle, unpack
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
from parley.domain.projects.loader import load_project
from parley.domain.projects.store import lock_project
from parley.kit.clock import iso
from parley.kit.errors import FieldError
from parley.kit.ids import uuid7
from parley.storage.db import Connection, Database

MOST_CONFLICTS = 500
"""That are told of."""
Resolutions = Mapping[Path, Resolution]


@dataclass(frozen=True, slots=True)
class Plan:
    """What both sides come to, and which sequences of them it was made from."""

    branch: Branch
    branch_sequence: int
    parent_sequence: int
    parent_files: bytes
    parent_updated_at: datetime
    merged: PackedBundle


@dataclass(frozen=True, slots=True)
class Done:
    sequence: int
    """Of what was written to."""
    deployment: Deployment | None = None


async def plan_merge(
    db: Database | Connection,
    branch: Branch,
    expected_sequence: int | None,
    resolutions: Resolutions,
    *,
    must_load: bool,
) -> Plan:
    """Raises for conflicts that no resolution is for. `must_load`: and for what could not be deployed."""
    found = await store.read_base(db, branch.id)
    if found is None:
        raise BranchNotFound
    draft, base = found
    if expected_sequence is not None and draft.sequence != expected_sequence:
        raise BranchSequenceMismatch
    parent, updated_at = await _parent(db, branch)
    merged, packed = await asyncio.to_thread(_merge, base, parent, draft, resolutions, must_load=must_load)
    if packed is None:
        members = _conflict_members(merged, updated_at, branch.created_at)
        raise BranchMergeConflict(members=members)
    return Plan(branch, draft.sequence, parent.sequence, parent.files, updated_at, packed)


async def merge(
    tx: Connection, project_info: ProjectInfo, plan: Plan, *, message: str, now: datetime, created_by: str
) -> Done:
    """Into the parent, which is published where that is main; the branch goes on from there."""
    branch = plan.branch
    await _lock(tx, project_info.id)
    deployment = None
    if branch.parent_id is None:
        if (await find_main(tx, project_info.id)).sequence != plan.parent_sequence:
            raise BranchSequenceMismatch
        deployment = await publish_packed(
            tx, project_info, plan.merged, SEQUENCE[0], now=now, created_by=created_by, message=message or branch.name
        )
        sequence = plan.parent_sequence + 1
    else:
        sequence = await _write_parent(tx, branch.parent_id, plan, now)
    await _write_branch(tx, plan, plan.merged.files, sequence, now)
    await _remember(tx, branch, branch.parent_id, branch.name, deployment, created_by, now)
    await actions.record(tx, Verb.MERGED, branch)
    return Done(sequence, deployment)


async def sync(tx: Connection, project_info: ProjectInfo, plan: Plan, *, now: datetime, created_by: str) -> Done:
    """Of the parent into the branch; where that has nothing new, nothing is written."""
    branch = plan.branch
    if plan.parent_sequence == branch.parent_sequence:
        return Done(plan.branch_sequence)
    await _lock(tx, project_info.id)
    await _write_branch(tx, plan, plan.parent_files, plan.parent_sequence, now)
    parent = MAIN if branch.parent_id is None else branch.parent_code
    await _remember(tx, branch, branch.id, parent, None, created_by, now)
    await actions.record(tx, Verb.CHANGED, branch, ["files"])
    return Done(plan.branch_sequence + 1)


async def _parent(db: Database | Connection, branch: Branch) -> tuple[Draft, datetime]:
    """As it is, and since when."""
    if branch.parent_id is None:
        main = await find_main(db, branch.project_id)
        if main.deployment is None:
            return Draft(main.sequence, EMPTY), branch.created_at
        packed = await find_artifact(db, main.deployment.artifact_hash)
        assert packed is not None, "a deployment keeps its artifact"
        return Draft(main.sequence, packed, main.deployment.record_ids), main.deployment.created_at
    parent = await store.find_branch(db, branch.project_id, str(branch.parent_id))
    found = await store.read_files(db, branch.parent_id)
    if parent is None or found is None or parent.archived_at is not None:
        raise BranchParentArchived
    return found, parent.updated_at


def _merge(
    base: bytes, parent: Draft, branch: Draft, resolutions: Resolutions, *, must_load: bool
) -> tuple[Merged, PackedBundle | None]:
    before, mine, others = (unpack(side).files for side in (base, parent.files, branch.files))
    merged = merge_files(before, mine, others, resolutions)
    if merged.conflicts:
        return merged, None
    changes: dict[str, bytes | None] = {path: None for path in mine if path not in merged.files}
    bundle = changed_files(Bundle(mine), {**changes, **merged.files})
    if must_load:
        project, problems = load_project(bundle)
        if project is None:
            raise _invalid(
                [FieldError(f"{each.path}:{each.line}" if each.path else "files", each.message) for each in problems]
            )
    ours, theirs = (RecordIds.read(side.record_ids) for side in (parent, branch))
    ids = merge_ids(ours, theirs, known_in(Bundle(mine)), known_in(Bundle(others)), known_in(bundle))
    return merged, replace(pack_bundle(bundle), record_ids=ids.to_json())


def _invalid(problems: Sequence[FieldError]) -> DeploymentsValidationFailed:
    """Toolkits show the errors of a merge by their `path`, if the answer speaks of conflicts."""
    errors = [{"field": each.field, "path": each.field, "message": each.message} for each in problems]
    members = {"hasConflicts": False, "conflicts": [], "errors": errors}
    return DeploymentsValidationFailed(fields=problems, members=members)


def _conflict_members(merged: Merged, parent_updated_at: datetime, created_at: datetime) -> dict[str, Any]:
    return {
        "hasConflicts": True,
        "conflicts": [conflict_json(conflict) for conflict in merged.conflicts[:MOST_CONFLICTS]],
        "errors": [],
        "value": dict(merged.value),
        "targetLastUpdated": iso(parent_updated_at),
        "sourceCreatedAt": iso(created_at),
    }


def conflict_json(conflict: Conflict) -> dict[str, Any]:
    """Null where there is nothing."""
    sides = {"baseValue": conflict.base, "oursValue": conflict.ours, "theirsValue": conflict.theirs}
    values = {name: None if side is MISSING else side for name, side in sides.items()}
    return {"path": list(conflict.path), **values, "type": conflict.type}


async def _write_parent(tx: Connection, parent_id: UUID, plan: Plan, now: datetime) -> int:
    draft = Draft(plan.parent_sequence + 1, plan.merged.files, plan.merged.record_ids)
    if not await store.set_files(tx, parent_id, plan.parent_sequence, draft, now):
        raise BranchSequenceMismatch
    return draft.sequence


async def _write_branch(tx: Connection, plan: Plan, base: bytes, parent_sequence: int, now: datetime) -> None:
    draft = Draft(plan.branch_sequence + 1, plan.merged.files, plan.merged.record_ids)
    if not await store.set_files(tx, plan.branch.id, plan.branch_sequence, draft, now):
        raise BranchSequenceMismatch
    await store.set_base(tx, plan.branch.id, base, parent_sequence)


async def _remember(
    tx: Connection,
    branch: Branch,
    target: UUID | None,
    name: str,
    deployment: Deployment | None,
    created_by: str,
    now: datetime,
) -> None:
    made = Merge(name, created_by, now)
    await store.insert_merge(tx, uuid7(), branch.project_id, target, made, deployment.id if deployment else None)


async def _lock(tx: Connection, project_id: str) -> None:
    if not await lock_project(tx, project_id):
        raise ProjectNotFound
