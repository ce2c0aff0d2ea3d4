"""Call control over SIP: hanging up, and transferring a caller as the project's handoff says: by REFER, by an INVITE to
somebody else whose call is bridged, or by a BYE that the trunk acts on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

from parley.agent_host.protocol import HandoffRequest, Json
from parley.domain.calls.model import Encryption
from parley.kit.tasks import Tasks
from parley.runtime.turn.output import TurnResult
from parley.telephony.routing import SIP_PORT, CallRoute
from parley.telephony.sip.protocol import CallNotConnected, SipCall, SipStack, TransferRefused
from parley.voice.call_control import TransferFailed, Transferred
from parley.voice.media_leg import CallEnded, MediaLeg

REFER_SECONDS = 60.0
GOODBYE = "goodbye"
LONGEST_PORT = 5
"""What agent code asked for with a `bye` that names no destination."""
OK = 200
_OF_THE_BODY = re.compile(r"content-.*|[cel]", re.IGNORECASE)
_WRITTEN_NUMBER = re.compile(r"\+?[0-9\s().-]+")
_BETWEEN_DIGITS = re.compile(r"[\s().-]")
_SCHEME = re.compile(r"^sips?:", re.IGNORECASE)


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
    def from_handoff(cls, handoff: HandoffRequest) -> TransferRequest:
        details = dict(handoff.details)
        named = next((name for name in ("refer", "invite", "bye") if isinstance(details.get(name), Mapping)), None)
        own: Mapping[str, Json] = details[named] if named else {}
        both = {**details, **{key: value for key, value in own.items() if value}}
        number = _read_number(both.get("phone_number"))
        method = str(named or handoff.method or ("refer" if number else "bye")).lower()
        given = both.get("sip_headers")
        headers = {str(key): _one_line(value) for key, value in given.items()} if isinstance(given, Mapping) else {}
        # What says how long a message is, or what its body is, is not an agent's.
        headers = {name: value for name, value in headers.items() if not _OF_THE_BODY.fullmatch(name)}
        return cls(
            # Without a number there is nobody to call: all that is left is to hang up.
            method=method if number or method == "bye" else "bye",
            number=number,
            endpoint=_read_endpoint(both.get("outbound_endpoint")),
            encryption=_read_encryption(both.get("outbound_encryption")),
            caller=str(both.get("outbound_caller_id") or ""),
            headers=headers,
        )


class SipCallControl:
    def __init__(self, route: CallRoute, call: SipCall, stack: SipStack) -> None:
        self._route = route
        self._call = call
        self._stack = stack

    async def hang_up(self, result: TurnResult) -> None:
        await self._call.hang_up(_bye_headers(result))

    async def transfer(self, handoff: HandoffRequest) -> Transferred:
        request = TransferRequest.from_handoff(handoff)
        if request.method == "refer":
            return await self._refer(request)
        if request.method == "invite":
            return await invite(self._route, self._call, self._stack, request)
        await self._call.hang_up(request.headers)
        return Transferred("bye", None)

    async def _refer(self, request: TransferRequest) -> Transferred:
        # A trunk that only receives has no host: the number is looked for where the call came from.
        trunk = self._route.connector.trunk
        port = "" if trunk.port == SIP_PORT else f":{trunk.port}"
        host = f"{trunk.host}{port}" if trunk.host else self._route.source
        try:
            code = await self._call.refer(refer_uri(request, host), REFER_SECONDS)
        except TransferRefused as refused:
            raise TransferFailed("refer", refused.code, refused.reason) from None
        except CallEnded:
            raise TransferFailed("refer", None, "the caller hung up") from None
        return Transferred("refer", code)


async def invite(route: CallRoute, caller: MediaLeg, stack: SipStack, request: TransferRequest) -> Transferred:
    """Calls the other side, whose leg is then to be bridged with the caller's. Raises `TransferFailed`."""
    host, port = split_endpoint(request.endpoint)
    dial = route.dial_request(
        request.number,
        request.encryption,
        request.headers,
        host=host,
        port=port,
        caller=request.caller,
    )
    if not dial.peer.host:
        raise TransferFailed("invite", None, "there is no trunk to call through")
    try:
        other = await stack.dial(dial)
        await _wait_answered(caller, other, route.connector.trunk.ring_seconds)
    except CallNotConnected as failed:
        raise TransferFailed("invite", failed.code, failed.reason) from None
    return Transferred("invite", OK, other)


async def _wait_answered(caller: MediaLeg, other: SipCall, seconds: float) -> None:
    """A caller who hangs up meanwhile ends the attempt. Raises `CallNotConnected`."""
    tasks = Tasks()
    answer: asyncio.Task[CallNotConnected | None] = tasks.start(_failure_of(other, seconds), "transfer answered")
    hangup = tasks.start(caller.wait_ended(), "caller of a transfer")
    try:
        await asyncio.wait({answer, hangup}, return_when=asyncio.FIRST_COMPLETED)
        failure = answer.result() if answer.done() else CallNotConnected(None, "the caller hung up")
        if failure is not None:
            raise failure
    # Also when this task is cancelled: a phone must not go on ringing for nobody.
    except BaseException:
        answer.cancel()
        await other.hang_up()
        raise
    finally:
        await tasks.aclose()


async def _failure_of(call: SipCall, seconds: float) -> CallNotConnected | None:
    """Waits for an answer. A busy line is returned, not raised: it is no crash of the task that waits."""
    try:
        await call.wait_connected(seconds)
    except CallNotConnected as failed:
        return failed
    return None


def _bye_headers(result: TurnResult) -> Mapping[str, str]:
    """Headers of a goodbye to nobody in particular, for a trunk that notes how the call went."""
    goodbye = result.output.other.get(GOODBYE)
    if not isinstance(goodbye, Mapping):
        return {}
    return TransferRequest.from_handoff(HandoffRequest("", "", details=goodbye)).headers


def refer_uri(request: TransferRequest, host: str) -> str:
    """Headers travel in the URI: whoever follows it puts them on the call that it makes."""
    number = request.number
    if number.startswith(("sip:", "sips:", "tel:")):
        uri = number
    else:
        uri = f"sip:{number}" if "@" in number else f"sip:{number}@{request.endpoint or host}"
    headers = "&".join(f"{quote(key, safe='')}={quote(value, safe='')}" for key, value in request.headers.items())
    return f"{uri}?{headers}" if headers else uri


def _read_number(value: Json) -> str:
    """An address as it is; a number without what people put between its digits."""
    text = _one_line(value or "")
    return _BETWEEN_DIGITS.sub("", text) if _WRITTEN_NUMBER.fullmatch(text) else text


def _read_endpoint(value: Json) -> str:
    """Host and port. Projects write it as an address, too: `sip:host:port;transport=tls`."""
    return _SCHEME.sub("", _one_line(value or "")).partition(";")[0]


def split_endpoint(endpoint: str) -> tuple[str, int | None]:
    """Host and port; without one that can be read, the usual one."""
    host, _, port = endpoint.partition(":")
    return host, int(port) if port.isdecimal() and len(port) <= LONGEST_PORT else None


def _read_encryption(value: Json) -> Encryption:
    try:
        return Encryption(str(value).upper())
    except ValueError:
        # What cannot be read is no permission for less.
        return Encryption.TLS_SRTP


def _one_line(value: Json) -> str:
    """What a project writes must not become a header of its own."""
    return re.sub(r"[\x00-\x1f\x7f]+", " ", str(value)).strip()
