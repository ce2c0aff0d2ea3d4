"""The page shows what the report says, and nothing in it is taken for markup."""

from __future__ import annotations

from parley.runtime.test_runs.evaluation.page import page

TRIAL = {
    "configuration": "small",
    "goal": "<b>Book</b>",
    "persona": "hostile",
    "number": 1,
    "status": "failed",
    "reasons": ["wanted words like 'x'"],
    "functions": ["book"],
    "transcript": [{"role": "user", "text": "<script>alert(1)</script>"}, {"role": "agent", "text": "Hello"}],
}
CONFIGURATION = {
    "name": "small",
    "trials": 2,
    "not_run": 1,
    "passed": 1,
    "share": 0.5,
    "pass_all": {"1": 0.5, "2": None},
    "latency_ms": {"median": 120.0, "p95": 1300.0},
    "tokens_per_conversation": 4200.0,
    "cost_per_conversation": 0.0123,
    "turns_per_conversation": 3.5,
    "cells": [{"goal": "<b>Book</b>", "persona": "hostile", "trials": 2, "passed": 1}],
}
REPORT = {
    "project": "Tables",
    "at": "2026-11-19T10:00:00Z",
    "seed": 1,
    "repeat": 2,
    "users": "model",
    "judge": True,
    "configurations": [CONFIGURATION, {**CONFIGURATION, "name": "none", "latency_ms": None, "share": None}],
    "trials": [{**TRIAL, "status": "passed", "goal": "Good"}, TRIAL],
}


def test_what_is_on_the_page() -> None:
    shown = page(REPORT)
    for words in ("Evaluation of Tables", "1 of 2 (50%)", "1,300 ms", "0.01230", "&lt;script&gt;", "Functions: book"):
        assert words in shown
    assert "<script>" not in shown
    assert "<b>Book" not in shown
    assert shown.index("failed · ") < shown.index("passed · "), "what went wrong comes first"
