"""Changing the files of a branch: read, change off the event loop, write if nobody was there meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from parley.domain.branches import actions
from parley.domain.branches.branch_files import read_head
from parley.domain.branches.model import Branch, BranchSequenceMismatch, changed_files
from parley.domain.projects.files import Bundle, pack
from parley.web.endpoint import ApiRequest

TRIES = 5
"""For whoever names no sequence: their change is made to what others left, as if it had come a moment later."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Edit(Generic[T]):
    changes: Mapping[str, bytes | None]
    """By path; None takes a file away."""
    result: T
    """For whoever asked for it."""


async def replace_files(
    request: ApiRequest[Any, Any],
    branch: Branch,
    expected_sequence: int,
    changes: Mapping[str, bytes | None],
    *,
    events: int = 1,
) -> int:
    """The new sequence. 409 where the branch has another one than is expected; all of the changes, or none."""
    edit = Edit(changes, None)
    sequence, _ = await edit_files(
        request, branch, lambda _files: edit, expected_sequence=expected_sequence, events=events
    )
    return sequence


async def edit_files(
    request: ApiRequest[Any, Any],
    branch: Branch,
    edit: Callable[[Bundle], Edit[T]],
    *,
    expected_sequence: int | None = None,
    events: int = 1,
) -> tuple[int, T]:
    """`edit` runs in a thread, on the files as they are then, and again if somebody else was quicker. The sequence
    afterwards, and what it found; where it changes nothing, nothing is written."""
    for tried in range(TRIES):
        head = await read_head(request.resources.db, branch)
        if expected_sequence is not None and head.sequence != expected_sequence:
            raise BranchSequenceMismatch
        made, packed, paths = await asyncio.to_thread(_apply, head.files, edit)
        if packed is None:
            return head.sequence, made.result
        now = request.resources.clock.now()
        try:
            async with request.change() as tx:
                sequence = await actions.replace_files(
                    tx, branch, head.sequence, packed, paths=paths, events=events, now=now
                )
            return sequence, made.result
        except BranchSequenceMismatch:
            if expected_sequence is not None or tried == TRIES - 1:
                raise
    raise BranchSequenceMismatch


def _apply(files: Bundle, edit: Callable[[Bundle], Edit[T]]) -> tuple[Edit[T], bytes | None, list[str]]:
    made = edit(files)
    paths = [path for path, content in made.changes.items() if files.files.get(path) != content]
    if not paths:
        return made, None, []
    return made, pack(changed_files(files, {path: made.changes[path] for path in paths})), paths
