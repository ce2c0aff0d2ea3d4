"""Where the other side's media comes from, and so where ours is to go (symmetric RTP, RFC 4961).

What a session description names may be the inside of somebody's network, and the outside may change while a call runs.
But whoever sends a packet to our port must not get the call's sound for it.
"""

from __future__ import annotations

from dataclasses import dataclass

from parley.telephony.sip.messages.far_contact import is_private

WINDOW_SECONDS = 5.0
"""After an offer or answer, for which the address that it names is not yet held against others."""
CONFIRM_PACKETS, CONFIRM_STRANGER = 3, 10
"""Packets in a row before media goes to another port of the host, or to another host."""


@dataclass(frozen=True, slots=True)
class Packet:
    host: str
    port: int
    ssrc: int


class MediaSource:
    """Of one stream. Told of some packets, not of all: `wants_more` says whether the next one matters."""

    def __init__(self, host: str, port: int, now: float) -> None:
        """The address that was signalled."""
        self._signalled = self.target = (host, port)
        self._until = now + WINDOW_SECONDS
        self._ssrc: int | None = None
        """Of the media that `target` is about; None until some came."""
        self._candidate: tuple[str, int, int] | None = None
        self._count = 0

    @property
    def signalled(self) -> tuple[str, int]:
        return self._signalled

    @property
    def wants_more(self) -> bool:
        return self._candidate is not None

    def signal(self, host: str, port: int, now: float) -> None:
        """Both sides agreed anew."""
        if (host, port) != self._signalled:
            self._signalled = self.target = (host, port)
            self._until = now + WINDOW_SECONDS
            self._ssrc = self._candidate = None

    def receive(self, packet: Packet, now: float, *, is_authentic: bool) -> None:
        """`is_authentic`: it was decrypted, and so comes from whom the call is with."""
        origin = (packet.host, packet.port)
        if origin == self.target:
            self._candidate, self._ssrc = None, packet.ssrc
            return
        if is_authentic or (origin == self._signalled and now < self._until):
            self._adopt(packet)
            return
        if not self._may_follow(packet, now):
            self._candidate = None
            return
        candidate = (*origin, packet.ssrc)
        self._count = self._count + 1 if candidate == self._candidate else 1
        self._candidate = candidate
        hosts = (self.target[0], self._signalled[0])
        if self._count >= (CONFIRM_PACKETS if packet.host in hosts else CONFIRM_STRANGER):
            self._adopt(packet)

    def _may_follow(self, packet: Packet, now: float) -> bool:
        if packet.host in (self.target[0], self._signalled[0]):
            return True
        if self._ssrc is not None:
            # 32 random bits, which only those know who have seen the media.
            return packet.ssrc == self._ssrc
        # From an address of somebody's own network no media ever comes here.
        return now < self._until or is_private(self._signalled[0])

    def _adopt(self, packet: Packet) -> None:
        self.target, self._ssrc = (packet.host, packet.port), packet.ssrc
        self._candidate = None
