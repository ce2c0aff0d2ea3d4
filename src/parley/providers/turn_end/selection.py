"""Which model judges turns in a process."""

from __future__ import annotations

from parley.kit.log import logger
from parley.providers.recognition.workers import RecognitionWorkers
from parley.providers.turn_end.embedded import MODULE, EmbeddedTurnEnd
from parley.providers.turn_end.protocol import TurnEndModel, TurnEndUnavailable, TurnModelChoice
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
