"""The ports for phone calls.

The SIP stack opens its own sockets, so ports are only tried out here: one that is taken is an error before anything
starts. Until the stack has opened them, and as long as we live, no other instance on this machine takes them for free.
"""

from __future__ import annotations

import secrets
import socket
from dataclasses import dataclass

from parley.settings import Settings
from parley.web.serve import PortTaken, bind

UDP, TCP = socket.SOCK_DGRAM, socket.SOCK_STREAM
FIRST, LAST = 20_001, 32_768
"""Below the range that systems take ports for connections from: until the stack opens it, a port is nobody's."""


@dataclass(frozen=True, slots=True)
class SipPorts:
    host: str
    port: int
    tls_port: int
    claims: tuple[socket.socket, ...] = ()

    def environment(self) -> dict[str, str]:
        return {
            "PARLEY_SIP_HOST": self.host,
            "PARLEY_SIP_PORT": str(self.port),
            "PARLEY_SIP_TLS_PORT": str(self.tls_port),
        }

    def addresses(self) -> dict[str, str]:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return {"sip": f"{host}:{self.port}", "sips": f"{host}:{self.tls_port}"}


def choose_ports(settings: Settings, port: int | None, tls_port: int | None) -> SipPorts:
    """Ports that are free: those that were asked for, else the usual ones if they are free. Raises `PortTaken`."""
    host = settings.sip_host
    port, claim = _choose_port(host, port, settings.sip_port, (UDP, TCP))
    tls_port, tls_claim = _choose_port(host, tls_port, settings.sip_tls_port, (TCP,))
    return SipPorts(host, port, tls_port, (claim, tls_claim))


def bind_or_any(host: str, asked: int | None, usual: int) -> socket.socket:
    """A listening socket on the port that was asked for, else on the usual one if it is free. Raises `PortTaken`."""
    if asked is not None:
        return bind(host, asked)
    try:
        return bind(host, usual)
    except PortTaken:
        return bind(host, 0)


def _choose_port(
    host: str, asked: int | None, usual: int, kinds: tuple[socket.SocketKind, ...]
) -> tuple[int, socket.socket]:
    if asked:
        try:
            return asked, _claim_port(host, asked, kinds)
        except OSError as error:
            raise PortTaken(f"Port {asked} on {host} is taken by another program ({error.strerror}).") from None
    candidates = [usual] if asked is None and usual else []
    while True:
        port = candidates.pop() if candidates else FIRST + secrets.randbelow(LAST - FIRST)
        try:
            return port, _claim_port(host, port, kinds)
        except OSError:
            continue


def _claim_port(host: str, port: int, kinds: tuple[socket.SocketKind, ...]) -> socket.socket:
    """An abstract UNIX socket: only one process can have its name, and the kernel removes it with the process. Raises
    `OSError` when somebody has it, or the port itself."""
    claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        claim.bind(f"\0parley-sip:{host}:{port}")
        for kind in kinds:
            _try_bind(host, port, kind)
    except OSError:
        claim.close()
        raise
    return claim


def _try_bind(host: str, port: int, kind: socket.SocketKind) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, kind) as trial:
        if kind is TCP:
            # Connections of an earlier instance in TIME_WAIT do not make a port taken.
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        trial.bind((host, port))
