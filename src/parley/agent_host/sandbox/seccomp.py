"""A seccomp filter written by hand: what is not on the list of `syscalls` answers "not permitted".

A list of what is allowed, because the kernel gains system calls every year and each would be open until somebody
closed it.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import socket
import struct
from collections.abc import Sequence

from parley.agent_host.sandbox.libc import CLONE_THREAD, PR_SET_SECCOMP, prctl
from parley.agent_host.sandbox.syscalls import ALLOWED, ARCHITECTURES, CONDITIONAL

_MODE_FILTER = 2
_ALLOW = 0x7FFF0000
_KILL = 0x80000000
_ERRNO = 0x00050000
# An error and not death: libraries try things and fall back.
_REFUSE = _ERRNO | errno.EPERM
_LOAD, _EQUAL, _AT_LEAST, _AND, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16
_X32_NUMBERS = 0x40000000
_THREAD_FLAGS = 0x003D0F00
"""Memory, files, handlers, thread, semaphores, TLS and both thread ids: what the C library makes a thread with."""
_LEFT_OPEN = 0x01400000
"""CLONE_DETACHED, which means nothing any more, and CLONE_CHILD_SETTID; libraries set them or do not."""
_SOCKET_TYPE = 0xF
_PRCTL = (2, 3, 15, 16, 21, 23, 39, 0x53564D41)
"""Ask for the death signal, dumpability, filter, capability bound and new privileges; names of threads and memory."""
_IOCTL = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""Is it a terminal and how wide, bytes to read, blocking or not, closed on exec or not."""
_FCNTL = (
    *(fcntl.F_DUPFD, fcntl.F_DUPFD_CLOEXEC, fcntl.F_GETFD, fcntl.F_SETFD, fcntl.F_GETFL, fcntl.F_SETFL),
    *(fcntl.F_GETLK, fcntl.F_SETLK, fcntl.F_SETLKW, fcntl.F_OFD_GETLK, fcntl.F_OFD_SETLK, fcntl.F_OFD_SETLKW),
)
"""Copies, flags and locks: no owner of signals, no lease, no news of a folder, no size of pipes."""
_OPTION_LEVELS = (socket.SOL_SOCKET, socket.IPPROTO_TCP, socket.IPPROTO_IP, socket.IPPROTO_IPV6)

Instruction = tuple[int, int, int, int]
"""code, jump if true, jump if false, operand."""


def install(machine: str, process: int, network: bool) -> bool:
    """False on a machine whose numbers we do not know. For good, and inherited by every thread."""
    if machine not in ARCHITECTURES:
        return False
    program = [struct.pack("HBBI", *instruction) for instruction in build_filter(machine, process, network)]
    code = ctypes.create_string_buffer(b"".join(program))
    header = struct.pack("HxxxxxxP", len(program), ctypes.addressof(code))
    prctl(PR_SET_SECCOMP, _MODE_FILTER, ctypes.create_string_buffer(header))
    return True


def build_filter(machine: str, process: int, network: bool) -> list[Instruction]:
    column = list(ARCHITECTURES).index(machine)
    program = [
        # The same number is another call in the 32-bit interface: whoever changes over to it is up to no good.
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_EQUAL, 1, 0, ARCHITECTURES[machine]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
        # The x32 interface shares the architecture, with numbers of its own from here on.
        (_AT_LEAST, 0, 1, _X32_NUMBERS),
        (_RETURN, 0, 0, _REFUSE),
    ]
    for numbers in ALLOWED.values():
        if (number := numbers[column]) is not None:
            program += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ALLOW)]
    for name, rule in _conditional_rules(process, network).items():
        if (number := CONDITIONAL[name][column]) is not None:
            program += [(_EQUAL, 0, len(rule), number), *rule]
    return [*program, (_RETURN, 0, 0, _REFUSE)]


def _conditional_rules(process: int, network: bool) -> dict[str, list[Instruction]]:
    """System call → instructions that end in an answer whatever its arguments are."""
    refuse: list[Instruction] = [(_RETURN, 0, 0, _REFUSE)]
    oneself = _only(0, [0, process])
    return {
        # The C library tries clone3 first and falls back to clone, whose flags a filter can read.
        "clone3": [(_RETURN, 0, 0, _ERRNO | errno.ENOSYS)],
        "clone": [_argument(0), (_AND, 0, 0, ~_LEFT_OPEN & 0xFFFFFFFF), *_loaded_is([_THREAD_FLAGS])],
        # Not 0 and not negative: those mean groups of processes.
        "kill": _only(0, [process]),
        "tgkill": _only(0, [process]),
        **dict.fromkeys(("getpgid", "getsid", "sched_getaffinity", "sched_getscheduler", "sched_getparam"), oneself),
        # Without a new limit (no address in either half of the third argument) it only reads.
        "prlimit64": [*_unless(0, [0, process]), *_unless(2, [0]), *_unless_high(2, [0]), (_RETURN, 0, 0, _ALLOW)],
        # Asks whether there are other threads (`call_cleanup`), and changes nothing.
        "unshare": _only(0, [CLONE_THREAD]),
        "prctl": _only(0, _PRCTL),
        "ioctl": _only(1, _IOCTL),
        "fcntl": _only(1, _FCNTL),
        "setsockopt": _only(1, _OPTION_LEVELS),
        # Event loops wake themselves up with one.
        "socketpair": _socket([socket.AF_UNIX], [socket.SOCK_STREAM]),
        "socket": _socket([socket.AF_INET, socket.AF_INET6], [socket.SOCK_STREAM, socket.SOCK_DGRAM])
        if network
        else refuse,
        # Which ports is up to Landlock: a filter cannot read the address behind a pointer.
        "connect": [(_RETURN, 0, 0, _ALLOW)] if network else refuse,
    }


def _argument(index: int) -> Instruction:
    """The low half: the kernel cuts off the high one of every argument that is compared so."""
    return (_LOAD, 0, 0, _ARGUMENTS_AT + 8 * index)


def _loaded_is(values: Sequence[int]) -> list[Instruction]:
    return [*_one_of(values), (_RETURN, 0, 0, _REFUSE), (_RETURN, 0, 0, _ALLOW)]


def _one_of(values: Sequence[int]) -> list[Instruction]:
    """Go on after the next instruction when the loaded word is one of these, else at the next one."""
    last = len(values) - 1
    return [(_EQUAL, last - at + 1, 0, value) for at, value in enumerate(values)]


def _only(index: int, values: Sequence[int]) -> list[Instruction]:
    return [_argument(index), *_loaded_is(values)]


def _unless(index: int, values: Sequence[int]) -> list[Instruction]:
    return [_argument(index), *_one_of(values), (_RETURN, 0, 0, _REFUSE)]


def _unless_high(index: int, values: Sequence[int]) -> list[Instruction]:
    return [(_LOAD, 0, 0, _ARGUMENTS_AT + 8 * index + 4), *_one_of(values), (_RETURN, 0, 0, _REFUSE)]


def _socket(families: Sequence[int], types: Sequence[int]) -> list[Instruction]:
    return [
        *_unless(0, families),
        _argument(1),
        (_AND, 0, 0, _SOCKET_TYPE),
        *_loaded_is(types),
    ]
