"""The agent hosts of one deployment: starts, supervises and replaces its children.

Agent code is synchronous, so a call occupies a child. A child that hangs, crashes or lies costs its one call: it is
killed, another takes its place, and the calls of other conversations never notice.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass

from parley.agent_host import messages
from parley.agent_host.limits import HostLimits
from parley.agent_host.outcomes import accept_result, lost_outcome
from parley.agent_host.parent_connection import ENDED, ChildLost, ParentConnection
from parley.agent_host.protocol import HostServices, Invocation, Json, Outcome
from parley.agent_host.sandbox.policy import Report
from parley.agent_host.slots import Slots
from parley.agent_host.zygote_client import SpawnFailed, ZygoteClient
from parley.kit.clock import Clock
from parley.kit.log import logger
from parley.kit.tasks import Tasks

log = logger(__name__)
_END_SECONDS = 0.5
"""To learn how a child ended, for the message."""
_KINDS = 50
"""Kinds of failures that are counted apart: most are names that agent code chose."""


class NoChild(Exception):
    """No child could be had for a call."""


@dataclass(frozen=True, slots=True)
class PoolStatus:
    children: int
    busy: int
    waiting: int
    calls: int
    failures: Mapping[str, int]
    sandbox: Report
    memory_bytes: int


class HostPool:
    def __init__(
        self,
        name: str,
        project: Mapping[str, Json],
        files: Mapping[str, str],
        zygote_client: ZygoteClient,
        limits: HostLimits,
        clock: Clock,
    ) -> None:
        self._name = name
        self._project = project
        self._files = files
        self._zygote_client = zygote_client
        self._limits = limits
        self._clock = clock
        self._connections: dict[int, ParentConnection] = {}
        self._slots: Slots[int] = Slots()
        self._waiting: deque[tuple[str, asyncio.Future[int]]] = deque()
        self._starting = 0
        self._tasks = Tasks()
        self._closed = False
        self._calls = 0
        self._failures: Counter[str] = Counter()
        self._sandbox: Report = {}
        self.last_used = clock.monotonic()

    async def start(self) -> None:
        """Optional: the first call would start the first child just as well."""
        await asyncio.gather(*self._grow())

    async def call(self, invocation: Invocation, services: HostServices) -> Outcome:
        began = self.last_used = self._clock.monotonic()
        self._calls += 1
        try:
            number = await self._acquire(invocation.conversation.id)
            outcome = await self._call_in(number, invocation, services)
        except NoChild as error:
            waited = (self._clock.monotonic() - began) * 1000
            outcome = lost_outcome("busy", str(error), invocation, waited)
        self.last_used = self._clock.monotonic()
        if outcome.failure is not None:
            self._count_failure(outcome.failure.kind)
        return outcome

    @property
    def idle(self) -> bool:
        return not (self._slots.busy or self._waiting)

    def status(self) -> PoolStatus:
        return PoolStatus(
            children=len(self._slots),
            busy=self._slots.busy,
            waiting=len(self._waiting),
            calls=self._calls,
            failures=dict(self._failures),
            sandbox=self._sandbox,
            memory_bytes=self._zygote_client.memory(self._name),
        )

    def stop_idle_children(self) -> None:
        """Stop children above the minimum that had nothing to do for a while."""
        before = self._clock.monotonic() - self._limits.idle_child_seconds
        for number in self._slots.idle_since(before, self._limits.minimum):
            self._discard(number)

    async def aclose(self) -> None:
        # First: a child that is discarded would otherwise be replaced.
        self._closed = True
        await self._tasks.aclose()
        for number in self._slots.all:
            self._discard(number)
        self._refuse_waiting("The agent host is shutting down.")

    def _count_failure(self, kind: str) -> None:
        known = kind in self._failures or len(self._failures) < _KINDS
        self._failures[kind if known else "other"] += 1

    async def _call_in(self, number: int, invocation: Invocation, services: HostServices) -> Outcome:
        connection = self._connections[number]
        began = self._clock.monotonic()
        usable = False
        try:
            result, state = await connection.call(invocation, services)
            usable = not result.worn
            return accept_result(result, state, invocation, connection.requests_used, self._since(began))
        except TimeoutError:
            problem = f"it took longer than {invocation.timeout:g} seconds"
            return lost_outcome("timeout", problem, invocation, self._since(began), connection.requests_used)
        except ChildLost as error:
            how = str(error)
            if how == ENDED:
                # The socket closes a moment before the zygote has collected the process and can say how it ended.
                how = await self._zygote_client.wait_for_end(number, _END_SECONDS)
            problem = f"its process {how}"
            return lost_outcome("crash", problem, invocation, self._since(began), connection.requests_used)
        finally:
            # Also when the caller gave up: agent code cannot be stopped in the middle, only its process.
            if usable:
                self._slots.release(number, self._clock.monotonic())
                self._dispatch()
            else:
                self._discard(number)

    def _since(self, began: float) -> float:
        return (self._clock.monotonic() - began) * 1000

    async def _acquire(self, conversation: str) -> int:
        while True:
            # Nobody overtakes those who wait.
            number = None if self._waiting else self._slots.acquire(conversation)
            if number is None:
                number = await self._queue(conversation)
            connection = self._connections.get(number)
            # It may have died while nobody used it.
            if connection is not None and connection.is_alive:
                return number
            self._discard(number)

    async def _queue(self, conversation: str) -> int:
        if self._closed:
            raise NoChild("The agent host is shutting down.")
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting.append((conversation, future))
        # After joining the queue: how many wait decides how many children are started.
        self._grow()
        served = False
        try:
            async with asyncio.timeout(self._limits.queue_seconds):
                number = await future
            served = True
            return number
        except TimeoutError:
            raise NoChild("No agent host was free in time.") from None
        finally:
            if not served:
                self._leave(future)

    def _leave(self, future: asyncio.Future[int]) -> None:
        """Whoever gives up waiting must not keep the slot that it was given in the same moment."""
        if future.done() and not future.cancelled() and future.exception() is None:
            self._slots.release(future.result(), self._clock.monotonic())
        future.cancel()
        self._waiting = deque(entry for entry in self._waiting if entry[1] is not future)
        self._dispatch()

    def _dispatch(self) -> None:
        while self._waiting:
            conversation, future = self._waiting[0]
            if future.done():
                self._waiting.popleft()
                continue
            number = self._slots.acquire(conversation)
            if number is None:
                return
            self._waiting.popleft()
            future.set_result(number)

    def _grow(self) -> list[asyncio.Task[None]]:
        started = []
        wanted = max(self._limits.minimum, self._slots.busy + len(self._waiting))
        wanted = min(wanted, self._limits.maximum)
        while not self._closed and len(self._slots) + self._starting < wanted:
            self._starting += 1
            started.append(self._tasks.start(self._start_child(), f"agent host {self._name}"))
        return started

    async def _start_child(self) -> None:
        try:
            number, connection = await self._zygote_client.spawn(ParentConnection, self._limits.policy, self._name)
            await self._introduce(number, connection)
        except (SpawnFailed, ChildLost, TimeoutError, OSError) as error:
            reason = str(error) if isinstance(error, SpawnFailed) else ""
            log.error("agent_host_did_not_start", deployment=self._name, error=type(error).__name__, reason=reason)
            # With other children left, those who wait may still be served.
            if not self._slots:
                self._refuse_waiting(f"No agent host could be started. {reason}".strip())
        finally:
            self._starting -= 1
        self._dispatch()

    async def _introduce(self, number: int, connection: ParentConnection) -> None:
        ready = False
        try:
            connection.send(messages.encode_hello(self._project, self._files))
            async with asyncio.timeout(self._limits.start_seconds):
                self._sandbox = await connection.ready
            self._connections[number] = connection
            self._slots.add(number, self._clock.monotonic())
            ready = True
        finally:
            if not ready:
                connection.close()
                self._zygote_client.kill(number)

    def _discard(self, number: int) -> None:
        self._slots.remove(number)
        if (connection := self._connections.pop(number, None)) is not None:
            connection.close()
        self._zygote_client.kill(number)
        self._grow_if_used()

    def _grow_if_used(self) -> None:
        """A deployment that nobody uses any more gets no new child for the one that was stopped."""
        recently = self._clock.monotonic() - self.last_used < self._limits.idle_child_seconds
        if recently or self._waiting:
            self._grow()

    def _refuse_waiting(self, reason: str) -> None:
        for _, future in self._waiting:
            if not future.done():
                future.set_exception(NoChild(reason))
        self._waiting.clear()
