"""A change of files is seen once, with all that belongs to it."""

from __future__ import annotations

from pathlib import Path

from parley.cli.dev.watcher import changed_paths, fingerprint


def test_changes_are_files_that_came_went_or_were_written() -> None:
    before = {"a": (1, 1), "b": (1, 1), "c": (1, 1)}
    assert changed_paths(before, {"a": (1, 1), "b": (2, 1), "d": (1, 1)}) == ["b", "c", "d"]
    assert changed_paths(before, before) == []


def test_what_is_no_part_of_a_project_is_not_looked_at(tmp_path: Path) -> None:
    for name in ("topics/a.yaml", ".git/index", "functions/__pycache__/a.pyc", ".a.yaml.swp"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    assert list(fingerprint(tmp_path)) == ["topics/a.yaml"]
