"""What a child says that it did is believed as far as it was allowed, and counted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from parley.agent_host.allowance import NOTHING, PER_CALL, RETURN_CHARACTERS, Allowance
from parley.agent_host.messages import FunctionResult
from parley.agent_host.outcomes import MAX_API_ERRORS, accept_result, limit_effects, lost_outcome
from parley.agent_host.protocol import (
    Effects,
    FunctionFailure,
    Invocation,
    LogLine,
    NewExternalEvent,
    OutgoingMessage,
    Reply,
)
from tests.agent_host.in_process import VIEW


def made(count: int) -> Effects:
    return Effects(
        metrics=tuple((f"m{n}", n, False) for n in range(count)),
        messages=tuple(OutgoingMessage("sms", "+1") for _ in range(count)),
        logs=tuple(LogLine("info", "x") for _ in range(count)),
        new_events=tuple(NewExternalEvent(f"{n:032x}", False) for n in range(count)),
    )


@pytest.mark.slow
def test_whoever_says_that_they_did_more_is_not_believed() -> None:
    found = limit_effects(made(5000), PER_CALL)
    assert (len(found.metrics), len(found.messages), len(found.new_events)) == (500, 20, 20)
    assert len(found.logs) < 1010
    assert "dropped" in found.logs[-1].message
    sound = made(10)
    assert limit_effects(sound, PER_CALL) is sound
    loud = replace(Effects(), logs=tuple(LogLine("info", "x" * 100_000) for _ in range(900)))
    assert len(limit_effects(loud, PER_CALL).logs) < 20


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "counted"), [(0, 0), (3, 3), (2**40, MAX_API_ERRORS), (2**64 - 1, MAX_API_ERRORS), (-5, 0)]
)
def test_api_errors_are_a_number_that_can_be_stored(said: int, counted: int) -> None:
    assert limit_effects(Effects(api_errors=said), PER_CALL).api_errors == counted
    loud = replace(made(5000), api_errors=said)
    assert limit_effects(loud, PER_CALL).api_errors == counted
    # Also from a child that says nothing else.
    result = FunctionResult(1, effects=Effects(api_errors=said))
    outcome = accept_result(result, b"", Invocation("f", {}, VIEW), NOTHING, 0.0)
    assert outcome.effects.api_errors == counted


def test_what_no_sound_child_would_say_that_it_did_is_dropped() -> None:
    forged = Effects(
        metrics=(("a", "x" * 1_000_000, False), ("b", 1, False)),
        messages=(OutgoingMessage("sms", "+1", "x" * 1_000_000), OutgoingMessage("sms", "+2")),
        new_events=(NewExternalEvent("guessed", True), NewExternalEvent("0" * 32, True)),
    )
    found = limit_effects(forged, PER_CALL)
    assert [name for name, *_ in found.metrics] == ["b"]
    assert [message.to for message in found.messages] == ["+2"]
    assert [event.id for event in found.new_events] == ["0" * 32]


def test_a_reply_that_only_a_forger_could_send_is_too_large() -> None:
    forged = FunctionResult(1, Reply(content="x" * (RETURN_CHARACTERS + 50_000)))
    outcome = accept_result(forged, b"", Invocation("f", {}, VIEW), NOTHING, 0.0)
    assert outcome.failure is not None
    assert (outcome.failure.kind, outcome.reply) == ("too_large", Reply())
    shouting = FunctionResult(1, failure=FunctionFailure("K" * 10_000, "m" * 1_000_000, "w" * 100_000))
    told = accept_result(shouting, b"", Invocation("f", {}, VIEW), NOTHING, 0.0).failure
    assert told is not None
    assert len(told.kind) + len(told.message) + len(told.where) < 5_000


def test_what_a_call_used_is_counted() -> None:
    invocation, requests = Invocation("f", {}, VIEW), Allowance(events=3, model_requests=2, api_requests=1)
    assert accept_result(FunctionResult(1), b"", invocation, NOTHING, 0.0).used is NOTHING
    assert accept_result(FunctionResult(1), b"", invocation, requests, 0.0).used == requests
    assert lost_outcome("crash", "it is gone", invocation, 0.0, requests).used == requests
    used = accept_result(FunctionResult(1, effects=made(2)), b"", invocation, requests, 0.0).used
    assert used == Allowance(
        messages=2, events=3, model_requests=2, api_requests=1, metrics=2, logs=2, log_characters=2
    )
