"""The main of a child: confine itself, receive the project, then serve one call after the other until told to die."""

from __future__ import annotations

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
from parley.agent_host.call_cleanup import Tidying
from parley.agent_host.child_connection import Line
from parley.agent_host.function_runner import Hosted, invoke
from parley.agent_host.modules import ProjectModules
from parley.agent_host.output import Output
from parley.agent_host.sandbox import cgroups, privileges
from parley.agent_host.sandbox.confinement import confine
from parley.agent_host.sandbox.policy import Policy, Report
from parley.agent_host.sandbox.rlimits import address_space, prefer_for_oom_kill

_SOCKET = 3
_NOTE_ROOM = 100


@dataclass(frozen=True, slots=True)
class Place:
    """Where a child is born, decided by the zygote."""

    connection: int
    scratch: Path
    changes_user: bool
    paths: Sequence[Path]
    proc: int
    cgroup: int | None
    scratch_in_memory: bool
    report: Report


def main(place: Place, policy: Policy) -> None:
    if place.cgroup is not None:
        cgroups.join(place.cgroup)
    prefer_for_oom_kill(place.proc)
    room = address_space(place.proc)
    user = privileges.user_for(_process(place.proc)) if place.changes_user else None
    _detach(place.connection, place.scratch)
    if user is not None:
        os.chown(place.scratch, user, user)
    report = {**confine(policy, place.scratch, user, place.paths, room), **place.report}
    line = Line(socket.socket(fileno=_SOCKET))
    hello, _ = line.next_order()
    modules = ProjectModules(hello["files"])
    modules.install()
    line.send(messages.ready(report))
    _serve(line, Hosted(hello["project"], modules), policy, Tidying(place.scratch, place.scratch_in_memory))


def _process(proc: int) -> int:
    """Our number outside of the namespace: children of other serving processes have the same ones inside of theirs."""
    try:
        return int(os.readlink("self", dir_fd=proc))
    except OSError:
        return os.getpid()


def _detach(connection: int, scratch: Path) -> None:
    """Nothing of the zygote remains: no descriptors, no signal handlers, no terminal, no folder."""
    os.setsid()
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDWR)
    kept = os.dup(connection)
    for target in (0, 1, 2):
        os.dup2(nothing, target)
    os.dup2(kept, _SOCKET)
    os.closerange(_SOCKET + 1, max(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 4096))
    os.umask(0o077)
    os.chdir(scratch)
    os.environ.update(TMPDIR=str(scratch), HOME=str(scratch))
    tempfile.tempdir = str(scratch)


def _serve(line: Line, hosted: Hosted, policy: Policy, tidying: Tidying) -> None:
    output = Output(messages.MAX_STDOUT - _NOTE_ROOM)
    recursion = sys.getrecursionlimit()
    while True:
        number, invocation = messages.read_call(*line.next_order())
        sys.stdout = sys.stderr = output
        sys.setrecursionlimit(recursion)
        end, state = invoke(number, invocation, hosted, line.begin(number))
        worn = not hosted.modules.intact() or _cpu_seconds() > policy.cpu_seconds / 2 or not tidying.done()
        line.finish(messages.done(end, state, output.take(), worn))


def _cpu_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime
