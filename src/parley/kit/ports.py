"""Ports of this machine."""

from __future__ import annotations

import socket
from contextlib import suppress

LOOPBACK = "127.0.0.1"


def free_port() -> int:
    """Nobody has it at the moment, neither for UDP nor for TCP."""
    while True:
        with (
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe,
            socket.socket(socket.AF_INET, socket.SOCK_STREAM) as other,
            suppress(OSError),
        ):
            probe.bind((LOOPBACK, 0))
            port = int(probe.getsockname()[1])
            other.bind((LOOPBACK, port))
            return port
