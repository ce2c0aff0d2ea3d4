"""The voice process: the SIP stack, the calls that come in, the queue of those to be placed."""

from __future__ import annotations

import asyncio
from typing import Any

from parley.kit.http_limits import HttpLimits
from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.providers.speech.choice import choose
from parley.resources import Resources
from parley.telephony.call_handler import CallHandler
from parley.telephony.dialer import Dialer
from parley.telephony.identity import sip_settings
from parley.telephony.sip.baresip_stack import open_stack
from parley.telephony.sip.protocol import SipStack
from parley.telephony.trunk_allowlist import TrunkAllowlist

log = logger(__name__)

LOOK_SECONDS = 0.5


class VoiceServer:
    """Answers calls and places them until it is told to stop; then it takes no new ones, and lets people finish."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._stack: SipStack | None = None
        self._exchange: CallHandler | None = None

    @property
    def drain_seconds(self) -> float:
        return self._resources.settings.voice_drain_seconds

    @property
    def http_limits(self) -> HttpLimits:
        return self._resources.http_limits

    draining = False

    async def is_ready(self) -> bool:
        stands = self._stack is not None and self._stack.is_alive and self._exchange is not None
        return stands and not self.draining and await self._resources.is_ready()

    def health(self) -> dict[str, Any]:
        running = self._exchange.under_way if self._exchange else 0
        return {**self._resources.health(), "calls": running}

    async def run(self, stop: asyncio.Event) -> None:
        """Returns when it was told to stop, or when the SIP stack is beyond repair: whoever supervises starts anew."""
        settings, tasks = self._resources.settings, Tasks()
        speaker = await asyncio.to_thread(choose, settings.speech)
        self._stack = stack = await open_stack(sip_settings(settings, self._resources.clock.now()))
        self._exchange = exchange = CallHandler(self._resources, stack, speaker)
        dialer = Dialer(self._resources, exchange.place, lambda: settings.sip_calls - exchange.came_in)
        stack.on_incoming_call(exchange.invited)
        tasks.start(TrunkAllowlist(self._resources, stack).run(), "trunks")
        dialling = tasks.start(dialer.run(), "dialer")
        try:
            await self._watch(stack, stop)
            self.draining = True
            log.info("draining", calls=exchange.under_way)
            dialer.stop()
            await dialling
            await exchange.drain(self.drain_seconds if stack.is_alive else 0)
        finally:
            await tasks.aclose()
            await stack.aclose()
            await speaker.aclose()

    async def _watch(self, stack: SipStack, stop: asyncio.Event) -> None:
        stopping = asyncio.create_task(stop.wait())
        while stack.is_alive and not stop.is_set():
            await asyncio.wait({stopping}, timeout=LOOK_SECONDS)
        stopping.cancel()
        if not stack.is_alive:
            log.error("sip_stack_died")
