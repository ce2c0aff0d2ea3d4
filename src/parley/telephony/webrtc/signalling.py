"""One signalling socket. Calls outlive it: whoever comes back on another goes on with the session of the call."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect

from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.telephony.sip.ingress.rate_limits import TokenBucket
from parley.telephony.webrtc import messages
from parley.telephony.webrtc.browser_call import BrowserCall
from parley.telephony.webrtc.messages import Code, KeysMessage, OfferMessage, Plain, SignalRefused

log = logger(__name__)

MOST_UNSENT = 512
"""Messages that wait for a client that takes none: then it is as good as gone."""
IDLE_SECONDS = 600.0
"""Without a call and without a word."""
BURST, PER_SECOND = 100.0, 10.0
MOST_BAD_MESSAGES = 20
NORMAL, REFUSED = 1000, 1008


class Gateway(Protocol):
    """What a socket may do with calls."""

    def find(self, session: str) -> BrowserCall | None: ...

    async def begin(self, offer: OfferMessage, origin: str | None, tell: Callable[[str], None]) -> BrowserCall:
        """A call that is on its way to an agent. Raises `SignalRefused`."""
        ...


class SignallingSocket:
    def __init__(self, socket: WebSocket, gateway: Gateway) -> None:
        self._socket = socket
        self._gateway = gateway
        self._loop = asyncio.get_running_loop()
        self._allowance = TokenBucket(BURST, PER_SECOND, BURST, self._loop.time())
        self._unsent: asyncio.Queue[str] = asyncio.Queue(MOST_UNSENT)
        self._stalled = asyncio.Event()
        self._calls: dict[str, BrowserCall] = {}
        """Those that this socket has, by session."""
        self._bad = 0

    async def run(self) -> None:
        """Returns when the socket is over."""
        await self._socket.accept()
        tasks = Tasks()
        work = [
            tasks.start(self._receive(), "signalling received"),
            tasks.start(self._send(), "signalling sent"),
            tasks.start(self._stalled.wait(), "stalled signalling"),
        ]
        try:
            await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await tasks.aclose()
            for call in self._calls.values():
                if call.tell == self._tell:
                    call.tell = _nobody
        with suppress(RuntimeError, WebSocketDisconnect):  # closed already, by the other side
            await self._socket.close(NORMAL if self._bad <= MOST_BAD_MESSAGES else REFUSED)

    def _tell(self, message: str) -> None:
        try:
            self._unsent.put_nowait(message)
        except asyncio.QueueFull:
            self._stalled.set()

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self._socket.send_text(await self._unsent.get())

    async def _receive(self) -> None:
        with suppress(WebSocketDisconnect):
            while self._bad <= MOST_BAD_MESSAGES:
                text = await self._next_text()
                if text is None:
                    return
                try:
                    await self._handle(text)
                except SignalRefused as refused:
                    self._bad += refused.code is not Code.HANDLER_ERROR
                    log.info("signal_refused", code=refused.code.value)
                    self._tell(messages.error("", refused.code, refused.message))

    async def _next_text(self) -> str | None:
        """None: nothing more is to come."""
        while True:
            try:
                async with asyncio.timeout(IDLE_SECONDS):
                    received = await self._socket.receive()
            except TimeoutError:
                self._forget_ended()
                if self._calls:
                    continue
                return None
            if received["type"] == "websocket.disconnect":
                return None
            return received.get("text") or ""

    async def _handle(self, text: str) -> None:
        if not self._allowance.consume(self._loop.time()):
            raise SignalRefused(Code.INVALID_MESSAGE, "Too many messages.")
        message = messages.read_message(text)
        call = self._attach(message.session)
        match message.content:
            case OfferMessage() as offer:
                if call is not None:
                    raise SignalRefused(Code.INVALID_ARGUMENT, "This call is agreed on already.")
                self._forget_ended()
                if self._calls:
                    raise SignalRefused(Code.INVALID_ARGUMENT, "There is a call on this socket already.")
                begun = await self._gateway.begin(offer, self._socket.headers.get("origin"), self._tell)
                self._calls[begun.reference] = begun
            case KeysMessage(digits):
                if call is not None:
                    call.press(digits)
            case Plain.CLOSE:
                for closed in [call] if call is not None else list(self._calls.values()):
                    closed.client_closed()
            case Plain.PING:
                self._tell(messages.pong(message.session))

    def _attach(self, session: str) -> BrowserCall | None:
        """The call of that session has this socket from now on."""
        call = self._gateway.find(session) if session else None
        if call is not None and call.tell != self._tell:
            call.tell = self._tell
            self._calls[session] = call
        return call

    def _forget_ended(self) -> None:
        self._calls = {session: call for session, call in self._calls.items() if not call.is_over}


def _nobody(_message: str) -> None:
    """The client has no socket at the moment."""
