"""Calls of browsers, as the call handler wants them. They come in and are never placed."""

from __future__ import annotations

from typing import cast

from parley.agent_host.protocol import HandoffRequest
from parley.domain.calls.model import Call
from parley.runtime.messaging.call_links import CallLinks
from parley.runtime.session.dependencies import Dependencies
from parley.runtime.session.sessions import Sessions
from parley.runtime.turn.output import TurnResult
from parley.telephony.carrier import PhoneCall
from parley.telephony.routing import CallRoute
from parley.telephony.sip.protocol import CallNotConnected, SipStack
from parley.telephony.transfer import TransferRequest, invite
from parley.telephony.webrtc.browser_call import BrowserCall
from parley.telephony.webrtc.captions import CaptionedSessions
from parley.voice.call_control import Transferred

NOT_CALLABLE = "Browsers are not called."


class BrowserCarrier:
    def __init__(self, dependencies: Dependencies, links: CallLinks, stack: SipStack) -> None:
        """Callers are transferred over SIP."""
        self._dependencies = dependencies
        self._links = links
        self._stack = stack

    async def place(self, route: CallRoute, call: Call) -> PhoneCall:
        raise CallNotConnected(None, NOT_CALLABLE)

    def adopt(self, call: PhoneCall) -> PhoneCall:
        return call

    def control(self, route: CallRoute, call: PhoneCall) -> BrowserCallControl:
        return BrowserCallControl(route, call, self._stack)

    def sessions(self, call: PhoneCall, sessions: Sessions) -> Sessions:
        browser_call = cast(BrowserCall, call)  # this carrier has no others
        if not (browser_call.wants_transcript or browser_call.is_tried or browser_call.call_sid):
            return sessions
        return CaptionedSessions(self._dependencies, sessions.idle, browser_call, self._links)


class BrowserCallControl:
    def __init__(self, route: CallRoute, call: PhoneCall, stack: SipStack) -> None:
        self._route = route
        self._call = call
        self._stack = stack

    async def hang_up(self, result: TurnResult) -> None:
        await self._call.hang_up()

    async def transfer(self, handoff: HandoffRequest) -> Transferred:
        """By a call to the other side, which is bridged: nobody else could take a browser over."""
        request = TransferRequest.from_handoff(handoff)
        if request.method == "bye":
            await self._call.hang_up()
            return Transferred("bye", None)
        return await invite(self._route, self._call, self._stack, request)
