"""An engine in a process of its own, which computes for one request at a time while everybody else is served.

Requests wait in one bounded queue, first come, first served. A process that dies, or does not stop when it is asked to,
is replaced; one that nobody needs any more ends, and gives its memory back.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress

from prometheus_client import Counter

from parley.kit.child_process import ChildProcess
from parley.kit.frames import Frame, FrameTooLong, encode_frame, receive_frame
from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.providers.llm.protocol import ModelError
from parley.providers.local_model import wire

log = logger(__name__)

MODULE = "parley.providers.local_model.child"
START_SECONDS = 120.0
"""A gigabyte is read from a disk, once."""
STOP_SECONDS = 3.0
"""How long a cancelled request may take to end. Then its process does: a prompt is computed in one go."""
IDLE_SECONDS = 600.0
MAX_WAITING = 16
ATTEMPTS = 2
"""A process may be lost by no fault of the request. One that costs two would cost the next one too."""

_requests = Counter("parley_local_model_requests", "Requests to a model on this machine.", ["model", "result"])
_tokens = Counter(
    "parley_local_model_tokens", "Its tokens: of prompts, computed or known from before, and of replies.", ["kind"]
)
_lost = Counter("parley_local_model_lost", "Processes that died, or had to be ended in the middle of a request.")


class EngineLost(Exception):
    """Its process did not start, or ended."""


class EngineProcess:
    def __init__(self, child: ChildProcess) -> None:
        self._child = child

    @classmethod
    async def start(cls, module: str, *arguments: str) -> EngineProcess:
        """Returns when the model is loaded. Raises `EngineLost`."""
        try:
            engine = cls(await ChildProcess.start(module, *arguments))
        except (OSError, RuntimeError) as error:
            raise EngineLost(type(error).__name__) from None
        try:
            async with asyncio.timeout(START_SECONDS):
                await engine.receive()
        except TimeoutError:
            await engine.kill()
            raise EngineLost("it did not start in time") from None
        except BaseException:
            await engine.kill()
            raise
        return engine

    @property
    def pid(self) -> int:
        return self._child.pid

    def send(self, kind: bytes, payload: bytes = b"") -> None:
        self._child.writer.write(encode_frame(kind, payload))

    async def receive(self) -> Frame:
        """Raises `EngineLost`."""
        try:
            return await receive_frame(self._child.reader, wire.MAX_PAYLOAD)
        except (OSError, asyncio.IncompleteReadError, FrameTooLong) as error:
            raise EngineLost(type(error).__name__) from None

    async def stop_answering(self) -> bool:
        """True when it is ready for another request."""
        self.send(wire.CANCEL)
        with suppress(TimeoutError, EngineLost):
            async with asyncio.timeout(STOP_SECONDS):
                while (await self.receive())[0] not in (wire.DONE, wire.FAILED):
                    pass
            return True
        return False

    async def kill(self) -> None:
        await self._child.kill()


class EngineQueue:
    """Idle until the first request. Belongs to the event loop that it is used in."""

    def __init__(
        self,
        name: str,
        *arguments: str,
        module: str = MODULE,
        max_waiting: int = MAX_WAITING,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        """`arguments` are the process's."""
        self._name = name
        self._arguments = arguments
        self._module = module
        self._max_waiting = max_waiting
        self._idle_seconds = idle_seconds
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._tasks = Tasks()
        self._expiry: asyncio.TimerHandle | None = None
        self.running: EngineProcess | None = None

    async def answer(self, task: wire.Task, seconds: float) -> AsyncGenerator[str, None]:
        """Pieces of the reply. `seconds` is for all of it, waiting included. Raises ModelError."""
        result = "error"
        try:
            deadline = asyncio.get_running_loop().time() + seconds
            await self._take_turn(deadline)
            async for piece in self._answer(task, deadline):
                yield piece
            result = "ok"
        except (GeneratorExit, asyncio.CancelledError):
            result = "cancelled"
            raise
        finally:
            _requests.labels(self._name, result).inc()

    async def aclose(self) -> None:
        if self._expiry is not None:
            self._expiry.cancel()
        await self._tasks.aclose()
        await self._end_process()

    async def _take_turn(self, deadline: float) -> None:
        if self._waiting >= self._max_waiting:
            raise ModelError("too many requests wait for the model on this machine")
        self._waiting += 1
        try:
            async with asyncio.timeout_at(deadline):
                await self._turn.acquire()
        except TimeoutError:
            raise ModelError("the model on this machine was busy until the time was up") from None
        finally:
            self._waiting -= 1
        if self._expiry is not None:
            self._expiry.cancel()

    async def _answer(self, task: wire.Task, deadline: float) -> AsyncGenerator[str, None]:
        is_ready = False
        try:
            for attempt in range(1, ATTEMPTS + 1):
                has_spoken = False
                try:
                    async for piece in self._pieces(task, deadline):
                        has_spoken = True
                        yield piece
                    is_ready = True
                    return
                except EngineLost as error:
                    _lost.inc()
                    log.warning("local_model_lost", model=self._name, error=str(error))
                    await self._end_process()
                    if has_spoken or attempt == ATTEMPTS:
                        raise ModelError("the process of the model on this machine was lost") from None
                except _Refused as refusal:
                    is_ready = True
                    raise ModelError(f"the model on this machine refuses: {refusal}") from None
        except TimeoutError:
            raise ModelError("no answer in time from the model on this machine") from None
        finally:
            if is_ready or self.running is None:
                self._free()
            else:
                # Not awaited: whoever cancels must not wait for the end of what was cancelled.
                self._tasks.start(self._stop(), "stop the local model")

    async def _pieces(self, task: wire.Task, deadline: float) -> AsyncGenerator[str, None]:
        """Time limits around each step, never around a yield: the consumer's time is its own."""
        async with asyncio.timeout_at(deadline):
            engine = self.running = self.running or await EngineProcess.start(self._module, *self._arguments)
        engine.send(wire.REQUEST, task.pack())
        while True:
            async with asyncio.timeout_at(deadline):
                kind, payload = await engine.receive()
            if kind == wire.PIECE:
                yield payload.decode(errors="replace")
            elif kind == wire.DONE:
                usage = wire.unpack_usage(payload)
                for label, count in (("computed", usage.prompt), ("known", usage.cached), ("reply", usage.generated)):
                    _tokens.labels(label).inc(count)
                return
            else:
                raise _Refused(payload.decode(errors="replace")[:100])

    async def _stop(self) -> None:
        try:
            if self.running is not None and not await self.running.stop_answering():
                _lost.inc()
                log.warning("local_model_lost", model=self._name, error="it did not stop")
                await self._end_process()
        finally:
            self._free()

    def _free(self) -> None:
        self._turn.release()
        self._expiry = asyncio.get_running_loop().call_later(self._idle_seconds, self._expire)

    def _expire(self) -> None:
        if self.running is not None and not self._turn.locked():
            self._tasks.start(self._end_process(), "end the idle local model")

    async def _end_process(self) -> None:
        engine, self.running = self.running, None
        if engine is not None:
            await engine.kill()


class _Refused(Exception):
    """The engine did not take the request, and waits for the next."""
