"""A model on this machine, in a worker process as recognisers are: media never waits for it."""

from __future__ import annotations

from collections.abc import Hashable

from parley.providers.recognition.protocol import RecognitionFailed
from parley.providers.recognition.workers import RecognitionWorkers
from parley.providers.turn_end.protocol import TurnEndFailed

MODULE = "parley.providers.turn_end.worker"


class EmbeddedTurnEnd:
    def __init__(self, workers: RecognitionWorkers, name: str = "smart-turn") -> None:
        self.name = name
        self._workers = workers

    def start(self) -> None:
        self._workers.start()

    async def judge(self, call: Hashable, pcm: bytes, rate: int) -> float:
        try:
            probability = float(await self._workers.decode(call, pcm, rate=rate))
        except RecognitionFailed as failed:
            raise TurnEndFailed(str(failed)) from None
        # One that is not a number would count as neither.
        if not 0 <= probability <= 1:
            raise TurnEndFailed("the model's answer is no probability")
        return probability

    async def aclose(self) -> None:
        await self._workers.aclose()
