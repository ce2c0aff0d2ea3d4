"""The side of connectivity checks (RFC 8445) that only answers: whoever reaches one of our ports and knows the password
of the call is answered there, and nobody else is ever sent anything.

A browser's candidates are addresses that a stranger writes down. To try them would make us send packets wherever it
says, into our own network too. It is not needed: our addresses are reachable, or no call would come about anyway.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
from collections.abc import Sequence
from typing import Any

from aioice import Candidate, Connection, stun
from aioice.candidate import candidate_foundation, candidate_priority
from aioice.ice import StunProtocol
from aiortc import RTCIceGatherer

# The libraries write down every address that a check comes from.
for _library in ("aioice", "aiortc"):
    logging.getLogger(_library).setLevel(logging.WARNING)

MOST_PEERS = 16
"""Addresses from which one call is reached: a browser tries each of its networks, and its relays."""
MOST_WAITING = 256
LARGEST_PACKET = 2048


class AnsweringProtocol(StunProtocol):
    """Packets of addresses that never proved themselves go no further."""

    receiver: AnsweringConnection

    def datagram_received(self, data: bytes | str, addr: tuple[Any, ...]) -> None:
        if not data or len(data) > LARGEST_PACKET:
            return
        assert isinstance(data, bytes), "a datagram is bytes"
        # The first byte tells checks from everything else (RFC 7983).
        if _is_check(data) if data[0] < 4 else self.receiver.is_known((addr[0], addr[1])):
            super().datagram_received(data, addr)


class AnsweringConnection(Connection):
    def __init__(self, sockets: Sequence[socket.socket]) -> None:
        super().__init__(ice_controlling=False)
        self._sockets = sockets
        self.heard_at = asyncio.get_running_loop().time()
        """When the other side was last heard of."""

    async def gather_candidates(self) -> None:
        loop = asyncio.get_running_loop()
        for bound in self._sockets:
            _, protocol = await loop.create_datagram_endpoint(lambda: AnsweringProtocol(self), sock=bound)
            host, port = bound.getsockname()[:2]
            protocol.local_candidate = Candidate(
                foundation=candidate_foundation("host", "udp", host),
                component=1,
                transport="udp",
                priority=candidate_priority(1, "host"),
                host=host,
                port=port,
                type="host",
            )
            self._protocols.append(protocol)
            self._local_candidates.append(protocol.local_candidate)
        self._local_candidates_start = self._local_candidates_end = True

    async def add_remote_candidate(self, remote_candidate: Candidate | None) -> None:
        """They are not tried."""

    def is_known(self, address: tuple[str, int]) -> bool:
        return any((each.host, each.port) == address for each in self._remote_candidates)

    def request_received(self, message: stun.Message, addr: tuple[str, int], protocol: StunProtocol) -> None:
        has_room = len(self._remote_candidates) + len(self._early_checks) < MOST_PEERS
        if "PRIORITY" not in message.attributes or not (has_room or self.is_known(addr)):
            return
        super().request_received(message, addr, protocol)

    def check_incoming(self, message: stun.Message, addr: tuple[str, int], protocol: StunProtocol) -> None:
        """It was authenticated."""
        self.heard_at = asyncio.get_running_loop().time()
        super().check_incoming(message, addr, protocol)

    def data_received(self, data: bytes, component: int) -> None:
        self.heard_at = asyncio.get_running_loop().time()
        if self._queue.qsize() < MOST_WAITING:
            super().data_received(data, component)


def _is_check(data: bytes) -> bool:
    try:
        stun.parse_message(data)
    except (ValueError, struct.error):
        return False
    return True


class AnsweringGatherer(RTCIceGatherer):
    def __init__(self, sockets: Sequence[socket.socket]) -> None:
        super().__init__(iceServers=[])
        self._connection = self.checks = AnsweringConnection(sockets)
