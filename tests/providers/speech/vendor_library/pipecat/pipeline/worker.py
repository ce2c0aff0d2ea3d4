"""What runs a pipeline: hands frames to the service, and what it makes of them to whoever has asked for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

Handler = Callable[[Any, Any], Awaitable[None]]


@dataclass
class PipelineParams:
    audio_in_sample_rate: int = 16_000
    audio_out_sample_rate: int = 24_000


class PipelineWorker:
    def __init__(self, pipeline: Any, *, params: PipelineParams, **_options: Any) -> None:
        (self._service,) = pipeline.processors
        self._params = params
        self._frames: asyncio.Queue[Any] = asyncio.Queue()
        self._handlers: dict[str, Handler] = {}
        self._wanted: tuple[type, ...] = ()
        self._is_cancelled = False

    def set_reached_downstream_filter(self, types: tuple[type, ...]) -> None:
        self._wanted = types

    def add_event_handler(self, name: str, handler: Handler) -> None:
        self._handlers[name] = handler

    async def queue_frame(self, frame: Any) -> None:
        self._frames.put_nowait(frame)

    async def cancel(self) -> None:
        self._frames.put_nowait(None)

    async def run(self) -> None:
        while (frame := await self._frames.get()) is not None:
            async for made in self._service.process(frame, self._params):
                is_wanted = isinstance(made, self._wanted)
                await self._handlers["on_frame_reached_downstream" if is_wanted else "on_pipeline_error"](self, made)
