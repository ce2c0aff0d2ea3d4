"""A call that a carrier asks about, until it is answered or refused."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from parley.telephony.sip.protocol import CallNotConnected
from parley.telephony.streams.provider import WebhookRequest
from parley.telephony.streams.stream_call import StreamCall
from parley.voice.media_leg import CallEnded

STREAM_SECONDS = 20.0
"""A carrier that was told where its stream goes has so long to open it."""
MOST_FIELDS, LONGEST_FIELD = 64, 1024
SIP_HEADER = "SipHeader_"


@dataclass(frozen=True, slots=True)
class Decision:
    """`code` is that of a refusal, as SIP has them; 200: the call was answered."""

    code: int


class IncomingStreamCall:
    source = ""
    replaces = ""

    def __init__(self, connector_id: str, request: WebhookRequest, make_call: Callable[[], StreamCall]) -> None:
        self.connector_id = connector_id
        self.caller = _user(request.get("From"))
        self.called = _user(request.get("To"))
        self.headers = _headers(request)
        self.decision: asyncio.Future[Decision] = asyncio.get_running_loop().create_future()
        self.call: StreamCall | None = None
        self._make_call = make_call

    async def answer(self) -> StreamCall:
        self.call = call = self._make_call()
        self._decide(200)
        try:
            await call.wait_connected(STREAM_SECONDS)
        except CallNotConnected:
            raise CallEnded from None
        return call

    async def refuse(self, code: int, reason: str, headers: Mapping[str, str] | None = None) -> None:
        self._decide(code)

    def _decide(self, code: int) -> None:
        if not self.decision.done():
            self.decision.set_result(Decision(code))


def _user(address: str) -> str:
    """A number; of a SIP address its user part."""
    return address.removeprefix("sips:").removeprefix("sip:").partition("@")[0]


def _headers(request: WebhookRequest) -> dict[str, str]:
    """What agents see of a call: what the carrier says of it, SIP headers under their own names."""
    given = [(name.removeprefix(SIP_HEADER), value) for name, value in request.form]
    return {name: value[:LONGEST_FIELD] for name, value in given[:MOST_FIELDS] if len(name) <= 128}
