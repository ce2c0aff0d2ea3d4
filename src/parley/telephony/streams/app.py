"""The HTTP side of media streams: webhooks of carriers, and the WebSockets of their streams."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from parley.domain.calls import actions as calls
from parley.domain.numbers import store as numbers
from parley.domain.numbers.model import Connector
from parley.domain.numbers.trunks import decrypt_passwords
from parley.kit.errors import ParleyError
from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.resources import Resources
from parley.telephony.carrier import IncomingPhoneCall
from parley.telephony.streams.addresses import OwnAddresses
from parley.telephony.streams.call_registry import CallRegistry
from parley.telephony.streams.incoming_stream_call import IncomingStreamCall
from parley.telephony.streams.media_socket import MediaSocket
from parley.telephony.streams.provider import WebhookRequest
from parley.telephony.streams.stream_call import StreamCall
from parley.telephony.streams.stream_carrier import StreamCarrier
from parley.web.forms import FormRefused, parse_form, read_form_body

log = logger(__name__)

CONNECTOR = re.compile(r"CONNECTOR-[0-9a-f]{1,32}")
CALL_ID = re.compile(r"[A-Za-z0-9:_-]{1,200}")
BUSY, UNAVAILABLE = 486, 503

HandleIncoming = Callable[[IncomingPhoneCall], Awaitable[None]]


class StreamApp:
    def __init__(
        self,
        resources: Resources,
        carriers: Mapping[str, StreamCarrier],
        registry: CallRegistry,
        addresses: OwnAddresses,
        handle_incoming: HandleIncoming,
        others: Sequence[BaseRoute] = (),
    ) -> None:
        """`others`: what is served beside."""
        self._resources = resources
        self._carriers = carriers
        self._registry = registry
        self._addresses = addresses
        self._handle_incoming = handle_incoming
        self._tasks = Tasks()
        base = "/streams/{connector_id}"
        self.asgi = Starlette(
            routes=[
                *others,
                WebSocketRoute("/streams/media/{ticket}", self._media),
                Route(f"{base}/voice", self._shell(self._voice), methods=["POST"]),
                Route(f"{base}/status", self._shell(self._status), methods=["POST"]),
                Route(
                    f"{base}/calls/{{reference}}/{{what}}/{{step:int}}", self._shell(self._call_event), methods=["POST"]
                ),
            ]
        )

    async def aclose(self) -> None:
        await self._tasks.aclose()

    def _shell(
        self, handle: Callable[[Request, Connector, WebhookRequest], Awaitable[str]]
    ) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            try:
                connector, webhook = await self._check(request)
                document = await handle(request, connector, webhook)
            except FormRefused as refused:
                log.warning("webhook_refused", status=refused.status, reason=refused.reason)
                return Response(status_code=refused.status)
            # Such as a database that is away: carriers then ask the fallback address of the number.
            except ParleyError as error:
                log.warning("webhook_failed", error=type(error).__name__)
                return Response(status_code=UNAVAILABLE, headers={"Retry-After": "5"})
            return Response(document, media_type="application/xml")

        return endpoint

    async def _check(self, request: Request) -> tuple[Connector, WebhookRequest]:
        """Who it is from, proved by its signature. A stranger learns nothing, not even which connectors there are."""
        connector_id = request.path_params["connector_id"]
        body = await read_form_body(request)
        connector = None
        if CONNECTOR.fullmatch(connector_id):
            connector = await numbers.find_connector_by_id(self._resources.db, connector_id)
        carrier = self._carriers.get(connector.trunk.carrier) if connector else None
        if connector is None or carrier is None:
            raise FormRefused(403, "connector")
        query = f"?{request.url.query}" if request.url.query else ""
        webhook = WebhookRequest(
            url=f"{self._addresses.public_url}{request.url.path}{query}",
            body=body,
            form=parse_form(body),
            headers={name.lower(): value for name, value in request.headers.items()},
        )
        token = decrypt_passwords(self._resources.dependencies.secret_store.encryptor, connector).auth_token
        now = self._resources.clock.now().timestamp()
        if not token or not carrier.provider.is_genuine(webhook, connector.trunk, token, now):
            raise FormRefused(403, "signature")
        if not CALL_ID.fullmatch(carrier.provider.call_id(webhook)):
            raise FormRefused(400, "call id")
        return connector, webhook

    async def _voice(self, _request: Request, connector: Connector, webhook: WebhookRequest) -> str:
        """A call comes in."""
        carrier = self._carriers[connector.trunk.carrier]
        call_id = carrier.provider.call_id(webhook)
        async with self._resources.db.transaction() as tx:
            if not await calls.note_carrier_call(tx, connector.id, call_id, self._resources.clock.now()):
                raise FormRefused(409, "replay")

        def make_call() -> StreamCall:
            call = carrier.new_call(connector)
            call.call_id = call_id
            return call

        incoming = IncomingStreamCall(connector.id, webhook, make_call)
        handling = self._tasks.start(self._handle(incoming), "incoming stream call")
        waiting: set[asyncio.Future[Any]] = {handling, incoming.decision}
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        code = incoming.decision.result().code if incoming.decision.done() else UNAVAILABLE
        if incoming.call is not None:
            return carrier.stream_document(incoming.call)
        if code == UNAVAILABLE:
            # The carrier asks its second address, which may be another process: to that the call is new.
            async with self._resources.db.transaction() as tx:
                await calls.forget_carrier_call(tx, connector.id, call_id)
            raise FormRefused(UNAVAILABLE, "no call is taken now")
        return carrier.provider.reject_document(is_busy=code == BUSY)

    async def _handle(self, incoming: IncomingStreamCall) -> None:
        # A coroutine of its own: a task takes no other awaitable.
        await self._handle_incoming(incoming)

    async def _status(self, _request: Request, connector: Connector, webhook: WebhookRequest) -> str:
        """How a call goes, wherever it came from: for carriers that are configured to tell us."""
        provider = self._carriers[connector.trunk.carrier].provider
        call = self._registry.find_by_call_id(connector.id, provider.call_id(webhook))
        if call is not None:
            call.carrier_says(provider.placed_state(webhook))
        return provider.hangup_document()

    async def _call_event(self, request: Request, connector: Connector, webhook: WebhookRequest) -> str:
        """What a call of ours wants next, or what became of it. One that is over is ended at the carrier as well."""
        carrier = self._carriers[connector.trunk.carrier]
        what, step = request.path_params["what"], request.path_params["step"]
        call = self._registry.find(connector.id, request.path_params["reference"])
        if call is None or call.is_over:
            return carrier.provider.hangup_document()
        if step != call.step and what not in ("status", "transfer-status"):
            raise FormRefused(409, "replay")
        if what == "answered":
            call.call_id = carrier.provider.call_id(webhook)
        if what == "transfer-status" and call.transfer is not None:
            call.transfer.advance(carrier.provider.transfer_state(webhook))
        elif what == "status":
            call.carrier_says(carrier.provider.placed_state(webhook))
        elif carrier.provider.call_id(webhook) != call.call_id:
            raise FormRefused(403, "call")
        elif what == "transfer" and call.transfer is not None:
            return carrier.provider.dial_document(call.transfer.destination)
        elif what in ("answered", "next"):
            return self._next(carrier, call, webhook)
        return carrier.provider.hangup_document()

    def _next(self, carrier: StreamCarrier, call: StreamCall, webhook: WebhookRequest) -> str:
        if call.transfer is not None:
            state = carrier.provider.transfer_state(webhook)
            if carrier.provider.placed_state(webhook).is_over:
                # The caller hung up while it rang.
                call.carrier_says(carrier.provider.placed_state(webhook))
            call.transfer.advance(state)
            if state.is_answered or call.is_over:
                return carrier.provider.hangup_document()
        # It would not ask if the stream before were not over, whether we have seen that or not.
        call.release_leg()
        return carrier.stream_document(call)

    async def _media(self, socket: WebSocket) -> None:
        call = self._registry.redeem_ticket(socket.path_params["ticket"])
        if call is None:
            log.warning("stream_refused", reason="ticket")
            await socket.close()
            return
        connector = await numbers.find_connector_by_id(self._resources.db, call.connector_id)
        if connector is None:
            await socket.close()
            return
        carrier = self._carriers[connector.trunk.carrier]
        await MediaSocket(socket, carrier.provider, call, connector.trunk.account_sid).run()
