"""So many requests a minute for each key, and word of when to come back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from parley.domain.accounts.model import Family
from parley.web.rate_limits import RateLimiter, RateLimitExceeded
from tests.clocks import HandClock
from tests.contract import ContractClient
from tests.make import Make

NOON = datetime(2026, 3, 1, 12, 0, 17, tzinfo=UTC)


def test_a_key_has_so_many_requests_a_minute_and_no_other_key_less() -> None:
    limits, one, other = RateLimiter(), uuid4(), uuid4()
    for _ in range(3):
        limits.count(one, NOON, 3)
    with pytest.raises(RateLimitExceeded) as refused:
        limits.count(one, NOON, 3)
    assert refused.value.headers == {"Retry-After": "43"}
    limits.count(other, NOON, 3)
    limits.count(one, NOON + timedelta(seconds=43), 3)


async def test_too_many_requests_are_refused_in_the_envelope_of_the_family(build: ContractClient, make: Make) -> None:
    project_info = await make.project()
    headers = {"x-api-key": (await make.key(Family.BUILD, project_info)).secret}
    make.resources.settings = make.resources.settings.model_copy(update={"requests_per_minute": 2})
    make.resources.clock = HandClock(NOON)
    answers = [await build.get("/v1/alert-rules", headers=headers) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert set(answers[2].json()) == {"message", "errors"}
    assert answers[2].headers["Retry-After"] == "43"
