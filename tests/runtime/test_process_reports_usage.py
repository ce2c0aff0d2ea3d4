"""What this process takes of its machine."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from parley.runtime import process_reports


def test_the_share_of_a_core_is_that_between_two_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    wall, used = iter([10.0, 14.0, 14.0]), iter([1.0, 2.0, 2.0])
    monkeypatch.setattr(time, "monotonic", lambda: next(wall))
    monkeypatch.setattr(time, "process_time", lambda: next(used))
    share = process_reports.CpuShare()
    assert [share.read(), share.read()] == [0.25, 0.0]


def test_memory_is_what_the_system_says_and_else_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert process_reports.resident_bytes() > 1 << 20
    monkeypatch.setattr(process_reports, "STATM", tmp_path / "none")
    assert process_reports.resident_bytes() == 0
