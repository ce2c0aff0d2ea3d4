"""What APIs answered in a conversation, as mocks that answer the same again: pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parley.runtime.test_runs.recorded.conversation import RecordedTurn

LOGGED = "API response"
"""What `conv.log_api_response` writes."""


def api_mocks(turns: Sequence[RecordedTurn]) -> dict[str, dict[str, list[dict[str, Any]]]]:
    """By integration and operation, in the order of the calls. The last one stays, so equal ones at the end are one."""
    found: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for _number, call in _calls(turns):
        found.setdefault(call["integration"], {}).setdefault(call["operation"], []).append(_mock(call))
    for operations in found.values():
        for answers in operations.values():
            while len(answers) > 1 and answers[-1] == answers[-2]:
                answers.pop()
    return found


def remarks_on_apis(turns: Sequence[RecordedTurn]) -> list[str]:
    found = [
        f"What {call['integration']}.{call['operation']} answered in turn {number} was too large to be kept: write it."
        for number, call in _calls(turns)
        if call.get("is_cut")
    ]
    functions = [function for turn in turns for function in turn.functions]
    if any(_logs_its_own(function) for function in functions):
        found.append("A function called an API by itself, not through conv.api: a test does not answer for that one.")
    return found


def _calls(turns: Sequence[RecordedTurn]) -> list[tuple[int, Mapping[str, Any]]]:
    return [
        (turn.number, call) for turn in turns for function in turn.functions for call in function.get("api_calls", ())
    ]


def _mock(call: Mapping[str, Any]) -> dict[str, Any]:
    if call.get("error") is not None:
        return {"error": call["error"]}
    return {"respond": {"status": call["status"], "body": call.get("body", "")}}


def _logs_its_own(function: Mapping[str, Any]) -> bool:
    return not function.get("api_calls") and any(line["message"] == LOGGED for line in function.get("logs", ()))
