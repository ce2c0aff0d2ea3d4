"""One voice of a service that Pipecat has: the service alone in a pipeline, which speaks one text at a time.

Runs in the vendors' process only: nothing else loads the library.
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
    def __init__(self, library: Library, service: Any) -> None:
        self._frames = library.frames
        self._received: asyncio.Queue[Any] = asyncio.Queue()
        self._worker = library.worker.PipelineWorker(
            library.pipeline.Pipeline([service]),
            params=library.worker.PipelineParams(audio_out_sample_rate=RATE),
            cancel_on_idle_timeout=False,
            idle_timeout_secs=None,
            enable_rtvi=False,
            enable_turn_tracking=False,
        )
        frames = self._frames
        self._worker.set_reached_downstream_filter((frames.TTSAudioRawFrame, frames.TTSStoppedFrame))
        self._worker.add_event_handler("on_frame_reached_downstream", self._on_frame)
        self._worker.add_event_handler("on_pipeline_error", self._on_frame)
        self._running = tasks.start(self._run(library.runner.WorkerRunner(handle_sigint=False)), "vendor voice")

    async def speak(self, text: str) -> AsyncGenerator[bytes, None]:
        """Raises `SpeechFailed`, after which it has to be closed, as after a text that was not heard to its end."""
        frames, resampler = self._frames, None
        await self._worker.queue_frame(frames.TTSSpeakFrame(text, append_to_context=False))
        while True:
            frame = await self._received.get()
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
        await self._worker.cancel()
        with suppress(asyncio.CancelledError, TimeoutError):
            await asyncio.wait_for(self._running, 5)

    async def _run(self, runner: Any) -> None:
        await runner.add_workers(self._worker)
        await runner.run()

    async def _on_frame(self, _worker: Any, frame: Any) -> None:
        self._received.put_nowait(frame)
