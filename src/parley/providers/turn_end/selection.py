"""Which model judges turns in a process."""

from __future__ import annotations

from collections.abc import Hashable

from parley.kit.log import logger
from parley.providers.recognition.protocol import RecognitionFailed
from parley.providers.recognition.workers import RecognitionWorkers
from parley.providers.turn_end.protocol import TurnEndFailed, TurnEndModel, TurnEndUnavailable, TurnModelChoice
from parley.providers.turn_end.weights import find_smart_turn

log = logger(__name__)

HUNG_SECONDS = 30.0
"""Where others have work it gets next to nothing of the processor, and is not to be started anew for that."""


def create_turn_end_model(choice: TurnModelChoice, workers: int = 1) -> TurnEndModel | None:
    """Raises `TurnEndUnavailable`: who chooses one means it. Starts nothing: the first call does."""
    if choice == "none":
        return None
    find_smart_turn()
    log.info("turn_end_model_ready", model=choice, workers=workers)
    return EmbeddedTurnEnd(RecognitionWorkers(workers, module=MODULE, hung_seconds=HUNG_SECONDS), choice)


def describe_turn_end_model(choice: TurnModelChoice) -> str:
    """What hears the end of turns on this machine, or why nothing does."""
    if choice == "none":
        return "not heard: PARLEY_TURN_MODEL is none"
    try:
        find_smart_turn()
    except TurnEndUnavailable as error:
        return str(error)
    return choice


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
