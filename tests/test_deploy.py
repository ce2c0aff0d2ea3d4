"""What is handed out for Prometheus and Grafana names metrics that there are."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml
from prometheus_client import REGISTRY, CollectorRegistry
from prometheus_client.metrics import MetricWrapperBase

from parley.cli.supervision.supervisor import Counts
from parley.providers.llm import token_counts
from parley.runtime import process_reports
from parley.runtime.session.turn_metrics import TurnMetrics
from parley.runtime.turn.trace.turn_trace import FunctionRecord, ModelRequestRecord, Trace
from parley.telephony import call_handler
from parley.voice import latency
from parley.web.ops import RequestMetrics
from parley.worker import backlog, deliveries
from tests.runtime.session.test_turn_metrics import turn

ROOT = Path(__file__).parent.parent
RULES = yaml.safe_load((ROOT / "deploy" / "prometheus" / "parley.yml").read_text())
PANELS = json.loads((ROOT / "deploy" / "grafana" / "parley.json").read_text())["panels"]
REGISTERED_BY = (backlog, call_handler, deliveries, latency, process_reports, token_counts)
"""Whoever else has metrics is imported by these."""
SUFFIX = {"counter": "_total", "histogram": "_bucket", "gauge": ""}
QUERIES = [rule["expr"] for group in RULES["groups"] for rule in group["rules"]]
QUERIES += [target["expr"] for panel in PANELS for target in panel.get("targets", ())]


@pytest.fixture(scope="module")
def served() -> Mapping[str, tuple[str, frozenset[str]]]:
    """What every process may serve: by the name of a metric its kind and its labels."""
    found: dict[str, tuple[str, frozenset[str]]] = {}
    for collector in {*REGISTRY._collector_to_names, Counts(CollectorRegistry()).restarts}:
        if isinstance(collector, MetricWrapperBase):
            found[collector._name] = str(collector._type), frozenset(collector._labelnames)
    requests, turns = RequestMetrics(), TurnMetrics()
    requests.count("GET", "/", 200, 0.1)
    requests.refused["slow"] += 1
    trace = Trace()
    trace.functions.append(FunctionRecord("a", {}))
    trace.model_requests.append(ModelRequestRecord("m", 1, 1, (), None, None, first_piece_ms=30.0))
    turns.count(turn(trace=trace))
    for family in (*requests.collect(), *turns.collect()):
        labels = frozenset(name for sample in family.samples for name in sample.labels) - {"le"}
        found[family.name] = family.type, labels
    return found


@pytest.mark.slow
@pytest.mark.parametrize("query", QUERIES)
def test_every_metric_and_label_that_is_asked_for_is_there(
    query: str, served: Mapping[str, tuple[str, frozenset[str]]]
) -> None:
    asked = re.findall(r"\b(parley_[a-z_]+)(?:\{([^}]*)\})?", query)
    assert asked or query.startswith("up{")
    grouped = {label for labels in re.findall(r"\bby \(([^)]*)\)", query) for label in labels.split(", ")}
    for name, selected in asked:
        kind, labels = served[re.sub(r"_(total|bucket)$", "", name)]
        assert name.endswith(SUFFIX[kind]), "as Prometheus stores it"
        assert set(re.findall(r"(\w+)=", selected)) <= labels
        # `parley up` says of which of its processes a sample is.
        assert grouped <= labels | {"process"} | ({"le"} if kind == "histogram" else set())


@pytest.mark.parametrize(
    "name",
    ["parley_turns_total", "parley_turn_seconds_bucket", "parley_voice_latency_seconds_bucket",
     "parley_model_requests_total", "parley_function_calls_total", "parley_calls_running", "parley_calls_total",
     "parley_jobs_overdue_seconds", "parley_webhook_overdue_seconds", 'parley_jobs_waiting{state="later"}',
     "parley_jobs_oldest_seconds", "parley_jobs_retrying", "parley_calls_open", "parley_calls_queued_seconds",
     "parley_records_to_embed", "parley_model_tokens_total", "parley_agent_host_memory_bytes"],
)  # fmt: skip
def test_what_operators_look_at_is_drawn(name: str) -> None:
    assert any(name in target["expr"] for panel in PANELS for target in panel.get("targets", ()))


def test_panels_do_not_overlap() -> None:
    places = [panel["gridPos"] for panel in PANELS]
    taken = [
        (x, y)
        for place in places
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(set(taken)) == len(taken)
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)


def test_every_alert_says_what_it_is_about() -> None:
    rules = [rule for group in RULES["groups"] for rule in group["rules"]]
    assert len({rule["alert"] for rule in rules}) == len(rules)
    for rule in rules:
        assert rule["labels"]["severity"] in {"page", "warn"}
        assert rule["annotations"]["summary"]
