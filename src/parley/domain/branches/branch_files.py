"""Reads the files of branches. They are packed and unpacked off the event loop, which megabytes would hold up."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from parley.domain.branches import store
from parley.domain.branches.edits import carry_ids
from parley.domain.branches.model import Branch, BranchNotFound, BranchSequenceNotKept, Draft, Head, Main
from parley.domain.deployments import store as deployments
from parley.domain.projection.identities import RecordIds
from parley.domain.projects.files import Bundle, pack, unpack
from parley.storage.db import Connection, Database

NO_FILES = Bundle({})
EMPTY = pack(NO_FILES)
"""Of a project where nothing was published yet."""


async def find_main(db: Database | Connection, project_id: str) -> Main:
    return Main(*await deployments.find_main(db, project_id))


async def read_head(db: Database | Connection, branch: Branch) -> Head:
    if branch.is_main:
        return await read_main(db, branch.project_id)
    found = await store.read_files(db, branch.id)
    if found is None:
        raise BranchNotFound
    return await head_of(found)


async def head_of(draft: Draft) -> Head:
    return Head(draft.sequence, await asyncio.to_thread(unpack, draft.files), RecordIds.read(draft.record_ids))


async def read_at(db: Database | Connection, branch: Branch, sequence: int) -> Head:
    """As it was: main at any time, another branch as it is and as it began."""
    if branch.is_main:
        return await _read_main_at(db, branch.project_id, sequence)
    found = await store.read_base(db, branch.id)
    if found is None:
        raise BranchNotFound
    now, base = found
    if sequence not in (now.sequence, branch.parent_sequence):
        raise BranchSequenceNotKept
    # Ids of what came to the branch later do no harm: nothing of it is in the files that it began with.
    return await head_of(now if sequence == now.sequence else replace(now, sequence=sequence, files=base))


async def _read_main_at(db: Database | Connection, project_id: str, sequence: int) -> Head:
    if sequence == 0:
        return Head(0, NO_FILES)
    deployment = await deployments.find_published_as(db, project_id, sequence)
    if deployment is None:
        raise BranchSequenceNotKept
    packed = await deployments.find_artifact(db, deployment.artifact_hash)
    assert packed is not None, "a deployment keeps its artifact"
    return await head_of(Draft(sequence, packed, deployment.record_ids))


async def read_main(db: Database | Connection, project_id: str) -> Head:
    main = await find_main(db, project_id)
    if main.deployment is None:
        return Head(main.sequence, NO_FILES)
    packed = await deployments.find_artifact(db, main.deployment.artifact_hash)
    assert packed is not None, "a deployment keeps its artifact"
    return await head_of(Draft(main.sequence, packed, main.deployment.record_ids))


async def ids_of_push(db: Database | Connection, project_id: str, bundle: Bundle) -> dict[str, Any]:
    """Of files that are published: what main has keeps its id."""
    main = await read_main(db, project_id)
    return (await asyncio.to_thread(_carry, main, bundle)).to_json()


def _carry(main: Head, bundle: Bundle) -> RecordIds:
    before = main.files.files
    paths = [path for path in {**before, **bundle.files} if before.get(path) != bundle.files.get(path)]
    return carry_ids(main.files, bundle, main.ids, paths) if before else main.ids
