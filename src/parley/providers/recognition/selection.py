"""Which recognizer a process gets."""

from __future__ import annotations

from parley.kit.log import logger
from parley.providers.recognition.embedded import EmbeddedRecognizer
from parley.providers.recognition.protocol import RecognitionChoice, RecognitionUnavailable, Recognizer
from parley.providers.recognition.weights import MODELS, find_weights
from parley.providers.recognition.workers import RecognitionWorkers

log = logger(__name__)


def create_recognizer(choice: RecognitionChoice, workers: int = 1) -> Recognizer | None:
    """`auto`: Moonshine if its weights are there, else none. `moonshine` insists on it and raises
    `RecognitionUnavailable`. Starts nothing: the first stream does."""
    if choice == "none":
        return None
    try:
        for model in MODELS:
            find_weights(model)
    except RecognitionUnavailable as error:
        if choice == "moonshine":
            raise
        log.warning("recognition_unavailable", reason=str(error))
        return None
    log.info("recognition_ready", engine="moonshine", workers=workers)
    return EmbeddedRecognizer(RecognitionWorkers(workers))
