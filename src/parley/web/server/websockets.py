"""WebSocket connections as uvicorn serves them, counted like others. In a module of its own: they need an extra.

What `connection` says of uvicorn's own classes is true here as well; its test watches over it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Protocol, cast

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request
from websockets.protocol import OPEN

from parley.web.server.connection import HttpConnection
from parley.web.server.frames import are_whole, read_text_frame, text_frame
from parley.web.server.waiters import Gate, Inbox

TEXTS = "parley.texts"
"""An extension for apps, under which they find a `Texts`."""


class Texts(Protocol):
    """The texts of a connection without a coroutine, which costs as much as all the rest of a short message."""

    def send_text(self, text: str) -> bool:
        """At once. False: the other side does not take it now, or is gone; `send` waits until it does, and says so."""
        ...

    def receive_texts(self, on_text: Callable[[str], None]) -> None:
        """From now on, and those that wait already, in their order; all else still comes by `receive`. Nothing slows
        the other side down: whoever takes them says how many."""
        ...


class CountedWebSocket(WebSocketsSansIOProtocol):
    deadline = inf
    """Whether the other side is still there is found out by pings."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._inbox: Inbox[Any] = Inbox()
        self.queue = cast(Any, self._inbox)
        self.writable = cast(Any, Gate())
        self.on_lost: Callable[[], None] = _nothing
        self._on_text: Callable[[str], None] | None = None
        self._is_between = False
        """Frames: all that came before is read, and the next byte begins one."""

    def on_deadline(self) -> None:
        """There is none."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.on_lost()

    def data_received(self, data: bytes) -> None:
        if self._is_between:
            if self._on_text is not None and self.conn.state is OPEN:
                text = read_text_frame(data)
                if text is not None:
                    self._on_text(text)
                    return
            self._is_between = are_whole(data)
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """Reading pauses for every message that an app is to ask for, and not for texts that it has given to it."""
        if self._on_text is None or self.close_sent or self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        content = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        try:
            text = content.decode()
        except UnicodeDecodeError:  # whoever sent it is told, and sent away
            super().send_receive_event_to_app()
            return
        self.frames = []
        self._on_text(text)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        # A farewell would wait behind what the other side does not take, for as long as it pleases.
        self.transport.abort()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self._is_between = True
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), TEXTS: {"texts": self}}

    def send_text(self, text: str) -> bool:
        if self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        content = text.encode()
        if self.conn.state is OPEN and not self.conn.extensions:
            self.transport.write(text_frame(content))
            return True
        try:
            self.conn.send_text(content)
        except InvalidState:  # the other side says farewell
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def receive_texts(self, on_text: Callable[[str], None]) -> None:
        self._on_text = on_text
        for message in self._inbox.take(lambda each: each.get("text") is not None):
            on_text(message["text"])
        if self.read_paused and self._inbox.empty():  # for those, which nobody asks for any more
            self.read_paused = False
            self.transport.resume_reading()

    async def send(self, message: ASGISendEvent) -> None:
        """To an app, a connection that the server has closed is one that is gone."""
        await self.writable.wait()
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._forget_handshake()
        elif message["type"] == "websocket.http.response.body":
            # Uvicorn would complain in the log of every refusal that there was no handshake.
            self.handshake_complete = True

    def _forget_handshake(self) -> None:
        """What was asked and answered: the parser, uvicorn and the app each keep it in a form of their own."""
        self.request.headers.clear()
        self.request.path = ""
        del self.request, self.response, self.scope


class UpgradableConnection(HttpConnection):
    """Requests, of which one may become a WebSocket."""

    is_websocket = False

    def on_headers_complete(self) -> None:
        # Before the headers are forgotten.
        offers = dict(self.headers).get(b"upgrade", b"").lower() == b"websocket"
        self.is_websocket = offers and bool(self.parser.should_upgrade())
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        if not self.is_websocket:
            super().on_message_complete()

    def on_offer(self, rest: bytes) -> None:
        if not self.is_websocket:
            super().on_offer(rest)
            return
        self.handle_websocket_upgrade()
        socket = cast(CountedWebSocket, self.transport.get_protocol())
        # Nothing else is left of this object. Its parser knows it, so that only the garbage collector would find both.
        socket.on_lost = self.place.leave
        del self.parser
        if rest:
            socket.data_received(rest)

    def _should_upgrade(self) -> bool:
        return self.is_websocket


def _nothing() -> None:
    """Until it is known what is to be done."""
