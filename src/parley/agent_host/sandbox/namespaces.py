"""Namespaces of the zygote, which its children share: a file tree with nothing in it but what hosts need, and processes
and IPC of their own. Where the kernel does not allow them, everything stays as it was.
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
SCRATCH_FLAGS = libc.MS_NOSUID | libc.MS_NODEV | libc.MS_NOEXEC
"""No set-uid bit, no device and no program that a child leaves in a folder means anything."""
_SCRATCH_OPTIONS = "mode=0711,size=4m,nr_inodes=8192"
"""Room for the folders of deployments alone: each gets a tmpfs of its own size in it. 0711, so that a child finds its
folder by name and lists no others."""
_TREE_OPTIONS = "mode=0755,size=16m,nr_inodes=65536"
"""Room for the points to mount on; what is mounted there takes none."""
_READ_ONLY = libc.MOUNT_ATTR_RDONLY | libc.MOUNT_ATTR_NOSUID | libc.MOUNT_ATTR_NODEV


@dataclass(frozen=True, slots=True)
class Namespaces:
    private: bool
    """Whether files and processes of the machine are out of sight."""
    scratch: Path
    """Where children get their folders."""
    proc: int
    """A descriptor of the machine's `/proc`, for the zygote alone; -1 when there is none."""
    init: int | None = None
    """The first process of the process namespace: the kernel ends the namespace with it."""


def start_trial(folder: Path, paths: Sequence[Path]) -> int:
    """→ a process that tries it all and is thrown away: half of it could not be undone. It takes a while, so that
    the caller does something else meanwhile."""
    process = os.fork()
    if process == 0:
        with suppress(OSError, KeyError):
            _unshare_and_pivot(folder, paths)
            # Some sandboxes allow the namespace and then no process in it.
            inner = os.fork()
            if inner == 0:
                os._exit(0)
            os._exit(os.waitstatus_to_exitcode(os.waitpid(inner, 0)[1]))
        os._exit(1)
    return process


def enter_namespaces(folder: Path, paths: Sequence[Path], trial: int | None) -> Namespaces:
    """Whatever the caller forks from now on is inside. `trial`: from `start_trial`; None for no namespaces."""
    works = trial is not None and os.waitpid(trial, 0)[1] == 0
    with suppress(OSError):
        # Opened before the machine's tree is gone: the zygote goes on measuring its children through it.
        proc = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        if not works:
            return Namespaces(private=False, scratch=folder, proc=proc)
        above = os.open(folder.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        _unshare_and_pivot(folder, paths)
        # It was there to be mounted on, and nobody can see it from here: whoever is killed leaves nothing behind.
        with suppress(OSError):
            os.rmdir(folder.name, dir_fd=above)
        os.close(above)
        return Namespaces(private=True, scratch=Path(SCRATCH), proc=proc, init=_start_init())
    return Namespaces(private=False, scratch=folder, proc=-1)


def _unshare_and_pivot(folder: Path, paths: Sequence[Path]) -> None:
    flags = libc.CLONE_NEWNS | libc.CLONE_NEWPID | libc.CLONE_NEWIPC
    if os.geteuid() == 0:
        libc.unshare(flags)
    else:
        user, group = os.geteuid(), os.getegid()
        libc.unshare(flags | libc.CLONE_NEWUSER)
        # The kernel lets an ordinary user map a group only after this, lest dropping one opens files that deny it.
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{user} {user} 1")
        _write("/proc/self/gid_map", f"{group} {group} 1")
    # Without this, systemd's shared mounts would carry ours out into the machine.
    libc.mount("none", "/", "", libc.MS_REC | libc.MS_PRIVATE)
    libc.mount("parley", str(folder), "tmpfs", SCRATCH_FLAGS, _TREE_OPTIONS)
    _bind_readable_files(folder, paths)
    os.chdir(folder)
    # pivot_root and not chroot: the old tree is unmounted, so there is no way back to it. It lies over the new root
    # for a moment, and "." is what is unmounted then.
    libc.pivot_root(platform.machine())
    libc.unmount(".")
    os.chdir("/")


def _start_init() -> int:
    """Orphans of the namespace become its children; it collects them and does nothing else."""
    process = os.fork()
    if process == 0:
        with suppress(OSError):
            libc.prctl(libc.PR_SET_PDEATHSIG, signal.SIGKILL)
        # The kernel collects children of a process that ignores this signal.
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        os.closerange(0, max(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 4096))
        while True:
            signal.pause()
    return process


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)


def _bind_readable_files(tree: Path, paths: Sequence[Path]) -> None:
    wanted = [*paths, *map(Path, (*SYSTEM, *NAME_RESOLUTION))]
    bound: list[Path] = []
    # Sorted, so that a folder comes before what lies in it and is mounted once.
    for path in sorted(set(wanted)):
        if not any(path.is_relative_to(earlier) for earlier in bound) and _bind_mount(tree, path, _READ_ONLY):
            bound.append(path)
    for device in map(Path, DEVICES):
        _bind_mount(tree, device, libc.MOUNT_ATTR_NOSUID | libc.MOUNT_ATTR_NOEXEC)
    scratch = _within(tree, Path(SCRATCH))
    scratch.mkdir()
    libc.restrict_mount(str(tree), libc.MOUNT_ATTR_RDONLY | libc.MOUNT_ATTR_NOSUID)
    # Mounted after the rest became read-only, because children write here.
    libc.mount("parley-scratch", str(scratch), "tmpfs", SCRATCH_FLAGS, _SCRATCH_OPTIONS)


def _bind_mount(tree: Path, path: Path, attributes: int) -> bool:
    """False for what this machine does not have, and for links to folders, which are bound under their own name."""
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
    # A second step: the kernel ignores such flags while it binds.
    libc.restrict_mount(str(target), attributes)
    return True


def _passes_link(tree: Path, path: Path) -> bool:
    return any(_within(tree, parent).is_symlink() for parent in path.parents)


def _within(tree: Path, path: Path) -> Path:
    return tree / path.relative_to("/")
