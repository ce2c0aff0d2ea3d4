"""Functions of the C library that Python does not offer."""

from __future__ import annotations

import ctypes
import os
import struct

PR_SET_PDEATHSIG = 1
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_SECUREBITS = 28
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47

CLONE_THREAD = 0x00010000
CLONE_NEWNS = 0x00020000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000

MS_NOSUID, MS_NODEV, MS_NOEXEC = 2, 4, 8
MS_BIND, MS_REC, MS_PRIVATE = 1 << 12, 1 << 14, 1 << 18
MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID, MOUNT_ATTR_NODEV, MOUNT_ATTR_NOEXEC = 1, 2, 4, 8

_MNT_DETACH = 2
_AT_FDCWD, _AT_RECURSIVE = -100, 0x8000
_MOUNT_SETATTR = 442
"""The same on every machine, as with all system calls since 2019."""
_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long
_libc.unshare.argtypes = (ctypes.c_int,)


def syscall(number: int, *arguments: object) -> int:
    """For calls that have no function in the C libraries of all supported distributions."""
    return _checked(int(_libc.syscall(ctypes.c_long(number), *arguments)))


def prctl(option: int, *arguments: object) -> int:
    # Some options refuse to work unless the arguments that they do not use are zero, and of full width.
    padded = [*arguments, *[0] * (4 - len(arguments))]
    words = [ctypes.c_ulong(value) if isinstance(value, int) else value for value in padded]
    return _checked(int(_libc.prctl(option, *words)))


def _checked(result: int) -> int:
    if result == -1:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def unshare(flags: int) -> None:
    _checked(_libc.unshare(flags))


def mount(source: str, target: str, kind: str, flags: int, options: str = "") -> None:
    texts = (source.encode(), target.encode(), kind.encode())
    _checked(int(_libc.mount(*texts, ctypes.c_ulong(flags), options.encode() or None)))


def unmount(target: str) -> None:
    """Out of sight at once; gone when nobody has a file of it open."""
    _checked(int(_libc.umount2(target.encode(), _MNT_DETACH)))


def pivot_root(machine: str) -> None:
    """The current folder, which is a mount, becomes the root; the old one is under it then."""
    syscall(_PIVOT_ROOT[machine], b".", b".")


def restrict_mount(target: str, attributes: int) -> None:
    """Of a mount and everything mounted under it (Linux 5.12)."""
    wanted = ctypes.create_string_buffer(struct.pack("QQQQ", attributes, 0, 0, 0))
    size = ctypes.c_size_t(len(wanted) - 1)
    syscall(_MOUNT_SETATTR, ctypes.c_int(_AT_FDCWD), target.encode(), ctypes.c_uint(_AT_RECURSIVE), wanted, size)
