"""Giving up root: another user when the interpreter stays readable for it, and no capability in any case."""

from __future__ import annotations

import ctypes
import os
import stat
import struct
import sys
import sysconfig
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from parley.runtime.host.sandbox.kernel import (
    PR_CAP_AMBIENT,
    PR_CAPBSET_DROP,
    PR_SET_NO_NEW_PRIVS,
    PR_SET_SECUREBITS,
    prctl,
    syscall,
)

_CAPSET = {"x86_64": 126, "aarch64": 91}
_CAPABILITY_VERSION_3 = 0x20080522
_AMBIENT_CLEAR_ALL = 4
_NO_ROOT_LOCKED = 0xEF
"""Every secure bit and its lock, except keep-caps."""
_FIRST_USER, _USERS = 61184, 4336
"""The range that service managers use for users without a name; it is mapped in ordinary containers."""


def user_for(child: int) -> int:
    return _FIRST_USER + child % _USERS


def interpreter_open_to_all(paths: Iterable[Path]) -> bool:
    """Whether a user without any right of its own could still import from these folders."""
    return all(_open_to_all(path) for path in paths)


def interpreter_folders() -> list[Path]:
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    found = {Path(sysconfig.get_paths()[name]) for name in names}
    found.add(Path(sys.base_prefix) / "lib")
    found.update(Path(entry) for entry in sys.path if Path(entry).name in ("site-packages", "dist-packages"))
    return sorted(path.resolve() for path in found if path.exists())


def become(user: int) -> bool:
    """False where this process may not, or where the container does not know such users."""
    try:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    except OSError:
        return False
    return True


def drop_capabilities(machine: str) -> str:
    if os.geteuid() != 0:
        _empty_capabilities(machine)
        return "none"
    with suppress(OSError):
        prctl(PR_SET_SECUREBITS, _NO_ROOT_LOCKED)
    for capability in range(64):
        with suppress(OSError):
            prctl(PR_CAPBSET_DROP, capability)
    with suppress(OSError):
        prctl(PR_CAP_AMBIENT, _AMBIENT_CLEAR_ALL)
    return "dropped" if _empty_capabilities(machine) else "kept"


def forbid_new_privileges() -> None:
    with suppress(OSError):
        prctl(PR_SET_NO_NEW_PRIVS, 1)


def _empty_capabilities(machine: str) -> bool:
    if machine not in _CAPSET:
        return False
    header = ctypes.create_string_buffer(struct.pack("Ii", _CAPABILITY_VERSION_3, 0))
    nothing = ctypes.create_string_buffer(bytes(24))
    with suppress(OSError):
        syscall(_CAPSET[machine], header, nothing)
        return True
    return False


def _open_to_all(path: Path) -> bool:
    try:
        readable = path.stat().st_mode & (stat.S_IROTH | stat.S_IXOTH) == stat.S_IROTH | stat.S_IXOTH
        return readable and all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents)
    except OSError:
        return False
