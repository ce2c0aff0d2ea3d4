"""A project's own unit tests: plain pytest under `tests/`, run in a process of their own with our `_gen`.

They are the author's own code on the author's own machine, and run with the author's rights, not in the sandbox.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError

from defusedxml import ElementTree

from parley.runtime.test_runs.verdict import Status, Verdict

FOLDER = "tests"
SECONDS = 600.0
_PLUGIN = "parley.runtime.test_runs.gen_plugin"
_NOTHING_RAN = 5
"""pytest's status when it found no test."""
_LONGEST_REASON = 2_000
_LONGEST_DETAILS = 8_000
_STATUSES = {"failure": Status.FAILED, "error": Status.ERRORED, "skipped": Status.PENDING}


def has_unit_tests(project: Path) -> bool:
    tests = project / FOLDER
    return any(any(tests.rglob(pattern)) for pattern in ("test_*.py", "*_test.py"))


def run_unit_tests(project: Path, stops_early: bool = False, seconds: float = SECONDS) -> list[Verdict]:
    """A verdict for each test; a single one when they could not be run at all."""
    if find_spec("pytest") is None:
        return [Verdict(FOLDER, Status.PENDING, "needs pytest: install parley[testing]")]
    with tempfile.TemporaryDirectory(prefix="parley-unit-") as folder:
        report = Path(folder, "report.xml")
        own = ("-p", _PLUGIN, "--rootdir=.", f"--junitxml={report}")
        command = [sys.executable, "-m", "pytest", "-q", *own, FOLDER]
        if stops_early:
            command.append("-x")
        try:
            ended = subprocess.run(  # noqa: S603 - our own interpreter, no shell
                command,
                cwd=project,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return [Verdict(FOLDER, Status.TIMED_OUT, f"took longer than {seconds:g} s")]
        found = list(_verdicts(report))
    if found or ended.returncode == _NOTHING_RAN:
        return found
    reason = (ended.stdout + ended.stderr).strip()[-_LONGEST_REASON:]
    return [Verdict(FOLDER, Status.ERRORED, f"pytest ended with status {ended.returncode}: {reason}")]


def _verdicts(report: Path) -> Iterator[Verdict]:
    try:
        cases = ElementTree.parse(report).iter("testcase")
    except (OSError, ParseError):
        return
    for case in cases:
        trouble = next((child for child in case if child.tag in _STATUSES), None)
        status = _STATUSES[trouble.tag] if trouble is not None else Status.PASSED
        seconds = float(case.get("time") or 0)
        details = (trouble.text or "").strip()[-_LONGEST_DETAILS:] if trouble is not None else ""
        yield Verdict(_name(case), status, _reason(trouble), seconds=seconds, details=details)


def _name(case: Element) -> str:
    module = (case.get("classname") or "").replace(".", "/")
    return f"{module}::{case.get('name')}" if module else str(case.get("name"))


def _reason(trouble: Element | None) -> str:
    return "" if trouble is None else (trouble.get("message") or "")[:_LONGEST_REASON]
