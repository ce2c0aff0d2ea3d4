"""Reads the files of branches. They are packed and unpacked off the event loop, which megabytes would hold up."""

from __future__ import annotations

import asyncio

from parley.domain.branches import store
from parley.domain.branches.model import Branch, BranchNotFound, BranchSequenceNotKept, Head, Main
from parley.domain.deployments import store as deployments
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
    sequence, packed = found
    return Head(sequence, await asyncio.to_thread(unpack, packed))


async def read_at(db: Database | Connection, branch: Branch, sequence: int) -> Head:
    """As it was: main at any time, another branch as it is and as it began."""
    if branch.is_main:
        return await _read_main_at(db, branch.project_id, sequence)
    found = await store.read_base(db, branch.id)
    if found is None:
        raise BranchNotFound
    now, files, base = found
    if sequence not in (now, branch.parent_sequence):
        raise BranchSequenceNotKept
    return Head(sequence, await asyncio.to_thread(unpack, files if sequence == now else base))


async def _read_main_at(db: Database | Connection, project_id: str, sequence: int) -> Head:
    if sequence == 0:
        return Head(0, NO_FILES)
    deployment = await deployments.find_published_as(db, project_id, sequence)
    if deployment is None:
        raise BranchSequenceNotKept
    packed = await deployments.find_artifact(db, deployment.artifact_hash)
    assert packed is not None, "a deployment keeps its artifact"
    return Head(sequence, await asyncio.to_thread(unpack, packed))


async def read_main(db: Database | Connection, project_id: str) -> Head:
    main = await find_main(db, project_id)
    if main.deployment is None:
        return Head(main.sequence, NO_FILES)
    packed = await deployments.find_artifact(db, main.deployment.artifact_hash)
    assert packed is not None, "a deployment keeps its artifact"
    return Head(main.sequence, await asyncio.to_thread(unpack, packed))
