"""Calls over a provider's media streams, as the call handler wants them: placed, transferred and ended through its
interface."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import cast

from parley.agent_host.protocol import HandoffRequest
from parley.domain.calls.model import Call
from parley.domain.numbers.model import Connector
from parley.kit.log import logger
from parley.runtime.session.sessions import Sessions
from parley.runtime.turn.output import TurnResult
from parley.telephony.carrier import PhoneCall
from parley.telephony.routing import CallRoute
from parley.telephony.sip.protocol import CallNotConnected
from parley.telephony.streams.addresses import OwnAddresses
from parley.telephony.streams.call_registry import CallRegistry
from parley.telephony.streams.carrier_api import CarrierApi, CarrierRefused
from parley.telephony.streams.provider import Destination, Placement, Provider
from parley.telephony.streams.stream_call import StreamCall, Transfer
from parley.telephony.transfer import OK, TransferRequest, refer_uri
from parley.voice.call_control import TransferFailed, Transferred

log = logger(__name__)

ANSWER_SLACK_SECONDS = 15.0
"""Between the end of the ringing and the carrier's word about it."""
CALL_IDS = ("sid", "call_sid", "request_uuid")
LONGEST_RING, SHORTEST_RING = 120, 5
"""Carriers take no others."""


class StreamCarrier:
    def __init__(self, provider: Provider, api: CarrierApi, registry: CallRegistry, addresses: OwnAddresses) -> None:
        self.provider = provider
        self._api = api
        self._registry = registry
        self._addresses = addresses

    def new_call(self, connector: Connector) -> StreamCall:
        async def end_remote(call: StreamCall) -> None:
            await self._end_remote(connector, call)

        call = StreamCall(self._registry.new_reference(), connector.id, end_remote)
        self._registry.add(call)
        call.on_end(lambda: self._registry.remove(call))
        return call

    def stream_document(self, call: StreamCall) -> str:
        """Sends the call to a stream of its own, and asks again when that is over."""
        call.step += 1
        media = self._addresses.media(self._registry.issue_ticket(call))
        return self.provider.stream_document(media, self._address(call, "next"))

    async def place(self, route: CallRoute, call: Call) -> StreamCall:
        connector, placed = route.connector, self.new_call(route.connector)
        request = self.provider.place_request(
            connector.trunk,
            Placement(
                to_number=call.to_number,
                caller=call.from_number or connector.trunk.caller_id,
                ring_seconds=_ring_seconds(connector.trunk.ring_seconds),
                answer_url=self._address(placed, "answered"),
                status_url=self._address(placed, "status"),
            ),
        )
        try:
            answer = await self._api.send(self.provider, connector, request)
        except CarrierRefused as refused:
            self._registry.remove(placed)
            raise CallNotConnected(None, str(refused)) from None
        placed.request_id = next((str(answer[name]) for name in CALL_IDS if answer.get(name)), "")
        return placed

    def adopt(self, call: PhoneCall) -> PhoneCall:
        return call

    def control(self, route: CallRoute, call: PhoneCall) -> StreamCallControl:
        return StreamCallControl(self, route, cast(StreamCall, call))  # this carrier makes no others

    def sessions(self, call: PhoneCall, sessions: Sessions) -> Sessions:
        return sessions

    async def redirect(self, connector: Connector, call: StreamCall, what: str) -> None:
        """The carrier asks at that address of ours what is to happen to the call. Raises `CarrierRefused`."""
        request = self.provider.redirect_request(connector.trunk, call.call_id, self._address(call, what))
        await self._api.send(self.provider, connector, request)

    def destination(self, route: CallRoute, call: StreamCall, request: TransferRequest) -> Destination:
        number, trunk = request.number, route.connector.trunk
        return Destination(
            number=refer_uri(request, "") if number.startswith(("sip:", "sips:")) else number,
            caller=request.caller or trunk.caller_id,
            ring_seconds=_ring_seconds(trunk.ring_seconds),
            done_url=self._address(call, "next"),
            status_url=self._address(call, "transfer-status"),
        )

    def _address(self, call: StreamCall, what: str) -> str:
        return self._addresses.of_call(call, what)

    async def _end_remote(self, connector: Connector, call: StreamCall) -> None:
        if call.call_id:
            request = self.provider.hang_up_request(connector.trunk, call.call_id)
        elif call.request_id:
            request = self.provider.cancel_request(connector.trunk, call.request_id)
        else:
            return
        try:
            await self._api.send(self.provider, connector, request)
        except CarrierRefused as refused:
            # Where the stream is closed the carrier asks what is next, and is told to hang up.
            log.warning("hangup_refused", carrier=self.provider.name, reason=str(refused))


class StreamCallControl:
    def __init__(self, carrier: StreamCarrier, route: CallRoute, call: StreamCall) -> None:
        self._carrier = carrier
        self._route = route
        self._call = call

    async def hang_up(self, result: TurnResult) -> None:
        await self._call.hang_up()

    async def transfer(self, handoff: HandoffRequest) -> Transferred:
        request = TransferRequest.from_handoff(handoff)
        if request.method == "bye":
            await self._call.hang_up()
            return Transferred("bye", None)
        transfer = Transfer(self._carrier.destination(self._route, self._call, request))
        self._call.transfer = transfer
        try:
            await self._carrier.redirect(self._route.connector, self._call, "transfer")
            with suppress(TimeoutError):
                seconds = transfer.destination.ring_seconds + ANSWER_SLACK_SECONDS
                await asyncio.wait_for(asyncio.shield(transfer.outcome), seconds)
        except CarrierRefused as refused:
            raise self._failed(request, None, str(refused)) from None
        finally:
            self._call.transfer = None
        if not transfer.outcome.done():
            raise self._failed(request, None, "no answer")
        state = transfer.outcome.result()
        if not state.is_answered:
            raise self._failed(request, state.code, state.reason or "the caller hung up")
        self._call.hand_over()
        return Transferred(request.method, OK)

    def _failed(self, request: TransferRequest, code: int | None, reason: str) -> TransferFailed:
        if not self._call.is_over and not self._call.is_attached:
            # The carrier asks what is next, and the call comes back with another stream.
            self._call.expect_stream()
        return TransferFailed(request.method, code, reason)


def _ring_seconds(wanted: float) -> int:
    return int(min(max(wanted, SHORTEST_RING), LONGEST_RING))
