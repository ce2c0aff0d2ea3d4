"""A call of the stack: what happens to it comes as events, what is wanted of it goes as commands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial

from baresip.call import Call as StackCall
from baresip.call import CallState
from baresip.errors import (
    BaresipError,
    StaleHandleError,
    TransferFailed,
    split_status,
)
from baresip.events import Event, StackEvent

from parley.telephony.sip.baresip_audio import BaresipAudio
from parley.telephony.sip.dialog_table import DialogTable
from parley.telephony.sip.native import Native
from parley.telephony.sip.protocol import FRAME_SECONDS, CallEnded, CallNotConnected, HangupCause, TransferRefused
from parley.telephony.sip.sip_thread import SipThread, StackGone

CLOSING_SECONDS = 5.0
CONFIRM_SECONDS = 2.0
"""Whoever has not confirmed an invitation by then is not there."""
SOUND_SECONDS = 5.0
"""Whoever answers may put us on hold for a moment; without any sound by then there will be none."""

OUR_HANGUP = "Rejected by user"
TRANSFERRED = "Call transfered"
STACK_DIED = "the stack died"
REASONS = {
    OUR_HANGUP: "",
    TRANSFERRED: "transferred",
    "Connection reset by peer [104]": "",
    "rtp stream error": "media lost",
}
"""What the stack says at the end of a call, and what we say."""
PROBLEMS = {
    "Protocol error [71]": "the encrypted connection failed: it speaks no TLS, or its certificate is not trusted",
    "Connection refused [111]": "nobody listens there",
    "Connection timed out [110]": "it cannot be reached",
}
"""The same, before anybody answered."""


class BaresipCall:
    def __init__(
        self, call: StackCall, thread: SipThread, native: Native, trace: DialogTable, *, must_encrypt: bool = False
    ) -> None:
        self._call = call
        self._must_encrypt = must_encrypt
        self._audio = BaresipAudio(call.audio)
        self._thread = thread
        self._native = native
        self._trace = trace
        self._is_encrypted = False
        self._established = asyncio.Event()
        self._ended: asyncio.Future[HangupCause] = asyncio.get_running_loop().create_future()
        self._close_reason = ""
        self._refer_code = 0
        """How the other side took our wish to be called elsewhere, at the end."""
        self._heard: Callable[[str], None] | None = None
        self._early_digits: list[str] = []
        self._confirmed = asyncio.Event()
        self._patience = 0.0
        """Until when a confirmation may come, in the loop's time."""
        self._is_ours = call.state is CallState.OUTGOING
        """We placed it."""
        if self._is_ours:
            loop = asyncio.get_running_loop()
            self._patience = loop.time() + CONFIRM_SECONDS
            trace.when_confirmed(self.call_id, partial(loop.call_soon_threadsafe, self._confirmed.set))
        call.on(self._happened)

    @property
    def call_id(self) -> str:
        return str(self._call.call_id)

    @property
    def is_encrypted(self) -> bool:
        return self._is_encrypted

    @property
    def handle(self) -> int:
        return int(self._call.handle)

    async def accept(self) -> None:
        """Says yes to a call that came in. Raises `BaresipError` when it is gone."""
        await self._call.answer()

    async def wait_connected(self, seconds: float) -> None:
        if not await self._until(self._established, seconds):
            await self.hang_up()
            raise CallNotConnected(None, "no answer")
        if self._established.is_set():
            await self._check_sound()
            return
        code, reason = split_status(self._close_reason)
        raise CallNotConnected(code, PROBLEMS.get(reason, reason) or "no answer")

    def on_end(self, ended: Callable[[], None]) -> None:
        """`ended` is called once the call is over."""
        self._ended.add_done_callback(lambda _: ended())

    async def wait_ended(self) -> HangupCause:
        return await asyncio.shield(self._ended)

    async def hang_up(self, headers: Mapping[str, str] | None = None) -> None:
        if self._ended.done():
            return
        if not self._established.is_set():
            # An invitation that nobody confirmed cannot be taken back yet (RFC 3261, 9.1): the stack would just forget
            # it, and the other side would ring on.
            await self._until(self._confirmed, self._patience - asyncio.get_running_loop().time())
        elif headers:
            await self._put_on_bye(headers)
        try:
            await self._call.hangup()
            await asyncio.wait_for(self.wait_ended(), CLOSING_SECONDS)
        except StaleHandleError:
            return
        except (BaresipError, TimeoutError):
            self.close(STACK_DIED)

    async def refuse(self, code: int, reason: str, headers: Mapping[str, str]) -> None:
        """Says no to a call that came in, also to one that is gone."""
        with suppress(StackGone):
            await self._thread.run(partial(self._native.refuse, self._call.handle, code, reason, headers))

    async def refer(self, uri: str, seconds: float) -> int:
        self._require()
        try:
            await self._call.transfer(f"<{uri}>", timeout=seconds)
        except StaleHandleError as error:
            raise CallEnded from error
        except TransferFailed as error:
            # Many exchanges accept, call, and hang up on us without a word about how it went.
            if self._ended.done() and self._refer_code:
                return self._refer_code
            self._require()
            raise TransferRefused(error.status, error.reason or "no answer") from error
        except (BaresipError, ValueError) as error:
            raise TransferRefused(None, "a transfer is not possible now") from error
        return 200

    def write_audio(self, pcm: bytes) -> int:
        self._require()
        return self._audio.write_audio(pcm)

    def queued_seconds(self) -> float:
        self._require()
        return self._audio.queued_seconds()

    def clear_audio(self) -> None:
        self._require()
        self._audio.clear_audio()

    def read_audio(self) -> bytes:
        self._require()
        return self._audio.read_audio()

    def on_digit(self, heard: Callable[[str], None]) -> None:
        self._heard = heard
        early, self._early_digits = self._early_digits, []
        for digit in early:
            heard(digit)

    async def send_dtmf(self, digits: str) -> None:
        self._require()
        try:
            await self._call.send_dtmf(digits)
        except BaresipError as error:
            raise CallEnded from error

    def close(self, reason: str) -> None:
        """The call is over, whether the stack says so or not."""
        if self._ended.done():
            return
        self._close_reason = reason
        by_peer = reason not in (OUR_HANGUP, TRANSFERRED, STACK_DIED)
        self._ended.set_result(HangupCause(by_peer=by_peer, reason=REASONS.get(reason, reason)))
        self._refer_code = self._trace.dialog(self.call_id).refer_code
        self._trace.forget(self.call_id)

    async def _check_sound(self) -> None:
        """An answer to our offer need not fit it: the stack then sends nothing at all, or sends it unencrypted."""
        if self._must_encrypt and not self._is_encrypted:
            problem = "the other side does not encrypt the sound"
        elif self._is_ours and not await self._has_sound():
            problem = "the other side takes no sound that we can send"
        else:
            return
        await self.hang_up()
        raise CallNotConnected(None, problem)

    async def _has_sound(self) -> bool:
        """Of a call that is over already nobody will find out."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + SOUND_SECONDS
        while not self._audio.is_agreed and not self._ended.done():
            if loop.time() > deadline:
                return False
            await asyncio.sleep(FRAME_SECONDS)
        return True

    async def _put_on_bye(self, headers: Mapping[str, str]) -> None:
        dialog = self._trace.dialog(self.call_id)
        tags = (dialog.local_tag, dialog.remote_tag)
        with suppress(StackGone, ValueError):
            await self._thread.run(partial(self._native.put_on_bye, self.call_id, *tags, headers))

    def _require(self) -> None:
        if self._ended.done():
            raise CallEnded

    async def _until(self, happened: asyncio.Event, seconds: float) -> bool:
        """Whether this happened, or the call ended, in time."""
        waits: list[asyncio.Task[object]] = [
            asyncio.create_task(happened.wait()),
            asyncio.create_task(self.wait_ended()),
        ]
        try:
            done, _ = await asyncio.wait(waits, timeout=max(0.0, seconds), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        return bool(done)

    def _pressed(self, digit: str) -> None:
        if self._heard is None:
            self._early_digits.append(digit)
        else:
            self._heard(digit)

    def _happened(self, event: StackEvent) -> None:
        if event.event is Event.CALL_ESTABLISHED:
            self._established.set()
        elif event.event is Event.CALL_MENC:
            self._is_encrypted = True
        elif event.event is Event.CALL_DTMF_START and event.text:
            # Not when the key is let go: of keys that follow each other fast only the last is let go.
            self._pressed(event.text)
        elif event.event is Event.CALL_CLOSED:
            self.close(event.text or "")
