"""Calls over SIP, as the call handler wants them."""

from __future__ import annotations

from typing import cast

from parley.domain.calls.model import Call, Encryption
from parley.domain.calls.outbound_request import invite_headers
from parley.runtime.session.sessions import Sessions
from parley.telephony.carrier import PhoneCall
from parley.telephony.routing import CallRoute
from parley.telephony.sip.protocol import SipCall, SipStack
from parley.telephony.sip.replaceable_call import ReplaceableCall
from parley.telephony.transfer import SipCallControl


class SipCarrier:
    def __init__(self, stack: SipStack) -> None:
        self._stack = stack

    async def place(self, route: CallRoute, call: Call) -> SipCall:
        encryption, headers = Encryption(call.encryption), invite_headers(call.metadata)
        return await self._stack.dial(route.dial_request(call.to_number, encryption, headers))

    def adopt(self, call: PhoneCall) -> ReplaceableCall:
        return ReplaceableCall(cast(SipCall, call))  # the stack makes no others

    def control(self, route: CallRoute, call: PhoneCall) -> SipCallControl:
        return SipCallControl(route, cast(SipCall, call), self._stack)

    def sessions(self, call: PhoneCall, sessions: Sessions) -> Sessions:
        return sessions
