"""While strangers flood us the kernel takes packets of known addresses only: the rest never reaches this process.

A socket filter needs no rights. On a listening socket it also keeps strangers from connecting.
"""

from __future__ import annotations

import ctypes
import socket
import struct
from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import IPv4Network, collapse_addresses

from parley.telephony.sip.process_sockets import our_sockets

ATTACH, DETACH = 26, 27
"""SO_ATTACH_FILTER and SO_DETACH_FILTER."""
MOST = 1000
"""Networks that a filter has room for."""

_SOURCE = 0xFFF00000 + 12
"""Where the kernel finds the sender in the header of an IPv4 packet."""
_LOAD, _AND, _IS, _RETURN = 0x20, 0x54, 0x15, 0x06
_WHOLE = 0xFFFFFFFF


class SocketFilter:
    def __init__(self, ports: Iterable[int]) -> None:
        self._ports = frozenset(ports)
        self._known: frozenset[IPv4Network] = frozenset()
        self.is_up = False

    def put_up(self, known: Iterable[IPv4Network]) -> bool:
        """Only these are heard from now on. False when they are too many."""
        networks = frozenset(known)
        if self.is_up and networks == self._known:
            return True
        collapsed = list(collapse_addresses(networks))
        if len(collapsed) > MOST:
            return False
        program = _program(collapsed)
        buffer = ctypes.create_string_buffer(program)
        fixed = struct.pack("HL", len(program) // 8, ctypes.addressof(buffer))
        self._on_sockets(lambda one: one.setsockopt(socket.SOL_SOCKET, ATTACH, fixed))
        self._known, self.is_up = networks, True
        return True

    def take_down(self) -> None:
        self._on_sockets(lambda one: one.setsockopt(socket.SOL_SOCKET, DETACH, 0))
        self.is_up = False

    def covers(self, address: str) -> bool:
        with suppress(ValueError):
            return IPv4Network(address) in self._known
        return True

    def _on_sockets(self, use: Callable[[socket.socket], None]) -> None:
        """On every socket of this process that hears at one of the ports."""
        for one in our_sockets(self._ports):
            is_listening = one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
            if one.type == socket.SOCK_DGRAM or is_listening:
                with suppress(OSError):
                    use(one)


def _program(known: Iterable[IPv4Network]) -> bytes:
    """For the kernel's packet filter: the sender is compared with one network after the other."""
    steps = b""
    for network in known:
        steps += _step(_LOAD, _SOURCE)
        steps += _step(_AND, int(network.netmask))
        steps += _step(_IS, int(network.network_address), if_not=1)
        steps += _step(_RETURN, _WHOLE)
    return steps + _step(_RETURN, 0)


def _step(code: int, value: int, if_not: int = 0) -> bytes:
    return struct.pack("HBBI", code, 0, if_not, value)
