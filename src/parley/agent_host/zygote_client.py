"""The serving process' handle on its zygote: one per process, shared by every deployment."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

import parley
from parley.agent_host.sandbox.policy import Policy

P = TypeVar("P", bound=asyncio.Protocol)
_BOOT = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "sys.path += [p for p in sys.argv[2].split(':') if p and p not in sys.path]; "
    "from parley.agent_host.zygote import main; main(int(sys.argv[3]), sys.argv[4], sys.argv[5] == 'private')"
)
_ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    # One arena: every further one reserves address space, which is what the memory limit counts.
    "MALLOC_ARENA_MAX": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}
_PASSED_ON = ("LD_LIBRARY_PATH",)
_START_SECONDS = 30.0
_LARGEST_MESSAGE = 64 * 1024


class NurseryFailed(Exception):
    """No child can be started at the moment."""


class ZygoteClient:
    """Starts lazily; a zygote that died is replaced by the next call."""

    def __init__(self, private: bool = True) -> None:
        """`private`: give children files and processes of their own, where the kernel can."""
        self._private = private
        self._starting = asyncio.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._folder = ""
        self._control: socket.socket | None = None
        self._born: asyncio.Future[int] | None = None
        self.trouble = ""
        """Why no agent code may run on this machine, once that is known."""
        self._numbers = 0
        self._ends: dict[int, asyncio.Future[str]] = {}

    async def spawn(self, protocol: Callable[[], P], policy: Policy, deployment: str) -> tuple[int, P]:
        """→ the child's number and what talks to it; not ready yet. Children of one deployment share its limits."""
        await self._ensure()
        if self.trouble and not policy.as_root:
            raise NurseryFailed(self.trouble)
        ours, theirs = socket.socketpair()
        self._numbers += 1
        number = self._numbers
        self._ends[number] = asyncio.get_running_loop().create_future()
        try:
            self._order({"op": "spawn", "id": number, "deployment": deployment, "policy": asdict(policy)}, theirs)
        except NurseryFailed:
            self._ends.pop(number, None)
            ours.close()
            raise
        finally:
            theirs.close()
        _, talking = await asyncio.get_running_loop().create_unix_connection(protocol, sock=ours)
        return number, talking

    def kill(self, number: int) -> None:
        """For good; how it ended is forgotten too."""
        self._ends.pop(number, None)
        with suppress(NurseryFailed):
            self._order({"op": "kill", "id": number})

    async def ended(self, number: int, seconds: float) -> str:
        """How a child ended by itself, once it has."""
        future = self._ends.get(number)
        if future is None:
            return "ended"
        try:
            return await asyncio.wait_for(asyncio.shield(future), seconds)
        except TimeoutError:
            return "ended"

    async def aclose(self) -> None:
        if (buried := self._lose()) is not None:
            await buried

    async def _ensure(self) -> None:
        async with self._starting:
            if self._control is not None:
                return
            loop = asyncio.get_running_loop()
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            self._folder = tempfile.mkdtemp(prefix="parley-hosts-")
            with theirs:
                self._process = _start(theirs, self._folder, self._private)
            ours.setblocking(False)
            self._control, self._born = ours, loop.create_future()
            loop.add_reader(ours, self._heard)
            try:
                await asyncio.wait_for(asyncio.shield(self._born), _START_SECONDS)
            except (TimeoutError, ConnectionError):
                self._lose()
                raise NurseryFailed("the process that starts agent hosts did not start") from None

    def _order(self, order: dict[str, Any], descriptor: socket.socket | None = None) -> None:
        if self._control is None:
            raise NurseryFailed("the process that starts agent hosts is gone")
        descriptors = [descriptor.fileno()] if descriptor else []
        try:
            socket.send_fds(self._control, [json.dumps(order).encode()], descriptors)
        except OSError:
            self._lose()
            raise NurseryFailed("the process that starts agent hosts does not listen") from None

    def _heard(self) -> None:
        assert self._control is not None
        try:
            data = self._control.recv(_LARGEST_MESSAGE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._lose()
            return
        message = json.loads(data)
        if self._born is not None and not self._born.done():
            self.trouble = message["trouble"]
            self._born.set_result(message["born"])
        elif (future := self._ends.get(message.get("ended"))) is not None and not future.done():
            future.set_result(message["how"])

    def _lose(self) -> asyncio.Future[None] | None:
        """Closing our end is what ends the zygote, and with it every child; done when nothing of it is left."""
        if self._control is not None:
            asyncio.get_running_loop().remove_reader(self._control)
            self._control.close()
        if self._born is not None and not self._born.done():
            self._born.set_exception(ConnectionError("the zygote ended"))
            self._born.exception()
        for future in self._ends.values():
            if not future.done():
                future.set_result("ended with the process that started it")
        self._ends.clear()
        process, self._process = self._process, None
        self._control = self._born = None
        if process is None:
            return None
        return asyncio.get_running_loop().run_in_executor(None, _bury, process, self._folder)


def _bury(process: subprocess.Popen[bytes], folder: str) -> None:
    """A zygote ends when we hang up; one that was killed could not clean up after itself."""
    process.wait()
    shutil.rmtree(folder, ignore_errors=True)


def _start(control: socket.socket, folder: str, private: bool) -> subprocess.Popen[bytes]:
    root = Path(parley.__file__).resolve().parents[1]
    known = ":".join(entry for entry in sys.path if entry and Path(entry).is_dir())
    environment = {**_ENVIRONMENT, **{name: os.environ[name] for name in _PASSED_ON if name in os.environ}}
    return subprocess.Popen(  # noqa: S603 - our own interpreter and our own code
        [sys.executable, "-I", "-c", _BOOT, str(root), known, str(control.fileno()), folder, "private" * private],
        env=environment,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=[control.fileno()],
        start_new_session=True,
    )
