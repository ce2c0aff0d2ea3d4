"""The service that browsers reach: signalling of calls, ICE servers, health."""

from __future__ import annotations

import asyncio
import hmac
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from parley.domain.messaging.events import read_call_sid
from parley.domain.messaging.hosts import host_of
from parley.kit.errors import ParleyError
from parley.kit.ids import random_hex
from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.resources import Resources
from parley.settings import Settings
from parley.telephony.carrier import IncomingPhoneCall
from parley.telephony.webrtc import messages
from parley.telephony.webrtc.admission import admit
from parley.telephony.webrtc.browser_call import BrowserCall
from parley.telephony.webrtc.media import MediaNotConnected
from parley.telephony.webrtc.messages import Code, OfferMessage, SignalRefused
from parley.telephony.webrtc.ports import MediaPorts, NoPortFree
from parley.telephony.webrtc.sdp import Offer, OfferInvalid, read_offer
from parley.telephony.webrtc.signalling import SignallingSocket
from parley.voice.media_leg import CallEnded

log = logger(__name__)

CONNECT_SECONDS = 20.0
MOST_SOCKETS = 1000
REFERENCE_WIDTH = 32
TURN_SLACK_SECONDS = 300
OK, BUSY, UNAVAILABLE = 200, 486, 503
STATUSES = {Code.UNAUTHORIZED: 401, Code.FORBIDDEN: 403}

HandleIncoming = Callable[[IncomingPhoneCall], Awaitable[None]]


class IncomingBrowserCall:
    """A call that waits for an answer. A page may say what it likes of its caller: that is no number of theirs."""

    caller = called = source = replaces = ""

    def __init__(
        self, call: BrowserCall, offer: Offer, ports: MediaPorts, connector_id: str, headers: Mapping[str, str]
    ) -> None:
        self.connector_id = connector_id
        self.headers = headers
        self._call = call
        self._offer = offer
        self._ports = ports
        self.decision: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """The status of a refusal, as SIP has them; 200: the call was answered."""

    async def answer(self) -> BrowserCall:
        call = self._call
        try:
            call.tell(messages.answer(call.reference, await call.answer(self._offer, self._ports)))
            self._decide(OK)
            await call.connect(self._offer, CONNECT_SECONDS)
        except (NoPortFree, MediaNotConnected) as failed:
            log.warning("browser_not_connected", reason=type(failed).__name__)
            if not call.is_over:
                text = "No audio connection came about."
                call.tell(messages.error(call.reference, Code.MEDIA_BRIDGE_FAILURE, text))
            self._decide(OK)
            await call.hang_up()
            raise CallEnded from None
        if call.is_over:
            await call.hang_up()
            raise CallEnded
        return call

    async def refuse(self, code: int, reason: str, headers: Mapping[str, str] | None = None) -> None:
        self._decide(code)

    def _decide(self, code: int) -> None:
        if not self.decision.done():
            self.decision.set_result(code)


class BrowserGateway:
    def __init__(self, resources: Resources, handle_incoming: HandleIncoming) -> None:
        self._resources = resources
        self._handle_incoming = handle_incoming
        self._ports = media_ports(resources.settings)
        self._calls: dict[str, BrowserCall] = {}
        self._sockets = 0
        self._tasks = Tasks()
        self.routes: tuple[BaseRoute, ...] = (
            WebSocketRoute("/api/v1/webrtc/signal", self._signal),
            Route("/api/v1/ice-servers", self._ice_servers),
            Route("/health", self._health),
        )

    async def aclose(self) -> None:
        await self._tasks.aclose()

    def find(self, session: str) -> BrowserCall | None:
        return self._calls.get(session)

    async def begin(self, offer: OfferMessage, origin: str | None, tell: Callable[[str], None]) -> BrowserCall:
        try:
            admitted = await admit(self._resources, offer.token, origin)
            description = read_offer(offer.sdp)
        except OfferInvalid as invalid:
            raise SignalRefused(Code.INVALID_ARGUMENT, str(invalid)) from None
        # Such as a database that is away.
        except ParleyError:
            raise SignalRefused(Code.HANDLER_ERROR, "Calls are not taken at the moment.") from None
        call = BrowserCall(
            random_hex(REFERENCE_WIDTH),
            admitted.connector.id,
            wants_transcript=offer.wants_transcript,
            call_sid=read_call_sid(offer.claims.get("callSid", "")),
            is_tried=admitted.by_ticket,
        )
        call.tell = tell
        claims = {**offer.claims, "mode": offer.mode, **({"origin": host_of(origin) or ""} if origin else {})}
        headers = {f"X-Web-{name[0].upper()}{name[1:]}": text for name, text in claims.items()}
        incoming = IncomingBrowserCall(call, description, self._ports, admitted.connector.id, headers)
        self._calls[call.reference] = call
        call.on_end(lambda: self._forget(call))
        handling = self._tasks.start(self._handle(incoming, call), "call of a browser")
        waiting: list[asyncio.Future[Any]] = [handling, incoming.decision]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        code = incoming.decision.result() if incoming.decision.done() else UNAVAILABLE
        if code != OK:
            call.tell = lambda _: None
            await call.hang_up()
            raise _refusal(code)
        return call

    async def _handle(self, incoming: IncomingBrowserCall, call: BrowserCall) -> None:
        # A coroutine of its own: a task takes no other awaitable.
        try:
            await self._handle_incoming(incoming)
        finally:
            await call.hang_up()

    def _forget(self, call: BrowserCall) -> None:
        del self._calls[call.reference]

    async def _signal(self, socket: WebSocket) -> None:
        if self._sockets >= MOST_SOCKETS:
            with suppress(RuntimeError):
                await socket.close()
            return
        self._sockets += 1
        try:
            await SignallingSocket(socket, self).run()
        finally:
            self._sockets -= 1

    async def _ice_servers(self, request: Request) -> Response:
        origin = request.headers.get("origin")
        shared = {"Access-Control-Allow-Origin": origin, "Vary": "Origin"} if origin else {}
        try:
            await admit(self._resources, request.query_params.get("token", ""), origin)
        except SignalRefused as refused:
            return JSONResponse({"error": refused.message}, STATUSES[refused.code])
        except ParleyError:
            return JSONResponse({"error": "Not at the moment."}, UNAVAILABLE, {"Retry-After": "5"})
        settings = self._resources.settings
        until = int(self._resources.clock.now().timestamp() + settings.call_seconds) + TURN_SLACK_SECONDS
        secret = settings.webrtc_turn_secret or ""
        answer = ice_servers(settings.webrtc_ice_servers, secret, until)
        return JSONResponse(answer, headers={**shared, "Cache-Control": "no-store"})

    async def _health(self, _request: Request) -> Response:
        return JSONResponse({"status": "ok", "activeSessions": len(self._calls)})


def media_ports(settings: Settings) -> MediaPorts:
    first, last = settings.webrtc_ports
    public = settings.webrtc_public_address or settings.sip_public_address
    return MediaPorts(settings.webrtc_host or settings.sip_host, first, last, str(public or ""))


def _refusal(code: int) -> SignalRefused:
    if code == BUSY:
        return SignalRefused(Code.HANDLER_ERROR, "All lines are busy. Try again later.")
    if code == UNAVAILABLE:
        return SignalRefused(Code.HANDLER_ERROR, "Calls are not taken at the moment.")
    return SignalRefused(Code.AGENT_FAILURE, "No agent takes this call.")


RELAYS = ("turn:", "turns:")


def ice_servers(urls: Sequence[str], secret: str, until: int) -> dict[str, Any]:
    """The credentials are good until then, in seconds of the epoch."""
    stun = [url for url in urls if not url.startswith(RELAYS)]
    turn = [url for url in urls if url.startswith(RELAYS)]
    servers: list[dict[str, Any]] = [{"urls": stun}] if stun else []
    if turn:
        user = f"{until}:parley"
        signed = hmac.digest(secret.encode(), user.encode(), "sha1")  # what such servers expect
        servers.append({"urls": turn, "username": user, "credential": b64encode(signed).decode()})
    return {"iceServers": servers}
