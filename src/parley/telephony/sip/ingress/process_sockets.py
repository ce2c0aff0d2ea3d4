"""Sockets of this process that C code opened, found by their descriptors: the stack hands none of them out."""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Collection, Iterator
from contextlib import suppress


def close_sockets_on_exec() -> None:
    """A child that inherits them and outlives us would hold our ports."""
    for descriptor in _socket_descriptors():
        with suppress(OSError):  # closed meanwhile
            os.set_inheritable(descriptor, False)


def sockets_on_ports(ports: Collection[int]) -> Iterator[socket.socket]:
    """Every socket of this process at one of these ports, each until the next is asked for."""
    for descriptor in _socket_descriptors():
        # A duplicate: that it is closed afterwards leaves the one of the stack open.
        with suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as one:
            if one.family in (socket.AF_INET, socket.AF_INET6) and one.getsockname()[1] in ports:
                yield one


def connected_peers(ports: Collection[int]) -> list[tuple[str, int]]:
    """Who is connected to one of our ports."""
    found: list[tuple[str, int]] = []
    for one in sockets_on_ports(ports):
        with suppress(OSError):  # it listens, or was left
            if one.type == socket.SOCK_STREAM:
                found.append(one.getpeername()[:2])
    return found


def shut_down_peers(peers: Collection[tuple[str, int]], ports: Collection[int]) -> None:
    """Connections of these to one of our ports: what we said still reaches them, nothing more is read."""
    for one in sockets_on_ports(ports):
        with suppress(OSError):
            if one.type == socket.SOCK_STREAM and one.getpeername()[:2] in peers:
                # Only for reading: the stack closes it then, as after any peer that left.
                one.shutdown(socket.SHUT_RD)


def _socket_descriptors() -> Iterator[int]:
    for name in os.listdir("/proc/self/fd"):
        with suppress(OSError):  # closed meanwhile
            if int(name) > 2 and stat.S_ISSOCK(os.fstat(int(name)).st_mode):
                yield int(name)
