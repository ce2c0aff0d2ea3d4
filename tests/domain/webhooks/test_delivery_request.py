from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from parley.domain.webhooks.delivery import (
    LeasedDelivery,
    answer_outcome,
    failure_outcome,
    request_headers,
    signing_secrets,
)
from parley.domain.webhooks.signing import mint_secret
from parley.kit.ids import uuid7
from parley.kit.outbound.connection import Answer, NoAnswer, Reason

NOW = datetime(2026, 3, 1, 12, 0, 0, 999_999, tzinfo=UTC)
DUE = LeasedDelivery(
    id=uuid7(),
    lease=uuid7(),
    attempts=0,
    event_id=uuid7(),
    body=b"{}",
    endpoint_id="whe_1",
    url="https://example.com/",
    enabled=True,
    timeout_ms=5000,
    headers={},
    failing_since=None,
    secret=b"new",
    old_secret=None,
    old_secret_until=None,
)


def test_an_old_secret_counts_until_its_time_is_over() -> None:
    until = NOW + timedelta(seconds=1)
    rotated = replace(DUE, old_secret=b"old", old_secret_until=until)
    assert signing_secrets(DUE, NOW) == [b"new"]
    assert signing_secrets(rotated, NOW) == [b"new", b"old"]
    assert signing_secrets(rotated, until) == [b"new"]


def test_own_headers_replace_what_we_would_say() -> None:
    secrets = [mint_secret()]
    plain = request_headers(DUE, "X-PolyAI-", secrets, NOW)
    assert plain["Content-Type"] == "application/json"
    assert plain["X-PolyAI-Timestamp"] == str(int(NOW.timestamp())), "whole seconds that have passed"
    own = request_headers(replace(DUE, headers={"user-agent": "me", "X-A": "b"}), "X-PolyAI-", secrets, NOW)
    assert {name.lower(): value for name, value in own.items()}["user-agent"] == "me"
    assert len({name.lower() for name in own}) == len(own) == len(plain) + 1


@pytest.mark.parametrize(
    ("headers", "asked"),
    [
        ({}, None),
        ({"retry-after": "120"}, 120),
        ({"retry-after": "nonsense"}, None),
        ({"retry-after": "-5"}, None),
        ({"retry-after": "Sun, 01 Mar 2026 12:05:00 GMT"}, 300),
        ({"retry-after": "Sun, 01 Mar 2026 11:00:00 GMT"}, 0),
        ({"retry-after": "Sun, 01 Mar 2026 13:05:00 GMT", "date": "Sun, 01 Mar 2026 13:00:00 GMT"}, 300),
        ({"date": "Sun, 01 Mar 2026 13:00:00 GMT"}, None),
    ],
)
def test_how_long_a_receiver_wants_to_be_left_alone(headers: dict[str, str], asked: float | None) -> None:
    outcome = answer_outcome(Answer(503, headers), NOW)
    assert (outcome.status, outcome.asked) == (503, asked)


@pytest.mark.parametrize("reason", Reason)
def test_no_answer(reason: Reason) -> None:
    outcome = failure_outcome(NoAnswer(reason))
    assert (outcome.status, outcome.error) == (None, reason.value)
    assert outcome.is_final == (reason is Reason.ADDRESS)
