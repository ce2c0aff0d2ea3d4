"""What code may do besides computing has an end, and code learns of it in a way that it can understand."""

from __future__ import annotations

import pytest

from parley.agent_host.allowance import PER_CALL, PER_TURN, Allowance, json_size
from tests.agent_host.in_process import run_body

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
        ("conv.send_sms('+1', content='hi')", PER_CALL.messages),
        ("conv.send_email('a@b.example', 'hi')", PER_CALL.messages),
        ("conv.generate_external_event()", PER_CALL.events),
    ],
)
def test_what_is_one_too_many_raises(act: str, most: int) -> None:
    outcome = run_body(TRY.format(act=act))
    assert outcome.failure is None
    assert (outcome.reply.content or "").startswith(f"{most} The call or the turn has ")
    assert len(outcome.effects.messages) + len(outcome.effects.new_events) == most


def test_what_nobody_catches_fails_the_call_and_keeps_what_was_done() -> None:
    outcome = run_body("conv.state.a = 1\nwhile True:\n    conv.send_sms('+1', content='hi')")
    assert outcome.failure is not None
    assert (outcome.failure.kind, outcome.state_json) == ("LimitExceeded", {"a": 1})
    assert len(outcome.effects.messages) == PER_CALL.messages


def test_metrics_beyond_the_limit_are_dropped_and_the_log_says_so_once() -> None:
    outcome = run_body("for n in range(5000):\n    conv.write_metric(f'm{n}', n)\nreturn 'fine'")
    assert (outcome.failure, outcome.reply.content) == (None, "fine")
    assert len(outcome.effects.metrics) == PER_CALL.metrics
    (said,) = outcome.effects.logs
    assert (said.level, "metrics were dropped" in said.message) == ("warning", True)


def test_logs_beyond_the_limit_are_dropped_and_the_log_says_so_once() -> None:
    outcome = run_body("for n in range(5000):\n    conv.log.info('x')\nconv.write_metric('after', 1)")
    assert len(outcome.effects.logs) == PER_CALL.logs + 1
    assert "log lines were dropped" in outcome.effects.logs[-1].message
    assert len(outcome.effects.metrics) == 1


@pytest.mark.slow
@pytest.mark.parametrize("value", ["'x' * 9_000_000", "'é' * 20_000", "[1] * 10_000", "{n: n for n in range(90_000)}"])
def test_a_metric_that_is_too_large_is_dropped(value: str) -> None:
    outcome = run_body(f"for n in range(3):\n    conv.write_metric('big', {value})\nconv.write_metric('small', 1)")
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
    outcome = run_body(act)
    assert outcome.failure is not None
    assert outcome.failure.kind == "too_large", outcome.failure
    assert len(outcome.failure.message) < 200


@pytest.mark.slow
def test_what_is_large_but_fits_gets_through() -> None:
    outcome = run_body("conv.state.x = 'y' * 1_900_000\nconv.send_email('a', 'm' * 250_000)\nreturn 'x' * 990_000")
    assert outcome.failure is None
    assert len(outcome.reply.content or "") == 990_000
    assert len(outcome.state_json["x"]) == 1_900_000


def test_an_api_request_is_sent_whole_or_not_at_all() -> None:
    outcome = run_body("conv.api.booking.get(1, json={'a': 'x' * 5_000_000})", answers={"api": {"status_code": 200}})
    assert outcome.failure is not None
    assert outcome.failure.kind == "too_large"


@pytest.mark.slow
def test_a_state_that_grows_over_many_calls_ends_too_and_stays_as_it_was() -> None:
    state, sizes = b"", []
    for _ in range(50):
        outcome = run_body("conv.state.x = (conv.state.x or '') + 'x' * 500_000", state=state)
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


def test_the_turn_has_less_left_after_each_call() -> None:
    left = PER_TURN.less(Allowance(messages=45, logs=5000))
    assert (left.messages, left.logs, left.metrics) == (5, 0, PER_TURN.metrics)
    call = PER_CALL.at_most(left)
    assert (call.messages, call.logs, call.metrics) == (5, 0, PER_CALL.metrics)


def test_measuring_stops_at_its_limit() -> None:
    circle: list[object] = []
    circle.append(circle)
    assert json_size(circle, 1000) > 1000
    assert json_size("x" * 1_000_000, 10) > 10
    assert json_size({"a": [1, "bc"]}, 1000) < 30
