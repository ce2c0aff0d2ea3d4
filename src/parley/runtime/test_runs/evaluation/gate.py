"""Whether a configuration became worse than it was: pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parley.kit.errors import ParleyError
from parley.runtime.test_runs.evaluation.report import VERSION

Cells = dict[tuple[str, str], Mapping[str, Any]]


class BaselineRefused(ParleyError):
    """It is no report of an evaluation."""


@dataclass(frozen=True, slots=True)
class Change:
    """Of the share that passed, for goals and personas that both reports have."""

    configuration: str
    before: float
    now: float
    tolerance: float

    @property
    def is_regression(self) -> bool:
        # Shares are fractions: what is lost in writing them is no regression.
        return self.before - self.now > self.tolerance + 1e-9

    def __str__(self) -> str:
        verdict = "worse" if self.is_regression else "better" if self.now > self.before else "as good as before"
        return f"{self.configuration}: {self.before:.1%} before, {self.now:.1%} now ({verdict})"


def changes(report: Mapping[str, Any], baseline: Mapping[str, Any], tolerance: float) -> list[Change]:
    """For each configuration of both. Raises BaselineRefused where there is nothing to compare."""
    if baseline.get("version") != VERSION:
        raise BaselineRefused
    before = {each["name"]: _cells(each) for each in baseline["configurations"]}
    found = []
    for each in report["configurations"]:
        old, new = before.get(each["name"], {}), _cells(each)
        shared = [key for key in new if key in old]
        if shared:
            found.append(Change(each["name"], _share(old, shared), _share(new, shared), tolerance))
    if not found:
        raise BaselineRefused("The baseline has no configuration, goal and persona in common with this evaluation.")
    return found


def _cells(configuration: Mapping[str, Any]) -> Cells:
    return {(each["goal"], each["persona"]): each for each in configuration["cells"]}


def _share(cells: Cells, keys: list[tuple[str, str]]) -> float:
    """Each goal and persona counts alike, however often it was tried."""
    shares: list[float] = [cells[key]["passed"] / cells[key]["trials"] for key in keys]
    return sum(shares) / len(keys)
