"""A call that a carrier brings over streams: one after the other, when a connection broke or a transfer failed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.telephony.sip.protocol import CallNotConnected
from parley.telephony.streams.provider import CallState, Destination
from parley.telephony.streams.stream_leg import StreamLeg
from parley.voice.media_leg import FRAME_SECONDS, CallEnded, HangupCause

log = logger(__name__)

REATTACH_SECONDS = 5.0
"""A call without a stream has so long to come back with another."""
MEDIA_LOST = "media lost"


@dataclass(slots=True, eq=False)
class Transfer:
    """An attempt to hand the caller over. `outcome` is done when somebody answered, or nobody will."""

    destination: Destination
    outcome: asyncio.Future[CallState] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def advance(self, state: CallState) -> None:
        if not self.outcome.done() and (state.is_answered or state.is_over):
            self.outcome.set_result(state)


class StreamCall:
    """`end_remote` has the carrier end the call."""

    def __init__(self, reference: str, connector_id: str, end_remote: Callable[[StreamCall], Awaitable[None]]) -> None:
        self.reference = reference
        """What the call's own addresses contain: ours, and secret."""
        self.connector_id = connector_id
        self.call_id = ""
        """The carrier's; unknown of a call that we place until somebody answers."""
        self.request_id = ""
        """What the carrier calls a call that we place, as long as it rings."""
        self.step = 0
        """Addresses of the call are good for one step: from one stream to the next."""
        self.transfer: Transfer | None = None
        self._end_remote = end_remote
        self._leg: StreamLeg | None = None
        self._attached = asyncio.Event()
        self._failure: CallState | None = None
        self._ended: asyncio.Future[HangupCause] = asyncio.get_running_loop().create_future()
        self._detached = asyncio.Event()
        """Set when the leg of now is to be closed."""
        self._on_digit: Callable[[str], None] | None = None
        self._early_digits = ""
        self._reattach: asyncio.TimerHandle | None = None
        self._tasks = Tasks()

    def on_end(self, ended: Callable[[], None]) -> None:
        """`ended` is called once the call is over."""
        self._ended.add_done_callback(lambda _: ended())

    @property
    def is_over(self) -> bool:
        return self._ended.done()

    @property
    def is_attached(self) -> bool:
        return self._leg is not None

    def attach(self, leg: StreamLeg) -> asyncio.Event:
        """The call's audio goes over this leg from now on, until the event is set. Raises `CallEnded`."""
        self._check_running()
        if self._leg is not None:
            raise CallEnded
        self._stop_waiting()
        self._leg, self._detached = leg, asyncio.Event()
        self._attached.set()
        return self._detached

    def release_leg(self) -> None:
        """Another is to come."""
        self._leg = None
        self._detached.set()
        self.expect_stream()

    def detach(self, leg: StreamLeg, *, stopped: bool) -> None:
        """The leg is gone. `stopped`: the carrier said so beforehand."""
        if self._leg is not leg:
            return
        self._leg = None
        if self.is_over or self.transfer is not None:
            return
        if stopped:
            self._finish(HangupCause(by_peer=True))
        else:
            self.expect_stream()

    def expect_stream(self) -> None:
        """One is to come soon, or the call is over."""
        self._stop_waiting()
        lost = HangupCause(by_peer=True, reason=MEDIA_LOST)
        self._reattach = asyncio.get_running_loop().call_later(REATTACH_SECONDS, self._lose, lost)

    def press(self, digit: str) -> None:
        if self._on_digit is None:
            self._early_digits += digit
        else:
            self._on_digit(digit)

    def carrier_says(self, state: CallState) -> None:
        """Of a call that was placed, or one that has ended without a word on its stream."""
        if state.has_failed and not self._attached.is_set():
            self._failure = state
        if state.is_over:
            self._finish(HangupCause(by_peer=True))

    async def wait_connected(self, seconds: float) -> None:
        tasks = Tasks()
        waits = [
            tasks.start(self._attached.wait(), "stream of a call"),
            tasks.start(self.wait_ended(), "end of a call"),
        ]
        try:
            await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if not self._attached.is_set() and self._reattach is not None:
                # It was answered in the last moment, and its stream is on the way, which has a limit of its own.
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await tasks.aclose()
        if self._attached.is_set():
            return
        failure = self._failure or CallState(reason="no answer")
        await self.hang_up()
        raise CallNotConnected(failure.code, failure.reason)

    async def wait_ended(self) -> HangupCause:
        # Shielded: who stops waiting must not cancel it for the others.
        return await asyncio.shield(self._ended)

    async def hang_up(self, headers: Mapping[str, str] | None = None) -> None:
        """There is no place for headers."""
        if self.is_over:
            return
        self._finish(HangupCause(by_peer=False))
        await self._end_remote(self)

    def hand_over(self) -> None:
        """Somebody else has the caller: the carrier goes on without us."""
        self._finish(HangupCause(by_peer=False, reason="transferred"))

    def write_audio(self, pcm: bytes) -> int:
        self._check_running()
        return self._leg.write_audio(pcm) if self._leg else 0

    def queued_seconds(self) -> float:
        self._check_running()
        return self._leg.queued_seconds() if self._leg else 0.0

    def clear_audio(self) -> None:
        self._check_running()
        if self._leg:
            self._leg.clear_audio()

    def read_audio(self) -> bytes:
        self._check_running()
        return self._leg.read_audio() if self._leg else b""

    def on_digit(self, received: Callable[[str], None]) -> None:
        self._on_digit = received
        early, self._early_digits = self._early_digits, ""
        for digit in early:
            received(digit)

    async def send_dtmf(self, digits: str) -> None:
        """Returns when they were played: who hangs up then cuts none of them off."""
        self._check_running()
        tones = self._leg.send_keys(digits) if self._leg else b""
        while self._leg and (tones or self.queued_seconds()):
            tones = tones[self.write_audio(tones) :] if tones else tones
            await asyncio.sleep(FRAME_SECONDS)

    def _lose(self, cause: HangupCause) -> None:
        if not self.is_over:
            log.warning("stream_lost")
            self._finish(cause)
            self._tasks.start(self._end_lost(), "end of a lost call")

    async def _end_lost(self) -> None:
        with suppress(CallEnded):
            await self._end_remote(self)

    def _finish(self, cause: HangupCause) -> None:
        self._stop_waiting()
        self._detached.set()
        if not self._ended.done():
            self._ended.set_result(cause)
        if self.transfer is not None:
            # Nobody would tell it any more.
            self.transfer.advance(CallState(is_over=True))

    def _stop_waiting(self) -> None:
        if self._reattach is not None:
            self._reattach.cancel()
            self._reattach = None

    def _check_running(self) -> None:
        if self.is_over:
            raise CallEnded
