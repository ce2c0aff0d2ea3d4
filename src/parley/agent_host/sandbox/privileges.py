"""Giving up root: another user, and no capability in any case."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from parley.agent_host.sandbox.libc import (
    PR_CAP_AMBIENT,
    PR_CAPBSET_DROP,
    PR_SET_NO_NEW_PRIVS,
    PR_SET_SECUREBITS,
    prctl,
    syscall,
)

_CAPSET = {"x86_64": 126, "aarch64": 91}
_CAPABILITY_VERSION_3 = 0x20080522
_CAPABILITIES = 64
"""As many as the kernel's format has room for; it refuses those that it does not know."""
_AMBIENT_CLEAR_ALL = 4
_NO_ROOT_LOCKED = 0xEF
"""Every secure bit and its lock, except keep-caps: user 0 is nobody special from then on."""
_FIRST_USER, _USERS = 61184, 4336
"""The range that service managers use for users without a name; it is mapped in ordinary containers."""


def uid_for_child(process: int) -> int:
    """By the number of the process, so that children that live at the same time are different users."""
    return _FIRST_USER + process % _USERS


def can_read_as(user: int, paths: Iterable[Path]) -> bool:
    """Whether that user could import from these folders: tried, because modes of files do not tell all."""
    process = os.fork()
    if process == 0:
        os._exit(0 if switch_user(user) and all(map(_is_readable, paths)) else 1)
    return os.waitpid(process, 0)[1] == 0


def switch_user(user: int) -> bool:
    """False where this process may not, or where the container does not know such users."""
    try:
        # The user last: nobody else may change groups.
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
    # Root keeps nothing by being root, and cannot get it back by starting a program.
    with suppress(OSError):
        prctl(PR_SET_SECUREBITS, _NO_ROOT_LOCKED)
    for capability in range(_CAPABILITIES):
        with suppress(OSError):
            prctl(PR_CAPBSET_DROP, capability)
    with suppress(OSError):
        prctl(PR_CAP_AMBIENT, _AMBIENT_CLEAR_ALL)
    # Last: the steps before need a capability themselves.
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


def _is_readable(folder: Path) -> bool:
    try:
        with os.scandir(folder) as entries:
            source = next((entry.path for entry in entries if entry.name.endswith(".py") and entry.is_file()), None)
        if source is not None:
            os.close(os.open(source, os.O_RDONLY))
    except OSError:
        return False
    return True
