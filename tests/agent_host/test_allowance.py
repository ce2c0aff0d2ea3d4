"""What code may do besides computing has an end, and code learns of it in a way that it can understand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parley.agent_host import messages
from parley.agent_host.allowance import OF_A_CALL, OF_A_TURN, RETURN_CHARACTERS, Allowance, weigh
from parley.agent_host.messages import Done, within
from parley.agent_host.protocol import (
    Effects,
    FunctionFailure,
    Invocation,
    LogLine,
    NewExternalEvent,
    OutgoingMessage,
    Reply,
)
from parley.agent_host.wire import FrameReader
from tests.agent_host.rehearsal import VIEW, play

TRY = """
try:
    for n in range(5000):
        {act}
except LimitExceeded as error:
    return f'{{n}} {{error}}'
"""


@pytest.mark.parametrize(
    ("act", "most"),
    [
        ("conv.send_sms('+1', content='hi')", OF_A_CALL.messages),
        ("conv.send_email('a@b.example', 'hi')", OF_A_CALL.messages),
        ("conv.generate_external_event()", OF_A_CALL.events),
    ],
)
def test_what_is_one_too_many_raises(act: str, most: int) -> None:
    outcome = play(TRY.format(act=act))
    assert outcome.failure is None
    assert (outcome.reply.content or "").startswith(f"{most} The call or the turn has ")
    assert len(outcome.effects.messages) + len(outcome.effects.new_events) == most


def test_what_nobody_catches_fails_the_call_and_keeps_what_was_done() -> None:
    outcome = play("conv.state.a = 1\nwhile True:\n    conv.send_sms('+1', content='hi')")
    assert outcome.failure is not None
    assert (outcome.failure.kind, outcome.state_json) == ("LimitExceeded", {"a": 1})
    assert len(outcome.effects.messages) == OF_A_CALL.messages


def test_metrics_beyond_the_limit_are_dropped_and_the_log_says_so_once() -> None:
    outcome = play("for n in range(5000):\n    conv.write_metric(f'm{n}', n)\nreturn 'fine'")
    assert (outcome.failure, outcome.reply.content) == (None, "fine")
    assert len(outcome.effects.metrics) == OF_A_CALL.metrics
    (said,) = outcome.effects.logs
    assert (said.level, "metrics were dropped" in said.message) == ("warning", True)


def test_logs_beyond_the_limit_are_dropped_and_the_log_says_so_once() -> None:
    outcome = play("for n in range(5000):\n    conv.log.info('x')\nconv.write_metric('after', 1)")
    assert len(outcome.effects.logs) == OF_A_CALL.logs + 1
    assert "log lines were dropped" in outcome.effects.logs[-1].message
    assert len(outcome.effects.metrics) == 1


@pytest.mark.parametrize("value", ["'x' * 9_000_000", "'é' * 20_000", "[1] * 10_000", "{n: n for n in range(90_000)}"])
def test_a_metric_that_is_too_large_is_dropped(value: str) -> None:
    outcome = play(f"for n in range(3):\n    conv.write_metric('big', {value})\nconv.write_metric('small', 1)")
    assert outcome.failure is None
    assert [name for name, *_ in outcome.effects.metrics] == ["small"]
    assert ["metric was dropped" in line.message for line in outcome.effects.logs] == [True]


@pytest.mark.slow
@pytest.mark.parametrize(
    "act",
    [
        "conv.say('x' * 9_000_000)",
        "conv.send_sms('+1', content='x' * 9_000_000)",
        "conv.send_sms('x' * 9_000_000, content='x')",
        "conv.send_content_template('m', '+1', 'c', content_variables={'a': 'x' * 1_900_000})",
        "return 'x' * 9_000_000",
        "return 'é' * 9_000_000",
        "return {'utterance': 'x' * 9_000_000}",
        "return {'content': ['x'] * 400_000}",
        "return {'listen': {'rows': ['x'] * 1_100_000}}",
        "return {'listen': {'rows': [None] * 300_000}}",
        "return {'listen': {'asr': 'x' * 9_000_000}}",
        "return {'handoff': {'type': 'x', 'reason': 'y' * 9_000_000}}",
        "conv.state.x = 'x' * 9_000_000",
        "conv.state.x = [True] * 600_000",
        "conv.state.x = 'x' * 2_100_000",
        "conv.set_response_suggestions(['x' * 9_000_000])",
        "conv.agentic_dial.send_to_parent('x' * 9_000_000)",
        "conv.csat = None\nconv.set_csat_phone_number('x' * 9_000_000)",
    ],
)
def test_what_is_too_large_is_called_so(act: str) -> None:
    outcome = play(act)
    assert outcome.failure is not None
    assert outcome.failure.kind == "too_large", outcome.failure
    assert len(outcome.failure.message) < 200


def test_what_is_large_but_fits_gets_through() -> None:
    outcome = play("conv.state.x = 'y' * 1_900_000\nconv.send_email('a', 'm' * 250_000)\nreturn 'x' * 990_000")
    assert outcome.failure is None
    assert len(outcome.reply.content or "") == 990_000
    assert len(outcome.state_json["x"]) == 1_900_000


def test_an_api_request_is_sent_whole_or_not_at_all() -> None:
    outcome = play("conv.api.booking.get(1, json={'a': 'x' * 5_000_000})", answers={"api": {"status_code": 200}})
    assert outcome.failure is not None
    assert outcome.failure.kind == "too_large"


def test_a_state_that_grows_over_many_calls_ends_too_and_stays_as_it_was() -> None:
    state, sizes = b"", []
    for _ in range(50):
        outcome = play("conv.state.x = (conv.state.x or '') + 'x' * 500_000", state=state)
        if outcome.failure is not None:
            break
        state = outcome.state
        sizes.append(len(outcome.state_json["x"]))
    assert outcome.failure is not None
    assert (outcome.failure.kind, outcome.state, sizes[-1]) == (
        "too_large",
        state,
        1_500_000,
    )


def made(count: int) -> Effects:
    return Effects(
        metrics=tuple((f"m{n}", n, False) for n in range(count)),
        messages=tuple(OutgoingMessage("sms", "+1") for _ in range(count)),
        logs=tuple(LogLine("info", "x") for _ in range(count)),
        new_events=tuple(NewExternalEvent(f"{n:032x}", False) for n in range(count)),
    )


def test_whoever_says_that_they_did_more_is_not_believed() -> None:
    found = within(made(5000), OF_A_CALL)
    assert (len(found.metrics), len(found.messages), len(found.new_events)) == (500, 20, 20)
    assert len(found.logs) < 1010
    assert "dropped" in found.logs[-1].message
    sound = made(10)
    assert within(sound, OF_A_CALL) is sound
    loud = replace(Effects(), logs=tuple(LogLine("info", "x" * 100_000) for _ in range(900)))
    assert len(within(loud, OF_A_CALL).logs) < 20


def test_what_no_sound_child_would_say_that_it_did_is_dropped() -> None:
    forged = Effects(
        metrics=(("a", "x" * 1_000_000, False), ("b", 1, False)),
        messages=(OutgoingMessage("sms", "+1", "x" * 1_000_000), OutgoingMessage("sms", "+2")),
        new_events=(NewExternalEvent("guessed", True), NewExternalEvent("0" * 32, True)),
    )
    found = within(forged, OF_A_CALL)
    assert [name for name, *_ in found.metrics] == ["b"]
    assert [message.to for message in found.messages] == ["+2"]
    assert [event.id for event in found.new_events] == ["0" * 32]


def test_a_reply_that_only_a_forger_could_send_is_too_large() -> None:
    forged = Done(1, Reply(content="x" * (RETURN_CHARACTERS + 50_000)))
    outcome = messages.outcome(forged, b"", Invocation("f", {}, VIEW), 0.0)
    assert outcome.failure is not None
    assert (outcome.failure.kind, outcome.reply) == ("too_large", Reply())
    shouting = Done(1, failure=FunctionFailure("K" * 10_000, "m" * 1_000_000, "w" * 100_000))
    told = messages.outcome(shouting, b"", Invocation("f", {}, VIEW), 0.0).failure
    assert told is not None
    assert len(told.kind) + len(told.message) + len(told.where) < 5_000


def test_the_turn_has_less_left_after_each_call() -> None:
    left = OF_A_TURN.less(Allowance(messages=45, logs=5000))
    assert (left.messages, left.logs, left.metrics) == (5, 0, OF_A_TURN.metrics)
    call = OF_A_CALL.at_most(left)
    assert (call.messages, call.logs, call.metrics) == (5, 0, OF_A_CALL.metrics)


def test_the_rest_of_the_turns_allowance_reaches_the_child() -> None:
    for allowance in (OF_A_CALL, Allowance(messages=3, logs=7)):
        sent = messages.call(1, Invocation("f", {}, VIEW, allowance=allowance))
        ((header, body),) = FrameReader(10_000, 0).feed(sent)
        assert messages.read_call(header, body)[1].allowance == allowance


def test_weighing_stops_at_its_limit() -> None:
    circle: list[object] = []
    circle.append(circle)
    assert weigh(circle, 1000) > 1000
    assert weigh("x" * 1_000_000, 10) > 10
    assert weigh({"a": [1, "bc"]}, 1000) < 30
