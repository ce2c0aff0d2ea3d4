"""The address that others reach us at, where a router in between translates addresses; written into what we send.

The stack writes the address of its own socket into Via, Contact and session descriptions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address

from parley.telephony.sip.messages.sent_message import Message
from parley.telephony.sip.protocol import Network

_VIA = re.compile(rb"^((?:via|v)[ \t]*:[ \t]*SIP/2\.0/[A-Z]+ )(\[[0-9A-Fa-f:.]+\]|[^:;, ]+)(?::([0-9]+))?", re.I)
_CONTACT = re.compile(
    rb"^((?:contact|m)[ \t]*:[ \t]*<?sips?:[^@<>\s]+@)(\[[0-9A-Fa-f:.]+\]|[^:;>\s]+)(?::([0-9]+))?", re.I
)
_SDP_ADDRESS = re.compile(rb"^((?:o=[^\r\n]*|c=|a=rtcp:[0-9]+ ))IN IP[46] ([0-9A-Fa-f:.]+)", re.M)


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
        if message.has_sdp:
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
