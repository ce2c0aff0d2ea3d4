"""Processes that a former owner left in a cluster: a postmaster that is still going down, children of a killed one."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from parley.storage.embedded import process
from parley.storage.embedded.errors import ForeignServer
from parley.storage.embedded.layout import Layout

_PROGRAMS = frozenset({"postgres", "initdb"})
# What Linux adds when the file is gone, as after an upgrade of the package while a server ran.
_DELETED = " (deleted)"


@dataclass(frozen=True, slots=True)
class StaleProcess:
    pid: int
    command: tuple[str, ...]
    unfinished: bool
    """Works in a cluster in the making."""

    def is_child_of(self, layout: Layout) -> bool:
        return self.command[0].startswith(_title(layout))

    def was_started_for(self, layout: Layout) -> bool:
        return f"cluster_name={layout.cluster_name}" in self.command


async def end_stale_processes(layout: Layout, uid: int, grace: float) -> None:
    """Afterwards nothing of ours works in the data folder. A server that somebody else started is left alone."""
    found = find_stale_processes(layout, uid)
    for stale in found:
        if not (stale.unfinished or stale.is_child_of(layout) or stale.was_started_for(layout)):
            raise ForeignServer(layout.cluster, stale.pid)
    # Postmasters first: they end their own children in order, which killing the children one by one would not.
    for stale in found:
        if stale.was_started_for(layout):
            await process.end(stale.pid, process.fast_first(grace))
    for stale in find_stale_processes(layout, uid):
        await process.end(stale.pid, process.BY_ITSELF if stale.unfinished else process.immediate_first(grace))


def find_stale_processes(layout: Layout, uid: int) -> list[StaleProcess]:
    pids = (int(name) for name in os.listdir("/proc") if name.isdecimal())
    return [found for pid in pids if (found := _examine(pid, layout, uid)) is not None]


def _examine(pid: int, layout: Layout, uid: int) -> StaleProcess | None:
    try:
        if os.stat(f"/proc/{pid}").st_uid != uid or not process.is_alive(pid):
            return None
        command = _command(pid)
        folder = _folder_of(pid, command, layout)
    except (FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
        return None
    unfinished = folder.startswith(str(layout.unfinished_prefix))
    return StaleProcess(pid, command, unfinished) if unfinished or folder == str(layout.cluster) else None


def _folder_of(pid: int, command: tuple[str, ...], layout: Layout) -> str:
    """Where this process works, if it is PostgreSQL; empty otherwise."""
    try:
        program = os.readlink(f"/proc/{pid}/exe").removesuffix(_DELETED)
        folder = os.readlink(f"/proc/{pid}/cwd").removesuffix(_DELETED)
    except PermissionError:
        # Root in a container may not look there (it lacks CAP_SYS_PTRACE); command lines are open to everybody.
        return _folder_named(command, layout)
    return folder if Path(program).name in _PROGRAMS else ""


def _folder_named(command: tuple[str, ...], layout: Layout) -> str:
    if command[0].startswith(_title(layout)):
        return str(layout.cluster)
    if Path(command[0]).name in _PROGRAMS and "-D" in command[:-1]:
        return command[command.index("-D") + 1]
    return ""


def _command(pid: int) -> tuple[str, ...]:
    raw = Path(f"/proc/{pid}/cmdline").read_bytes()
    return tuple(os.fsdecode(part) for part in raw.rstrip(b"\0").split(b"\0"))


def _title(layout: Layout) -> str:
    return f"postgres: {layout.cluster_name}: "
