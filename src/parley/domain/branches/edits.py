"""A change of a branch's files, worked out from what they are now. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from parley.domain.branches.model import changed_files
from parley.domain.projection.identities import RecordIds, carried
from parley.domain.projection.tree import known_in
from parley.domain.projects.files import Bundle

T = TypeVar("T")
NAMELESS = "agent_settings/"
"""Where nothing is kept that has an id."""


@dataclass(frozen=True, slots=True)
class Edit(Generic[T]):
    changes: Mapping[str, bytes | None]
    """By path; None takes a file away."""
    answer: Callable[[RecordIds], T]
    """For whoever asked for it, with the ids that there are then."""
    stated: Mapping[str, str] = field(default_factory=dict)
    """Ids by key, of what got another name."""


@dataclass(frozen=True, slots=True)
class Edited:
    files: Bundle
    ids: RecordIds
    paths: list[str]
    """Of what is different."""


def apply_edit(files: Bundle, ids: RecordIds, edit: Edit[T]) -> Edited | None:
    """None: nothing is different."""
    paths = [path for path, content in edit.changes.items() if files.files.get(path) != content]
    if not paths:
        return None
    changed = changed_files(files, {path: edit.changes[path] for path in paths})
    return Edited(changed, carry_ids(files, changed, ids, paths, edit.stated), paths)


def carry_ids(
    before: Bundle, after: Bundle, ids: RecordIds, paths: list[str], stated: Mapping[str, str] | None = None
) -> RecordIds:
    if all(path.startswith(NAMELESS) for path in paths):
        return ids
    return carried(ids, known_in(before), known_in(after), stated)
