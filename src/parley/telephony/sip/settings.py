"""Where the SIP stack listens and what it allows."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

from parley.telephony.sip.messages.advertised_address import AdvertisedAddress
from parley.telephony.sip.protocol import Network

MAX_CALLS = 250
"""The stack has room for the audio of so many."""


@dataclass(frozen=True, slots=True)
class SipSettings:
    host: str = "0.0.0.0"  # noqa: S104 calls come from outside
    """The address to listen on, and to send from. `0.0.0.0`: every IPv4 address of this machine, `::`: every
    address."""
    udp_port: int = 5060
    """For UDP and TCP."""
    tls_port: int = 5061
    certificate: Path | None = None
    """Certificate chain and key of ours, as one PEM file; a self-signed one when there is none."""
    authorities: Path | None = None
    """Who may sign the certificate of a server that we call, as a PEM file; those of the system when there is none."""
    max_calls: int = 200
    """In both directions together. A caller beyond that is told that we are busy."""
    rtp_ports: tuple[int, int] = (16384, 32767)
    rtp_timeout: int = 30
    """After so many seconds without a packet the other side is asked whether it is still there."""
    codecs: tuple[str, ...] = ("pcmu", "pcma", "g722", "opus")
    """By preference."""
    public_address: IPv4Address | IPv6Address | None = None
    """What others see of us, behind a router that translates addresses; None: the address of the socket."""
    public_port: int | None = None
    public_tls_port: int | None = None
    """Where these differ from our own."""
    local_networks: tuple[Network, ...] = ()
    """Who reaches us without that router."""

    def __post_init__(self) -> None:
        if not 1 <= self.max_calls <= MAX_CALLS:
            raise ValueError(f"The SIP stack carries between 1 and {MAX_CALLS} calls.")

    @property
    def advertised(self) -> AdvertisedAddress | None:
        if self.public_address is None:
            return None
        return AdvertisedAddress(
            self.public_address,
            self.public_port or self.udp_port,
            self.public_tls_port or self.tls_port,
            self.udp_port,
            self.tls_port,
            self.local_networks,
        )
