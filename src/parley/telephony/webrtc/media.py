"""One connection with a browser: connectivity checks, then encryption, then packets."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence

from aiortc import (
    RTCCertificate,
    RTCDtlsFingerprint,
    RTCDtlsParameters,
    RTCDtlsTransport,
    RTCIceParameters,
    RTCIceTransport,
)

from parley.telephony.webrtc.ice import AnsweringConnection, AnsweringGatherer
from parley.telephony.webrtc.sdp import Fingerprint, Offer

FINGERPRINT = "sha-256"


class MediaNotConnected(Exception):
    """The other side did not come, or is not who the offer says."""


class MediaTransport(RTCDtlsTransport):
    """Packets go to `received`, decrypted, without the receivers of the library."""

    def __init__(
        self, transport: RTCIceTransport, certificate: RTCCertificate, received: Callable[[bytes], None]
    ) -> None:
        super().__init__(transport, [certificate])
        self._received = received

    async def _handle_rtp_data(self, data: bytes, arrival_time_ms: int) -> None:
        self._received(data)

    async def _handle_rtcp_data(self, data: bytes) -> None:
        """Reports about our packets, which change nothing."""

    async def send(self, packet: bytes) -> None:
        """Raises `ConnectionError`."""
        await self._send_rtp(packet)

    def begin_handshake(self, *, is_client: bool) -> None:
        self._set_role("client" if is_client else "server")


class MediaConnection:
    def __init__(self, sockets: Sequence[socket.socket], received: Callable[[bytes], None]) -> None:
        self._gatherer = AnsweringGatherer(sockets)
        self._ice = RTCIceTransport(self._gatherer)
        self._dtls = MediaTransport(self._ice, RTCCertificate.generateCertificate(), received)

    @property
    def user(self) -> str:
        return self._checks.local_username

    @property
    def password(self) -> str:
        return self._checks.local_password

    @property
    def fingerprint(self) -> Fingerprint:
        known = self._dtls.getLocalParameters().fingerprints
        return next(Fingerprint(each.algorithm, each.value) for each in known if each.algorithm == FINGERPRINT)

    @property
    def heard_at(self) -> float:
        """When the other side was last heard of."""
        return self._checks.heard_at

    def on_closed(self, closed: Callable[[], None]) -> None:
        def changed() -> None:
            if self._dtls.state in ("closed", "failed"):
                closed()

        self._dtls.on("statechange", changed)

    async def listen(self) -> None:
        """From now on checks are answered."""
        await self._gatherer.gather()

    async def connect(self, offer: Offer, seconds: float) -> None:
        """Raises `MediaNotConnected`."""
        fingerprints = [RTCDtlsFingerprint(each.algorithm, each.value) for each in offer.fingerprints]
        self._dtls.begin_handshake(is_client=not offer.is_client)
        try:
            async with asyncio.timeout(seconds):
                await self._ice.start(RTCIceParameters(offer.user, offer.password))
                if self._ice.state != "completed":
                    raise MediaNotConnected
                await self._dtls.start(RTCDtlsParameters(fingerprints))
        except TimeoutError:
            raise MediaNotConnected from None
        if self._dtls.state != "connected":
            raise MediaNotConnected

    async def send(self, packet: bytes) -> None:
        """Raises `ConnectionError`."""
        await self._dtls.send(packet)

    async def aclose(self) -> None:
        await self._dtls.stop()
        await self._ice.stop()

    @property
    def _checks(self) -> AnsweringConnection:
        return self._gatherer.checks
