"""A share that falls by more than the tolerance is a regression."""

from __future__ import annotations

from typing import Any

import pytest

from parley.runtime.test_runs.evaluation.gate import BaselineRefused, changes


def made(*cells: tuple[str, int, int], name: str = "small") -> dict[str, Any]:
    found = [{"goal": goal, "persona": "p", "passed": passed, "trials": trials} for goal, passed, trials in cells]
    return {"version": 1, "configurations": [{"name": name, "cells": found}]}


@pytest.mark.parametrize(
    ("before", "now", "tolerance", "is_worse"),
    [
        (made(("a", 20, 20)), made(("a", 19, 20)), 0.05, False),
        (made(("a", 20, 20)), made(("a", 18, 20)), 0.05, True),
        (made(("a", 1, 1)), made(("a", 1, 1)), 0.0, False),
        (made(("a", 1, 2)), made(("a", 2, 2)), 0.0, False),
        (made(("a", 1, 1), ("b", 1, 1)), made(("a", 4, 4), ("new", 0, 4)), 0.0, False),
        (made(("a", 2, 2), ("b", 8, 8)), made(("a", 0, 2), ("b", 8, 8)), 0.4, True),
    ],
)
def test_only_what_both_have_is_compared(before: Any, now: Any, tolerance: float, is_worse: bool) -> None:
    [change] = changes(now, before, tolerance)
    assert change.is_regression is is_worse


@pytest.mark.parametrize("before", [{}, {"version": 2}, made(("other", 1, 1)), made(("a", 1, 1), name="large")])
def test_what_cannot_be_compared_is_refused(before: Any) -> None:
    with pytest.raises(BaselineRefused):
        changes(made(("a", 1, 1)), before, 0.05)


def test_it_is_told_in_words() -> None:
    [worse] = changes(made(("a", 1, 2)), made(("a", 2, 2)), 0.05)
    assert str(worse) == "small: 100.0% before, 50.0% now (worse)"
