"""The serving process' end of the connection to its zygote: one per process, shared by every deployment."""

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
# The interpreter runs isolated (-I), so that neither the environment nor the current folder says what is imported. Our
# own code and what this process can import are handed over instead.
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
_PASSED_VARIABLES = ("LD_LIBRARY_PATH",)
"""An interpreter that needs it cannot start without it."""
_START_SECONDS = 30.0
"""Of a zygote, imports included, on a machine under load."""
_LARGEST_MESSAGE = 64 * 1024


class SpawnFailed(Exception):
    """No child can be started at the moment."""


class ZygoteClient:
    """Starts lazily; a zygote that died is replaced by the next call."""

    def __init__(self, private: bool = True) -> None:
        """`private`: give children files and processes of their own, where the kernel can."""
        self._private = private
        self._start_lock = asyncio.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._folder = ""
        self._control: socket.socket | None = None
        self._started: asyncio.Future[int] | None = None
        self.trouble = ""
        """Why no agent code may run on this machine, once that is known."""
        self._numbers = 0
        self._exits: dict[int, asyncio.Future[str]] = {}
        self._memory: dict[str, int] = {}

    async def spawn(self, protocol: Callable[[], P], policy: Policy, deployment: str) -> tuple[int, P]:
        """→ the child's number and the connection to it; not ready yet. Children of one deployment share its limits."""
        await self._ensure_started()
        if self.trouble and not policy.as_root:
            raise SpawnFailed(self.trouble)
        ours, theirs = socket.socketpair()
        # A number of our own: the kernel's is known to the zygote alone, and may be given again.
        self._numbers += 1
        number = self._numbers
        self._exits[number] = asyncio.get_running_loop().create_future()
        try:
            self._send_order({"op": "spawn", "id": number, "deployment": deployment, "policy": asdict(policy)}, theirs)
        except SpawnFailed:
            self._exits.pop(number, None)
            ours.close()
            raise
        finally:
            # A copy that stays open here would keep the connection open after the child's death.
            theirs.close()
        _, connection = await asyncio.get_running_loop().create_unix_connection(protocol, sock=ours)
        return number, connection

    def kill(self, number: int) -> None:
        """For good; how it ended is forgotten too."""
        self._exits.pop(number, None)
        with suppress(SpawnFailed):
            self._send_order({"op": "kill", "id": number})

    def memory(self, deployment: str) -> int:
        """Bytes that its children used together when they were last measured; 0 until then."""
        return self._memory.get(deployment, 0)

    async def wait_for_end(self, number: int, seconds: float) -> str:
        """How a child ended by itself, once it has."""
        future = self._exits.get(number)
        if future is None:
            return "ended"
        try:
            # Shielded: a timeout of this caller must not cancel what the zygote may still report.
            return await asyncio.wait_for(asyncio.shield(future), seconds)
        except TimeoutError:
            return "ended"

    async def aclose(self) -> None:
        if (ended := self._disconnect()) is not None:
            await ended

    async def warm_up(self) -> None:
        """Starts the zygote before the first child is wanted. One that does not start is tried again then, and said."""
        with suppress(SpawnFailed, OSError, TimeoutError):
            await self._ensure_started()

    async def _ensure_started(self) -> None:
        # Calls that come at once wait for one zygote instead of starting one each.
        async with self._start_lock:
            if self._control is not None:
                return
            loop = asyncio.get_running_loop()
            # Keeps the borders of messages, so that a descriptor arrives with the order that it belongs to.
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            self._folder = tempfile.mkdtemp(prefix="parley-hosts-")
            with theirs:
                self._process = _start_process(theirs, self._folder, self._private)
            ours.setblocking(False)
            self._control, self._started = ours, loop.create_future()
            loop.add_reader(ours, self._read_message)
            try:
                await asyncio.wait_for(asyncio.shield(self._started), _START_SECONDS)
            except (TimeoutError, ConnectionError):
                self._disconnect()
                raise SpawnFailed("the process that starts agent hosts did not start") from None

    def _send_order(self, order: dict[str, Any], descriptor: socket.socket | None = None) -> None:
        if self._control is None:
            raise SpawnFailed("the process that starts agent hosts is gone")
        descriptors = [descriptor.fileno()] if descriptor else []
        try:
            socket.send_fds(self._control, [json.dumps(order).encode()], descriptors)
        except OSError:
            self._disconnect()
            raise SpawnFailed("the process that starts agent hosts does not listen") from None

    def _read_message(self) -> None:
        assert self._control is not None
        try:
            data = self._control.recv(_LARGEST_MESSAGE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._disconnect()
            return
        message = json.loads(data)
        if self._started is not None and not self._started.done():
            self.trouble = message["trouble"]
            self._started.set_result(message["started"])
        elif "memory" in message:
            self._note_memory(message["deployment"], message["memory"])
        elif (future := self._exits.get(message.get("ended"))) is not None and not future.done():
            future.set_result(message["how"])

    def _note_memory(self, deployment: str, used: int) -> None:
        # One whose last child has ended uses none: it may never come back.
        if used:
            self._memory[deployment] = used
        else:
            self._memory.pop(deployment, None)

    def _disconnect(self) -> asyncio.Future[None] | None:
        """Closing our end is what ends the zygote, and with it every child; done when nothing of it is left."""
        if self._control is not None:
            asyncio.get_running_loop().remove_reader(self._control)
            self._control.close()
        if self._started is not None and not self._started.done():
            self._started.set_exception(ConnectionError("the zygote ended"))
            self._started.exception()  # marks it as read: nobody may be waiting any more
        for future in self._exits.values():
            if not future.done():
                future.set_result("ended with the process that started it")
        self._exits.clear()
        self._memory.clear()
        process, self._process = self._process, None
        self._control = self._started = None
        if process is None:
            return None
        # In a thread: waiting for a process blocks, and removing a folder may take long.
        return asyncio.get_running_loop().run_in_executor(None, _await_end, process, self._folder)


def _await_end(process: subprocess.Popen[bytes], folder: str) -> None:
    """A zygote ends when we hang up; one that was killed could not clean up after itself."""
    process.wait()
    shutil.rmtree(folder, ignore_errors=True)


def _start_process(control: socket.socket, folder: str, private: bool) -> subprocess.Popen[bytes]:
    root = Path(parley.__file__).resolve().parents[1]
    known = ":".join(entry for entry in sys.path if entry and Path(entry).is_dir())
    environment = {**_ENVIRONMENT, **{name: os.environ[name] for name in _PASSED_VARIABLES if name in os.environ}}
    return subprocess.Popen(  # noqa: S603 - our own interpreter and our own code
        [sys.executable, "-I", "-c", _BOOT, str(root), known, str(control.fileno()), folder, "private" * private],
        env=environment,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=[control.fileno()],
        start_new_session=True,
    )
