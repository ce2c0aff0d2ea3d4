"""Keeps child processes running: one that dies or hangs is replaced, all stop together, none outlives us."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge

from parley.cli.supervision.liveness import TICK_SECONDS, Liveness, LivenessLimits, awake_seconds, find_hung
from parley.cli.supervision.process_launch import PROGRAM, ChildProcess, launch
from parley.cli.supervision.template import Template
from parley.kit import tasks
from parley.kit.heartbeat import open_channel, read_beats
from parley.kit.log import logger

log = logger(__name__)

FIRST_PAUSE = 0.2
LONGEST_PAUSE = 5.0
STEADY_SECONDS = 2.0
"""A child that was alive for this long had a good start: its next death is answered at once."""
SLOW_SECONDS = 1.0
"""A loop that is later than this is worth a line in the log."""


@dataclass(slots=True)
class Child:
    name: str
    arguments: Sequence[str]
    """What follows `parley` on the command line."""
    descriptors: Mapping[str, int] = field(default_factory=dict)
    """Listening sockets of ours that it serves, by the option that tells it of them."""
    environment: Mapping[str, str] = field(default_factory=dict)
    pid: int | None = None
    restarts: int = 0
    liveness: Liveness | None = None
    """While it runs."""
    killed_for: str = ""


class Counts:
    """What the supervisor did and heard, for Prometheus."""

    def __init__(self, registry: CollectorRegistry = REGISTRY) -> None:
        self.restarts = Counter(
            "parley_child_restarts",
            "Children of `parley up` that were started again, by why: died, hung, not_started.",
            ["child", "reason"],
            registry=registry,
        )
        self.lag = Gauge(
            "parley_child_loop_lag_seconds",
            "How late the event loop of a child was at its last heartbeat.",
            ["child"],
            registry=registry,
        )


class Supervisor:
    def __init__(
        self,
        children: Sequence[Child],
        stop_seconds: float,
        limits: LivenessLimits | None = None,
        counts: Counts | None = None,
        template: Template | None = None,
        program: Sequence[str] = PROGRAM,
    ) -> None:
        self.children = list(children)
        self._stop_seconds = stop_seconds
        self._limits = limits or LivenessLimits()
        self._counts = counts or Counts(CollectorRegistry())
        self._template = template
        self._program = program
        self._stopping = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._looking: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._tasks = [tasks.start(self._keep_running(child), child.name) for child in self.children]
        self._looking = tasks.start(self._kill_hung_children(), "heartbeats")

    async def stop(self) -> None:
        """Asks every child to finish, waits, and ends those that do not."""
        self._stopping.set()
        if self._looking is not None:
            self._looking.cancel()
        if self._template is not None:
            self._template.give_up()
        self._signal(signal.SIGTERM)
        if not self._tasks:
            return
        _done, pending = await asyncio.wait(self._tasks, timeout=self._stop_seconds)
        if pending:
            self._signal(signal.SIGKILL)
            await asyncio.wait(pending)

    async def _keep_running(self, child: Child) -> None:
        pause = 0.0
        while not self._stopping.is_set():
            self._counts.restarts.labels(child.name, "died")  # a counter that is there from the start can be rated
            status, alive_seconds = await self._run(child)
            if self._stopping.is_set():
                return
            pause = 0.0 if alive_seconds > STEADY_SECONDS else pause
            reason, child.killed_for = child.killed_for or "died", ""
            log.warning("child_died", child=child.name, reason=reason, status=status, restart_in=pause)
            child.restarts += 1
            self._counts.restarts.labels(child.name, reason).inc()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), pause)
            pause = min(max(pause * 2, FIRST_PAUSE), LONGEST_PAUSE)

    async def _run(self, child: Child) -> tuple[int | None, float]:
        """How the child ended, and for how long it was alive; no status when it could not even be started, as on a
        machine that has no memory left."""
        listening, beating = open_channel()
        loop = asyncio.get_running_loop()
        with listening:
            try:
                with beating:  # ours is closed once the child has its own: else the end of the child would not be seen
                    process = await self._process(child, beating)
            except OSError:
                return None, 0.0
            child.pid = process.pid
            loop.add_reader(listening, self._on_heartbeat, child, listening)
            # `stop` came while it was being started, and had no number to send its signal to.
            if self._stopping.is_set():
                self._signal(signal.SIGTERM)
            started = time.monotonic()
            try:
                status = await process.wait()
            finally:
                loop.remove_reader(listening)
            was_alive = child.liveness is not None and child.liveness.beats > 0
            child.pid = child.liveness = None
            return status, time.monotonic() - started if was_alive else 0.0

    async def _process(self, child: Child, beating: socket.socket) -> ChildProcess:
        descriptors = {**child.descriptors, "--heartbeat-fd": beating.fileno()}
        if self._template is not None:
            forked = await self._template.fork(child.arguments, descriptors, child.environment)
            if forked is not None:
                child.liveness = Liveness(is_warm=True)
                return forked
            if self._stopping.is_set():
                # An OSError, as of a start that fails: the caller then sees that everything stops.
                raise ConnectionAbortedError
        child.liveness = Liveness()
        return await launch(self._program, child.arguments, descriptors, child.environment)

    def _on_heartbeat(self, child: Child, listening: socket.socket) -> None:
        lags = read_beats(listening)
        if lags is None:  # it has closed its end: it ends, or will be missed
            asyncio.get_running_loop().remove_reader(listening)
            return
        for lag in lags:
            if child.liveness is not None:
                child.liveness.record_beat(lag)
            self._counts.lag.labels(child.name).set(lag)
            if lag > SLOW_SECONDS:
                log.warning("child_slow", child=child.name, loop_lag=round(lag, 3))

    async def _kill_hung_children(self) -> None:
        looked_at = time.monotonic()
        while True:
            await asyncio.sleep(TICK_SECONDS)
            now = time.monotonic()
            counted, looked_at = awake_seconds(now - looked_at), now
            running = {child.name: child.liveness for child in self.children if child.liveness is not None}
            for liveness in running.values():
                liveness.silent_seconds += counted
            late = find_hung(running, self._limits)
            for child in self.children:
                if child.name in late:
                    self._kill(child, late[child.name])

    def _kill(self, child: Child, reason: str) -> None:
        """What does not answer does not hear a polite signal either."""
        if child.pid is None or child.liveness is None or child.killed_for:
            return
        child.killed_for = reason
        silent = round(child.liveness.silent_seconds, 2)
        log.error(
            "child_hung", child=child.name, pid=child.pid, reason=reason, silent=silent, beats=child.liveness.beats
        )
        with suppress(ProcessLookupError):
            os.kill(child.pid, signal.SIGKILL)

    def _signal(self, number: int) -> None:
        for child in self.children:
            if child.pid is not None:
                with suppress(ProcessLookupError):  # it has just ended by itself
                    os.kill(child.pid, number)


def environment(database_url: str, data: Path, name: str) -> dict[str, str]:
    """What every child is told. The database address travels in the environment: a process list does not show it."""
    return {
        "PARLEY_DATABASE_URL": database_url,
        "PARLEY_DATA": str(data),
        "PARLEY_LOG_FILE": str(data / "logs" / f"{name}.log"),
    }
