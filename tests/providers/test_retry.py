"""When to ask again."""

from __future__ import annotations

import pytest

from parley.kit.backoff import ExponentialBackoff, Jitter
from parley.providers.retry import RetryPolicy, is_transient


@pytest.mark.parametrize(("status", "expected"), [(408, True), (409, True), (429, True), (500, True), (503, True),
                                                  (400, False), (401, False), (404, False)])  # fmt: skip
def test_transient_statuses(status: int, expected: bool) -> None:
    assert is_transient(status) is expected


def test_an_empty_purse_does_not_fill_by_waiting() -> None:
    assert not is_transient(429, "insufficient_quota")


def test_waiting_grows_is_jittered_and_ends() -> None:
    backoff = ExponentialBackoff(first=1, longest=3, jitter=Jitter(least=0.5, spread=0.5))
    policy = RetryPolicy(retries=3, backoff=backoff)
    assert [policy.wait(failures, None, lambda: 1.0) for failures in (1, 2, 3, 4)] == [1, 2, 3, None]
    assert policy.wait(1, None, lambda: 0.0) == 0.5


def test_the_server_is_waited_for_unless_it_asks_for_too_much() -> None:
    policy = RetryPolicy(retries=1, longest_asked=20)
    assert policy.wait(1, 7.0, lambda: 0.5) == 7.0
    assert policy.wait(1, 21.0, lambda: 0.5) is None
