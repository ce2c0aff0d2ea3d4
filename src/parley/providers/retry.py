"""Whether to ask a provider again, and after how long: pure decisions, no clock and no socket."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from parley.kit.backoff import ExponentialBackoff, Jitter

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
