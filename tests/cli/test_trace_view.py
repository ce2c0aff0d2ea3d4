"""What a turn did can be read: nothing that went wrong is missing from the short form."""

from __future__ import annotations

from parley.agent_host.protocol import LogLine, Transition
from parley.cli.trace_view import in_full, in_short
from parley.runtime.turn.trace.turn_trace import FunctionRecord, ModelRequestRecord, Trace

FOUND = FunctionRecord(
    "find_book",
    {"title": "Dune"},
    result="two copies",
    logs=(LogLine("warning", "slow shelf", {}, False, "2026-01-05T09:00:00Z"),),
    stdout="looking\n",
    transition=Transition(goto_step="Pick"),
    added={"copies": 2},
    removed=("old",),
    duration_ms=12.4,
    flow="Loan",
    step="Ask",
)
BROKEN = FunctionRecord("reserve", {}, error="KeyError: 'isbn' functions/reserve.py:7")
ASKED = ModelRequestRecord("small", 3, 1200, ("find_book",), "Loan", "Ask", 80.0, 210.0, 40, ("find_book",))
TRACE = Trace(
    "Loan",
    "Ask",
    "Loan",
    "Pick",
    [FOUND, BROKEN],
    [ASKED],
    (("Opening hours", 0.21),),
    ["model_requests"],
    ["unknown flow 'Lone'"],
).to_json()


def test_in_short() -> None:
    assert [str(line) for line in in_short(TRACE)] == [
        'find_book(title="Dune")  result: two copies  12 ms',
        "reserve()  KeyError: 'isbn' functions/reserve.py:7",
        "→ Loan / Pick",
        "limit: model_requests",
        "unknown flow 'Lone'",
    ]


def test_in_full() -> None:
    text = "\n".join(str(line) for line in in_full(TRACE))
    for shown in (
        "Loan / Ask → Loan / Pick",
        "topics: Opening hours (0.21)",
        "model small: 3 messages, 1200 characters, may call find_book; 40 characters back, calls find_book, 210 ms, "
        "first piece after 80 ms",
        "state + copies = 2",
        "state - old",
        "warning: slow shelf",
        "looking",
        '"goto_step":"Pick"',
        "KeyError: 'isbn' functions/reserve.py:7",
    ):
        assert shown in text


def test_a_turn_that_did_nothing_has_nothing_to_show() -> None:
    assert in_short(Trace().to_json()) == []


def test_a_long_value_is_cut() -> None:
    long = Trace(functions=[FunctionRecord("f", {}, result="x" * 1000)]).to_json()
    assert len(str(in_short(long)[0])) < 400
