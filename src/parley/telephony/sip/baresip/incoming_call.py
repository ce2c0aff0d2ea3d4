"""A call that comes in to the baresip stack, until it is answered or refused."""

from __future__ import annotations

from collections.abc import Mapping

from baresip.errors import BaresipError, StaleHandleError

from parley.telephony.sip.baresip.call import BaresipCall
from parley.telephony.sip.ingress.dialog_table import Invite
from parley.telephony.sip.protocol import CallNotConnected
from parley.voice.media_leg import CallEnded

ACK_SECONDS = 32.0
"""So long an answer is repeated until the caller acknowledges it (RFC 3261, 13.3.1.4)."""


class BaresipIncomingCall:
    connector_id = ""

    def __init__(self, invite: Invite, call: BaresipCall) -> None:
        self._invite = invite
        self._call = call

    @property
    def call_id(self) -> str:
        return self._call.call_id

    @property
    def caller(self) -> str:
        return self._invite.caller

    @property
    def called(self) -> str:
        return self._invite.called

    @property
    def uri(self) -> str:
        return self._invite.uri

    @property
    def source(self) -> str:
        return self._invite.source

    @property
    def headers(self) -> Mapping[str, str]:
        return self._invite.headers

    @property
    def is_tls(self) -> bool:
        return self._invite.is_tls

    @property
    def replaces(self) -> str:
        return self._invite.replaces

    async def answer(self) -> BaresipCall:
        try:
            await self._call.accept()
            await self._call.wait_connected(ACK_SECONDS)
        except (StaleHandleError, CallNotConnected) as error:
            raise CallEnded from error
        except BaresipError as error:
            # It would ring until the caller gives up, and keep its place.
            await self._call.refuse(500, "Server Internal Error", {})
            raise CallEnded from error
        return self._call

    async def refuse(self, code: int, reason: str, headers: Mapping[str, str] | None = None) -> None:
        await self._call.refuse(code, reason, headers or {})
