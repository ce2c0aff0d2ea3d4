"""Whose request is worked on next: an account that floods waits in a queue of its own, the others do not notice.

Each process sees to it for itself. An account may have any number of requests under way while it is alone or the loop
keeps up. Only when others are there too and the loop runs late do those wait that have more than their share under
way, each account in its own queue. While the loop keeps up, as it does when turns wait for a model far away, a waiting
request goes on every few milliseconds however many are under way.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from contextlib import suppress

from prometheus_client import Counter

from parley.kit.errors import ParleyError

SHARED_SLOTS = 8
"""Requests under way that all accounts share while the loop runs late. Fewer would leave batches and agent hosts empty,
more would let everyone wait for them."""
LATE_SECONDS = 0.002
"""How late the loop may be: two turns, each of which keeps it busy for about one millisecond."""
PROBE_SECONDS = 0.005
COMPANY_SECONDS = 2.0
"""For how long an account counts as being there after its last request."""
RETRY_SECONDS = 1

_held = Counter("parley_requests_held", "Requests that waited because their account had more than its share under way.")
_refused = Counter("parley_requests_refused", "Requests refused because too many of their account were waiting.")


class TooManyRequestsAtOnce(ParleyError):
    """Too many requests of this account are waiting to be worked on. Try again in a moment."""

    status = 429


class AccountQueue:
    """What one account has under way, and what of it waits."""

    __slots__ = ("running", "waiting")

    def __init__(self) -> None:
        self.running = 0
        self.waiting: deque[asyncio.Future[None]] = deque()


class Fairness:
    def __init__(self, most_waiting: int) -> None:
        self._most_waiting = most_waiting
        self._queues: dict[str, AccountQueue] = {}
        self._last = ""
        self._company_at = -COMPANY_SECONDS
        """When two requests in a row were of different accounts."""
        self._lateness = 0.0
        self._probe: asyncio.TimerHandle | None = None
        self._probed_at = 0.0

    async def enter(self, account: str) -> None:
        """Returns when the request may be worked on; `leave` has to follow. Raises TooManyRequestsAtOnce."""
        # One comparison while an account is alone, which is the ordinary case: the clock is not even read.
        if account != self._last:
            self._last, self._company_at = account, time.monotonic()
        queue = self._queues.get(account)
        if queue is None:
            queue = self._queues[account] = AccountQueue()
        if queue.running >= self._share and (queue.waiting or self._is_contended()):
            await self._wait_for_slot(account, queue)
        else:
            queue.running += 1

    def leave(self, account: str) -> None:
        queue = self._queues[account]
        queue.running -= 1
        if not queue.running and not queue.waiting:
            del self._queues[account]
        elif len(self._queues) > 1 or queue.waiting:
            self._admit()

    @property
    def waiting(self) -> int:
        return sum(len(queue.waiting) for queue in self._queues.values())

    @property
    def _share(self) -> int:
        # A share of none would leave accounts waiting for ever where there are more of them than slots.
        return max(1, SHARED_SLOTS // len(self._queues))

    def _is_contended(self) -> bool:
        """Others are there and the loop runs late. Nobody measures that unless an account is above its share."""
        if time.monotonic() - self._company_at > COMPANY_SECONDS:
            return False
        if self._probe is None:
            self._set_probe()
        return self._lateness > LATE_SECONDS

    async def _wait_for_slot(self, account: str, queue: AccountQueue) -> None:
        if len(queue.waiting) >= self._most_waiting:
            _refused.inc()
            # Not at once: a client that tries again without a pause would keep the loop busy with refusals alone.
            await asyncio.sleep(RETRY_SECONDS)
            raise TooManyRequestsAtOnce(headers={"Retry-After": str(RETRY_SECONDS)})
        _held.inc()
        slot: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.waiting.append(slot)
        if self._probe is None:
            self._set_probe()
        try:
            await slot
        except asyncio.CancelledError:
            if slot.done() and not slot.cancelled():
                # It was let in and cancelled in the same round of the loop: the slot goes to the next.
                self.leave(account)
            else:
                self._give_up(account, queue, slot)
            raise

    def _give_up(self, account: str, queue: AccountQueue, slot: asyncio.Future[None]) -> None:
        with suppress(ValueError):  # a place became free before we got to run: it has been passed over
            queue.waiting.remove(slot)
        # The account may have come back meanwhile, with a queue of its own.
        if not queue.running and not queue.waiting and self._queues.get(account) is queue:
            del self._queues[account]

    def _admit(self) -> None:
        """Fills the places that are free."""
        share = self._share
        for queue in self._queues.values():
            while queue.waiting and queue.running < share:
                _admit_one(queue)

    def _set_probe(self) -> None:
        self._probed_at = time.monotonic()
        self._probe = asyncio.get_running_loop().call_later(PROBE_SECONDS, self._measure)

    def _measure(self) -> None:
        """While somebody is above their share: how late the loop is, half by what was measured before."""
        lateness = max(0.0, time.monotonic() - self._probed_at - PROBE_SECONDS)
        self._lateness = (self._lateness + lateness) / 2
        self._probe = None
        is_alone = time.monotonic() - self._company_at > COMPANY_SECONDS
        for queue in self._queues.values():
            while queue.waiting and is_alone:
                _admit_one(queue)
            if queue.waiting and self._lateness <= LATE_SECONDS:
                _admit_one(queue)
        if any(queue.waiting or queue.running > SHARED_SLOTS for queue in self._queues.values()) and not is_alone:
            self._set_probe()
        else:
            self._lateness = 0.0


def _admit_one(queue: AccountQueue) -> None:
    while queue.waiting:
        slot = queue.waiting.popleft()
        # Requests may be cancelled while they wait: their futures are done, and the place is for the next.
        if not slot.done():
            queue.running += 1
            slot.set_result(None)
            return
