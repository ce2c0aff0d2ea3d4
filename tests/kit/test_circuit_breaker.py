"""When a provider that failed is asked again."""

from __future__ import annotations

from parley.kit.circuit_breaker import CircuitBreaker


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_what_failed_is_left_out_for_a_while_and_then_tried_by_one() -> None:
    time = Time()
    breaker = CircuitBreaker(time, pause=30, trial=5)
    assert not breaker.is_open
    breaker.begin()
    assert not breaker.is_open
    breaker.failed()
    assert breaker.is_open
    time.now = 30
    assert not breaker.is_open
    breaker.begin()
    assert breaker.is_open, "the others wait for the first that asks"
    time.now = 35
    assert not breaker.is_open
    breaker.begin()
    breaker.succeeded()
    assert not breaker.is_open
