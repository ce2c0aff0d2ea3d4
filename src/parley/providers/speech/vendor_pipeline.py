"""Services that Pipecat has: each alone in a pipeline, which does one thing at a time. And one voice of such a service.

Runs in the vendors' processes only: nothing else loads the library.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncGenerator, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from parley.kit import tasks
from parley.providers.speech.protocol import RATE, SpeechFailed
from parley.providers.speech.resample import StreamResampler

SERVICES = "pipecat.services."
SETTINGS = ("voice", "language", "model")


class Library:
    """What we use of it."""

    def __init__(self) -> None:
        # Its log has every text that is spoken.
        importlib.import_module("loguru").logger.remove()
        self.frames: Any = importlib.import_module("pipecat.frames.frames")
        self.pipeline: Any = importlib.import_module("pipecat.pipeline.pipeline")
        self.worker: Any = importlib.import_module("pipecat.pipeline.worker")
        self.runner: Any = importlib.import_module("pipecat.workers.runner")


def create_service(request: Mapping[str, Any]) -> Any:
    """Of the operator's description, for one voice. Raises whatever the library does."""
    module, _, name = str(request["service"]).rpartition(".")
    kind = getattr(importlib.import_module(SERVICES + module), name)
    wanted = {setting: request[setting] for setting in SETTINGS if request.get(setting)}
    settings = {"settings": kind.Settings(**wanted)} if wanted else {}
    return kind(**request["arguments"], **settings)


class VendorPipeline:
    """What is wanted of the service goes in with `put`; `received` has frames of the `wanted` kinds, and errors."""

    def __init__(self, library: Library, service: Any, wanted: tuple[str, ...], **rates: int) -> None:
        self.frames = library.frames
        self.received: asyncio.Queue[Any] = asyncio.Queue()
        self._worker = library.worker.PipelineWorker(
            library.pipeline.Pipeline([service]),
            params=library.worker.PipelineParams(**rates),
            cancel_on_idle_timeout=False,
            idle_timeout_secs=None,
            enable_rtvi=False,
            enable_turn_tracking=False,
        )
        self._worker.set_reached_downstream_filter(tuple(getattr(self.frames, kind) for kind in wanted))
        self._worker.add_event_handler("on_frame_reached_downstream", self._on_frame)
        self._worker.add_event_handler("on_pipeline_error", self._on_frame)
        self._running = tasks.start(self._run(library.runner.WorkerRunner(handle_sigint=False)), "vendor service")

    async def put(self, frame: Any) -> None:
        await self._worker.queue_frame(frame)

    async def aclose(self) -> None:
        await self._worker.cancel()
        with suppress(asyncio.CancelledError, TimeoutError):
            await asyncio.wait_for(self._running, 5)

    async def _run(self, runner: Any) -> None:
        await runner.add_workers(self._worker)
        await runner.run()

    async def _on_frame(self, _worker: Any, frame: Any) -> None:
        self.received.put_nowait(frame)


class VendorVoice:
    def __init__(self, library: Library, request: Mapping[str, Any]) -> None:
        wanted = ("TTSAudioRawFrame", "TTSStoppedFrame")
        self._pipeline = VendorPipeline(library, create_service(request), wanted, audio_out_sample_rate=RATE)

    async def answer(self, request: Mapping[str, Any]) -> AsyncGenerator[bytes, None]:
        """The audio of a text. After a `SpeechFailed` it has to be closed, and after a text of which not all was
        asked for."""
        frames, resampler = self._pipeline.frames, None
        await self._pipeline.put(frames.TTSSpeakFrame(str(request["text"]), append_to_context=False))
        while True:
            frame = await self._pipeline.received.get()
            if isinstance(frame, frames.TTSAudioRawFrame):
                resampler = resampler or StreamResampler(frame.sample_rate)
                yield resampler.feed(np.frombuffer(frame.audio, "<i2").astype(np.int16)).tobytes()
            elif isinstance(frame, frames.ErrorFrame):
                raise SpeechFailed("the service reported an error")
            else:
                break
        if resampler:
            yield resampler.close().tobytes()

    async def aclose(self) -> None:
        await self._pipeline.aclose()
