"""Turns, counted for Prometheus once they are on disk: by what came of them, of their functions and of their models."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from prometheus_client import REGISTRY
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from parley.kit.duration_histogram import DurationHistogram
from parley.runtime.agent.channels import family, settings_side
from parley.runtime.turn.output import TurnResult

Durations = defaultdict[str, DurationHistogram]


class TurnMetrics(Collector):
    """No label comes from a project: a tenant that names a thousand functions must not fill memory with counters."""

    def __init__(self) -> None:
        self._turns: Counter[tuple[str, str]] = Counter()
        self._functions: Counter[str] = Counter()
        self._models: Counter[str] = Counter()
        self._turn_times = Durations(DurationHistogram)
        self._first_pieces = Durations(DurationHistogram)

    def count(self, turn: TurnResult) -> None:
        channel = settings_side(family(turn.dialog.context.channel_type))
        self._turns[channel, _outcome(turn)] += 1
        self._turn_times[channel].add(turn.latency.total / 1000)
        for call in turn.trace.functions:
            self._functions["refused" if call.is_refused else "error" if call.error else "ok"] += 1
        for request in turn.trace.model_requests:
            self._models["error" if request.error else "ok"] += 1
            if request.first_piece_ms is not None:
                self._first_pieces[channel].add(request.first_piece_ms / 1000)

    def collect(self) -> Iterator[Metric]:
        turns = CounterMetricFamily("parley_turns", "Turns taken, by what came of them.", labels=["channel", "outcome"])
        for labels, count in self._turns.items():
            turns.add_metric(labels, count)
        yield turns
        yield _counter("parley_function_calls", "Functions of agents that the model or a flow called.", self._functions)
        yield _counter("parley_model_requests", "Requests to language models.", self._models)
        yield _histogram("parley_turn_seconds", "Time that turns took in all.", self._turn_times)
        yield _histogram("parley_model_first_piece_seconds", "Time until a model began to answer.", self._first_pieces)


def _outcome(turn: TurnResult) -> str:
    if turn.handoff is not None:
        return "handoff"
    if turn.end_conversation:
        return "ended"
    return "not_understood" if turn.output.is_ood else "answered"


def _counter(name: str, about: str, counts: Mapping[str, int]) -> Metric:
    family = CounterMetricFamily(name, about, labels=["result"])
    for result, count in counts.items():
        family.add_metric([result], count)
    return family


def _histogram(name: str, about: str, times: Durations) -> Metric:
    family = HistogramMetricFamily(name, about, labels=["channel"])
    for channel, durations in times.items():
        family.add_metric([channel], durations.buckets(), durations.total)
    return family


turn_metrics = TurnMetrics()
REGISTRY.register(turn_metrics)
