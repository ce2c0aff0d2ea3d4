"""What a sandbox lacks, and what to do about it."""

from __future__ import annotations

from parley.cli.doctor import machine
from parley.cli.doctor.finding import Level


def test_what_a_sandbox_lacks_is_a_warning() -> None:
    report = {"user": "61190", "filesystem": "open", "system calls": "filtered", "visible files": "its own tree"}
    findings = list(machine.judge_sandbox(report, may_be_root=True))
    lacking = [each for each in findings if each.level is Level.WARNING]
    assert [each.subject for each in lacking] == ["lacking", "root"]
    assert "Landlock" in lacking[0].what
    assert all(each.why and each.todo for each in lacking)
