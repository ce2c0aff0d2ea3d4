"""What two versions of a project differ in, file by file. Pure."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from parley.domain.projects.files import Bundle

LONGEST = 2_000
"""Lines of one file's difference; more is cut, and said to be."""


class Change(StrEnum):
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class FileChange:
    path: str
    change: Change
    diff: str
    """Unified, as `diff -u` writes it; empty for files that are no text."""
    is_cut: bool = False


def diff_bundles(before: Bundle, after: Bundle) -> Iterator[FileChange]:
    """From `before` to `after`, in the order of the paths."""
    for path in sorted({*before.files, *after.files}):
        old, new = before.files.get(path), after.files.get(path)
        if old != new:
            change = Change.ADDED if old is None else Change.REMOVED if new is None else Change.CHANGED
            lines = _lines(path, old, new)
            yield FileChange(path, change, "\n".join(lines[:LONGEST]), len(lines) > LONGEST)


def _lines(path: str, old: bytes | None, new: bytes | None) -> list[str]:
    try:
        before, after = ((content or b"").decode().splitlines() for content in (old, new))
    except UnicodeDecodeError:
        return []
    was, now = (path if content is not None else "/dev/null" for content in (old, new))
    return list(difflib.unified_diff(before, after, was, now, lineterm=""))
