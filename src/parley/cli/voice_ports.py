"""Where phone calls come to. The SIP stack opens its own sockets, so ports are only tried out here: one that is taken
is an error before anything starts."""

from __future__ import annotations

import secrets
import socket
from dataclasses import dataclass

from parley.settings import Settings
from parley.web.serve import PortTaken

UDP, TCP = socket.SOCK_DGRAM, socket.SOCK_STREAM
FIRST, LAST = 20_001, 32_768
"""Where systems take no ports from for connections: until the stack opens it, a port is nobody's."""


@dataclass(frozen=True, slots=True)
class Voice:
    host: str
    port: int
    tls_port: int

    def environment(self) -> dict[str, str]:
        return {
            "PARLEY_SIP_HOST": self.host,
            "PARLEY_SIP_PORT": str(self.port),
            "PARLEY_SIP_TLS_PORT": str(self.tls_port),
        }

    def addresses(self) -> dict[str, str]:
        return {"sip": f"{self.host}:{self.port}", "sips": f"{self.host}:{self.tls_port}"}


def settle(settings: Settings, port: int | None, tls_port: int | None) -> Voice:
    """Ports that are free at this moment: those that were asked for, else the usual ones if they are free. Raises
    `PortTaken`."""
    host = settings.sip_host
    found = _settled(host, port, settings.sip_port, (UDP, TCP))
    return Voice(host, found, _settled(host, tls_port, settings.sip_tls_port, (TCP,), besides=found))


def _settled(
    host: str, asked: int | None, usual: int, kinds: tuple[socket.SocketKind, ...], besides: int | None = None
) -> int:
    if asked:
        try:
            return _free(host, asked, kinds)
        except OSError as error:
            raise PortTaken(f"Port {asked} on {host} is taken by another program ({error.strerror}).") from None
    candidates = [usual] if asked is None else []
    while True:
        port = candidates.pop() if candidates else FIRST + secrets.randbelow(LAST - FIRST)
        try:
            if port != besides:
                return _free(host, port, kinds)
        except OSError:
            continue


def _free(host: str, port: int, kinds: tuple[socket.SocketKind, ...]) -> int:
    """The port. Raises `OSError` when it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for kind in kinds:
        with socket.socket(family, kind) as trial:
            if kind is TCP:
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((host, port))
    return port
