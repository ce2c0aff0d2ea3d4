"""Metrics of several processes in one exposition."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from parley.cli.supervision.instance_health import merge_metrics


def exposition(amount: int) -> str:
    registry = CollectorRegistry()
    Counter("asked", 'Help with "quotes" and a { brace.', ["route"], registry=registry).labels('/a{b}"c').inc(amount)
    Gauge("now", "No labels.", registry=registry).set(amount)
    Histogram("seconds", "Buckets.", ["route"], registry=registry).labels("x").observe(amount)
    return generate_latest(registry).decode()


def test_each_sample_says_where_it_comes_from_and_nothing_is_lost() -> None:
    texts = {"one": exposition(1), "two": exposition(2)}
    merged = list(text_string_to_metric_families(merge_metrics(texts)))
    assert len({family.name for family in merged}) == len(merged)
    for process, text in texts.items():
        ours = {
            (sample.name, *sorted((k, v) for k, v in sample.labels.items() if k != "process"), sample.value)
            for family in merged
            for sample in family.samples
            if sample.labels["process"] == process
        }
        alone = {
            (sample.name, *sorted(sample.labels.items()), sample.value)
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }
        assert ours == alone


def test_a_family_that_only_one_process_has_is_kept() -> None:
    merged = merge_metrics({"one": exposition(1), "two": "# HELP extra x\n# TYPE extra gauge\nextra 5.0\n"})
    assert 'extra{process="two"} 5.0' in merged
