"""A call of the baresip stack: what happens to it comes as events, what is wanted of it goes as commands."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from random import Random

from baresip.call import Call as StackCall
from baresip.call import CallState
from baresip.errors import (
    BaresipError,
    StaleHandleError,
    TransferFailed,
)
from baresip.events import Event, StackEvent

from parley.kit.tasks import Tasks
from parley.telephony.sip.baresip.audio import READ_BYTES, BaresipAudio
from parley.telephony.sip.baresip.failure_reasons import NO_ANSWER, read_failure
from parley.telephony.sip.baresip.native import Native
from parley.telephony.sip.baresip.sip_thread import SipThread, StackGone
from parley.telephony.sip.ingress.dialog_table import DialogTable
from parley.telephony.sip.ingress.session_timers import EXTENSION, Session
from parley.telephony.sip.media.bad_network import BadNetwork, Impairment, Schedule
from parley.telephony.sip.media.inband_keys import InbandKeys
from parley.telephony.sip.media.media_probe import Answered
from parley.telephony.sip.protocol import CallNotConnected, TransferRefused
from parley.voice.media_leg import FRAME_SECONDS, CallEnded, HangupCause

CLOSING_SECONDS = 5.0
PROVISIONAL_SECONDS = 2.0
"""Whoever has not given any response to an INVITE by then is not there."""
MEDIA_SECONDS = 5.0
"""Whoever answers may put us on hold for a moment; without agreed media by then there will be none."""

PRACK_SECONDS = 32.0
"""So long reliable ringing is repeated (RFC 3262, 3)."""
NOT_YET = os.strerror(errno.EAGAIN)

OUR_HANGUP = "Rejected by user"
EXPIRED = "session expired"
MEDIA_LOST = "media lost"
TRANSFERRED = "Call transfered"
STACK_DIED = "the stack died"
HANGUP_REASONS = {
    OUR_HANGUP: "",
    TRANSFERRED: "transferred",
    "Connection reset by peer [104]": "",
}
"""What the stack says at the end of a call, and what we say."""


class BaresipCall:
    def __init__(
        self, call: StackCall, thread: SipThread, native: Native, dialogs: DialogTable, *, must_encrypt: bool = False
    ) -> None:
        self._call = call
        self._must_encrypt = must_encrypt
        self._audio = BaresipAudio(call.audio)
        self._thread = thread
        self._native = native
        self._dialogs = dialogs
        self._inband: InbandKeys | None = None
        """Only where the other side cannot send keys as events."""
        self._heard = bytearray()
        self._is_encrypted = False
        self._is_expired = False
        self._is_lost = False
        self._established = asyncio.Event()
        self._ended: asyncio.Future[HangupCause] = asyncio.get_running_loop().create_future()
        self._close_reason = ""
        self._refer_code = 0
        """How the other side answered our REFER, known once the call has ended."""
        self._on_digit: Callable[[str], None] | None = None
        self._early_digits: list[str] = []
        self._provisional = asyncio.Event()
        """The other side has our INVITE."""
        self._provisional_until = 0.0
        """When such a response is no longer expected, in the loop's time."""
        self._is_outbound = call.state is CallState.OUTGOING
        if self._is_outbound:
            loop = asyncio.get_running_loop()
            self._provisional_until = loop.time() + PROVISIONAL_SECONDS
            dialogs.on_provisional(self.call_id, partial(loop.call_soon_threadsafe, self._provisional.set))
        call.on(self._on_event)

    @property
    def call_id(self) -> str:
        return str(self._call.call_id)

    @property
    def is_encrypted(self) -> bool:
        return self._is_encrypted

    async def accept(self) -> None:
        """Answers a call that came in. Raises `BaresipError` when it is gone."""
        loop = asyncio.get_running_loop()
        give_up_at = loop.time() + PRACK_SECONDS
        while True:
            try:
                await self._call.answer()
            except BaresipError as error:
                # The stack takes no answer until ringing that was to be reliable is acknowledged.
                is_early = not isinstance(error, StaleHandleError) and NOT_YET in str(error)
                if not is_early or self._ended.done() or loop.time() >= give_up_at:
                    raise
            else:
                return
            await asyncio.sleep(FRAME_SECONDS)

    async def wait_connected(self, seconds: float) -> None:
        if not await self._wait_or_ended(self._established, seconds):
            await self.hang_up()
            raise CallNotConnected(None, NO_ANSWER)
        if self._established.is_set():
            await self._check_media()
            self.hear_keys()
            return
        raise read_failure(self._close_reason)

    def on_end(self, ended: Callable[[], None]) -> None:
        """`ended` is called once the call is over."""
        self._ended.add_done_callback(lambda _: ended())

    async def wait_ended(self) -> HangupCause:
        # Shielded: who stops waiting must not cancel it for the others.
        return await asyncio.shield(self._ended)

    async def hang_up(self, headers: Mapping[str, str] | None = None) -> None:
        if self._ended.done():
            return
        if not self._established.is_set():
            # An INVITE without any response cannot be cancelled yet (RFC 3261, 9.1): the stack would just forget it,
            # and the other side would ring on.
            await self._wait_or_ended(self._provisional, self._provisional_until - asyncio.get_running_loop().time())
        elif headers:
            await self._set_bye_headers(headers)
        try:
            await self._call.hangup()
            await asyncio.wait_for(self.wait_ended(), CLOSING_SECONDS)
        except StaleHandleError:
            return
        except (BaresipError, TimeoutError):
            # A stack that does not answer now never will; the call must not keep its slot.
            self.close(STACK_DIED)

    async def refresh(self, session: Session) -> None:
        """Shows the other side that the call goes on."""
        dialog = self._dialogs.find(self.call_id)
        headers = {"Contact": session.contact, "Supported": EXTENSION} if session.contact else {"Supported": EXTENSION}
        send = partial(self._native.send_reinvite, self._call.handle)
        if session.by_update:
            expires = f"{session.seconds};refresher=uac"
            tags = (dialog.local_tag, dialog.remote_tag)
            send = partial(self._native.send_update, self.call_id, *tags, {**headers, "Session-Expires": expires})
        # Whatever goes wrong: it is tried again, and in the end the call expires.
        with suppress(OSError, ValueError):
            await self._thread.run(send)

    async def ask_for_life(self, answered: Answered) -> None:
        """Asks the other side whether it still knows this call; `answered` is called on the SIP thread."""
        dialog = self._dialogs.find(self.call_id)
        if self._ended.done():
            return
        if not (dialog.local_tag and dialog.remote_tag):
            answered(self.call_id, 0)  # it rings: there is nothing to ask about yet
            return
        ask = partial(self._native.ask_for_life, self.call_id, dialog.local_tag, dialog.remote_tag, answered)
        try:
            await self._thread.run(ask)
        except OSError:
            answered(self.call_id, None)

    async def lose(self) -> None:
        """The other side is gone."""
        self._is_lost = True
        await self.hang_up()

    async def expire(self) -> None:
        """The other side was not heard of in time."""
        self._is_expired = True
        await self.hang_up()

    async def refuse(self, code: int, reason: str, headers: Mapping[str, str]) -> None:
        """Refuses a call that came in; one that is gone is fine."""
        with suppress(StackGone):
            await self._thread.run(partial(self._native.refuse_call, self._call.handle, code, reason, headers))

    async def refer(self, uri: str, seconds: float) -> int:
        self._check_running()
        try:
            await self._call.transfer(f"<{uri}>", timeout=seconds)
        except StaleHandleError as error:
            raise CallEnded from error
        except TransferFailed as error:
            # Many PBXs accept, call, and hang up on us without a NOTIFY about how it went.
            if self._ended.done() and self._refer_code:
                return self._refer_code
            self._check_running()
            raise TransferRefused(error.status, error.reason or "no answer") from error
        except (BaresipError, ValueError) as error:
            raise TransferRefused(None, "a transfer is not possible now") from error
        return 200

    def write_audio(self, pcm: bytes) -> int:
        self._check_running()
        return self._audio.write_audio(pcm)

    def queued_seconds(self) -> float:
        self._check_running()
        return self._audio.queued_seconds()

    def clear_audio(self) -> None:
        self._check_running()
        self._audio.clear_audio()

    def read_audio(self) -> bytes:
        self._check_running()
        if self._inband is None:
            return self._audio.read_audio()
        self._look_for_keys(self._inband)
        heard, self._heard = bytes(self._heard), bytearray()
        return heard

    def wide_audio(self) -> bytes:
        """Not where keys are looked for in it: those who send them so have narrow lines."""
        return self._audio.wide if self._inband is None else b""

    def on_digit(self, received: Callable[[str], None]) -> None:
        self._on_digit = received
        early, self._early_digits = self._early_digits, []
        for digit in early:
            received(digit)

    async def send_dtmf(self, digits: str) -> None:
        self._check_running()
        try:
            await self._call.send_dtmf(digits)
        except BaresipError as error:
            raise CallEnded from error

    async def send_badly(self, impairment: Impairment, random: Random) -> BadNetwork:
        """From now on our sound gets lost, or is late. The caller closes what is returned when the call is over. Raises
        `CallEnded`."""
        self._check_running()
        network = BadNetwork(self._native.library, Schedule(impairment, random))
        try:
            await self._thread.run(partial(self._native.with_call, self._call.handle, network.attach))
        except (OSError, StackGone) as error:
            raise CallEnded from error
        return network

    def close(self, reason: str) -> None:
        """The call is over, whether the stack says so or not."""
        if self._ended.done():
            return
        self._close_reason = reason
        if self._is_expired and reason == OUR_HANGUP:
            reason = EXPIRED
        if self._is_lost and reason in (OUR_HANGUP, STACK_DIED):
            reason = MEDIA_LOST
        by_peer = reason not in (OUR_HANGUP, TRANSFERRED, STACK_DIED)
        self._ended.set_result(HangupCause(by_peer=by_peer, reason=HANGUP_REASONS.get(reason, reason)))
        # Read before it is released: `refer` may look at it after the end.
        self._refer_code = self._dialogs.find(self.call_id).refer_code
        self._dialogs.release(self.call_id)

    def hear_keys(self) -> None:
        """Once connected: keys are found in the sound if they cannot come in another way. Also when nobody reads it."""
        if self._inband is None and not self._dialogs.sends_key_events(self.call_id):
            self._inband = InbandKeys()
            self._read_for_keys()

    def _read_for_keys(self) -> None:
        if self._inband is None or self._ended.done():
            return
        self._look_for_keys(self._inband)
        asyncio.get_running_loop().call_later(FRAME_SECONDS, self._read_for_keys)

    def _look_for_keys(self, inband: InbandKeys) -> None:
        if not (pcm := self._audio.read_audio()):
            return
        sound, keys = inband.feed(pcm)
        self._heard += sound
        del self._heard[:-READ_BYTES]
        for key in keys:
            self._receive_digit(key)

    async def _check_media(self) -> None:
        """An answer to our offer need not match it: the stack then sends nothing at all, or sends it unencrypted."""
        if self._must_encrypt and not self._is_encrypted:
            problem = "the other side does not encrypt the sound"
        elif self._is_outbound and not await self._is_media_agreed():
            problem = "the other side takes no sound that we can send"
        else:
            return
        await self.hang_up()
        raise CallNotConnected(None, problem)

    async def _is_media_agreed(self) -> bool:
        """True also of a call that is over already: its end says why."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + MEDIA_SECONDS
        while not self._audio.is_agreed and not self._ended.done():
            if loop.time() > deadline:
                return False
            await asyncio.sleep(FRAME_SECONDS)
        return True

    async def _set_bye_headers(self, headers: Mapping[str, str]) -> None:
        dialog = self._dialogs.find(self.call_id)
        tags = (dialog.local_tag, dialog.remote_tag)
        with suppress(StackGone, ValueError):
            await self._thread.run(partial(self._native.set_bye_headers, self.call_id, *tags, headers))

    def _check_running(self) -> None:
        if self._ended.done():
            raise CallEnded

    async def _wait_or_ended(self, event: asyncio.Event, seconds: float) -> bool:
        """Whether the event was set, or the call ended, in time."""
        tasks = Tasks()
        waits = [tasks.start(event.wait(), "event of a call"), tasks.start(self.wait_ended(), "end of a call")]
        try:
            done, _ = await asyncio.wait(waits, timeout=max(0.0, seconds), return_when=asyncio.FIRST_COMPLETED)
        finally:
            await tasks.aclose()
        return bool(done)

    def _receive_digit(self, digit: str) -> None:
        if self._on_digit is None:
            self._early_digits.append(digit)
        else:
            self._on_digit(digit)

    def _on_event(self, event: StackEvent) -> None:
        if event.event is Event.CALL_ESTABLISHED:
            self._established.set()
        elif event.event is Event.CALL_MENC:
            self._is_encrypted = True
        elif event.event is Event.CALL_DTMF_START and event.text:
            # They come in another way after all, such as INFO: the same again as sound would be a second key.
            known, self._inband = self._inband, None
            if known is not None and known.is_pressed(event.text):
                return
            # Not at the end of the tone: of keys that follow each other fast the stack reports the last end only.
            self._receive_digit(event.text)
        elif event.event is Event.CALL_CLOSED:
            self.close(event.text or "")
