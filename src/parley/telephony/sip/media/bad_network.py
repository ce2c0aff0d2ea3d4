"""A bad network for a call that is placed to try something out: packets of sound are lost, and come late.

The packets are real, and encrypted ones are encrypted already: what is lost is never sent, what is late is sent later.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import socket
from collections.abc import Callable
from contextlib import suppress
from ctypes import CFUNCTYPE, POINTER, byref, c_bool, c_char_p, c_int, c_size_t, c_uint16, c_void_p
from dataclasses import dataclass
from functools import partial
from random import Random

NEAREST = -1_000
"""The layer next to the socket: below encryption."""

Send = Callable[[bytes], None]

_SENT = CFUNCTYPE(c_bool, c_void_p, c_void_p, c_void_p, c_void_p)

FUNCTIONS: dict[str, tuple[type | None, tuple[type, ...]]] = {
    "call_audio": (c_void_p, (c_void_p,)),
    "audio_strm": (c_void_p, (c_void_p,)),
    "stream_rtp_sock": (c_void_p, (c_void_p,)),
    "rtp_sock": (c_void_p, (c_void_p,)),
    "udp_sock_fd": (c_int, (c_void_p, c_int)),
    "udp_register_helper": (c_int, (POINTER(c_void_p), c_void_p, c_int, c_void_p, c_void_p, c_void_p)),
    "sa_ntop": (c_int, (c_void_p, c_char_p, c_int)),
    "sa_port": (c_uint16, (c_void_p,)),
}


@dataclass(frozen=True, slots=True)
class Impairment:
    loss: float = 0.0
    """Of all packets, from 0 to 1."""
    jitter: float = 0.0
    """Seconds that a packet is late at most. None overtakes another."""

    def __bool__(self) -> bool:
        return bool(self.loss or self.jitter)


NO_IMPAIRMENT = Impairment()


class Schedule:
    """When packets of a call get onto the wire."""

    def __init__(self, impairment: Impairment, random: Random) -> None:
        self._impairment = impairment
        self._random = random
        self._last = 0.0

    def due(self, now: float) -> float | None:
        """None: never."""
        if self._random.random() < self._impairment.loss:
            return None
        self._last = max(self._last, now + self._random.uniform(0.0, self._impairment.jitter))
        return self._last


class _Buffer(ctypes.Structure):
    """A `struct mbuf`."""

    _fields_ = (("data", c_void_p), ("size", c_size_t), ("position", c_size_t), ("end", c_size_t))


class BadNetwork:
    """Of one call; the packets are caught on the stack's threads and sent on ours."""

    def __init__(self, lib: ctypes.CDLL, schedule: Schedule) -> None:
        # A handle of its own: other parts declare the same functions in their own way.
        self._lib = ctypes.CDLL(lib._name)
        for name, (result, arguments) in FUNCTIONS.items():
            function = getattr(self._lib, name)
            function.restype, function.argtypes = result, arguments
        self._schedule = schedule
        self._loop = asyncio.get_running_loop()
        self._socket: socket.socket | None = None
        self._caught = _SENT(self._catch)
        """The library knows it by address alone."""
        self.lost = 0
        self.sent = 0

    def attach(self, call: int) -> None:
        """On the SIP thread, to a call that is connected. Raises `OSError`."""
        lib = self._lib
        udp = lib.rtp_sock(lib.stream_rtp_sock(lib.audio_strm(lib.call_audio(call))))
        if not udp:
            raise OSError("the call has no media")
        self._socket = socket.socket(fileno=os.dup(lib.udp_sock_fd(udp, socket.AF_INET)))
        helper = c_void_p()
        if error := lib.udp_register_helper(byref(helper), udp, NEAREST, self._caught, None, None):
            raise OSError(error, os.strerror(error))

    def close(self) -> None:
        """After the call."""
        if self._socket is not None:
            self._socket.close()

    def _catch(self, _error: int, target: int, buffer: int, _argument: int) -> bool:
        due = self._schedule.due(self._loop.time())
        if due is None:
            self.lost += 1
            return True
        found = _Buffer.from_address(buffer)
        packet = ctypes.string_at((found.data or 0) + found.position, found.end - found.position)
        host = ctypes.create_string_buffer(64)
        self._lib.sa_ntop(target, host, len(host))
        address = (host.value.decode(), self._lib.sa_port(target))
        self.sent += 1
        self._loop.call_soon_threadsafe(partial(self._loop.call_at, due, partial(self._send, packet, address)))
        return True

    def _send(self, packet: bytes, address: tuple[str, int]) -> None:
        # The other side may be gone, or the call be over: then nobody waits for it.
        with suppress(OSError):
            assert self._socket is not None, "it is attached"
            self._socket.sendto(packet, address)
