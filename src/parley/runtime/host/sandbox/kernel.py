"""The two system calls that Python does not offer: prctl and the raw syscall."""

from __future__ import annotations

import ctypes
import os

PR_SET_PDEATHSIG = 1
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_SECUREBITS = 28
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


def syscall(number: int, *arguments: object) -> int:
    return _checked(int(_libc.syscall(ctypes.c_long(number), *arguments)))


def prctl(option: int, *arguments: object) -> int:
    padded = [*arguments, *[0] * (4 - len(arguments))]
    words = [ctypes.c_ulong(value) if isinstance(value, int) else value for value in padded]
    return _checked(int(_libc.prctl(option, *words)))


def _checked(result: int) -> int:
    if result == -1:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result
