"""Servers whose requests may become WebSockets. In a module of its own: these need an extra."""

from __future__ import annotations

from starlette.types import ASGIApp
from uvicorn import Server

from parley.kit.http_limits import HttpLimits
from parley.web.serve import LARGEST_MESSAGE, quiet_server
from parley.web.server.websockets import CountedWebSocket, UpgradableConnection


def server_with_websockets(
    app: ASGIApp, drain_seconds: float, limits: HttpLimits, largest_message: int = LARGEST_MESSAGE
) -> Server:
    return quiet_server(app, drain_seconds, limits, UpgradableConnection, CountedWebSocket, largest_message)
