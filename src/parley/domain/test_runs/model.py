"""Test runs as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from parley.domain.branches.model import MAIN
from parley.kit.errors import ParleyError

OFF, ON_PROMOTION, REQUIRED = "off", "on_promotion", "required"
GATES = (OFF, ON_PROMOTION, REQUIRED)
"""What a project's setting `tests` can say: nothing runs, they run with every promotion, live needs them passed."""


ERRORS = frozenset({"errored", "timed_out"})


class TestCasesNotFound(ParleyError):
    """This version has no such test cases."""

    status = 422


class TestRunNotFound(ParleyError):
    """There is no such test run."""

    status = 404


class DeploymentsTestsNotPassed(ParleyError):
    """This project's tests have to pass before a version goes live."""

    status = 409


class RunStatus(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    PASSED = "passed"
    FAILED = "failed"
    INCOMPLETE = "incomplete"
    """Nothing failed, but some cases need a model to play the user, and there was none."""
    ERRORED = "errored"


@dataclass(frozen=True, slots=True)
class TestRun:
    id: UUID
    account_id: str
    project_id: str
    deployment_id: UUID
    artifact_hash: str
    trigger: str
    """promotion or manual."""
    created_by: str
    created_at: datetime
    status: RunStatus = RunStatus.QUEUED
    total: int = 0
    passed: int = 0
    failed: int = 0
    results: Sequence[Mapping[str, Any]] = field(default_factory=tuple)
    error: str = ""
    started_at: datetime | None = None
    finished_at: datetime | None = None
    cases: Sequence[str] | None = None
    """The names of those that it is about; None: the whole suite."""
    branch: str = MAIN

    @property
    def errored(self) -> int:
        """Cases that could not be judged. They are among those that failed."""
        return sum(result.get("status") in ERRORS for result in self.results)


def run_outcome(total: int, passed: int, failed: int) -> RunStatus:
    """How a run ended whose cases have all had their turn."""
    if failed:
        return RunStatus.FAILED
    return RunStatus.PASSED if passed == total else RunStatus.INCOMPLETE


def project_gate(settings: Mapping[str, Any]) -> str:
    return str(settings.get("tests") or OFF)
