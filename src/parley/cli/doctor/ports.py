"""Whether the ports of `parley up` are free, and who has them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from parley.cli.doctor.finding import Finding, Level

PROC = Path("/proc")
LISTENING = "0A"
"""A TCP socket's state in the kernel's table."""
UNCONNECTED = "07"
"""A UDP socket's."""


@dataclass(frozen=True, slots=True)
class Port:
    number: int
    protocol: str
    what: str
    option: str
    is_needed: bool
    """`parley up` does not start without it; for others it takes any free port."""


def ports_of(sip_port: int, sip_tls_port: int) -> list[Port]:
    return [
        Port(8080, "tcp", "platform service", "--platform-port", True),
        Port(8081, "tcp", "build service and console", "--build-port", True),
        Port(8083, "tcp", "messaging service", "--messaging-port", False),
        Port(sip_port, "udp", "phone calls", "--sip-port", False),
        Port(sip_tls_port, "tcp", "phone calls over TLS", "--sip-tls-port", False),
    ]


def examine(ports: list[Port], own: set[int], proc: Path = PROC) -> Iterator[Finding]:
    """`own`: processes of the instance that runs on the data folder."""
    for port in ports:
        if port.number == 0:
            continue
        subject = f"{port.protocol} {port.number}"
        inodes = set(listening(port, proc))
        if not inodes:
            yield Finding("ports", subject, f"free, for the {port.what}")
            continue
        holders = list(_holders(inodes, proc))
        if any(pid in own for pid, _ in holders):
            yield Finding("ports", subject, f"the {port.what} of this instance")
            continue
        who = ", ".join(f"{command} (process {pid})" for pid, command in holders) or "a process of another user"
        yield Finding(
            "ports",
            subject,
            f"taken by {who}",
            Level.PROBLEM if port.is_needed else Level.WARNING,
            f"It is that of the {port.what}: `parley up` "
            f"{'does not start' if port.is_needed else 'takes another'} while it is taken.",
            f"End that process, or choose another port with {port.option} (0 for any).",
        )


def listening(port: Port, proc: Path) -> Iterator[str]:
    """Numbers of the sockets that are bound to it."""
    state = LISTENING if port.protocol == "tcp" else UNCONNECTED
    for name in (port.protocol, f"{port.protocol}6"):
        try:
            lines = (proc / "net" / name).read_text().splitlines()[1:]
        except OSError:
            continue
        for line in lines:
            fields = line.split()
            if int(fields[1].rpartition(":")[2], 16) == port.number and fields[3] == state:
                yield fields[9]


def _holders(inodes: set[str], proc: Path) -> Iterator[tuple[int, str]]:
    sockets = {f"socket:[{inode}]" for inode in inodes}
    for folder in proc.iterdir():
        if folder.name.isdigit() and _holds(folder, sockets):
            yield int(folder.name), _command(folder)


def _holds(process: Path, sockets: set[str]) -> bool:
    try:
        return any(os.readlink(fd) in sockets for fd in (process / "fd").iterdir())
    except OSError:  # of somebody else, or gone
        return False


def _command(process: Path) -> str:
    """Its program; of an interpreter also what it runs. Not its arguments, which may be secrets."""
    try:
        words = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return "a process that has ended"
    if "parley.cli.main" in words:
        return f"parley {words[words.index('parley.cli.main') + 1]}"
    return Path(words[0]).name or "a process"


def family_of(pids: set[int], proc: Path = PROC) -> set[int]:
    """These processes and all that descend from them."""
    parents = {}
    for folder in proc.iterdir():
        if folder.name.isdigit():
            try:
                stat = (folder / "stat").read_text()
            except OSError:
                continue
            parents[int(folder.name)] = int(stat.rpartition(")")[2].split()[1])
    found = set(pids)
    while more := {pid for pid, parent in parents.items() if parent in found and pid not in found}:
        found |= more
    return found
