"""The main of a child: confine itself, receive the project, then serve one call after the other until told to die."""

from __future__ import annotations

import io
import os
import resource
import signal
import socket
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from parley.agent_host import messages
from parley.agent_host.call_cleanup import CallCleanup
from parley.agent_host.child_connection import ChildConnection
from parley.agent_host.function_runner import LoadedProject, run_function
from parley.agent_host.modules import ProjectModules
from parley.agent_host.sandbox import cgroups, privileges
from parley.agent_host.sandbox.confinement import confine
from parley.agent_host.sandbox.policy import Policy, Report
from parley.agent_host.sandbox.rlimits import prefer_for_oom_kill, read_address_space
from parley.agent_host.surface.projection import clean

_SOCKET = 3
"""The descriptor of the connection: the first after the three standard ones, so that all above it can be closed."""
_NOTE_ROOM = 100
"""Characters for saying how much more was printed."""


@dataclass(frozen=True, slots=True)
class ChildSetup:
    """What the zygote has prepared for a child."""

    connection: int
    scratch: Path
    changes_user: bool
    paths: Sequence[Path]
    """What the interpreter imports from."""
    proc: int
    cgroup: int | None
    scratch_in_memory: bool
    report: Report


def main(setup: ChildSetup, policy: Policy) -> None:
    # While this process may still write to cgroups and /proc, and before anything of it counts.
    if setup.cgroup is not None:
        cgroups.join(setup.cgroup)
    prefer_for_oom_kill(setup.proc)
    address_space = read_address_space(setup.proc)
    user = privileges.uid_for_child(_outer_process_number(setup.proc)) if setup.changes_user else None
    _detach(setup.connection, setup.scratch)
    # Made by the zygote as root, for its owner alone: the child's own user could not enter it.
    if user is not None:
        os.chown(setup.scratch, user, user)
    report = {**confine(policy, setup.scratch, user, setup.paths, address_space), **setup.report}
    # Nothing of the project is read before every layer holds.
    connection = ChildConnection(socket.socket(fileno=_SOCKET))
    hello = connection.receive_hello()
    modules = ProjectModules(hello.files)
    modules.install()
    connection.send(messages.encode_ready(report))
    cleanup = CallCleanup(setup.scratch, setup.scratch_in_memory)
    _serve(connection, LoadedProject(hello.project, modules), policy, cleanup)


def _outer_process_number(proc: int) -> int:
    """Our number outside of the namespace: children of other serving processes have the same ones inside of theirs."""
    try:
        return int(os.readlink("self", dir_fd=proc))
    except OSError:
        return os.getpid()


def _detach(connection: int, scratch: Path) -> None:
    """Nothing of the zygote remains: no descriptors, no signal handlers, no terminal, no folder."""
    # A process group of its own, by which the zygote ends it with all that it has started.
    os.setsid()
    # The zygote's: a signal would be written into whatever gets the number of that descriptor next.
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    null = os.open(os.devnull, os.O_RDWR)
    # A copy first: the connection may have any number, also one of those that are about to be replaced.
    copied = os.dup(connection)
    for target in (0, 1, 2):
        os.dup2(null, target)
    os.dup2(copied, _SOCKET)
    os.closerange(_SOCKET + 1, max(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 4096))
    os.umask(0o077)
    os.chdir(scratch)
    os.environ.update(TMPDIR=str(scratch), HOME=str(scratch))
    # TMPDIR alone would not do: the module may have chosen its folder in the zygote already.
    tempfile.tempdir = str(scratch)


def _serve(connection: ChildConnection, project: LoadedProject, policy: Policy, cleanup: CallCleanup) -> None:
    output = CapturedOutput(messages.MAX_STDOUT - _NOTE_ROOM)
    recursion_limit = sys.getrecursionlimit()
    while True:
        number, invocation = connection.receive_call()
        # Again for each call: the one before may have replaced them.
        sys.stdout = sys.stderr = output
        sys.setrecursionlimit(recursion_limit)
        result, state = run_function(number, invocation, project, connection.open_services(number))
        # Half of the processor time: the next call must not die of what earlier ones have used.
        # All of it before the result is sent, which says whether this process may serve another call.
        worn = not project.modules.is_intact() or _cpu_seconds() > policy.cpu_seconds / 2 or not cleanup.run()
        connection.finish_call(messages.encode_result(result, state, output.take(), worn))


def _cpu_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


class CapturedOutput(io.TextIOBase):
    """What agent code prints, up to a limit; the rest is counted, not kept."""

    encoding = "utf-8"

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._parts: list[str] = []
        self._length = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        room = self._limit - self._length
        if room > 0:
            self._parts.append(text[:room])
        self._length += len(text)
        return len(text)

    def take(self) -> str:
        """Everything since the last time."""
        found, lost = "".join(self._parts), self._length - self._limit
        self._parts, self._length = [], 0
        return clean(found) + (f"\n… {lost} more characters" if lost > 0 else "")
