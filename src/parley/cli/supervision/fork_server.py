"""How a template makes children: forked twice, so that the supervisor becomes their parent."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson

from parley.cli.supervision.process_launch import die_with_parent

LARGEST_ROLE = 1 << 20
MOST_DESCRIPTORS = 16
ADOPTION_SECONDS = 10.0


def serve_forks(control: socket.socket, supervisor: int) -> bool:
    """Obeys the supervisor. True in each child, which then has its role; False in the template, when it is over."""
    while True:
        data, descriptors, _flags, _address = socket.recv_fds(control, LARGEST_ROLE, MOST_DESCRIPTORS)
        if not data:  # the supervisor has ended
            return False
        pid = _fork_twice()
        if pid is None:
            control.close()
            _become_child(orjson.loads(data), descriptors, supervisor)
            return True
        for descriptor in descriptors:
            os.close(descriptor)
        control.send(str(pid).encode())


def _fork_twice() -> int | None:
    """The child's number; None in the child itself."""
    reading, writing = os.pipe()
    between = os.fork()
    if between == 0:
        os.close(reading)
        child = os.fork()
        if child:
            os.write(writing, str(child).encode())
            os._exit(0)
        os.close(writing)
        return None
    os.close(writing)
    told = os.read(reading, 32)
    os.close(reading)
    os.waitpid(between, 0)  # with the process between gone, the child is the supervisor's
    return int(told)


def _become_child(role: dict[str, Any], received: Sequence[int], supervisor: int) -> None:
    *descriptors, permit = received
    os.setsid()  # a Ctrl-C on the terminal is for the supervisor, which stops the children in order
    signal.set_wakeup_fd(-1)
    give_up = time.monotonic() + ADOPTION_SECONDS
    while os.getppid() != supervisor:
        if time.monotonic() > give_up:
            os._exit(1)
        time.sleep(0.001)  # nobody tells a process that it has another parent now
    die_with_parent(supervisor)
    if not os.read(permit, 1):  # the supervisor has given up waiting for us, and started another one
        os._exit(1)
    os.close(permit)
    os.environ.update(role["environment"])
    told = [word for pair in zip(role["options"], map(str, descriptors), strict=True) for word in pair]
    sys.argv = ["parley", *role["arguments"], *told]
    with suppress(OSError, ValueError, IndexError):  # only for those who look at a list of processes
        _rename_process([sys.executable, "-m", "parley.cli.main", *sys.argv[1:]])


def _rename_process(command: Sequence[str]) -> None:
    """Writes over our command line, where the kernel keeps it, what we are now."""
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    # `arg_start` and `arg_end`, the 48th and 49th field: number and name of the process were cut off.
    start, end = int(fields[45]), int(fields[46])
    text = b"\0".join(word.encode() for word in command)[: end - start - 1]
    ctypes.memmove(start, text.ljust(end - start, b"\0"), end - start)
