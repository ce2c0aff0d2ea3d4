"""A stack without a network, for tests of what stands above it: both ends of a call in one process.

Audio takes as long as it lasts, by the clock of the event loop: what is written is heard at the other end as time goes
by, and where nothing is written there is silence, as on a real line.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from itertools import count

from parley.telephony.sip.protocol import (
    RATE,
    CallEnded,
    CallNotConnected,
    DialRequest,
    HangupCause,
    IncomingCall,
    Network,
    TransferRefused,
)

BYTES_A_SECOND = RATE * 2
BUFFER = 1 << 15
"""What the real stack takes ahead of time."""


class FakeCall:
    """One end of a call. `far` is the other, as good as this one: tests speak, listen, press keys and hang up there."""

    far: FakeCall

    def __init__(self, call_id: str, *, is_encrypted: bool) -> None:
        self.call_id = call_id
        self.is_encrypted = is_encrypted
        self.farewell: Mapping[str, str] = {}
        """The headers of the other side's hang-up."""
        self.refers: list[str] = []
        """Where the other side asked us to call instead."""
        self.refer_code = 200
        """What we answer to that."""
        self._said = bytearray()
        self._heard = bytearray()
        self._settled = asyncio.get_running_loop().time()
        self._is_connected = asyncio.Event()
        self._refused: CallNotConnected | None = None
        self._ended: asyncio.Future[HangupCause] = asyncio.get_running_loop().create_future()
        self._on_digit: Callable[[str], None] | None = None
        self._early_digits = ""

    async def wait_connected(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._is_connected.wait(), seconds)
        except TimeoutError:
            await self.hang_up()
            raise CallNotConnected(None, "no answer") from None
        if self._refused:
            raise self._refused

    async def wait_ended(self) -> HangupCause:
        return await asyncio.shield(self._ended)

    async def hang_up(self, headers: Mapping[str, str] | None = None) -> None:
        self.far.farewell = self.far.farewell or headers or {}
        self.end(by_us=True)

    async def refer(self, uri: str, seconds: float) -> int:
        self._require()
        self.far.refers.append(uri)
        code = self.far.refer_code
        if code >= 300:
            raise TransferRefused(code, "refused")
        self.end(by_us=True, reason="transferred")
        return code

    def write_audio(self, pcm: bytes) -> int:
        self._require()
        self._settle()
        taken = pcm[: BUFFER - len(self._said)]
        self._said += taken
        return len(taken)

    def queued_seconds(self) -> float:
        self._require()
        self._settle()
        return len(self._said) / BYTES_A_SECOND

    def clear_audio(self) -> None:
        self._require()
        self._settle()
        self._said.clear()

    def read_audio(self) -> bytes:
        self._require()
        self.far._settle()
        heard, self._heard = bytes(self._heard), bytearray()
        return heard

    def on_digit(self, heard: Callable[[str], None]) -> None:
        self._on_digit = heard
        early, self._early_digits = self._early_digits, ""
        for digit in early:
            heard(digit)

    async def send_dtmf(self, digits: str) -> None:
        self._require()
        for digit in digits:
            self.far._pressed(digit)

    def answer(self) -> None:
        """Both ends are connected from now on."""
        for end in (self, self.far):
            end._settled = asyncio.get_running_loop().time()
            end._is_connected.set()

    def end(self, *, by_us: bool, reason: str = "", refused: CallNotConnected | None = None) -> None:
        for end, by_peer in ((self, not by_us), (self.far, by_us)):
            if not end._ended.done():
                end._refused = refused or end._refused or CallNotConnected(487, "Request Terminated")
                end._ended.set_result(HangupCause(by_peer, reason))
                end._is_connected.set()

    def _pressed(self, digit: str) -> None:
        if self._on_digit is None:
            self._early_digits += digit
        else:
            self._on_digit(digit)

    def _require(self) -> None:
        if self._ended.done():
            raise CallEnded

    def _settle(self) -> None:
        """Moves to the other end what was said since the last time."""
        if not self._is_connected.is_set():
            return
        now = asyncio.get_running_loop().time()
        samples = int((now - self._settled) * RATE)
        self._settled += samples / RATE
        passed, self._said = self._said[: samples * 2], self._said[samples * 2 :]
        self.far._heard += passed + bytes(samples * 2 - len(passed))


class FakeIncomingCall:
    replaces = ""

    def __init__(self, call: FakeCall, caller: str, called: str, headers: Mapping[str, str], source: str) -> None:
        self._call = call
        self.caller = caller
        self.called = called
        self.uri = f"sip:{called}@pretend"
        self.source = source
        self.headers = headers
        self.is_tls = call.is_encrypted
        self.refusal: tuple[int, str, Mapping[str, str]] | None = None
        """What the caller was told, if it was a no."""

    @property
    def call_id(self) -> str:
        return self._call.call_id

    async def answer(self) -> FakeCall:
        self._call._require()
        self._call.answer()
        return self._call

    async def refuse(self, code: int, reason: str, headers: Mapping[str, str] | None = None) -> None:
        self.refusal = (code, reason, headers or {})
        self._call.end(by_us=True, refused=CallNotConnected(code, reason))


class FakeStack:
    """`answering` decides over calls that are placed: a code from 200 on, or None for nobody answers.

    Their far ends are in `placed`. `call` is somebody calling us."""

    def __init__(self, answering: Callable[[DialRequest], int | None] = lambda _: 200) -> None:
        self.answering = answering
        self.placed: asyncio.Queue[tuple[DialRequest, FakeCall]] = asyncio.Queue()
        self.is_alive = True
        self.admitted: list[list[Network]] = []
        self._received: Callable[[IncomingCall], Awaitable[None]] | None = None
        self._numbers = count(1)
        self._calls: list[FakeCall] = []
        self._tasks: set[asyncio.Future[None]] = set()

    async def dial(self, call: DialRequest) -> FakeCall:
        if not self.is_alive:
            raise CallNotConnected(None, "the stack is gone")
        near = self._pair(is_encrypted=call.srtp)
        code = self.answering(call)
        if code is not None and code < 300:
            near.answer()
        elif code is not None:
            near.end(by_us=False, refused=CallNotConnected(code, "refused"))
        self.placed.put_nowait((call, near.far))
        return near

    def call(
        self,
        called: str,
        *,
        caller: str = "+15550100",
        headers: Mapping[str, str] | None = None,
        source: str = "127.0.0.1",
        replaces: str = "",
    ) -> tuple[FakeCall, FakeIncomingCall]:
        """The caller's end, whose `connected` tells how it went, and the invitation that was received here."""
        near = self._pair(is_encrypted=False)
        invitation = FakeIncomingCall(near, caller, called, headers or {}, source)
        invitation.replaces = replaces
        if self._received is None:
            near.end(by_us=True, refused=CallNotConnected(404, "Not Found"))
        else:
            task = asyncio.ensure_future(self._received(invitation))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return near.far, invitation

    def on_incoming_call(self, received: Callable[[IncomingCall], Awaitable[None]]) -> None:
        self._received = received

    def admit(self, trunks: Iterable[Iterable[Network]]) -> None:
        self.admitted = [list(networks) for networks in trunks]

    async def aclose(self) -> None:
        for call in self._calls:
            await call.hang_up()
        self.is_alive = False

    def _pair(self, *, is_encrypted: bool) -> FakeCall:
        call_id = f"pretend-{next(self._numbers)}"
        near, far = (FakeCall(call_id, is_encrypted=is_encrypted) for _ in range(2))
        near.far, far.far = far, near
        self._calls.append(near)
        return near
