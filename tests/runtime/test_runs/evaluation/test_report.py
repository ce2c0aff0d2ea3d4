"""Shares, times and prices of trials."""

from __future__ import annotations

from dataclasses import replace

from parley.agent_host.protocol import TranscriptLine
from parley.domain.projects.evaluation import HOSTILE, PATIENT, Persona
from parley.domain.projects.files import Bundle
from parley.runtime.test_runs.evaluation.goals import read_evaluation
from parley.runtime.test_runs.evaluation.model_usage import Meter, Price
from parley.runtime.test_runs.evaluation.page import page
from parley.runtime.test_runs.evaluation.report import Setting, report
from parley.runtime.test_runs.evaluation.trial import Configuration, Trial, Wanted
from parley.runtime.test_runs.spoken import SpokenReport, SpokenTurn
from parley.runtime.test_runs.verdict import Record, Status

GOAL = read_evaluation(Bundle({"evaluation/a.yaml": b"goals: [{name: A, goal: B, rubric: [x]}]"}), "en-US").goals[0]
SMALL = Configuration("small", "North", "")


def trial(persona: Persona, status: Status, number: int = 1) -> Trial:
    record = Record(lines=[TranscriptLine("agent", "Hello")])
    wanted = Wanted(SMALL, GOAL, persona, number, 7)
    return Trial(wanted, status, (), (), record, Meter(2, 4000, 400), Meter(), 1.0)


def test_what_was_spoken_and_heard() -> None:
    turns = [
        SpokenTurn("a table", "a cable", 1, 2, 0.8, False, None),
        SpokenTurn("for five", "for five", 0, 2, 1.2, True, 0.3),
    ]
    spoken = replace(trial(PATIENT, Status.FAILED), spoken=SpokenReport("flite:slt", turns, "calls/1.wav"))
    found = report([spoken], Setting("P", "now", 1, 1, "scripted", False, {}))
    [small] = found["configurations"]
    assert small["voice"] == {"word_error": 0.25, "interruptions": 1, "yielded_ms": 300.0}
    assert small["latency_ms"] == {"median": 1000.0, "p95": 1200.0}
    assert found["trials"][0]["voice"]["turns"][0]["heard"] == "a cable"
    shown = page(found)
    assert "25.0%" in shown
    assert "heard: a cable" in shown
    assert "heard: for five" not in shown


def test_shares_are_of_those_that_were_held() -> None:
    passed, failed = Status.PASSED, Status.FAILED
    trials = [
        *(trial(PATIENT, status, number) for number, status in enumerate([passed, passed], start=1)),
        *(trial(HOSTILE, status, number) for number, status in enumerate([passed, failed], start=1)),
        trial(PATIENT, Status.PENDING),
    ]
    found = report(trials, Setting("P", "now", 1, 2, "model", True, {"small": Price(1.0, 10.0)}))
    [small] = found["configurations"]
    assert small["name"] == "small · North"
    assert (small["trials"], small["passed"], small["not_run"], small["share"]) == (4, 3, 1, 0.75)
    assert small["pass_all"] == {"1": 0.75, "2": 0.5}, "one persona always, the other never twice"
    assert small["cost_per_conversation"] == 0.002
    assert small["tokens_per_conversation"] == 1100
    assert small["latency_ms"] is None
    assert [(cell["persona"], cell["passed"], cell["trials"]) for cell in small["cells"]] == [
        ("patient", 2, 2),
        ("hostile", 1, 2),
    ]
    assert len(found["trials"]) == 5
