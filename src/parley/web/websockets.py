"""WebSocket connections as uvicorn serves them, counted like others. In a module of its own: they need an extra.

What `connection` says of uvicorn's own classes is true here as well; tests/web/test_websockets.py watches over it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, cast

from starlette.types import ASGIApp
from uvicorn import Server
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from parley.kit.http_limits import HttpLimits
from parley.web.connection import HttpConnection
from parley.web.serve import LARGEST_MESSAGE, quiet_server


class CountedWebSocket(WebSocketsSansIOProtocol):
    deadline = inf
    """Whether the other side is still there is found out by pings."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.on_lost: Callable[[Exception | None], None] = lambda _: None

    def on_deadline(self) -> None:
        """There is none."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.on_lost(exc)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        # A farewell would wait behind what the other side does not take, for as long as it pleases.
        self.transport.abort()

    async def send(self, message: ASGISendEvent) -> None:
        """To an app, a connection that the server has closed is one that is gone."""
        await self.writable.wait()
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            # Uvicorn would complain in the log of every refusal that there was no handshake.
            self.handshake_complete = True


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
        # From here on this object only holds the place that the connection takes.
        socket.on_lost = self.connection_lost
        if rest:
            socket.data_received(rest)

    def _should_upgrade(self) -> bool:
        return self.is_websocket


def server_with_websockets(
    app: ASGIApp, drain_seconds: float, limits: HttpLimits, largest_message: int = LARGEST_MESSAGE
) -> Server:
    return quiet_server(app, drain_seconds, limits, UpgradableConnection, CountedWebSocket, largest_message)
