"""What systemd is told by `sd_notify`: ready, stopping, alive. Without systemd nothing is sent and nothing fails."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field

_VARIABLES = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID")


@dataclass(slots=True)
class ServiceManager:
    address: str = ""
    """Of a datagram socket: a path, or `@` and a name in the abstract namespace. Empty: nobody wants to know."""
    watchdog_seconds: float | None = None
    """We are killed when we were not heard of for this long."""
    _told_at: float = field(default=float("-inf"))

    def ready(self) -> None:
        self._send("READY=1")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def alive(self, _lag: float = 0.0) -> None:
        """To be called by the event loop, often; told four times in the time that the watchdog waits."""
        if self.watchdog_seconds is None:
            return
        now = time.monotonic()
        if now - self._told_at >= self.watchdog_seconds / 4:
            self._told_at = now
            self._send("WATCHDOG=1", patience=0)

    def _send(self, text: str, patience: float = 1.0) -> None:
        """Waits for room in the other's queue only for what is said once."""
        if not self.address:
            return
        address = f"\0{self.address[1:]}" if self.address.startswith("@") else self.address
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.settimeout(patience)
            out.sendto(text.encode(), address)


def from_environment(environment: MutableMapping[str, str]) -> ServiceManager:
    """Takes the variables out of the environment: children, PostgreSQL among them, must not speak in our name."""
    address, watchdog, pid = (environment.pop(name, "") for name in _VARIABLES)
    if not address.startswith(("/", "@")):
        return ServiceManager()
    seconds = int(watchdog) / 1_000_000 if watchdog.isdecimal() and int(watchdog) > 0 else None
    return ServiceManager(address, seconds if pid in ("", str(os.getpid())) else None)
