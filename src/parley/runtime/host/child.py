"""The main of a child: confine itself, receive the project, then serve one call after the other until told to die."""

from __future__ import annotations

import os
import resource
import signal
import socket
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from parley.runtime.host import messages
from parley.runtime.host.invoke import Hosted, invoke
from parley.runtime.host.line import Line
from parley.runtime.host.modules import ProjectModules
from parley.runtime.host.output import Output
from parley.runtime.host.sandbox.apply import confine
from parley.runtime.host.sandbox.policy import Policy

_SOCKET = 3
_NOTE_ROOM = 100


def main(connection: int, policy: Policy, scratch: Path, user: int | None, paths: Sequence[Path]) -> None:
    _detach(connection, scratch)
    if user is not None:
        os.chown(scratch, user, user)
    report = confine(policy, scratch, user, paths)
    line = Line(socket.socket(fileno=_SOCKET))
    hello, _ = line.next_order()
    modules = ProjectModules(hello["files"])
    modules.install()
    line.send(messages.ready(report))
    _serve(line, Hosted(hello["project"], modules), policy)


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


def _serve(line: Line, hosted: Hosted, policy: Policy) -> None:
    output = Output(messages.MAX_STDOUT - _NOTE_ROOM)
    recursion = sys.getrecursionlimit()
    while True:
        number, invocation = messages.read_call(*line.next_order())
        sys.stdout = sys.stderr = output
        sys.setrecursionlimit(recursion)
        end, state = invoke(number, invocation, hosted, line.begin(number))
        worn = not hosted.modules.intact() or _cpu_seconds() > policy.cpu_seconds / 2
        line.finish(messages.done(end, state, output.take(), worn))


def _cpu_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime
