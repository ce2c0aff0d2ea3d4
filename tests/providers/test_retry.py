"""When to ask again."""

from __future__ import annotations

import re

import httpx
import pytest

from parley.kit.backoff import ExponentialBackoff, Jitter
from parley.providers.retry import RequestFailed, RetryPolicy, is_transient, send_with_retries


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


async def answers(*answers: httpx.Response | Exception, waits: list[float]) -> httpx.Response:
    left = list(answers)

    async def send() -> httpx.Response:
        answer = left.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    policy = RetryPolicy(2, ExponentialBackoff(1, 1, jitter=Jitter(1, 0)))
    found = await send_with_retries(send, policy, sleep=sleep, random=lambda: 0.0)
    assert not left
    return found


async def test_what_passes_is_waited_for() -> None:
    waits: list[float] = []
    busy = httpx.Response(503, headers={"retry-after": "4"})
    assert await answers(busy, httpx.ReadTimeout(""), httpx.Response(200), waits=waits)
    assert waits == [4.0, 1.0]


@pytest.mark.parametrize(
    ("failures", "what"),
    [
        ([httpx.Response(401)], "status 401"),
        ([httpx.ConnectError("what was sent")] * 3, "connection failed (ConnectError)"),
        ([httpx.InvalidURL("what was sent")], "unusable answer (InvalidURL)"),
    ],
)
async def test_what_does_not_pass_is_a_failure_without_its_text(
    failures: list[httpx.Response | Exception], what: str
) -> None:
    with pytest.raises(RequestFailed, match=re.escape(what)) as failed:
        await answers(*failures, waits=[])
    assert "sent" not in str(failed.value)
