"""The part of a voice process that takes calls over media streams: its carriers, and the server that they reach."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping, Sequence

from starlette.routing import BaseRoute

from parley.kit.tasks import Tasks
from parley.resources import Resources
from parley.settings import Settings
from parley.telephony.streams.addresses import OwnAddresses
from parley.telephony.streams.app import HandleIncoming, StreamApp
from parley.telephony.streams.call_registry import CallRegistry
from parley.telephony.streams.carrier_api import CarrierApi
from parley.telephony.streams.plivo import Plivo
from parley.telephony.streams.provider import Provider
from parley.telephony.streams.stream_carrier import StreamCarrier
from parley.telephony.streams.telnyx import Telnyx
from parley.telephony.streams.twilio import Twilio
from parley.web.serve_websockets import server_with_websockets

PROVIDERS: tuple[Provider, ...] = (Twilio(), Telnyx(), Plivo())
CLOSING_SECONDS = 1.0


class StreamServer:
    def __init__(self, resources: Resources, listener: socket.socket) -> None:
        self._resources = resources
        self._listener = listener
        self._registry = CallRegistry()
        settings = resources.settings
        self._addresses = OwnAddresses(settings.public_url or listening_url(listener))
        dependencies = resources.dependencies
        api = CarrierApi(dependencies.egress, dependencies.secret_store.encryptor, interface_urls(settings))
        self.carriers: Mapping[str, StreamCarrier] = {
            provider.name: StreamCarrier(provider, api, self._registry, self._addresses) for provider in PROVIDERS
        }

    @property
    def public_url(self) -> str:
        return self._addresses.public_url

    async def run(self, handle_incoming: HandleIncoming, stop: asyncio.Event, others: Sequence[BaseRoute] = ()) -> None:
        """Serves until `stop`: while calls drain, their streams and webhooks go on. `others` are served beside."""
        app = StreamApp(self._resources, self.carriers, self._registry, self._addresses, handle_incoming, others)
        server = server_with_websockets(app.asgi, CLOSING_SECONDS, self._resources.http_limits)
        tasks = Tasks()
        serving = tasks.start(server.serve(sockets=[self._listener]), "media streams")
        try:
            await stop.wait()
            server.should_exit = True
            await serving
        finally:
            await app.aclose()
            await tasks.aclose()


def interface_urls(settings: Settings) -> Mapping[str, str]:
    return {"twilio": settings.twilio_url, "telnyx": settings.telnyx_url, "plivo": settings.plivo_url}


def listening_url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 named, not bound
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
