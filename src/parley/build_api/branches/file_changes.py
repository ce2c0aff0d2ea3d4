"""Changing the files of a branch: read, change off the event loop, write if nobody was there meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from parley.domain.branches import actions, store
from parley.domain.branches.branch_files import head_of, read_head
from parley.domain.branches.edits import Edit, Edited, apply_edit
from parley.domain.branches.model import Branch, BranchNotFound, BranchSequenceMismatch, Head
from parley.domain.projection.identities import RecordIds
from parley.domain.projects.files import Bundle, pack
from parley.storage.db import Connection
from parley.web.endpoint import ApiRequest

T = TypeVar("T")
Change = Callable[[Bundle, RecordIds], Edit[T]]


async def edit_files(
    request: ApiRequest[Any, Any],
    branch: Branch,
    change: Change[T],
    *,
    expected_sequence: int | None = None,
    events: int = 1,
) -> tuple[int, T]:
    """`change` runs in a thread, on the files as they are then. Whoever names no sequence makes it to what others left,
    as if it had come a moment later: if somebody was quicker, once more, and with the branch locked. The sequence
    afterwards, and what there is to answer; where nothing is different, nothing is written."""
    head = await read_head(request.resources.db, branch)
    if expected_sequence is not None and head.sequence != expected_sequence:
        raise BranchSequenceMismatch
    made = await asyncio.to_thread(_apply, head, change)
    try:
        async with request.change() as tx:
            return await _write(request, tx, branch, head, made, events)
    except BranchSequenceMismatch:
        if expected_sequence is not None:
            raise
    async with request.change() as tx:
        if await store.lock_branch(tx, branch.id) is None:
            raise BranchNotFound
        draft = await store.read_files(tx, branch.id)
        assert draft is not None, "it is locked"
        head = await head_of(draft)
        return await _write(request, tx, branch, head, await asyncio.to_thread(_apply, head, change), events)


async def _write(
    request: ApiRequest[Any, Any],
    tx: Connection,
    branch: Branch,
    head: Head,
    made: tuple[Edit[T], Edited | None, bytes],
    events: int,
) -> tuple[int, T]:
    edit, edited, packed = made
    if edited is None:
        return head.sequence, edit.answer(head.ids)
    sequence = await actions.replace_files(
        tx,
        branch,
        head.sequence,
        packed,
        edited.ids,
        paths=edited.paths,
        events=events,
        now=request.resources.clock.now(),
    )
    return sequence, edit.answer(edited.ids)


def _apply(head: Head, change: Change[T]) -> tuple[Edit[T], Edited | None, bytes]:
    edit = change(head.files, head.ids)
    edited = apply_edit(head.files, head.ids, edit)
    return edit, edited, b"" if edited is None else pack(edited.files)
