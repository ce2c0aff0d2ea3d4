"""The parts of the time that callers feel."""

from __future__ import annotations

import pytest
from prometheus_client import REGISTRY

from parley.voice.latency import TurnLatency, input_details
from parley.voice.turn_events import CallerTurn


def total(part: str) -> tuple[float, float]:
    """How many were observed, and their sum."""
    labels = {"part": part}
    found = [REGISTRY.get_sample_value(f"parley_voice_latency_seconds_{kind}", labels) for kind in ("count", "sum")]
    return found[0] or 0.0, found[1] or 0.0


def test_parts_are_observed_once() -> None:
    parts = {"endpointing": 0.7, "recognition": 0.5, "turn": 0.2, "synthesis": 0.1, "playout": 0.05, "total": 1.05}
    before = {part: total(part) for part in parts}
    latency = TurnLatency(CallerTurn(text="hello", spoke_until=10.0, transcribed_at=10.5), 10.7)
    latency.sound_went(10.8)  # a delay response
    latency.words_came(10.9)
    latency.words_came(11.5)
    latency.sound_went(11.0, 0.05)
    latency.sound_went(12.0)
    assert [latency.endpointing, latency.recognition] == pytest.approx([0.7, 0.5])
    assert [latency.synthesis, latency.playout] == pytest.approx([0.1, 0.05])
    after = input_details(CallerTurn("1"), None, latency, is_private=False)
    assert [after.synthesis_before_ms, after.playout_before_ms] == pytest.approx([100, 50])
    assert after.endpointing_ms is None
    for part, seconds in parts.items():
        count, summed = total(part)
        assert [count - before[part][0], summed - before[part][1]] == pytest.approx([1, seconds]), part
