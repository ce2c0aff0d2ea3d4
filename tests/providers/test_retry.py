"""When to ask again."""

from __future__ import annotations

import pytest

from parley.providers.retry import Backoff, is_transient, retry_after


@pytest.mark.parametrize(("status", "expected"), [(408, True), (409, True), (429, True), (500, True), (503, True),
                                                  (400, False), (401, False), (404, False)])  # fmt: skip
def test_transient_statuses(status: int, expected: bool) -> None:
    assert is_transient(status) is expected


def test_an_empty_purse_does_not_fill_by_waiting() -> None:
    assert not is_transient(429, "insufficient_quota")


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "3"}, 3.0),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:10 GMT", "date": "Wed, 21 Oct 2026 07:28:00 GMT"}, 10.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:10 GMT"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
    ],
)
def test_retry_after(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds


def test_waiting_grows_is_jittered_and_ends() -> None:
    backoff = Backoff(retries=3, base=1, factor=2, longest=3)
    assert [backoff.wait(failures, None, lambda: 1.0) for failures in (1, 2, 3, 4)] == [1, 2, 3, None]
    assert backoff.wait(1, None, lambda: 0.0) == 0.5


def test_the_server_is_waited_for_unless_it_asks_for_too_much() -> None:
    backoff = Backoff(retries=1, longest_asked=20)
    assert backoff.wait(1, 7.0, lambda: 0.5) == 7.0
    assert backoff.wait(1, 21.0, lambda: 0.5) is None
