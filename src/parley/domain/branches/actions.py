"""What happens to branches. What depends on the others of a project holds its lock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from parley.domain.audit import actions as audit
from parley.domain.audit.model import Kind, Verb
from parley.domain.branches import store
from parley.domain.branches.branch_files import EMPTY, find_main
from parley.domain.branches.model import (
    CODE_LENGTH,
    CODE_LETTERS,
    CODE_PREFIX,
    MAIN,
    MOST_BRANCHES,
    Branch,
    BranchHasBranches,
    BranchLimitReached,
    BranchNameAlreadyExists,
    BranchNotFound,
    BranchParentArchived,
    BranchSequenceMismatch,
    Draft,
)
from parley.domain.deployments.store import find_artifact
from parley.domain.projection.identities import RecordIds
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
from parley.domain.projects.store import lock_project
from parley.kit.ids import random_code, uuid7
from parley.storage.db import Connection

MOST_NAMED = 50
"""Files of a change that the audit log names."""


async def create(
    tx: Connection,
    project_info: ProjectInfo,
    name: str,
    source: Branch,
    *,
    expected_main: int | None = None,
    now: datetime,
    created_by: str,
) -> Branch:
    """With the files that its source has now. `expected_main`: which sequence of main whoever asks has seen."""
    await _lock(tx, project_info.id)
    main = await find_main(tx, project_info.id)
    if expected_main is not None and expected_main != main.sequence:
        raise BranchSequenceMismatch
    if await store.count_in_project(tx, project_info.id) >= MOST_BRANCHES:
        raise BranchLimitReached
    await _check_name(tx, project_info.id, name)
    begin = Draft(main.sequence, EMPTY)
    if not source.is_main:
        # Not one that went to the archive a moment ago, and as it is now.
        if await store.lock_branch(tx, source.id) is None:
            raise BranchNotFound
        known = await store.read_files(tx, source.id)
        assert known is not None, "it is locked"
        begin = known
    elif main.deployment is not None:
        files = await find_artifact(tx, main.deployment.artifact_hash) or EMPTY
        begin = Draft(main.sequence, files, main.deployment.record_ids)
    branch = Branch(
        id=uuid7(),
        code=f"{CODE_PREFIX}{random_code(CODE_LETTERS, CODE_LENGTH)}",
        account_id=project_info.account_id,
        project_id=project_info.id,
        name=name,
        parent_id=None if source.is_main else source.id,
        parent_code=source.code,
        parent_sequence=begin.sequence,
        sequence=begin.sequence,
        tag=None,
        created_by=created_by,
        created_at=now,
        updated_at=now,
    )
    if not await store.insert_branch(tx, branch, begin.files, begin.record_ids):
        raise BranchNameAlreadyExists
    await record(tx, Verb.CREATED, branch)
    return branch


async def rename(tx: Connection, branch: Branch, name: str, now: datetime) -> Branch:
    await _lock(tx, branch.project_id)
    await _check_name(tx, branch.project_id, name, branch)
    await store.set_name(tx, branch.id, name, now)
    await record(tx, Verb.CHANGED, branch, ["name"])
    return replace(branch, name=name, updated_at=now)


async def tag(tx: Connection, branch: Branch, text: str | None, now: datetime) -> Branch:
    await store.set_tag(tx, branch.id, text, now)
    await record(tx, Verb.CHANGED, branch, ["tag"])
    return replace(branch, tag=text, updated_at=now)


async def archive(tx: Connection, branch: Branch, expected_sequence: int | None, now: datetime) -> int:
    """The sequence that it ends with."""
    await _lock(tx, branch.project_id)
    if await store.has_branches(tx, branch.id):
        raise BranchHasBranches
    sequence = await store.lock_branch(tx, branch.id)
    if sequence is None:
        raise BranchNotFound
    ended = await store.set_archived(tx, branch.id, sequence if expected_sequence is None else expected_sequence, now)
    if ended is None:
        raise BranchSequenceMismatch
    await record(tx, Verb.DELETED, branch)
    return ended


async def restore(tx: Connection, branch: Branch, now: datetime) -> Branch:
    """Back from the archive; one that is not there stays as it is."""
    await _lock(tx, branch.project_id)
    if branch.archived_at is None:
        return branch
    if branch.parent_id is not None and await store.lock_branch(tx, branch.parent_id) is None:
        raise BranchParentArchived
    if await store.count_in_project(tx, branch.project_id) >= MOST_BRANCHES:
        raise BranchLimitReached
    await _check_name(tx, branch.project_id, branch.name, branch)
    await store.set_restored(tx, branch.id, now)
    await record(tx, Verb.RESTORED, branch)
    return replace(branch, archived_at=None, updated_at=now)


async def replace_files(
    tx: Connection,
    branch: Branch,
    expected_sequence: int,
    packed: bytes,
    ids: RecordIds,
    *,
    paths: Iterable[str],
    events: int = 1,
    now: datetime,
) -> int:
    """The new sequence, counted up by so many events. `paths`: of what is different, for the audit log."""
    sequence = expected_sequence + events
    if not await store.set_files(tx, branch.id, expected_sequence, Draft(sequence, packed, ids.to_json()), now):
        raise BranchSequenceMismatch
    await record(tx, Verb.CHANGED, branch, sorted(paths)[:MOST_NAMED])
    return sequence


async def record(tx: Connection, verb: Verb, branch: Branch, fields: Iterable[str] = ()) -> None:
    project_id = branch.project_id
    await audit.record(tx, branch.account_id, verb, Kind.BRANCH, branch.code, project_id=project_id, fields=fields)


async def _lock(tx: Connection, project_id: str) -> None:
    if not await lock_project(tx, project_id):
        raise ProjectNotFound


async def _check_name(tx: Connection, project_id: str, name: str, but: Branch | None = None) -> None:
    if name.lower() == MAIN or await store.is_name_taken(tx, project_id, name, but.id if but else None):
        raise BranchNameAlreadyExists
