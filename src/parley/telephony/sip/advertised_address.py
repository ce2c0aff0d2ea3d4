"""The address that others reach us at, where a router in between translates addresses; written into what we send.

The stack writes the address of its own socket into Via, Contact and session descriptions. A message is mended just
before it is sent, where it lies: it must keep its length. What it grows by is taken from what nobody needs, and what is
left over becomes blanks in front of the length of the body.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address

from parley.telephony.sip.protocol import Network

_VIA = re.compile(rb"^((?:via|v)[ \t]*:[ \t]*SIP/2\.0/[A-Z]+ )(\[[0-9A-Fa-f:.]+\]|[^:;, ]+)(?::([0-9]+))?", re.I)
_CONTACT = re.compile(
    rb"^((?:contact|m)[ \t]*:[ \t]*<?sips?:[^@<>\s]+@)(\[[0-9A-Fa-f:.]+\]|[^:;>\s]+)(?::([0-9]+))?", re.I
)
_LENGTH = re.compile(rb"^((?:content-length|l)[ \t]*:)[ \t]*[0-9]+[ \t]*$", re.I)
_SDP_ADDRESS = re.compile(rb"^((?:o=[^\r\n]*|c=|a=rtcp:[0-9]+ ))IN IP[46] ([0-9A-Fa-f:.]+)", re.M)
_SDP_TYPE = re.compile(rb"^(?:content-type|c)[ \t]*:[ \t]*application/sdp", re.I)
_SOFTWARE = re.compile(rb"^(?:user-agent|server)[ \t]*:", re.I)
_NEEDLESS_IN_SDP = re.compile(rb"^a=(?:ssrc:[^\r\n]*cname:|minptime:|rtcp-rsize)[^\r\n]*\r\n", re.M)
_SHORT_NAMES = {
    b"call-id": b"i",
    b"from": b"f",
    b"to": b"t",
    b"content-type": b"c",
    b"content-length": b"l",
    b"contact": b"m",
    b"supported": b"k",
    b"via": b"v",
    b"session-expires": b"x",
}
"""RFC 3261, 7.3.3: what every peer must understand, and some do not like; so these come last."""


@dataclass(frozen=True, slots=True)
class AdvertisedAddress:
    address: IPv4Address | IPv6Address
    port: int
    """For UDP and TCP, as others see it."""
    tls_port: int
    own_port: int
    own_tls_port: int
    local_networks: tuple[Network, ...]
    """Who is there reaches us without the router, and gets the address of the socket."""

    def is_for(self, far: str) -> bool:
        """Whether this peer is to be told of it."""
        try:
            found = ip_address(far)
        except ValueError:
            return False
        return found.version == self.address.version and not any(found in network for network in self.local_networks)

    def write_into(self, message: Message) -> None:
        host = f"[{self.address}]" if self.address.version == 6 else str(self.address)
        is_request = not message.lines[0].startswith(b"SIP/")
        via_is_ours = is_request
        for number, line in enumerate(message.lines):
            # The Vias of a response are those of the other side.
            if via_is_ours and _VIA.match(line):
                message.lines[number] = self._mend(_VIA, line, host)
                via_is_ours = False
            elif _CONTACT.match(line):
                message.lines[number] = self._mend(_CONTACT, line, host)
        if any(_SDP_TYPE.match(line) for line in message.lines):
            message.body = _SDP_ADDRESS.sub(self._sdp_address, message.body)

    def _mend(self, pattern: re.Pattern[bytes], line: bytes, host: str) -> bytes:
        return pattern.sub(lambda found: found[1] + host.encode() + self._public_port(found[3]), line, count=1)

    def _public_port(self, port: bytes | None) -> bytes:
        if port is None:
            return b""
        known = {self.own_port: self.port, self.own_tls_port: self.tls_port}
        return b":%d" % known.get(int(port), int(port))

    def _sdp_address(self, found: re.Match[bytes]) -> bytes:
        if found[2] in (b"0.0.0.0", b"::"):  # a call on hold
            return found[0]
        return found[1] + f"IN IP{self.address.version} {self.address}".encode()


class Message:
    """A message that we send, while it is changed."""

    def __init__(self, packet: bytes) -> None:
        head, _, self.body = packet.partition(b"\r\n\r\n")
        self.lines = head.split(b"\r\n")
        self._size = len(packet)

    def to_bytes(self) -> bytes | None:
        """As long as it was; None if it cannot be made as short as that."""
        for save in (_keep, _drop_needless_sdp, _drop_software, _shorten_reason, _shorten_names):
            save(self)
            missing = self._size - self._length()
            if missing >= 0:
                return self._render(missing)
        return None

    def _length(self) -> int:
        return len(self._render(0))

    def _render(self, blanks: int) -> bytes:
        length = b" " * (blanks + 1) + b"%d" % len(self.body)
        lines = [found[1] + length if (found := _LENGTH.match(line)) else line for line in self.lines]
        return b"\r\n".join(lines) + b"\r\n\r\n" + self.body


def _keep(_message: Message) -> None:
    pass


def _drop_needless_sdp(message: Message) -> None:
    if any(_SDP_TYPE.match(line) for line in message.lines):
        message.body = _NEEDLESS_IN_SDP.sub(b"", message.body)


def _drop_software(message: Message) -> None:
    message.lines = [line for line in message.lines if not _SOFTWARE.match(line)]


def _shorten_reason(message: Message) -> None:
    if message.lines[0].startswith(b"SIP/2.0 200 "):
        message.lines[0] = b"SIP/2.0 200 OK"


def _shorten_names(message: Message) -> None:
    message.lines = [_shorten_name(line) for line in message.lines]


def _shorten_name(line: bytes) -> bytes:
    name, colon, value = line.partition(b":")
    short = _SHORT_NAMES.get(name.strip().lower()) if colon else None
    return short + b": " + value.strip() if short else line


Edit = Callable[[Message], None]
