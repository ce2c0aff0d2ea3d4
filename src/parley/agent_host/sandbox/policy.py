"""What one child may use: plain values that travel from the serving process to the child."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

ANY_PORT = "*"


@dataclass(frozen=True, slots=True)
class Policy:
    memory_mb: int = 512
    """On top of what the interpreter already uses when the child is started."""
    threads: int = 64
    open_files: int = 128
    file_mb: int = 16
    """The largest file that may be written in the temporary folder."""
    cpu_seconds: int = 3600
    """Over the whole life of a child; a child that has used half of it asks to be replaced."""
    allowed_ports: tuple[str, ...] = ()
    """TCP ports that agent code may connect to; `*` for any, nothing for no network at all."""
    as_root: bool = False
    """Whether a child may stay root where no other user can read the interpreter: for development only."""
    scratch_mb: int = 64
    scratch_files: int = 4096
    """Temporary files of all children of a deployment, in bytes and in number."""
    deployment_memory_mb: int = 2048
    """Of all its children, on top of what the interpreters use."""
    deployment_threads: int = 256
    deployment_cpus: float = 0.0
    """Processors that a deployment may keep busy; 0 for half of the machine's, at least one."""

    def cpus(self, processors: int) -> float:
        return self.deployment_cpus or max(1.0, processors / 2)

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
