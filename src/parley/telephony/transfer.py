"""Handing a caller over as the project's handoff says: by REFER, by a bridge to another call, or by a farewell that the
trunk acts on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

from parley.agent_host.protocol import HandoffRequest, Json
from parley.domain.calls.model import Encryption
from parley.runtime.turn.output import TurnResult
from parley.telephony.line import CallRoute
from parley.telephony.sip.protocol import CallEnded, CallNotConnected, HangupCause, SipCall, SipStack, TransferRefused

REFER_SECONDS = 60.0
GOODBYE = "goodbye"
"""What agent code asked for with a `bye` that names no destination."""
OK = 200
_WRITTEN_NUMBER = re.compile(r"\+?[0-9\s().-]+")
_BETWEEN_DIGITS = re.compile(r"[\s().-]")
_SCHEME = re.compile(r"^sips?:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Transferred:
    """The caller is with somebody else. `code` is that side's answer; None when nobody was asked."""

    method: str
    code: int | None
    other: SipCall | None = None
    """A second call that is still to be joined with the first."""


class TransferFailed(Exception):
    """The caller is still ours."""

    def __init__(self, method: str, code: int | None, reason: str) -> None:
        super().__init__(reason)
        self.method = method
        self.code = code
        self.reason = reason


@dataclass(frozen=True, slots=True)
class TransferRequest:
    """What a handoff asks for, its own block before what is configured for the destination."""

    method: str
    number: str
    endpoint: str
    encryption: Encryption
    caller: str
    headers: Mapping[str, str]

    @classmethod
    def of(cls, handoff: HandoffRequest) -> TransferRequest:
        details = dict(handoff.details)
        named = next((name for name in ("refer", "invite", "bye") if isinstance(details.get(name), Mapping)), None)
        own: Mapping[str, Json] = details[named] if named else {}
        both = {**details, **{key: value for key, value in own.items() if value}}
        number = _number(both.get("phone_number"))
        method = str(named or handoff.method or ("refer" if number else "bye")).lower()
        given = both.get("sip_headers")
        headers = {str(key): _one_line(value) for key, value in given.items()} if isinstance(given, Mapping) else {}
        return cls(
            method=method if number or method == "bye" else "bye",
            number=number,
            endpoint=_host_and_port(both.get("outbound_endpoint")),
            encryption=_encryption(both.get("outbound_encryption")),
            caller=str(both.get("outbound_caller_id") or ""),
            headers=headers,
        )


def farewell(result: TurnResult) -> Mapping[str, str]:
    """Headers that a goodbye to nobody in particular has on its BYE, for a trunk that notes how the call went."""
    goodbye = result.other.get(GOODBYE)
    return TransferRequest.of(HandoffRequest("", "", details=goodbye)).headers if isinstance(goodbye, Mapping) else {}


async def transfer(line: CallRoute, call: SipCall, handoff: HandoffRequest, stack: SipStack) -> Transferred:
    """Returns when somebody else has the caller, or is there to be joined with them. Raises `NotTransferred`."""
    wish = TransferRequest.of(handoff)
    if wish.method == "refer":
        return await _refer(line, call, wish)
    if wish.method == "invite":
        return await _invite(line, call, wish, stack)
    await call.hang_up(wish.headers)
    return Transferred("bye", None)


async def _refer(line: CallRoute, call: SipCall, wish: TransferRequest) -> Transferred:
    try:
        code = await call.refer(refer_uri(wish, line.connector.trunk.host or line.source), REFER_SECONDS)
    except TransferRefused as refused:
        raise TransferFailed("refer", refused.code, refused.reason) from None
    except CallEnded:
        raise TransferFailed("refer", None, "the caller hung up") from None
    return Transferred("refer", code)


async def _invite(line: CallRoute, call: SipCall, wish: TransferRequest, stack: SipStack) -> Transferred:
    host, _, port = wish.endpoint.partition(":")
    dialled = line.dialled(
        wish.number,
        wish.encryption,
        wish.headers,
        host=host,
        port=int(port) if port.isdigit() else None,
        caller=wish.caller,
    )
    if not dialled.peer.host:
        raise TransferFailed("invite", None, "there is no trunk to call through")
    try:
        other = await stack.dial(dialled)
        await _answered(call, other, line.connector.trunk.ring_seconds)
    except CallNotConnected as failed:
        raise TransferFailed("invite", failed.code, failed.reason) from None
    return Transferred("invite", OK, other)


async def _answered(call: SipCall, other: SipCall, seconds: float) -> None:
    """A caller who hangs up meanwhile ends the attempt."""
    answering = asyncio.create_task(other.wait_connected(seconds))
    leaving: asyncio.Task[HangupCause] = asyncio.create_task(call.wait_ended())
    try:
        await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not answering.done():
            raise CallNotConnected(None, "the caller hung up")
        await answering
    except BaseException:
        answering.cancel()
        await other.hang_up()
        raise
    finally:
        leaving.cancel()


def refer_uri(wish: TransferRequest, host: str) -> str:
    """Headers travel in the URI: whoever follows it puts them on the call that it makes."""
    number = wish.number
    if number.startswith(("sip:", "sips:", "tel:")):
        uri = number
    else:
        uri = f"sip:{number}" if "@" in number else f"sip:{number}@{wish.endpoint or host}"
    headers = "&".join(f"{quote(key, safe='')}={quote(value, safe='')}" for key, value in wish.headers.items())
    return f"{uri}?{headers}" if headers else uri


def _number(value: Json) -> str:
    """An address as it is; a number without what people put between its digits."""
    text = _one_line(value or "")
    return _BETWEEN_DIGITS.sub("", text) if _WRITTEN_NUMBER.fullmatch(text) else text


def _host_and_port(value: Json) -> str:
    """Projects write it as an address, too: `sip:host:port;transport=tls`."""
    return _SCHEME.sub("", _one_line(value or "")).partition(";")[0]


def _encryption(value: Json) -> Encryption:
    try:
        return Encryption(str(value).upper())
    except ValueError:
        return Encryption.TLS_SRTP


def _one_line(value: Json) -> str:
    return re.sub(r"[\x00-\x1f\x7f]+", " ", str(value)).strip()
