"""What one child may use: plain values that travel from the serving process to the child."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

ANY_PORT = "*"


@dataclass(frozen=True, slots=True)
class Policy:
    memory_mb: int = 512
    """On top of what the interpreter already uses when the child is born."""
    threads: int = 64
    open_files: int = 128
    file_mb: int = 16
    """The largest file that may be written in the temporary folder."""
    cpu_seconds: int = 3600
    """Over the whole life of a child; a child that has used half of it asks to be replaced."""
    allowed_ports: tuple[str, ...] = ()
    """TCP ports that agent code may connect to; `*` for any, nothing for no network at all."""

    @property
    def network(self) -> bool:
        return bool(self.allowed_ports)

    @property
    def any_port(self) -> bool:
        return ANY_PORT in self.allowed_ports

    @property
    def ports(self) -> tuple[int, ...]:
        return tuple(sorted({int(port) for port in self.allowed_ports if port != ANY_PORT}))


Report = Mapping[str, str]
"""Layer → what holds in this child, for the health page: `filesystem: landlock 7`, `user: 61190` …"""
