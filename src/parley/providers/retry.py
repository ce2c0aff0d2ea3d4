"""Whether to ask a provider again, and after how long: pure decisions, and the loop that follows them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import httpx

from parley.kit.backoff import ExponentialBackoff, Jitter, retry_after
from parley.kit.randomness import fraction

# 520 to 524 come from Cloudflare in front of a server, 529 from one that is overloaded (Anthropic).
TRANSIENT_STATUSES = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529})
# `insufficient_quota` comes with 429 like a rate limit, but no pause helps.
HOPELESS_CODES = frozenset({"insufficient_quota", "billing_hard_limit_reached", "account_deactivated"})
BACKOFF = ExponentialBackoff(first=0.4, longest=8.0, jitter=Jitter(least=0.5, spread=0.5))


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    retries: int = 2
    backoff: ExponentialBackoff = BACKOFF
    longest_asked: float = 20.0
    """A server that asks for a longer pause than this is not waited for."""

    def wait(self, failures: int, asked: float | None, random: Callable[[], float]) -> float | None:
        """Seconds to wait after this many failures, or None to give up. `asked` is the server's Retry-After."""
        if failures > self.retries:
            return None
        own = self.backoff.delay(failures, random())
        if asked is None:
            return own
        return None if asked > self.longest_asked else max(own, asked)


def is_transient(status: int, code: str | None = None) -> bool:
    return status in TRANSIENT_STATUSES and code not in HOPELESS_CODES


class RequestFailed(Exception):
    """A provider did not answer with success. Says what happened, and nothing of what was sent or answered."""

    def __init__(self, what: str, *, status: int | None = None, is_transient: bool = False) -> None:
        super().__init__(what)
        self.status = status
        self.is_transient = is_transient


Send = Callable[[], Awaitable[httpx.Response]]


async def send_with_retries(
    send: Send,
    policy: RetryPolicy,
    *,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    random: Callable[[], float] = fraction,
) -> httpx.Response:
    """The first answer with status 200, which may still have to be read. Raises `RequestFailed`."""
    failures = 0
    while True:
        failed, asked = None, None
        try:
            response = await send()
        except httpx.TransportError as error:
            # The kind alone: errors of libraries may quote what was sent.
            failed = RequestFailed(f"connection failed ({type(error).__name__})", is_transient=True)
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            failed = RequestFailed(f"unusable answer ({type(error).__name__})")
        else:
            if response.status_code == 200:
                return response
            asked = retry_after(response.headers)
            failed = await _refused(response)
        failures += 1
        wait = policy.wait(failures, asked, random) if failed.is_transient else None
        if wait is None:
            raise failed
        await sleep(wait)


async def _refused(response: httpx.Response) -> RequestFailed:
    await response.aclose()
    status = response.status_code
    return RequestFailed(f"status {status}", status=status, is_transient=is_transient(status))
