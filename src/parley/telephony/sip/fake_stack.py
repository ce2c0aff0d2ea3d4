"""A stack without a network, for tests of what stands above it: both ends of a call in one process.

Audio takes as long as it lasts, by the clock of the event loop: what is written is heard at the other end as time goes
by, and where nothing is written there is silence, as in a real call.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from itertools import count

from parley.kit.tasks import Tasks
from parley.telephony.sip.protocol import (
    CallNotConnected,
    DialRequest,
    IncomingCall,
    Network,
    Registration,
    RegistrationState,
    TransferRefused,
)
from parley.voice.media_leg import RATE, CallEnded, HangupCause

BYTES_PER_SECOND = RATE * 2
BUFFER_BYTES = 1 << 15
"""What the real stack takes ahead of time."""


class FakeCall:
    """One end of a call. `far` is the other, as good as this one: tests speak, listen, press keys and hang up there."""

    far: FakeCall

    def __init__(self, call_id: str, *, is_encrypted: bool) -> None:
        self.call_id = call_id
        self.is_encrypted = is_encrypted
        self.bye_headers: Mapping[str, str] = {}
        """Of the other side's hang-up."""
        self.refers: list[str] = []
        """Where the other side asked us to call instead."""
        self.refer_code = 200
        """What we answer to that."""
        self._sent = bytearray()
        self._received = bytearray()
        self._moved_at = asyncio.get_running_loop().time()
        """Up to this time audio was moved to the other end."""
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
        # Shielded: who stops waiting must not cancel it for the others.
        return await asyncio.shield(self._ended)

    async def hang_up(self, headers: Mapping[str, str] | None = None) -> None:
        self.far.bye_headers = self.far.bye_headers or headers or {}
        self.end(by_us=True)

    async def refer(self, uri: str, seconds: float) -> int:
        self._check_running()
        self.far.refers.append(uri)
        code = self.far.refer_code
        if code >= 300:
            raise TransferRefused(code, "refused")
        self.end(by_us=True, reason="transferred")
        return code

    def write_audio(self, pcm: bytes) -> int:
        self._check_running()
        self._move_audio()
        taken = pcm[: BUFFER_BYTES - len(self._sent)]
        self._sent += taken
        return len(taken)

    def queued_seconds(self) -> float:
        self._check_running()
        self._move_audio()
        return len(self._sent) / BYTES_PER_SECOND

    def clear_audio(self) -> None:
        self._check_running()
        self._move_audio()
        self._sent.clear()

    def read_audio(self) -> bytes:
        self._check_running()
        self.far._move_audio()
        received, self._received = bytes(self._received), bytearray()
        return received

    def on_digit(self, received: Callable[[str], None]) -> None:
        self._on_digit = received
        early, self._early_digits = self._early_digits, ""
        for digit in early:
            received(digit)

    async def send_dtmf(self, digits: str) -> None:
        self._check_running()
        for digit in digits:
            self.far._receive_digit(digit)

    def answer(self) -> None:
        """Both ends are connected from now on."""
        for end in (self, self.far):
            end._moved_at = asyncio.get_running_loop().time()
            end._is_connected.set()

    def end(self, *, by_us: bool, reason: str = "", refused: CallNotConnected | None = None) -> None:
        for end, by_peer in ((self, not by_us), (self.far, by_us)):
            if not end._ended.done():
                end._refused = refused or end._refused or CallNotConnected(487, "Request Terminated")
                end._ended.set_result(HangupCause(by_peer, reason))
                end._is_connected.set()

    def _receive_digit(self, digit: str) -> None:
        if self._on_digit is None:
            self._early_digits += digit
        else:
            self._on_digit(digit)

    def _check_running(self) -> None:
        if self._ended.done():
            raise CallEnded

    def _move_audio(self) -> None:
        """Moves to the other end what was sent since the last time."""
        if not self._is_connected.is_set():
            return
        now = asyncio.get_running_loop().time()
        samples = int((now - self._moved_at) * RATE)
        self._moved_at += samples / RATE
        passed, self._sent = self._sent[: samples * 2], self._sent[samples * 2 :]
        self.far._received += passed + bytes(samples * 2 - len(passed))


class FakeIncomingCall:
    replaces = ""
    connector_id = ""

    def __init__(self, call: FakeCall, caller: str, called: str, headers: Mapping[str, str], source: str) -> None:
        self._call = call
        self.caller = caller
        self.called = called
        self.uri = f"sip:{called}@fake"
        self.source = source
        self.headers = headers
        self.is_tls = call.is_encrypted
        self.refusal: tuple[int, str, Mapping[str, str]] | None = None
        """What the caller was told, if it was a no."""

    @property
    def call_id(self) -> str:
        return self._call.call_id

    async def answer(self) -> FakeCall:
        self._call._check_running()
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
        self.allowed: list[list[Network]] = []
        self.registered: list[Registration] = []
        self.states: dict[str, RegistrationState] = {}
        """Of registrations, as tests want them."""
        self._received: Callable[[IncomingCall], Awaitable[None]] | None = None
        self._numbers = count(1)
        self._calls: list[FakeCall] = []
        self._tasks = Tasks()

    async def register(self, registrations: Iterable[Registration]) -> None:
        self.registered = list(registrations)

    def registrations(self) -> Mapping[str, RegistrationState]:
        return self.states

    async def dial(self, request: DialRequest) -> FakeCall:
        if not self.is_alive:
            raise CallNotConnected(None, "the stack is gone")
        near = self._pair(is_encrypted=request.srtp)
        code = self.answering(request)
        if code is not None and code < 300:
            near.answer()
        elif code is not None:
            near.end(by_us=False, refused=CallNotConnected(code, "refused"))
        self.placed.put_nowait((request, near.far))
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
        """The caller's end, whose `wait_connected` tells how it went, and the incoming call that was received here."""
        near = self._pair(is_encrypted=False)
        incoming = FakeIncomingCall(near, caller, called, headers or {}, source)
        incoming.replaces = replaces
        if self._received is None:
            near.end(by_us=True, refused=CallNotConnected(404, "Not Found"))
        else:
            self._tasks.start(self._receive(incoming), "incoming call")
        return near.far, incoming

    def on_incoming_call(self, received: Callable[[IncomingCall], Awaitable[None]]) -> None:
        self._received = received

    def allow_trunks(self, trunks: Iterable[Iterable[Network]]) -> None:
        self.allowed = [list(networks) for networks in trunks]

    async def aclose(self) -> None:
        for call in self._calls:
            await call.hang_up()
        self.is_alive = False

    async def _receive(self, incoming: FakeIncomingCall) -> None:
        assert self._received is not None
        await self._received(incoming)

    def _pair(self, *, is_encrypted: bool) -> FakeCall:
        call_id = f"fake-{next(self._numbers)}"
        near, far = (FakeCall(call_id, is_encrypted=is_encrypted) for _ in range(2))
        near.far, far.far = far, near
        self._calls.append(near)
        return near
