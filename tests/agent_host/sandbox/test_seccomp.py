"""The filter's answers, by running its program on numbers: no process is harmed."""

from __future__ import annotations

import errno
import fcntl
import socket

import pytest

from parley.agent_host.sandbox import syscalls
from parley.agent_host.sandbox.seccomp import build_filter
from parley.agent_host.sandbox.syscalls import ARCHITECTURES
from tests.agent_host.sandbox.refused_syscalls import REFUSED as ATTACKS

NUMBERS = {**syscalls.ALLOWED, **syscalls.CONDITIONAL}
ALLOWED, KILLED = 0x7FFF0000, 0x80000000
REFUSED, NOT_THERE = 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
ME, OTHER = 4711, 1


def answer(machine: str, name: str, *arguments: int, network: bool = False, architecture: int | None = None) -> int:
    number = {**ATTACKS, **NUMBERS}[name][list(ARCHITECTURES).index(machine)]
    assert number is not None
    words = {0: number, 4: ARCHITECTURES[machine] if architecture is None else architecture}
    words |= {16 + 8 * at: argument for at, argument in enumerate(arguments)}
    return run(build_filter(machine, ME, network), words)


def run(program: list[tuple[int, int, int, int]], words: dict[int, int]) -> int:
    at, loaded = 0, 0
    while True:
        code, if_true, if_false, operand = program[at]
        at += 1
        if code == 0x06:
            return operand
        if code == 0x20:
            loaded = words.get(operand, 0)
        elif code == 0x54:
            loaded &= operand
        else:
            true = {0x15: loaded == operand, 0x35: loaded >= operand, 0x45: bool(loaded & operand)}[code]
            at += if_true if true else if_false


@pytest.mark.slow
@pytest.mark.parametrize("machine", list(ARCHITECTURES))
@pytest.mark.parametrize("network", [False, True])
def test_what_attacks_use_is_refused(machine: str, network: bool) -> None:
    column = list(ARCHITECTURES).index(machine)
    for name, numbers in ATTACKS.items():
        if numbers[column] is not None:
            assert answer(machine, name, network=network) == REFUSED, name


@pytest.mark.slow
@pytest.mark.parametrize("machine", list(ARCHITECTURES))
def test_what_nobody_has_heard_of_is_refused(machine: str) -> None:
    """Calls that newer kernels will have, too."""
    column = list(ARCHITECTURES).index(machine)
    known = {numbers[column] for numbers in NUMBERS.values()}
    program = build_filter(machine, ME, True)
    for number in {*range(2000), 2**31, 2**32 - 1} - known:
        assert run(program, {0: number, 4: ARCHITECTURES[machine]}) == REFUSED, number


@pytest.mark.parametrize("machine", list(ARCHITECTURES))
def test_no_number_means_two_calls(machine: str) -> None:
    column = list(ARCHITECTURES).index(machine)
    numbers = [each[column] for each in (*NUMBERS.values(), *ATTACKS.values()) if each[column] is not None]
    assert len(numbers) == len(set(numbers))


THREAD = 0x3D0F00


@pytest.mark.parametrize("machine", list(ARCHITECTURES))
def test_threads_may_be_made_processes_not(machine: str) -> None:
    assert answer(machine, "clone", THREAD) == ALLOWED
    assert answer(machine, "clone", THREAD | 0x01000000) == ALLOWED
    assert answer(machine, "clone", 17) == REFUSED
    for namespace in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000, 0x80):
        assert answer(machine, "clone", THREAD | namespace) == REFUSED
        assert answer(machine, "unshare", namespace) == REFUSED
    assert answer(machine, "unshare", 0x10000) == ALLOWED
    assert answer(machine, "clone3") == NOT_THERE


def test_descriptors_are_for_reading_and_writing() -> None:
    for command in (fcntl.F_SETOWN, 10, fcntl.F_SETLEASE, fcntl.F_NOTIFY, 1031, 1033):
        assert answer("x86_64", "fcntl", 3, command) == REFUSED
    for command in (fcntl.F_GETFL, fcntl.F_SETFL, fcntl.F_SETLK, fcntl.F_DUPFD_CLOEXEC):
        assert answer("x86_64", "fcntl", 3, command) == ALLOWED
    for request in (0x5412, 0x541C, 0x8933, 0x40049409, 0x40087602):  # TIOCSTI, TIOCLINUX, SIOCGIFINDEX, clone, flags
        assert answer("aarch64", "ioctl", 3, request) == REFUSED
    assert answer("aarch64", "ioctl", 3, 0x5421) == ALLOWED


def test_signals_reach_only_oneself() -> None:
    for name in ("kill", "tgkill"):
        assert answer("x86_64", name, ME) == ALLOWED
        assert answer("x86_64", name, OTHER) == REFUSED
    for name in ("sched_getaffinity", "getsid", "getpgid"):
        assert [answer("aarch64", name, process) for process in (0, ME, OTHER)] == [ALLOWED, ALLOWED, REFUSED]
    assert answer("x86_64", "prlimit64", 0) == ALLOWED
    assert answer("x86_64", "prlimit64", 0, 7, 0x1000) == REFUSED
    assert answer("x86_64", "prlimit64", OTHER) == REFUSED


def test_the_death_signal_cannot_be_switched_off() -> None:
    assert answer("aarch64", "prctl", 1) == REFUSED
    assert answer("aarch64", "prctl", 15) == ALLOWED


def test_sockets() -> None:
    unix, inet, inet6, packet = socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_PACKET
    stream, datagram, raw = socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW
    flags = socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK
    assert answer("x86_64", "socket", inet, stream) == REFUSED
    for family in (inet, inet6):
        for kind in (stream, datagram, stream | flags):
            assert answer("x86_64", "socket", family, kind, network=True) == ALLOWED
        assert answer("x86_64", "socket", family, raw, network=True) == REFUSED
    for family in (unix, packet, socket.AF_NETLINK):
        assert answer("x86_64", "socket", family, stream, network=True) == REFUSED
    assert answer("x86_64", "socketpair", unix, stream | flags) == ALLOWED
    assert answer("x86_64", "socketpair", unix, datagram) == REFUSED


def test_other_dialects_of_the_machine_do_not_slip_through() -> None:
    assert answer("x86_64", "ptrace", architecture=0x40000003) == KILLED
    words = {0: 0x40000000 | 101, 4: ARCHITECTURES["x86_64"]}
    assert run(build_filter("x86_64", ME, False), words) == REFUSED
    assert run(build_filter("x86_64", ME, False), {0: 0x40000000, 4: ARCHITECTURES["x86_64"]}) == REFUSED
    assert run(build_filter("x86_64", ME, False), {0: 0, 4: ARCHITECTURES["x86_64"]}) == ALLOWED
