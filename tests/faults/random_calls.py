"""Runs inside of an agent host, as a function of a project: system calls drawn at random, thrown at the kernel."""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import random
from typing import Any

from parley.agent_host.sandbox.seccomp import build_filter
from parley.agent_host.sandbox.syscalls import ALLOWED, ARCHITECTURES, CONDITIONAL

MACHINE = platform.machine()
COLUMN = list(ARCHITECTURES).index(MACHINE)
X32 = 0x40000000
FATAL = {
    *("exit", "exit_group", "rt_sigreturn", "munmap", "mremap", "mprotect", "brk", "close_range", "alarm", "setitimer"),
    *("rt_sigaction", "rt_sigprocmask", "set_tid_address", "set_robust_list", "rseq", "sigaltstack", "kill", "tgkill"),
    *("clone", "mmap", "madvise"),
}
"""Allowed, but they end the process that does the drawing."""
BLOCKING = {
    *(
        "pause",
        "rt_sigsuspend",
        "rt_sigtimedwait",
        "nanosleep",
        "clock_nanosleep",
        "poll",
        "ppoll",
        "select",
        "pselect6",
    ),
    *("epoll_wait", "epoll_pwait", "epoll_pwait2", "futex", "futex_waitv", "futex_wait", "futex_wake", "futex_requeue"),
    *("flock", "fcntl", "restart_syscall"),
}
TRACING = {335, 336} if MACHINE == "x86_64" else set()
"""uretprobe and uprobe: kernels from 6.14 on let them past every filter, and kill a process that has no such probe."""
SOCKET = 3
_NAME = 4096
_REGION = 1 << 20

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


def refused(seed: int, calls: int, path: str) -> list[str]:
    """→ calls outside of the list, and judged ones with arguments that the filter refuses, that were not refused."""
    drawing = random.Random(seed)
    values = _values(drawing, path)
    known = {numbers[COLUMN] for numbers in (*ALLOWED.values(), *CONDITIONAL.values())}
    judged = {number: name for name, numbers in CONDITIONAL.items() if (number := numbers[COLUMN]) is not None}
    programs = build_filter(MACHINE, os.getpid(), False)
    wrong = []
    for _ in range(calls):
        arguments = [values() for _ in range(6)]
        if drawing.random() < 0.3:
            number = drawing.choice(list(judged))
            verdict = _simulated(programs, number, arguments)
            if verdict == 0x7FFF0000:
                continue
            expected = verdict & 0xFFFF
        else:
            number, expected = _unknown(drawing, known), errno.EPERM
        got = _call(number, arguments)
        if got != expected:
            wrong.append(f"{judged.get(number, number)}{tuple(arguments)} gave {got}")
    return wrong


def allowed(seed: int, calls: int, path: str) -> int:
    """Calls of the list with any arguments: they may do what they like inside, and nothing outside."""
    drawing = random.Random(seed)
    values = _values(drawing, path)
    names = [n for n, each in ALLOWED.items() if each[COLUMN] is not None and n not in FATAL | BLOCKING]
    for _ in range(calls):
        number = ALLOWED[drawing.choice(names)][COLUMN]
        assert number is not None
        _call(number, [values() for _ in range(6)])
    return calls


def _unknown(drawing: random.Random, known: set[int | None]) -> int:
    while True:
        kind = drawing.random()
        number = drawing.randrange(600) if kind < 0.8 else drawing.randrange(2**31)
        if kind > 0.95:
            number = X32 | drawing.randrange(600)
        if number not in known and number & ~X32 not in TRACING:
            return number


def _values(drawing: random.Random, path: str) -> Any:
    """Numbers, flags, descriptors but our socket, addresses of a buffer and of names of files."""
    region = _guarded()
    names = [each.encode() for each in (path, os.path.dirname(path), ".", "file", "/etc/passwd")]
    addresses = [region + _NAME * at for at in range(len(names) + 3)]
    fixed = [0, 1, 2, 4, 5, 7, -1, -100, os.getpid(), 0o4777, 4096, 2**31, 2**63 - 1]

    def draw() -> int:
        kind = drawing.random()
        if kind < 0.4:
            at = drawing.randrange(len(addresses))
            if at < len(names):
                ctypes.memmove(addresses[at], names[at] + b"\0", len(names[at]) + 1)
            return addresses[at]
        if kind < 0.8:
            return drawing.choice(fixed)
        found = drawing.getrandbits(drawing.choice((4, 8, 16, 32, 63)))
        return found if found != SOCKET else 0

    return draw


def _guarded() -> int:
    """Memory that the kernel may write to; what writes past its end finds a wall there, and not our own objects."""
    libc.mmap.restype = ctypes.c_void_p
    size, wall = ctypes.c_size_t(_REGION), ctypes.c_size_t(_REGION // 2)
    found = int(libc.mmap(None, size, 3, 0x22, -1, ctypes.c_long(0)))
    libc.mprotect(ctypes.c_void_p(found + _REGION // 2), wall, 0)
    return found


def _call(number: int, arguments: list[int]) -> int:
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments))
    return ctypes.get_errno() if result == -1 else 0


def _simulated(program: list[tuple[int, int, int, int]], number: int, arguments: list[int]) -> int:
    words = {0: number, 4: ARCHITECTURES[MACHINE]}
    for at, argument in enumerate(arguments):
        words[16 + 8 * at], words[20 + 8 * at] = argument & 0xFFFFFFFF, argument >> 32 & 0xFFFFFFFF
    at, loaded = 0, 0
    while True:
        code, if_true, if_false, operand = program[at]
        at += 1
        if code == 0x06:
            return operand
        if code == 0x20:
            loaded = words[operand]
        elif code == 0x54:
            loaded &= operand
        else:
            at += if_true if (loaded == operand if code == 0x15 else loaded >= operand) else if_false
