"""Namespaces of the zygote, which its children share: a file tree with nothing in it but what hosts need, and processes
of their own. Where the kernel does not allow them, everything stays as it was.
"""

from __future__ import annotations

import os
import platform
import resource
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from parley.agent_host.sandbox import libc
from parley.agent_host.sandbox.readable_files import DEVICES, NAME_RESOLUTION, SYSTEM

SCRATCH = "/parley-scratch"
"""A name that no installation of Python lies under."""
_SCRATCH_OPTIONS = "mode=0711,size=4m,nr_inodes=8192"
_TREE_OPTIONS = "mode=0755,size=16m,nr_inodes=65536"
_READ_ONLY = libc.MOUNT_ATTR_RDONLY | libc.MOUNT_ATTR_NOSUID | libc.MOUNT_ATTR_NODEV
_SHUT = libc.MS_NOSUID | libc.MS_NODEV | libc.MS_NOEXEC


@dataclass(frozen=True, slots=True)
class Enclosure:
    private: bool
    """Whether files and processes of the machine are out of sight."""
    scratch: Path
    """Where children get their folders."""
    proc: int
    """The machine's list of processes, for the zygote alone; -1 when there is none."""
    holder: int | None = None
    """The first process of the namespace: it ends with it."""


def begin_trial(folder: Path, paths: Sequence[Path]) -> int:
    """→ a process that tries it all and is thrown away: half of it could not be undone. It takes a while, so that
    the caller does something else meanwhile."""
    process = os.fork()
    if process == 0:
        with suppress(OSError, KeyError):
            _enter(folder, paths)
            inner = os.fork()
            if inner == 0:
                os._exit(0)
            os._exit(os.waitstatus_to_exitcode(os.waitpid(inner, 0)[1]))
        os._exit(1)
    return process


def enclose(folder: Path, paths: Sequence[Path], trial: int | None) -> Enclosure:
    """Whatever the caller forks from now on is inside."""
    works = trial is not None and os.waitpid(trial, 0)[1] == 0
    with suppress(OSError):
        proc = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        if not works:
            return Enclosure(private=False, scratch=folder, proc=proc)
        above = os.open(folder.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        _enter(folder, paths)
        # It was there to be mounted on, and nobody can see it from here: whoever is killed leaves nothing behind.
        with suppress(OSError):
            os.rmdir(folder.name, dir_fd=above)
        os.close(above)
        return Enclosure(private=True, scratch=Path(SCRATCH), proc=proc, holder=_hold())
    return Enclosure(private=False, scratch=folder, proc=-1)


def _enter(folder: Path, paths: Sequence[Path]) -> None:
    flags = libc.CLONE_NEWNS | libc.CLONE_NEWPID | libc.CLONE_NEWIPC
    if os.geteuid() == 0:
        libc.unshare(flags)
    else:
        user, group = os.geteuid(), os.getegid()
        libc.unshare(flags | libc.CLONE_NEWUSER)
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{user} {user} 1")
        _write("/proc/self/gid_map", f"{group} {group} 1")
    libc.mount("none", "/", "", libc.MS_REC | libc.MS_PRIVATE)
    libc.mount("parley", str(folder), "tmpfs", _SHUT, _TREE_OPTIONS)
    _plant(folder, paths)
    os.chdir(folder)
    libc.pivot_root(platform.machine())
    libc.unmount(".")
    os.chdir("/")


def _hold() -> int:
    """Orphans of the namespace become its children; it collects them and does nothing else."""
    process = os.fork()
    if process == 0:
        with suppress(OSError):
            libc.prctl(libc.PR_SET_PDEATHSIG, signal.SIGKILL)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        os.closerange(0, max(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 4096))
        while True:
            signal.pause()
    return process


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)


def _plant(tree: Path, paths: Sequence[Path]) -> None:
    wanted = [*paths, *map(Path, (*SYSTEM, *NAME_RESOLUTION))]
    planted: list[Path] = []
    for path in sorted(set(wanted)):
        if not any(path.is_relative_to(earlier) for earlier in planted) and _plant_one(tree, path, _READ_ONLY):
            planted.append(path)
    for device in map(Path, DEVICES):
        _plant_one(tree, device, libc.MOUNT_ATTR_NOSUID | libc.MOUNT_ATTR_NOEXEC)
    scratch = _within(tree, Path(SCRATCH))
    scratch.mkdir()
    libc.restrict_mount(str(tree), libc.MOUNT_ATTR_RDONLY | libc.MOUNT_ATTR_NOSUID)
    # Mounted after the rest became read-only, because children write here.
    libc.mount("parley-scratch", str(scratch), "tmpfs", _SHUT, _SCRATCH_OPTIONS)


def _plant_one(tree: Path, path: Path, attributes: int) -> bool:
    """False for what this machine does not have, and for links to folders, which are planted under their own name."""
    if not path.exists() or _passes_link(tree, path):
        return False
    target = _within(tree, path)
    target.parent.mkdir(parents=True, exist_ok=True)
    if path.is_symlink() and path.is_dir():
        if not target.exists():
            target.symlink_to(os.readlink(path))
        return False
    if path.is_dir():
        target.mkdir(exist_ok=True)
    else:
        target.touch()
    libc.mount(str(path.resolve()), str(target), "", libc.MS_BIND | libc.MS_REC)
    libc.restrict_mount(str(target), attributes)
    return True


def _passes_link(tree: Path, path: Path) -> bool:
    return any(_within(tree, parent).is_symlink() for parent in path.parents)


def _within(tree: Path, path: Path) -> Path:
    return tree / path.relative_to("/")
