from __future__ import annotations

from prometheus_client import CollectorRegistry, generate_latest

from parley.agent_host.protocol import HandoffRequest
from parley.runtime.session.turn_metrics import TurnMetrics
from parley.runtime.turn.dialog import ConversationContext, DialogState
from parley.runtime.turn.output import Latency, TurnInput, TurnOutput, TurnResult
from parley.runtime.turn.trace.turn_trace import FunctionRecord, ModelRequestRecord, Trace


def turn(channel: str = "webchat.polyai", *, is_ood: bool = False, trace: Trace | None = None) -> TurnResult:
    dialog = DialogState(ConversationContext("CONV-1", "account", "project", "live", channel))
    latency = Latency(first_speech=None, total=300.0, model=0.0, functions=0.0)
    return TurnResult(dialog, TurnInput(), TurnOutput(is_ood=is_ood), trace or Trace(), latency)


def lines(metrics: TurnMetrics) -> set[str]:
    registry = CollectorRegistry()
    registry.register(metrics)
    return set(generate_latest(registry).decode().splitlines())


def test_turns_are_counted_by_what_came_of_them() -> None:
    metrics, handed_over, ended = TurnMetrics(), turn(), turn()
    handed_over.dialog.handoff = HandoffRequest("front desk", "asked for it")
    handed_over.dialog.end_reason = "handoff"
    ended.dialog.ended, ended.dialog.end_reason = True, "agent_end"
    for each in (turn(), turn(), turn(is_ood=True), handed_over, ended, turn("sip.polyai")):
        metrics.count(each)
    assert lines(metrics) >= {
        'parley_turns_total{channel="chat",outcome="answered"} 2.0',
        'parley_turns_total{channel="chat",outcome="not_understood"} 1.0',
        'parley_turns_total{channel="chat",outcome="handoff"} 1.0',
        'parley_turns_total{channel="chat",outcome="ended"} 1.0',
        'parley_turns_total{channel="voice",outcome="answered"} 1.0',
        'parley_turn_seconds_bucket{channel="chat",le="0.25"} 0.0',
        'parley_turn_seconds_bucket{channel="chat",le="0.5"} 5.0',
        'parley_turn_seconds_count{channel="voice"} 1.0',
    }


def test_functions_and_models_are_counted_by_result() -> None:
    metrics, trace = TurnMetrics(), Trace()
    trace.functions += [
        FunctionRecord("a", {}),
        FunctionRecord("b", {}, error="ValueError"),
        FunctionRecord("c", {}, error="unknown", is_refused=True),
    ]
    trace.model_requests += [
        ModelRequestRecord("m", 1, 1, (), None, None, first_piece_ms=30.0),
        ModelRequestRecord("m", 1, 1, (), None, None, error="timeout"),
    ]
    metrics.count(turn(trace=trace))
    assert lines(metrics) >= {
        'parley_function_calls_total{result="ok"} 1.0',
        'parley_function_calls_total{result="error"} 1.0',
        'parley_function_calls_total{result="refused"} 1.0',
        'parley_model_requests_total{result="ok"} 1.0',
        'parley_model_requests_total{result="error"} 1.0',
        'parley_model_first_piece_seconds_bucket{channel="chat",le="0.05"} 1.0',
        'parley_model_first_piece_seconds_count{channel="chat"} 1.0',
    }


def test_a_channel_that_somebody_made_up_is_no_label() -> None:
    metrics = TurnMetrics()
    for number in range(50):
        metrics.count(turn(f"made-up-{number}"))
    assert 'parley_turns_total{channel="chat",outcome="answered"} 50.0' in lines(metrics)
