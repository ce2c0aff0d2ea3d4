"""While strangers flood us the kernel takes packets of known addresses only: the rest never reaches this process.

A socket filter (classic BPF) needs no privileges. On a listening socket it also keeps strangers from connecting.
"""

from __future__ import annotations

import ctypes
import socket
import struct
from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import IPv4Network, collapse_addresses

from parley.telephony.sip.ingress.process_sockets import sockets_on_ports

SO_ATTACH_FILTER, SO_DETACH_FILTER = 26, 27
MAX_NETWORKS = 1000
"""That a filter has room for: the kernel takes 4096 instructions, and a network needs four."""

_SOURCE_ADDRESS = 0xFFF00000 + 12
"""SKF_NET_OFF and the offset of the source in an IPv4 header."""
_LOAD, _AND, _IS, _RETURN = 0x20, 0x54, 0x15, 0x06
_WHOLE_PACKET = 0xFFFFFFFF


class SocketFilter:
    def __init__(self, ports: Iterable[int]) -> None:
        self._ports = frozenset(ports)
        self._allowed: frozenset[IPv4Network] = frozenset()
        self.is_attached = False

    def attach(self, allowed: Iterable[IPv4Network]) -> bool:
        """Only these are heard from now on. False when they are too many."""
        networks = frozenset(allowed)
        if self.is_attached and networks == self._allowed:
            return True
        collapsed = list(collapse_addresses(networks))
        if len(collapsed) > MAX_NETWORKS:
            return False
        program = _compile(collapsed)
        buffer = ctypes.create_string_buffer(program)
        fprog = struct.pack("HL", len(program) // 8, ctypes.addressof(buffer))
        self._on_sockets(lambda one: one.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, fprog))
        self._allowed, self.is_attached = networks, True
        return True

    def detach(self) -> None:
        self._on_sockets(lambda one: one.setsockopt(socket.SOL_SOCKET, SO_DETACH_FILTER, 0))
        self.is_attached = False

    def allows(self, address: str) -> bool:
        with suppress(ValueError):
            return IPv4Network(address) in self._allowed
        return True

    def _on_sockets(self, use: Callable[[socket.socket], None]) -> None:
        """Of connections none is filtered: each belongs to somebody whom the ingress knows or will end."""
        for one in sockets_on_ports(self._ports):
            is_listening = one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
            # The program reads IPv4 headers.
            if one.family == socket.AF_INET and (one.type == socket.SOCK_DGRAM or is_listening):
                with suppress(OSError):
                    use(one)


def _compile(allowed: Iterable[IPv4Network]) -> bytes:
    """A program for the kernel's packet filter: the sender is compared with one network after the other."""
    program = b""
    for network in allowed:
        program += _instruction(_LOAD, _SOURCE_ADDRESS)
        program += _instruction(_AND, int(network.netmask))
        program += _instruction(_IS, int(network.network_address), if_not=1)
        program += _instruction(_RETURN, _WHOLE_PACKET)
    return program + _instruction(_RETURN, 0)


def _instruction(code: int, value: int, if_not: int = 0) -> bytes:
    return struct.pack("HBBI", code, 0, if_not, value)
