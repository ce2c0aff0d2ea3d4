"""A process that has everything imported and of which children are forked within milliseconds.

Importing is nine tenths of what a start takes, and on a busy machine many seconds. A forked child becomes a child of
the supervisor (its *subreaper*), so the death of the template takes nobody along; then children are started the long
way until the next template is ready.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress

import orjson

from parley.cli.supervision.process_launch import launch
from parley.cli.supervision.subreaper import OrphanReaper, become_subreaper
from parley.kit import tasks
from parley.kit.log import logger
from parley.storage.embedded.process import wait_for_pid

log = logger(__name__)

PROGRAM = (sys.executable, "-P", "-m", "parley.cli.supervision.template_process")
ROOM = "." * 200
"""Its command line is this much longer, so that the one of a role fits in its place later."""
ANSWER_SECONDS = 5.0
REST_SECONDS = 1.0
LONGEST_REST = 60.0


class Forked:
    """A child that the template forked and the supervisor has adopted."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    async def wait(self) -> int:
        await wait_for_pid(self.pid)
        try:
            _, status = os.waitpid(self.pid, os.WNOHANG)  # noqa: ASYNC222 it has ended: nothing blocks
        except ChildProcessError:  # somebody was faster; that it has ended is what matters
            return 0
        return os.waitstatus_to_exitcode(status)


class Template:
    def __init__(self, program: Sequence[str] = PROGRAM) -> None:
        self._program = program
        self._process: asyncio.subprocess.Process | None = None
        self._control: socket.socket | None = None
        self._answer: asyncio.Future[bytes] | None = None
        self._is_ready = False
        self._settled = asyncio.Event()
        """Not while the first one still imports: who wants a child then waits, for it would import the same."""
        # An answer does not say which question it belongs to: one at a time.
        self._asking = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    def start(self) -> None:
        """Nothing where the system cannot give us the children of a child."""
        if become_subreaper():
            self._tasks = [tasks.start(self._keep_running(), "template"), tasks.start(OrphanReaper().run(), "orphans")]

    async def fork(
        self, arguments: Sequence[str], descriptors: Mapping[str, int], environment: Mapping[str, str]
    ) -> Forked | None:
        """A new child in this role; None when there is no template that could give one."""
        if not self._tasks:
            return None
        role = {"arguments": list(arguments), "options": list(descriptors), "environment": dict(environment)}
        async with self._asking:
            await self._settled.wait()
            if not self._is_ready:
                return None
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    return Forked(await self._request_fork(orjson.dumps(role), list(descriptors.values())))
            except (TimeoutError, OSError) as error:
                log.warning("template_failed", error=type(error).__name__)
                self._kill()
                # Its answer may still be on its way, and is none to whoever wants the next child.
                self._control = None
                return None

    def give_up(self) -> None:
        """Nobody is to wait for a template any longer: everything stops."""
        self._settled.set()

    async def aclose(self) -> None:
        await tasks.cancel(*self._tasks)
        if self._tasks:
            become_subreaper(wanted=False)

    async def _request_fork(self, role: bytes, descriptors: Sequence[int]) -> int:
        """The child's number. It begins when we know it: a child whose number came too late finds the pipe closed, and
        ends instead of working where nobody sees it."""
        if self._control is None:
            raise ConnectionError
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._answer = answer
        permit, permission = os.pipe()
        try:
            try:
                socket.send_fds(self._control, [role], [*descriptors, permit])
            finally:
                os.close(permit)
            pid = int(await answer)
            with suppress(BrokenPipeError):  # it has ended already, as whoever waits for it will see
                os.write(permission, b"1")
            return pid
        finally:
            self._answer = None
            os.close(permission)

    async def _keep_running(self) -> None:
        rest = REST_SECONDS
        while True:
            was_ready = await self._run_once()
            rest = REST_SECONDS if was_ready else min(rest * 2, LONGEST_REST)
            await asyncio.sleep(rest)

    async def _run_once(self) -> bool:
        """Starts one and waits for its end; whether it ever was ready."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setblocking(False)
        loop = asyncio.get_running_loop()
        with ours:
            try:
                with theirs:
                    process = await launch(self._program, [ROOM], {"--control-fd": theirs.fileno()}, {})
            except OSError:
                self._settled.set()
                return False
            self._process, self._control = process, ours
            loop.add_reader(ours, self._on_message, ours)
            try:
                status = await process.wait()
            finally:
                loop.remove_reader(ours)
                self._kill()
                self._process = self._control = None
        was_ready, self._is_ready = self._is_ready, False
        self._settled.set()
        self._fail_pending()
        log.warning("template_died", status=status, was_ready=was_ready)
        return was_ready

    def _on_message(self, control: socket.socket) -> None:
        try:
            word = control.recv(64)
        except OSError:
            word = b""
        if not word:
            asyncio.get_running_loop().remove_reader(control)
            self._fail_pending()
        elif word == b"ready":
            self._is_ready = True
            self._settled.set()
        elif self._answer is not None and not self._answer.done():
            self._answer.set_result(word)

    def _fail_pending(self) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError("the template ended"))

    def _kill(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
