"""Pure: what is left of a branch in the archive, and files after a change."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from parley.domain.branches.model import Branch, BranchFilesInvalid, changed_files, main_id
from parley.domain.projects.files import Bundle

NOW = datetime(2026, 3, 1, tzinfo=UTC)
FILES = Bundle({"a.txt": b"1", "b/c.txt": b"2"})


def archived(ago: timedelta) -> Branch:
    id_ = UUID(int=1)
    return Branch(id_, "BRANCH-1", "A", "P", "n", None, "main", 0, 0, None, "me", NOW, NOW, NOW - ago)


@pytest.mark.parametrize(("days", "left"), [(0, 30), (0.5, 30), (1, 29), (29.9, 1), (30, 0), (40, 0)])
def test_a_begun_day_counts(days: float, left: int) -> None:
    assert archived(timedelta(days=days)).days_left(NOW) == left


def test_main_has_one_id_in_each_project() -> None:
    assert main_id("P") == main_id("P") != main_id("Q")


def test_files_are_written_replaced_and_taken_away() -> None:
    changed = changed_files(FILES, {"a.txt": b"3", "b/c.txt": None, "d.txt": b"4"})
    assert dict(changed.files) == {"a.txt": b"3", "d.txt": b"4"}


@pytest.mark.parametrize("path", ["../x", "A.TXT", "b", "x" * 600, "a\\b"])
def test_what_no_project_may_hold_is_refused(path: str) -> None:
    with pytest.raises(BranchFilesInvalid):
        changed_files(FILES, {path: b""})
