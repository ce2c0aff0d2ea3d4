"""A small process that has everything imported and forks children from itself within milliseconds.

It runs no agent code. It lives as long as the serving process holds the other end of its socket, and its children no
longer than itself.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import selectors
import shutil
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from parley.runtime.host import child
from parley.runtime.host.sandbox import privileges
from parley.runtime.host.sandbox.apply import interpreter_paths
from parley.runtime.host.sandbox.kernel import PR_SET_CHILD_SUBREAPER, prctl
from parley.runtime.host.sandbox.policy import Policy
from parley.runtime.host.surface import gen

_PRELOADED = (
    *("base64", "bisect", "calendar", "concurrent.futures.thread", "csv", "difflib", "fractions", "hashlib", "heapq"),
    *("html", "http.client", "logging", "operator", "queue", "statistics", "string", "textwrap", "unicodedata"),
    *("urllib.parse", "urllib.request", "uuid", "pydantic", "requests", "jsonschema", "phonenumbers"),
)
_MESSAGE = 64 * 1024
_INTERNAL_ERROR = 70


def main(control: int, folder: str) -> None:
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
    gc.collect()
    gc.freeze()
    try:
        Zygote(socket.socket(fileno=control), Path(folder), interpreter_paths()).run()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Zygote:
    def __init__(self, control: socket.socket, folder: Path, paths: Sequence[Path]) -> None:
        self._control = control
        self._folder = folder
        self._paths = paths
        self._children: dict[int, tuple[int, Path]] = {}
        self._sweepers: set[int] = set()
        self._changes_user = os.geteuid() == 0 and privileges.interpreter_open_to_all(paths)
        folder.chmod(0o711)

    def run(self) -> None:
        woken, wake = socket.socketpair()
        for end in (woken, wake):
            end.setblocking(False)
        signal.set_wakeup_fd(wake.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)
        selector = selectors.DefaultSelector()
        selector.register(self._control, selectors.EVENT_READ)
        selector.register(woken, selectors.EVENT_READ)
        self._report({"born": os.getpid()})
        while True:
            ready = {key.fileobj for key, _ in selector.select()}
            if woken in ready:
                woken.recv(_MESSAGE)
                self._reap()
            if self._control in ready and not self._obey():
                break
        self._kill_all()

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
        scratch = self._folder / str(order["id"])
        scratch.mkdir(mode=0o700)
        policy = Policy(**{**order["policy"], "allowed_ports": tuple(order["policy"]["allowed_ports"])})
        process = os.fork()
        if process == 0:
            try:
                user = privileges.user_for(os.getpid()) if self._changes_user else None
                child.main(connection, policy, scratch, user, self._paths)
            finally:
                os._exit(_INTERNAL_ERROR)
        self._children[process] = (order["id"], scratch)

    def _kill(self, number: int) -> None:
        for process, (known, _) in self._children.items():
            if known == number:
                _kill_group(process)

    def _reap(self) -> None:
        while (process := _dead_child()) is not None:
            # While it is not collected, nobody else can have its number.
            _kill_group(process)
            _, status = os.waitpid(process, 0)
            self._sweepers.discard(process)
            if (found := self._children.pop(process, None)) is not None:
                self._kill_strays()
                self._report({"ended": found[0], "how": _described(status)})
                self._clean(found[1])

    def _kill_strays(self) -> None:
        """Processes that a child left behind become ours; there are none unless the system call filter is missing."""
        with suppress(OSError), open(f"/proc/self/task/{os.getpid()}/children") as children:
            for process in map(int, children.read().split()):
                if process not in self._children and process not in self._sweepers:
                    _kill_group(process)

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
        for process in self._children:
            _kill_group(process)
        for process in self._children:
            os.waitpid(process, 0)

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
