"""The same case several times over: how often it passes, and how far that can be relied on. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

from parley.runtime.test_runs.verdict import Status, Verdict


@dataclass(frozen=True, slots=True)
class Trials:
    """All runs of one case."""

    verdicts: Sequence[Verdict]

    @property
    def name(self) -> str:
        return self.verdicts[0].case

    @property
    def counted(self) -> int:
        """Those that could be run."""
        return sum(verdict.status is not Status.PENDING for verdict in self.verdicts)

    @property
    def passed(self) -> int:
        return sum(verdict.status is Status.PASSED for verdict in self.verdicts)

    @property
    def status(self) -> Status:
        """The first that did not pass says why."""
        return next((each.status for each in self.verdicts if each.status is not Status.PASSED), Status.PASSED)

    def pass_all(self, k: int) -> float | None:
        """pass^k: the probability that k runs in a row all pass, estimated without bias from those that were made."""
        return comb(self.passed, k) / comb(self.counted, k) if 0 < k <= self.counted else None

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "status": self.status.value,
            "passed": self.passed,
            "runs": self.counted,
            "pass_at_1": _rounded(self.pass_all(1)),
            "pass_all": {str(k): _rounded(self.pass_all(k)) for k in range(1, self.counted + 1)},
            "trials": [verdict.to_json() for verdict in self.verdicts],
        }


def by_case(verdicts: Sequence[Verdict]) -> list[Trials]:
    """In the order in which the cases first ran."""
    found: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        found.setdefault(verdict.case, []).append(verdict)
    return [Trials(each) for each in found.values()]


def mean_pass_all(trials: Sequence[Trials], k: int) -> float | None:
    """Over the cases that were run so often."""
    known = [share for each in trials if (share := each.pass_all(k)) is not None]
    return sum(known) / len(known) if known else None


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)
