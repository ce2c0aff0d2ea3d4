"""What the kernel knows of a process: its CPU time, its memory, what it holds open."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")


def children(parent: int) -> list[int]:
    found = []
    for stat in PROC.glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[1]) == parent:
            found.append(int(stat.parent.name))
    return found


def descendants(parent: int) -> list[int]:
    return [each for child in children(parent) for each in (child, *descendants(child))]


def cpu_seconds(pid: int) -> float:
    fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cpu_seconds_of_all(pid: int) -> float:
    """With its children: those that run, and those that have ended."""
    spent = 0.0
    for each in (pid, *descendants(pid)):
        with suppress(FileNotFoundError, ProcessLookupError):  # it ends, and is counted with its parent
            fields = (PROC / str(each) / "stat").read_text().rpartition(")")[2].split()
            spent += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return spent


def resident_mb(pid: int) -> float:
    return _kilobytes(PROC / str(pid) / "status", "VmRSS:") / 1024


def proportional_mb(pid: int) -> float:
    """Its own memory, and its share of what it has in common with others."""
    return _kilobytes(PROC / str(pid) / "smaps_rollup", "Pss:") / 1024


def threads(pid: int) -> int:
    return len(list((PROC / str(pid) / "task").iterdir()))


def descriptors(pid: int) -> list[str]:
    """What each of its open files is, such as `socket:[4711]`."""
    found = []
    for link in (PROC / str(pid) / "fd").iterdir():
        try:
            found.append(os.readlink(link))
        except FileNotFoundError:
            continue
    return found


def udp_sockets(pid: int) -> int:
    lines = [line.split() for line in (PROC / str(pid) / "net" / "udp").read_text().splitlines()[1:]]
    known = {f"socket:[{fields[9]}]" for fields in lines}
    return sum(name in known for name in descriptors(pid))


def _kilobytes(file: Path, name: str) -> int:
    return next(int(line.split()[1]) for line in file.read_text().splitlines() if line.startswith(name))
