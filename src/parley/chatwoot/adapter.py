"""All users of a desk, round after round.

The list of the desk says who is there and whether something was said; Chatwoot says by webhooks that something has
happened there. Webhooks get lost, and the process may have been away, so everything is also looked at now and then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from parley.chatwoot.api import Chatwoot
from parley.chatwoot.desk_api import DeskClient, SessionSeen
from parley.chatwoot.errors import SideFailed
from parley.chatwoot.relay import PERSON, Relay
from parley.kit.backoff import ExponentialBackoff, Jitter
from parley.kit.clock import Clock
from parley.kit.http_limits import LIMITS, HttpLimits
from parley.kit.log import logger, where
from parley.kit.tasks import Tasks

log = logger(__name__)

PAUSE_SECONDS = 1.0
"""Between two looks at the desk's list."""
LOOK_SECONDS = 30.0
"""After which a conversation is looked at in Chatwoot though nothing was heard of it."""
SWEEP_SECONDS = 60.0
BACKOFF = ExponentialBackoff(first=1.0, longest=30.0, jitter=Jitter(0.8, 0.4))
MOST_AT_ONCE = 8
MOST_LISTENED = 50

Key = tuple[str, int]
"""A session, and which of its handoffs."""


class _Link:
    def __init__(self, relay: Relay) -> None:
        self.relay = relay
        self.failures = 0
        self.due = 0.0
        self.listening: asyncio.Task[None] | None = None


class Adapter:
    """`Serving`, too: it is what the process of the webhooks is for."""

    draining = False
    drain_seconds = 1.0

    def __init__(
        self,
        desk: DeskClient,
        chatwoot: Chatwoot,
        clock: Clock,
        chance: Callable[[], float],
        pause: float = PAUSE_SECONDS,
    ) -> None:
        self._desk = desk
        self._chatwoot = chatwoot
        self._clock = clock
        self._chance = chance
        self._pause = pause
        self._links: dict[Key, _Link] = {}
        self._settled: set[int] = set()
        """Conversations that are open in Chatwoot though they are over here."""
        self._sweep_at = 0.0
        self._woken: set[int] = set()
        self._tasks = Tasks()
        self._news = asyncio.Event()
        self._is_reaching = False

    @property
    def http_limits(self) -> HttpLimits:
        return LIMITS

    async def is_ready(self) -> bool:
        return self._is_reaching

    def health(self) -> Mapping[str, Any]:
        failing = sum(link.failures > 0 for link in self._links.values())
        return {"users": len(self._links), "failing": failing}

    def wake(self, conversation: int) -> None:
        """Something has happened in it."""
        self._woken.add(conversation)
        self._news.set()

    async def type(self, conversation: int, *, is_typing: bool) -> None:
        for link in self._links.values():
            if link.relay.conversation == conversation:
                with suppress(SideFailed):  # told now or never
                    await link.relay.type(is_typing=is_typing)

    async def run(self) -> None:
        try:
            while True:
                await self._try_round()
                self._listen()
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._pause):
                        await self._news.wait()
        finally:
            await self._tasks.aclose()

    def _listen(self) -> None:
        """To users whom people have taken. Each is a request that waits, so not to all of very many."""
        for link in [each for each in self._links.values() if each.relay.is_taken][:MOST_LISTENED]:
            if link.listening is None or link.listening.done():
                link.listening = self._tasks.start(self._show_typing(link.relay), "typing of a user")

    async def _show_typing(self, relay: Relay) -> None:
        try:
            await relay.show_typing()
        except SideFailed as failed:  # told now or never
            log.warning("chatwoot_typing_not_shown", session=relay.session_id, why=str(failed))
            await asyncio.sleep(LOOK_SECONDS)

    async def _try_round(self) -> None:
        try:
            await self.round()
            self._is_reaching = True
        except SideFailed as failed:
            self._is_reaching = False
            log.warning("chatwoot_round_failed", why=str(failed))

    async def round(self) -> None:
        self._news.clear()
        woken, self._woken = self._woken, set()
        listed = {_key(session): session for session in await self._desk.sessions() if _may_be_ours(session)}
        for key in listed:
            if key not in self._links:
                self._links[key] = _Link(Relay(self._desk, self._chatwoot, *key))
        if self._clock.monotonic() >= self._sweep_at:
            await self._sweep()
        places = asyncio.Semaphore(MOST_AT_ONCE)
        async with asyncio.TaskGroup() as group:
            for key, link in list(self._links.items()):
                session = listed.get(key)
                if self._is_due(link, session, woken):
                    group.create_task(self._step(places, key, link, session))

    async def _sweep(self) -> None:
        """Users may have left while this process was away: their conversations are open, and nobody knows them."""
        try:
            found = await self._chatwoot.open_conversations()
        except SideFailed as failed:
            log.warning("chatwoot_sweep_failed", why=str(failed))
            return
        self._settled &= {each.id for each in found}
        for each in found:
            key = each.handover
            if key is not None and key not in self._links and each.id not in self._settled:
                self._links[key] = _Link(Relay(self._desk, self._chatwoot, *key, conversation=each.id))
        self._sweep_at = self._clock.monotonic() + SWEEP_SECONDS

    def _is_due(self, link: _Link, session: SessionSeen | None, woken: set[int]) -> bool:
        if self._clock.monotonic() >= link.due:
            return True
        if link.failures:
            return False
        has_news = session is None or session.last_sequence != link.relay.seen_sequence
        return has_news or link.relay.conversation in woken

    async def _step(self, places: asyncio.Semaphore, key: Key, link: _Link, session: SessionSeen | None) -> None:
        async with places:
            try:
                is_over = await self._advance(link.relay, session)
            except SideFailed as failed:
                self._put_off(link, str(failed))
                return
            except Exception as error:  # noqa: BLE001 what is wrong with one user must not keep the others waiting
                self._put_off(link, f"{type(error).__name__} at {where(error)}")
                return
        link.failures, link.due = 0, self._clock.monotonic() + LOOK_SECONDS
        if is_over:
            del self._links[key]
            if link.relay.conversation is not None:
                self._settled.add(link.relay.conversation)

    async def _advance(self, relay: Relay, session: SessionSeen | None) -> bool:
        if session is not None:
            return await relay.exchange(session)
        return relay.conversation is None or await relay.close()

    def _put_off(self, link: _Link, why: str) -> None:
        link.failures += 1
        link.due = self._clock.monotonic() + BACKOFF.delay(link.failures, self._chance())
        log.warning("chatwoot_relay_failed", session=link.relay.session_id, why=why, failures=link.failures)


def _key(session: SessionSeen) -> Key:
    return session.session_id, session.handoff_sequence


def _may_be_ours(session: SessionSeen) -> bool:
    """Not one that somebody at another desk has taken."""
    return session.agent is None or session.agent.id.startswith(PERSON)
