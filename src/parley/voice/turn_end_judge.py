"""Asks a model, in each pause of a caller, whether the turn sounds complete. Nobody waits for its answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from prometheus_client import Counter, Histogram

from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.providers.recognition.protocol import RATE, SAMPLE_BYTES
from parley.providers.turn_end.protocol import LONGEST_SECONDS, TurnEndFailed, TurnEndModel
from parley.voice.endpointing import MAX_SECONDS
from parley.voice.turn_events import TurnEndJudged

log = logger(__name__)

_seconds = Histogram(
    "parley_turn_end_seconds",
    "How long a model took to say whether a turn is complete. What comes after the turn was over counts for nothing.",
    ["model"],
    buckets=(0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0, 1.5, 2.5),
)
_unknown = Counter("parley_turn_ends_not_judged", "Pauses for which a model failed, or took too long.", ["model"])


class TurnEndJudge:
    """One for each call."""

    def __init__(self, model: TurnEndModel, report: Callable[[TurnEndJudged], None]) -> None:
        self._model = model
        self._report = report
        self._loop = asyncio.get_running_loop()
        self._audio = bytearray()
        """Of the turn; the newest of a long one."""
        self._rate = RATE
        self._tasks = Tasks()
        model.start()

    def feed(self, pcm: bytes) -> None:
        self._audio += pcm
        del self._audio[: -LONGEST_SECONDS * self._rate * SAMPLE_BYTES]

    def reset(self, rate: int) -> None:
        self._tasks.cancel()
        self._audio.clear()
        self._rate = rate

    def judge(self, request: int) -> None:
        """In place of an earlier pause."""
        self._tasks.cancel()
        if self._audio:
            self._tasks.start(self._judge(request, bytes(self._audio)), "turn end")

    async def aclose(self) -> None:
        await self._tasks.aclose()

    async def _judge(self, request: int, audio: bytes) -> None:
        began = self._loop.time()
        try:
            async with asyncio.timeout(MAX_SECONDS):
                probability = await self._model.judge(self, audio, self._rate)
        except (TurnEndFailed, TimeoutError) as failed:
            _unknown.labels(self._model.name).inc()
            log.warning("turn_end_not_judged", reason=str(failed) or "timeout")
        else:
            _seconds.labels(self._model.name).observe(self._loop.time() - began)
            self._report(TurnEndJudged(request, probability))
