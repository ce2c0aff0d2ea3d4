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
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from parley.agent_host import child
from parley.agent_host.deployment_children import ChildProcess, DeploymentChildren
from parley.agent_host.sandbox import cgroups, namespaces, privileges, resource_usage
from parley.agent_host.sandbox.cgroups import Cgroups
from parley.agent_host.sandbox.libc import PR_SET_CHILD_SUBREAPER, prctl
from parley.agent_host.sandbox.namespaces import Namespaces
from parley.agent_host.sandbox.policy import Policy
from parley.agent_host.sandbox.readable_files import interpreter_paths
from parley.agent_host.surface import gen

_PRELOADED = (
    *("base64", "bisect", "calendar", "concurrent.futures.thread", "csv", "difflib", "fractions", "hashlib", "heapq"),
    *("html", "http.client", "logging", "operator", "queue", "statistics", "string", "textwrap", "unicodedata"),
    *("urllib.parse", "urllib.request", "uuid", "pydantic", "requests", "jsonschema", "phonenumbers"),
)
"""What projects import: loaded once here, its memory is shared by all children."""
_MESSAGE = 64 * 1024
_INTERNAL_ERROR = 70
_MEASURE_SECONDS = 0.5
"""Between two measurements of what children use."""
_TELL_SECONDS = 2.0
"""Between two reports of it."""


def main(control: int, folder: str, private: bool) -> None:
    paths = interpreter_paths()
    # The trial runs while the imports do.
    trial = namespaces.start_trial(Path(folder), paths) if private else None
    _preload()
    # Grandchildren whose parent died come to us and not to the machine's first process, so that we can end them.
    with suppress(OSError):
        prctl(PR_SET_CHILD_SUBREAPER, 1)
    # Children of other users must find their own folder in it.
    Path(folder).chmod(0o711)
    # Before the machine's files go out of sight.
    groups = cgroups.find_delegated(f"agents-{os.getpid()}")
    entered = namespaces.enter_namespaces(Path(folder), paths, trial)
    # Objects that are never collected are never written to by the collector: their pages stay shared after a fork.
    gc.collect()
    gc.freeze()
    try:
        Zygote(socket.socket(fileno=control), entered, groups, paths).run()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _preload() -> None:
    for name in _PRELOADED:
        with suppress(ImportError):
            importlib.import_module(name)
    # The first model and the first time zone load more, which would otherwise be loaded in each child.
    pydantic = sys.modules.get("pydantic")
    if pydantic is not None:
        pydantic.create_model("Warm", text=(str, ""))
    ZoneInfo("UTC")
    gen.install()


class Zygote:
    def __init__(
        self, control: socket.socket, entered: Namespaces, groups: Cgroups | None, paths: Sequence[Path]
    ) -> None:
        self._control = control
        self._namespaces = entered
        self._cgroups = groups
        self._paths = paths
        self._deployments: list[DeploymentChildren] = []
        self._names = itertools.count(1)
        self._removers: set[int] = set()
        """Processes that remove folders."""
        self._is_root = os.geteuid() == 0
        self._changes_user = self._is_root and privileges.can_read_as(privileges.uid_for_child(os.getpid()), paths)
        own = resource_usage.read_usage(entered.proc, "self")
        self._base_memory = own.resident if own is not None else 0
        """Of a new child."""
        self._base_anonymous = resource_usage.read_anonymous(entered.proc, "self")

    def run(self) -> None:
        # A signal interrupts no code of ours: it only makes this socket readable.
        woken, wake = socket.socketpair()
        for end in (woken, wake):
            end.setblocking(False)
        signal.set_wakeup_fd(wake.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)
        selector = selectors.DefaultSelector()
        selector.register(self._control, selectors.EVENT_READ)
        selector.register(woken, selectors.EVENT_READ)
        self._report({"started": os.getpid(), "trouble": self._trouble()})
        measured = told = time.monotonic()
        while True:
            # Nothing is measured while there is no child: an idle zygote is never woken.
            ready = {key.fileobj for key, _ in selector.select(_MEASURE_SECONDS if self._deployments else None)}
            if woken in ready:
                woken.recv(_MESSAGE)
                if not self._reap():
                    break
            if self._control in ready and not self._handle_order():
                break
            if (since := time.monotonic() - measured) >= _MEASURE_SECONDS:
                self._stop_excess(since)
                measured = time.monotonic()
                if measured - told >= _TELL_SECONDS:
                    self._tell_memory()
                    told = measured
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

    def _handle_order(self) -> bool:
        """False when the serving process is gone."""
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
            deployment = self._find_deployment(order["deployment"], policy)
            scratch = deployment.create_folder(order["id"])
        except OSError as error:
            self._report({"ended": order["id"], "how": f"got no temporary folder ({error.strerror})"})
            return
        process = os.fork()
        if process == 0:
            # Whatever happens, the child never returns into the zygote's loop.
            try:
                child.main(self._child_setup(connection, scratch, deployment), policy)
            finally:
                os._exit(_INTERNAL_ERROR)
        deployment.children[process] = ChildProcess(order["id"], scratch)

    def _child_setup(self, connection: int, scratch: Path, deployment: DeploymentChildren) -> child.ChildSetup:
        return child.ChildSetup(
            connection=connection,
            scratch=scratch,
            changes_user=self._changes_user,
            paths=self._paths,
            proc=self._namespaces.proc,
            cgroup=deployment.cgroup,
            scratch_in_memory=deployment.scratch_in_memory,
            report=deployment.report,
        )

    def _find_deployment(self, name: str, policy: Policy) -> DeploymentChildren:
        """A deployment whose limits have changed begins anew beside its old children."""
        for deployment in self._deployments:
            if deployment.deployment == name and deployment.policy == policy:
                return deployment
        created = DeploymentChildren(str(next(self._names)), name, policy, self._namespaces, self._cgroups)
        self._deployments.append(created)
        return created

    def _stop_excess(self, seconds: float) -> None:
        for deployment in self._deployments:
            if deployment.children:
                found = deployment.find_child_to_stop(seconds, self._base_memory)
                if found is not None:
                    process, what = found
                    deployment.children[process].stopped = f"was stopped: its deployment used more than {what}"
                    _kill_process(process)

    def _tell_memory(self) -> None:
        used: Counter[str] = Counter()
        for deployment in self._deployments:
            used[deployment.deployment] += deployment.measure_memory(self._base_anonymous)
        for name, memory in used.items():
            self._report({"deployment": name, "memory": memory})

    def _kill(self, number: int) -> None:
        for deployment in self._deployments:
            for process, known in deployment.children.items():
                if known.number == number:
                    _kill_process(process)

    def _reap(self) -> bool:
        """False when there can be no more children."""
        while (process := _find_dead_child()) is not None:
            # While it is not collected, nobody else can have its number.
            _kill_process(process)
            _, status = os.waitpid(process, 0)
            self._removers.discard(process)
            if process == self._namespaces.init:
                return False
            for deployment in list(self._deployments):
                if (ended := deployment.children.pop(process, None)) is not None:
                    self._kill_strays()
                    self._report({"ended": ended.number, "how": ended.stopped or _describe_status(status)})
                    self._remove_traces(deployment, ended)
        return True

    def _kill_strays(self) -> None:
        """Processes that a child left behind become ours; there are none unless the system call filter is missing."""
        known = {process for deployment in self._deployments for process in deployment.children}
        known |= {*self._removers, self._namespaces.init or 0}
        with suppress(OSError):
            name = f"self/task/{os.getpid()}/children"
            with open(os.open(name, os.O_RDONLY, dir_fd=self._namespaces.proc)) as children:
                for process in set(map(int, children.read().split())) - known:
                    _kill_process(process)

    def _remove_traces(self, deployment: DeploymentChildren, ended: ChildProcess) -> None:
        if deployment.children:
            self._remove_folder(ended.scratch)
        else:
            self._deployments.remove(deployment)
            self._report({"deployment": deployment.deployment, "memory": 0})
            self._remove_folder(deployment.close())

    def _remove_folder(self, folder: Path) -> None:
        """Agent code may have left a million files: removing them must not hold up the next child."""
        with suppress(OSError):
            folder.rmdir()
            return
        process = os.fork()
        if process == 0:
            shutil.rmtree(folder, ignore_errors=True)
            os._exit(0)
        self._removers.add(process)

    def _kill_all(self) -> None:
        processes = [process for deployment in self._deployments for process in deployment.children]
        for process in processes:
            _kill_process(process)
        for process in processes:
            os.waitpid(process, 0)
        for deployment in self._deployments:
            deployment.close()

    def _report(self, message: dict[str, Any]) -> None:
        with suppress(OSError):
            self._control.send(json.dumps(message).encode())


def _find_dead_child() -> int | None:
    """Without collecting it."""
    try:
        found = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return None
    return found.si_pid if found is not None else None


def _kill_process(process: int) -> None:
    """With its process group; alone while it has not made one yet."""
    for kill in (os.killpg, os.kill):
        with suppress(OSError):
            kill(process, signal.SIGKILL)


def _describe_status(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return f"exited with status {code}"
    with suppress(ValueError):
        return f"was killed by {signal.Signals(-code).name}"
    return f"was killed by signal {-code}"
