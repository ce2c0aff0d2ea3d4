"""The recognition workers of a process: a few children that decode, so that media never waits for it.

Requests wait in one queue for whichever worker is free. A worker that dies or hangs is replaced.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass, field

from parley.kit.child_process import ChildProcess
from parley.kit.frames import Frame, FrameTooLong, encode_frame, receive_frame
from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.providers.recognition import wire
from parley.providers.recognition.protocol import RATE, SAMPLE_BYTES, RecognitionFailed

log = logger(__name__)

MODULE = "parley.providers.recognition.worker"
WHISPER_MODULE = "parley.providers.recognition.whisper_worker"
START_SECONDS = 60.0
"""Twenty times as long as it takes: who has no time to load models has none to load them twice."""
HUNG_SECONDS = 8.0
HUNG_SHARE = 0.5
"""Of how long the audio is, where that is more: decoding takes about a tenth of it on a machine that is not busy."""
ATTEMPTS = 2
"""A worker may be lost by no fault of the request. One that costs two would cost the next one too."""
MAX_WAITING = 64
"""Who comes after so many would have to wait for longer than a caller does."""


class WorkerLost(Exception):
    """A worker did not start, ended, or took too long."""


# Compared by identity: two requests for the same audio are two.
@dataclass(frozen=True, slots=True, eq=False)
class Request:
    stream: Hashable
    pcm: bytes
    language: str
    rate: int
    answer: asyncio.Future[str] = field(repr=False)

    @property
    def seconds(self) -> float:
        return len(self.pcm) / SAMPLE_BYTES / self.rate

    def succeed(self, text: str) -> None:
        # Who gave up waiting has cancelled it.
        if not self.answer.done():
            self.answer.set_result(text)

    def fail(self, reason: str) -> None:
        if not self.answer.done():
            self.answer.set_exception(RecognitionFailed(reason))


class RequestQueue:
    """At most one request of each stream, and a bounded number of them. First come, first served."""

    def __init__(self, max_waiting: int = MAX_WAITING) -> None:
        self._max_waiting = max_waiting
        self._waiting: OrderedDict[Hashable, Request] = OrderedDict()
        self._arrived = asyncio.Event()

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, request: Request) -> None:
        """In the place of an older one of its stream, whose audio is a part of this one's: nobody needs its answer."""
        older = self._waiting.get(request.stream)
        if older is None and len(self) >= self._max_waiting:
            raise RecognitionFailed("too many requests wait for recognition")
        self._waiting[request.stream] = request
        self._arrived.set()
        if older is not None:
            older.fail("a newer request of the same stream took its place")

    async def get(self) -> Request:
        while not self._waiting:
            self._arrived.clear()
            await self._arrived.wait()
        return self._waiting.popitem(last=False)[1]

    def discard(self, request: Request) -> None:
        """Nobody waits for its answer any more."""
        if self._waiting.get(request.stream) is request:
            del self._waiting[request.stream]


class RecognitionWorker:
    def __init__(self, child: ChildProcess) -> None:
        self._child = child

    @classmethod
    async def start(cls, module: str) -> RecognitionWorker:
        """Returns when its models are loaded. Raises `WorkerLost`."""
        try:
            worker = cls(await ChildProcess.start(module))
        except (OSError, RuntimeError) as error:  # no process, or no thread to start one in
            raise WorkerLost(type(error).__name__) from None
        try:
            await worker._receive(START_SECONDS)
        except BaseException:
            await worker.kill()
            raise
        return worker

    @property
    def pid(self) -> int:
        return self._child.pid

    async def decode(self, request: Request, seconds: float) -> str:
        """Raises `WorkerLost`, after which it has to be killed: an answer may be on its way. Raises
        `RecognitionFailed`, after which it is as good as before."""
        self._child.writer.write(
            encode_frame(wire.AUDIO, wire.pack_request(request.pcm, request.language, request.rate))
        )
        kind, payload = await self._receive(seconds)
        if kind != wire.TEXT:
            raise RecognitionFailed(f"the model failed: {payload.decode(errors='replace')[:100]}")
        return payload.decode(errors="replace")

    async def _receive(self, seconds: float) -> Frame:
        try:
            async with asyncio.timeout(seconds):
                return await receive_frame(self._child.reader, wire.MAX_PAYLOAD)
        except (TimeoutError, OSError, asyncio.IncompleteReadError, FrameTooLong) as error:
            raise WorkerLost(type(error).__name__) from None

    async def kill(self) -> None:
        await self._child.kill()


class RecognitionWorkers:
    """Idle until `start`. Belongs to the event loop that it is started in."""

    def __init__(
        self,
        number: int = 1,
        *,
        module: str = MODULE,
        hung_seconds: float = HUNG_SECONDS,
        idle_seconds: float | None = None,
        max_waiting: int = MAX_WAITING,
    ) -> None:
        """Without `idle_seconds` a worker stays, once it was started."""
        self._number = number
        self._module = module
        self._hung_seconds = hung_seconds
        self._idle_seconds = idle_seconds
        self._queue = RequestQueue(max_waiting)
        self._tasks = Tasks()
        self._serving: set[int] = set()
        """The places that somebody is at, or is about to be."""
        self._is_closed = False
        self._pending: set[Request] = set()
        self.running: dict[int, RecognitionWorker] = {}
        """By their place, from 0."""
        self.lost = 0

    def start(self) -> None:
        """Loads the models in the background, once: it takes some seconds, and a call begins with a greeting."""
        for place in range(self._number):
            if place not in self._serving:
                self._serving.add(place)
                self._tasks.start(self._serve(place), f"recognition worker {place}")

    async def decode(self, stream: Hashable, pcm: bytes, language: str = "en", rate: int = RATE) -> str:
        """Raises `RecognitionFailed`."""
        if self._is_closed:
            raise RecognitionFailed("recognition is closed")
        self.start()
        request = Request(stream, pcm, language, rate, asyncio.get_running_loop().create_future())
        self._queue.put(request)
        self._pending.add(request)
        try:
            return await request.answer
        finally:
            self._pending.discard(request)
            self._queue.discard(request)

    async def aclose(self) -> None:
        self._is_closed = True
        await self._tasks.aclose()
        for request in self._pending:
            request.fail("recognition is closed")

    async def _serve(self, place: int) -> None:
        try:
            # If it does not start, the first request finds out and says so.
            with suppress(WorkerLost):
                await self._start_worker(place)
            while True:
                try:
                    async with asyncio.timeout(self._idle_seconds):
                        request = await self._queue.get()
                except TimeoutError:
                    # One may have come in the same moment.
                    if len(self._queue):
                        continue
                    log.info("recognition_worker_idle", module=self._module)
                    return
                await self._answer(request, place)
        finally:
            # First: who wants it from now on starts another.
            self._serving.discard(place)
            await self._kill_worker(place)

    async def _answer(self, request: Request, place: int) -> None:
        seconds = max(self._hung_seconds, request.seconds * HUNG_SHARE)
        for _ in range(ATTEMPTS):
            try:
                worker = self.running.get(place) or await self._start_worker(place)
                text = await worker.decode(request, seconds)
            except WorkerLost as error:
                self.lost += 1
                log.warning("recognition_worker_lost", module=self._module, error=str(error))
                await self._kill_worker(place)
            except RecognitionFailed as error:
                return request.fail(str(error))
            else:
                return request.succeed(text)
        return request.fail("the recognition worker was lost twice")

    async def _start_worker(self, place: int) -> RecognitionWorker:
        worker = self.running[place] = await RecognitionWorker.start(self._module)
        return worker

    async def _kill_worker(self, place: int) -> None:
        if (worker := self.running.pop(place, None)) is not None:
            await worker.kill()
