"""Cgroups (version 2), where the service manager has given us a part of the tree: one for each deployment."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from parley.agent_host.sandbox.policy import Policy
from parley.agent_host.sandbox.rlimits import MEGABYTE

_CONTROLLERS = ("memory", "pids", "cpu")
_OURS = "main"
"""Holds the service's own processes: a cgroup with groups below it may hold none itself."""
_PERIOD = 100_000
"""Microseconds: the kernel's own default."""
_WEIGHT = 50
"""Half of what a process outside has."""
_MOVES = 10
"""Rounds of moving processes: each may find some that were forked during the one before."""


def is_marked_delegated(folder: Path) -> bool:
    """The mark of systemd: what is below is ours to arrange."""
    for name in ("user.delegate", "trusted.delegate"):
        with suppress(OSError):
            if os.getxattr(folder, name) == b"1":
                return True
    return False


class Cgroups:
    def __init__(self, folder: Path, prefix: str) -> None:
        # A descriptor, because the zygote soon sees no path of the machine any more.
        self._folder = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._prefix = prefix

    def create(self, name: str, policy: Policy, processors: int) -> int | None:
        """→ a descriptor of the new one, or nothing when it could not be limited."""
        path = f"{self._prefix}-{name}"
        try:
            os.mkdir(path, dir_fd=self._folder)
            made = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=self._folder)
        except OSError:
            return None
        limits = {
            "memory.max": str(policy.deployment_memory_mb * MEGABYTE),
            "pids.max": str(policy.deployment_threads),
            "cpu.max": f"{int(policy.cpus(processors) * _PERIOD)} {_PERIOD}",
            "cpu.weight": str(_WEIGHT),
        }
        try:
            for file, value in limits.items():
                _write(made, file, value)
        except OSError:
            # Where there is a cgroup nothing is measured: one that holds only some of the limits must not stay.
            os.close(made)
            self.remove(name)
            return None
        # Not every kernel counts swap; where it does, memory must not escape its limit that way.
        with suppress(OSError):
            _write(made, "memory.swap.max", "0")
        return made

    def remove(self, name: str) -> None:
        with suppress(OSError):
            os.rmdir(f"{self._prefix}-{name}", dir_fd=self._folder)


def join(group: int) -> None:
    """This process moves into it."""
    _write(group, "cgroup.procs", "0")


def find_delegated(
    prefix: str,
    root: Path = Path("/sys/fs/cgroup"),
    own: Path = Path("/proc/self/cgroup"),
    is_delegated: Callable[[Path], bool] = is_marked_delegated,
) -> Cgroups | None:
    """None where there is no version 2, or where nobody gave us a part of it."""
    try:
        if not (root / "cgroup.controllers").exists():
            return None
        lines = own.read_text().splitlines()
        here = root / next(line[3:] for line in lines if line.startswith("0::")).lstrip("/")
        if is_delegated(here):
            _move_own_processes(here)
        # Another serving process of the same service was first, and moved us along.
        elif is_delegated(here.parent):
            here = here.parent
        else:
            return None
        (here / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in _CONTROLLERS))
        return Cgroups(here, prefix)
    except (OSError, StopIteration):
        return None


def _move_own_processes(folder: Path) -> None:
    """Every process of the service moves down, those too that were forked meanwhile."""
    (folder / _OURS).mkdir(exist_ok=True)
    for _ in range(_MOVES):
        processes = (folder / "cgroup.procs").read_text().split()
        if not processes:
            return
        for process in processes:
            with suppress(ProcessLookupError):
                (folder / _OURS / "cgroup.procs").write_text(process)


def _write(folder: int, name: str, value: str) -> None:
    with open(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600, dir_fd=folder), "w") as file:
        file.write(value)
