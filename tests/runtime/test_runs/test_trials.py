"""How far a case can be relied on that is run several times."""

from __future__ import annotations

from itertools import combinations

import pytest

from parley.runtime.test_runs.trials import Trials, by_case, mean_pass_all
from parley.runtime.test_runs.verdict import Status, Verdict


def trials(name: str, passed: int, failed: int, pending: int = 0) -> Trials:
    statuses = [Status.PASSED] * passed + [Status.FAILED] * failed + [Status.PENDING] * pending
    return Trials([Verdict(name, status) for status in statuses])


@pytest.mark.parametrize(("passed", "failed"), [(3, 2), (5, 0), (0, 4), (1, 1)])
def test_it_is_the_share_of_all_choices_that_pass_throughout(passed: int, failed: int) -> None:
    found, runs = trials("a", passed, failed), [True] * passed + [False] * failed
    for k in range(1, len(runs) + 1):
        choices = [all(choice) for choice in combinations(runs, k)]
        assert found.pass_all(k) == sum(choices) / len(choices)
    assert found.pass_all(len(runs) + 1) is None


def test_what_could_not_run_counts_for_nothing() -> None:
    ran, waits = trials("a", 1, 1, pending=3), trials("b", 0, 0, pending=5)
    assert (ran.counted, ran.pass_all(1), ran.pass_all(2)) == (2, 0.5, 0.0)
    assert (waits.counted, waits.pass_all(1), waits.status) == (0, None, Status.PENDING)
    assert mean_pass_all([ran, waits, trials("c", 2, 0)], 1) == 0.75
    assert mean_pass_all([waits], 1) is None


def test_runs_are_gathered_by_case_in_their_first_order() -> None:
    verdicts = [Verdict(name, Status.PASSED) for name in "baab"]
    assert [(each.name, each.passed) for each in by_case(verdicts)] == [("b", 2), ("a", 2)]
