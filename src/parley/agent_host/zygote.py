"""A small process that has everything imported and forks children from itself within milliseconds.

It runs no agent code. It lives as long as the serving process holds the other end of its socket, and its children no
longer than itself.
"""

from __future__ import annotations

import gc
import importlib
import itertools
import json
import os
import selectors
import shutil
import signal
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from parley.agent_host import child
from parley.agent_host.deployment_children import Child, Group
from parley.agent_host.sandbox import cgroups, namespaces, privileges, resource_usage
from parley.agent_host.sandbox.cgroups import Cgroups
from parley.agent_host.sandbox.libc import PR_SET_CHILD_SUBREAPER, prctl
from parley.agent_host.sandbox.namespaces import Enclosure
from parley.agent_host.sandbox.policy import Policy
from parley.agent_host.sandbox.readable_files import interpreter_paths
from parley.agent_host.surface import gen

_PRELOADED = (
    *("base64", "bisect", "calendar", "concurrent.futures.thread", "csv", "difflib", "fractions", "hashlib", "heapq"),
    *("html", "http.client", "logging", "operator", "queue", "statistics", "string", "textwrap", "unicodedata"),
    *("urllib.parse", "urllib.request", "uuid", "pydantic", "requests", "jsonschema", "phonenumbers"),
)
_MESSAGE = 64 * 1024
_INTERNAL_ERROR = 70
_LOOK_SECONDS = 0.5
"""Between two looks at what children use."""


def main(control: int, folder: str, private: bool) -> None:
    paths = interpreter_paths()
    trial = namespaces.begin_trial(Path(folder), paths) if private else None
    for name in _PRELOADED:
        with suppress(ImportError):
            importlib.import_module(name)
    pydantic = sys.modules.get("pydantic")
    if pydantic is not None:
        pydantic.create_model("Warm", text=(str, ""))
    ZoneInfo("UTC")
    gen.install()
    with suppress(OSError):
        prctl(PR_SET_CHILD_SUBREAPER, 1)
    Path(folder).chmod(0o711)
    groups = cgroups.find(f"agents-{os.getpid()}")
    around = namespaces.enclose(Path(folder), paths, trial)
    gc.collect()
    gc.freeze()
    try:
        Zygote(socket.socket(fileno=control), around, groups, paths).run()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Zygote:
    def __init__(
        self, control: socket.socket, around: Enclosure, groups: Cgroups | None, paths: Sequence[Path]
    ) -> None:
        self._control = control
        self._around = around
        self._cgroups = groups
        self._paths = paths
        self._groups: list[Group] = []
        self._names = itertools.count(1)
        self._sweepers: set[int] = set()
        self._is_root = os.geteuid() == 0
        self._changes_user = self._is_root and privileges.can_read_as(privileges.user_for(os.getpid()), paths)
        own = resource_usage.read(around.proc, "self")
        self._base = own.resident if own is not None else 0
        """Memory of a newborn child."""

    def run(self) -> None:
        woken, wake = socket.socketpair()
        for end in (woken, wake):
            end.setblocking(False)
        signal.set_wakeup_fd(wake.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)
        selector = selectors.DefaultSelector()
        selector.register(self._control, selectors.EVENT_READ)
        selector.register(woken, selectors.EVENT_READ)
        self._report({"born": os.getpid(), "trouble": self._trouble()})
        looked = time.monotonic()
        while True:
            ready = {key.fileobj for key, _ in selector.select(_LOOK_SECONDS if self._groups else None)}
            if woken in ready:
                woken.recv(_MESSAGE)
                if not self._reap():
                    break
            if self._control in ready and not self._obey():
                break
            if (since := time.monotonic() - looked) >= _LOOK_SECONDS:
                self._measure(since)
                looked = time.monotonic()
        self._kill_all()

    def _trouble(self) -> str:
        """Why no agent code may run here; empty when it may."""
        if not self._is_root or self._changes_user:
            return ""
        return (
            "Agents cannot run: Parley is root, and no other user can read the Python installation in "
            f"{sys.base_prefix}. Let everybody read it, run Parley as an ordinary user, or, for development, "
            "set PARLEY_AGENT_AS_ROOT=true."
        )

    def _obey(self) -> bool:
        try:
            data, descriptors, _, _ = socket.recv_fds(self._control, _MESSAGE, 1)
        except ConnectionError:
            return False
        if not data:
            return False
        order = json.loads(data)
        if order["op"] == "spawn":
            self._spawn(order, descriptors[0])
        else:
            self._kill(order["id"])
        for descriptor in descriptors:
            os.close(descriptor)
        return True

    def _spawn(self, order: dict[str, Any], connection: int) -> None:
        policy = Policy(**{**order["policy"], "allowed_ports": tuple(order["policy"]["allowed_ports"])})
        try:
            group = self._group(order["deployment"], policy)
            scratch = group.folder(order["id"])
        except OSError as error:
            self._report({"ended": order["id"], "how": f"got no temporary folder ({error.strerror})"})
            return
        process = os.fork()
        if process == 0:
            try:
                child.main(self._place(connection, scratch, group), policy)
            finally:
                os._exit(_INTERNAL_ERROR)
        group.children[process] = Child(order["id"], scratch)

    def _place(self, connection: int, scratch: Path, group: Group) -> child.Place:
        return child.Place(
            connection=connection,
            scratch=scratch,
            changes_user=self._changes_user,
            paths=self._paths,
            proc=self._around.proc,
            cgroup=group.cgroup,
            scratch_in_memory=group.mounted,
            report=group.report,
        )

    def _group(self, deployment: str, policy: Policy) -> Group:
        """A deployment whose limits have changed begins anew beside its old children."""
        for group in self._groups:
            if group.deployment == deployment and group.policy == policy:
                return group
        group = Group(str(next(self._names)), deployment, policy, self._around, self._cgroups)
        self._groups.append(group)
        return group

    def _measure(self, seconds: float) -> None:
        for group in self._groups:
            if group.children and (found := group.measure(seconds, self._base)) is not None:
                process, what = found
                group.children[process].stopped = f"was stopped: its deployment used more than {what}"
                _kill_group(process)

    def _kill(self, number: int) -> None:
        for group in self._groups:
            for process, known in group.children.items():
                if known.number == number:
                    _kill_group(process)

    def _reap(self) -> bool:
        """False when there can be no more children."""
        while (process := _dead_child()) is not None:
            # While it is not collected, nobody else can have its number.
            _kill_group(process)
            _, status = os.waitpid(process, 0)
            self._sweepers.discard(process)
            if process == self._around.holder:
                return False
            for group in list(self._groups):
                if (found := group.children.pop(process, None)) is not None:
                    self._kill_strays()
                    self._report({"ended": found.number, "how": found.stopped or _described(status)})
                    self._bury(group, found)
        return True

    def _kill_strays(self) -> None:
        """Processes that a child left behind become ours; there are none unless the system call filter is missing."""
        known = {process for group in self._groups for process in group.children}
        known |= {*self._sweepers, self._around.holder or 0}
        with suppress(OSError):
            name = f"self/task/{os.getpid()}/children"
            with open(os.open(name, os.O_RDONLY, dir_fd=self._around.proc)) as children:
                for process in set(map(int, children.read().split())) - known:
                    _kill_group(process)

    def _bury(self, group: Group, found: Child) -> None:
        if group.children:
            self._clean(found.scratch)
        else:
            self._groups.remove(group)
            self._clean(group.close())

    def _clean(self, scratch: Path) -> None:
        """Agent code may have left a million files: removing them must not hold up the next child."""
        with suppress(OSError):
            scratch.rmdir()
            return
        process = os.fork()
        if process == 0:
            shutil.rmtree(scratch, ignore_errors=True)
            os._exit(0)
        self._sweepers.add(process)

    def _kill_all(self) -> None:
        processes = [process for group in self._groups for process in group.children]
        for process in processes:
            _kill_group(process)
        for process in processes:
            os.waitpid(process, 0)
        for group in self._groups:
            group.close()

    def _report(self, message: dict[str, Any]) -> None:
        with suppress(OSError):
            self._control.send(json.dumps(message).encode())


def _dead_child() -> int | None:
    try:
        found = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return None
    return found.si_pid if found is not None else None


def _kill_group(process: int) -> None:
    for kill in (os.killpg, os.kill):
        with suppress(OSError):
            kill(process, signal.SIGKILL)


def _described(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return f"exited with status {code}"
    with suppress(ValueError):
        return f"was killed by {signal.Signals(-code).name}"
    return f"was killed by signal {-code}"
