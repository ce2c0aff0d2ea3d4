"""The UDP sockets that media of browsers comes to: on the operator's addresses and ports, and nowhere else."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address

from aioice.ice import get_host_addresses

from parley.telephony.webrtc.sdp import Address

MOST_ADDRESSES = 4
RECEIVE_BUFFER = 256 * 1024


class NoPortFree(Exception):
    """All ports are taken, or the address is none of this machine."""


class MediaPorts:
    def __init__(self, host: str, first: int, last: int, public_address: str = "") -> None:
        """`host` may mean all addresses of this machine. `public_address` is what others see instead of each."""
        self._host = host
        self._first = first
        self._count = last - first + 1
        self._next = 0
        self._public_address = public_address

    def open(self) -> list[socket.socket]:
        """A socket on each address, bound. Raises `NoPortFree`."""
        opened: list[socket.socket] = []
        for host in self._hosts():
            with suppress(NoPortFree):
                opened.append(self._bind(host))
        if not opened:
            raise NoPortFree
        return opened

    def seen_from_outside(self, sockets: Sequence[socket.socket]) -> list[Address]:
        names = [(str(each.getsockname()[0]), int(each.getsockname()[1])) for each in sockets]
        return [Address(self._public_address or host, port) for host, port in names]

    def _hosts(self) -> list[str]:
        if not ip_address(self._host).is_unspecified:
            return [self._host]
        if self._public_address:
            return [self._host]
        return get_host_addresses(use_ipv4=True, use_ipv6=":" in self._host)[:MOST_ADDRESSES] or ["127.0.0.1"]

    def _bind(self, host: str) -> socket.socket:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        for _ in range(self._count):
            port = self._first + self._next % self._count
            self._next += 1
            bound = socket.socket(family, socket.SOCK_DGRAM)
            try:
                bound.setblocking(False)
                bound.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
                bound.bind((host, port))
            except OSError:
                bound.close()
                continue
            return bound
        raise NoPortFree
