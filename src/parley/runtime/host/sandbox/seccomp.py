"""A seccomp filter written by hand: system calls that agent code never needs answer "not permitted".

It is a list of what is refused, not of what is allowed, so that a new libc does not break an old Parley.
"""

from __future__ import annotations

import ctypes
import errno
import socket
import struct
from collections.abc import Sequence

from parley.runtime.host.sandbox.calls import ARCHITECTURES, NUMBERS, REFUSED
from parley.runtime.host.sandbox.kernel import PR_SET_PDEATHSIG, PR_SET_SECCOMP, prctl

_MODE_FILTER = 2
_ALLOW = 0x7FFF0000
_KILL = 0x80000000
_ERRNO = 0x00050000
_REFUSE = _ERRNO | errno.EPERM
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16
_X32_NUMBERS = 0x40000000
_CLONE_THREAD = 0x00010000
_SOCKET_TYPE = 0xF

Instruction = tuple[int, int, int, int]
"""code, jump if true, jump if false, operand."""


def install(machine: str, process: int, network: bool) -> bool:
    """False on a machine whose numbers we do not know. For good, and inherited by every thread."""
    if machine not in ARCHITECTURES:
        return False
    program = [struct.pack("HBBI", *instruction) for instruction in build(machine, process, network)]
    code = ctypes.create_string_buffer(b"".join(program))
    header = struct.pack("HxxxxxxP", len(program), ctypes.addressof(code))
    prctl(PR_SET_SECCOMP, _MODE_FILTER, ctypes.create_string_buffer(header))
    return True


def build(machine: str, process: int, network: bool) -> list[Instruction]:
    column = list(ARCHITECTURES).index(machine)
    program = [
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_EQUAL, 1, 0, ARCHITECTURES[machine]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_AT_LEAST, 0, 1, _X32_NUMBERS),
        (_RETURN, 0, 0, _REFUSE),
    ]
    for name, verdict in _verdicts(process, network).items():
        number = NUMBERS[name][column]
        if number is not None:
            program += [(_EQUAL, 0, len(verdict), number), *verdict]
    return [*program, (_RETURN, 0, 0, _ALLOW)]


def _verdicts(process: int, network: bool) -> dict[str, list[Instruction]]:
    """System call → instructions that end in an answer whatever its arguments are."""
    refuse: list[Instruction] = [(_RETURN, 0, 0, _REFUSE)]
    return {
        **dict.fromkeys(REFUSED, refuse),
        # The C library tries clone3 first and falls back to clone, whose flags a filter can read.
        "clone3": [(_RETURN, 0, 0, _ERRNO | errno.ENOSYS)],
        "clone": [_argument(0), (_ANY_BIT, 0, 1, _CLONE_THREAD), *_allow_or_refuse()],
        "kill": _only(0, [process]),
        "tgkill": _only(0, [process]),
        "prlimit64": _only(0, [0, process]),
        "prctl": [_argument(0), (_EQUAL, 1, 0, PR_SET_PDEATHSIG), *_allow_or_refuse()],
        "socketpair": _socket([socket.AF_UNIX], [socket.SOCK_STREAM]),
        "socket": _socket([socket.AF_INET, socket.AF_INET6], [socket.SOCK_STREAM, socket.SOCK_DGRAM])
        if network
        else refuse,
    }


def _argument(index: int) -> Instruction:
    return (_LOAD, 0, 0, _ARGUMENTS_AT + 8 * index)


def _allow_or_refuse() -> list[Instruction]:
    return [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _REFUSE)]


def _one_of(values: Sequence[int]) -> list[Instruction]:
    """Go on after the next instruction when the loaded word is one of these, else at the next one."""
    last = len(values) - 1
    return [(_EQUAL, last - at + 1, 0, value) for at, value in enumerate(values)]


def _only(index: int, values: Sequence[int]) -> list[Instruction]:
    return [_argument(index), *_one_of(values), (_RETURN, 0, 0, _REFUSE), (_RETURN, 0, 0, _ALLOW)]


def _socket(families: Sequence[int], types: Sequence[int]) -> list[Instruction]:
    return [
        _argument(0),
        *_one_of(families),
        (_RETURN, 0, 0, _REFUSE),
        _argument(1),
        (_AND, 0, 0, _SOCKET_TYPE),
        *_one_of(types),
        (_RETURN, 0, 0, _REFUSE),
        (_RETURN, 0, 0, _ALLOW),
    ]
