"""Heartbeats: the event loop itself says, twice a second, that it runs, and how late it was.

A process that is stopped, deadlocked or busy in an endless loop cannot say it, whatever its sockets still accept.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from prometheus_client import Histogram

BEAT_SECONDS = 0.5
_BEAT = struct.Struct("<d")
_lag = Histogram(
    "parley_loop_lag_seconds",
    "How late the event loop of this process ran what was due, measured twice a second.",
    buckets=(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)

HeartbeatListener = Callable[[float], None]
"""Gets the lag of the loop in seconds. It must not block."""


async def run_heartbeat(listeners: Sequence[HeartbeatListener], seconds: float = BEAT_SECONDS) -> None:
    """For ever. The first beat comes at once: it says that the loop has begun to run."""
    lag = 0.0
    while True:
        _lag.observe(lag)
        for listener in listeners:
            listener(lag)
        due = time.monotonic() + seconds
        await asyncio.sleep(seconds)
        lag = max(time.monotonic() - due, 0.0)


def open_channel() -> tuple[socket.socket, socket.socket]:
    """The end of the supervisor and the end of the child. Packets: a beat arrives whole or not at all."""
    listening, beating = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for end in (listening, beating):
        end.setblocking(False)
    return listening, beating


class HeartbeatSender:
    """The end of the child. A supervisor that does not read, or is gone, is no reason to wait or to fail."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)
        self._socket.setblocking(False)
        # Processes that we start must not hold it open: the supervisor would not see our end.
        self._socket.set_inheritable(False)

    def __call__(self, lag: float) -> None:
        with suppress(OSError):
            self._socket.send(_BEAT.pack(lag), socket.MSG_NOSIGNAL)


def read_beats(listening: socket.socket) -> list[float] | None:
    """The lags that were told since the last look; None once the other end is closed and all is read."""
    lags: list[float] = []
    while True:
        try:
            data = listening.recv(64)
        except BlockingIOError:  # all that has come so far is read
            return lags
        except OSError:
            data = b""
        if not data:
            return lags or None
        if len(data) == _BEAT.size:
            lags.append(_BEAT.unpack(data)[0])
