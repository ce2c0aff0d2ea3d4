"""Sockets that C code opened, found by their descriptors."""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Collection, Iterator
from contextlib import suppress


def keep_sockets_from_children() -> None:
    """A child that inherits them and outlives us would keep our ports."""
    for descriptor in _sockets():
        with suppress(OSError):  # closed meanwhile
            os.set_inheritable(descriptor, False)


def our_sockets(ports: Collection[int]) -> Iterator[socket.socket]:
    """Every IPv4 socket of this process at one of these ports, each until the next is asked for."""
    for descriptor in _sockets():
        with suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as one:
            if one.family == socket.AF_INET and one.getsockname()[1] in ports:
                yield one


def connections(ports: Collection[int]) -> list[tuple[str, int]]:
    """Who is connected to one of our ports."""
    found: list[tuple[str, int]] = []
    for one in our_sockets(ports):
        with suppress(OSError):  # it listens, or was left
            if one.type == socket.SOCK_STREAM:
                found.append(one.getpeername())
    return found


def hang_up_on(peers: Collection[tuple[str, int]], ports: Collection[int]) -> None:
    """Those connected to one of our ports from there: what we said still reaches them, nothing more is heard."""
    for one in our_sockets(ports):
        with suppress(OSError):
            if one.type == socket.SOCK_STREAM and one.getpeername() in peers:
                one.shutdown(socket.SHUT_RD)


def _sockets() -> Iterator[int]:
    for name in os.listdir("/proc/self/fd"):
        with suppress(OSError):  # closed meanwhile
            if int(name) > 2 and stat.S_ISSOCK(os.fstat(int(name)).st_mode):
                yield int(name)
