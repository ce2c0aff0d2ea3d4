"""All trials of an evaluation with their shares: pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, comb
from statistics import median
from typing import Any

from parley.runtime.test_runs.evaluation.model_usage import Price
from parley.runtime.test_runs.evaluation.trial import Trial
from parley.runtime.test_runs.spoken import SpokenReport
from parley.runtime.test_runs.verdict import Status

VERSION = 1
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """How the evaluation was made."""

    project: str
    at: str
    seed: int
    repeat: int
    users: str
    """model or scripted."""
    has_judge: bool
    prices: Mapping[str, Price]
    """By model."""


def report(trials: Sequence[Trial], setting: Setting) -> Json:
    configurations = dict.fromkeys(trial.wanted.configuration for trial in trials)
    return {
        "version": VERSION,
        "project": setting.project,
        "at": setting.at,
        "seed": setting.seed,
        "repeat": setting.repeat,
        "users": setting.users,
        "judge": setting.has_judge,
        "configurations": [
            {
                "name": each.name,
                "model": each.model,
                "variant": each.variant,
                "rules": each.rules,
                **_summary(
                    [trial for trial in trials if trial.wanted.configuration == each],
                    setting.prices.get(each.model),
                    setting.repeat,
                ),
            }
            for each in configurations
        ],
        "trials": [trial.to_json() for trial in trials],
    }


def _summary(trials: Sequence[Trial], price: Price | None, repeat: int) -> Json:
    """Shares are of the trials that could be run."""
    counted = [trial for trial in trials if trial.status is not Status.PENDING]
    latencies = sorted(each for trial in counted for each in trial.latencies)
    costs = [cost for trial in counted if (cost := trial.agent.cost(price)) is not None]
    cells = _grouped(counted, lambda trial: (trial.wanted.goal.name, trial.wanted.persona.name))
    return {
        "trials": len(counted),
        "not_run": len(trials) - len(counted),
        "passed": _passed(counted),
        "share": _share(counted),
        "pass_all": {str(k): _mean_pass_all(cells.values(), k) for k in range(1, repeat + 1)},
        "latency_ms": {"median": _rounded(median(latencies), 1), "p95": _rounded(_quantile(latencies, 0.95), 1)}
        if latencies
        else None,
        "tokens_per_conversation": _mean(each.agent.tokens_read + each.agent.tokens_written for each in counted),
        "requests_per_conversation": _mean(each.agent.requests for each in counted),
        "cost_per_conversation": _rounded(sum(costs) / len(costs), 6) if costs else None,
        "turns_per_conversation": _mean(len(each.latencies) for each in counted),
        "voice": _voice([trial.spoken for trial in counted if trial.spoken is not None]),
        "cells": [
            {"goal": goal, "persona": persona, "trials": len(found), "passed": _passed(found)}
            for (goal, persona), found in cells.items()
        ],
    }


def _voice(reports: Sequence[SpokenReport]) -> Json | None:
    """None: everything was held in writing."""
    if not reports:
        return None
    turns = [turn for report in reports for turn in report.turns]
    yielded = [turn.yielded * 1000 for turn in turns if turn.yielded is not None]
    return {
        "word_error": _rounded(sum(turn.errors for turn in turns) / max(sum(turn.words for turn in turns), 1), 4),
        "interruptions": sum(turn.interrupted for turn in turns),
        "yielded_ms": _rounded(median(yielded), 1) if yielded else None,
    }


def _grouped(trials: Sequence[Trial], key: Any) -> dict[tuple[str, str], list[Trial]]:
    found: dict[tuple[str, str], list[Trial]] = {}
    for trial in trials:
        found.setdefault(key(trial), []).append(trial)
    return found


def _passed(trials: Sequence[Trial]) -> int:
    return sum(trial.status is Status.PASSED for trial in trials)


def _share(trials: Sequence[Trial]) -> float | None:
    return _rounded(_passed(trials) / len(trials), 4) if trials else None


def _mean_pass_all(cells: Iterable[Sequence[Trial]], k: int) -> float | None:
    """pass^k: the probability that k conversations in a row all pass, for a goal and a persona, and on average."""
    known = [comb(_passed(trials), k) / comb(len(trials), k) for trials in cells if len(trials) >= k]
    return _rounded(sum(known) / len(known), 4) if known else None


def _mean(values: Iterable[float]) -> float | None:
    known = list(values)
    return _rounded(sum(known) / len(known), 1) if known else None


def _quantile(ordered: Sequence[float], share: float) -> float:
    return ordered[max(ceil(share * len(ordered)) - 1, 0)]


def _rounded(number: float, digits: int) -> float:
    return round(number, digits)
