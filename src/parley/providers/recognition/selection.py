"""Which recognizers a process gets."""

from __future__ import annotations

from importlib.util import find_spec

from parley.kit.log import logger
from parley.providers.recognition import languages, whisper
from parley.providers.recognition.embedded import EmbeddedRecognizer
from parley.providers.recognition.protocol import RecognitionChoice, RecognitionUnavailable, Recognizer
from parley.providers.recognition.weights import MODELS, find_weights, find_whisper
from parley.providers.recognition.workers import WHISPER_MODULE, RecognitionWorkers

log = logger(__name__)

IDLE_SECONDS = 600.0
"""A model that is needed for some calls alone gives its memory back after this long without one."""
LEAST_HUNG_SECONDS = 12.0
"""Of Whisper, which may look twice at half a minute."""


def create_recognizers(choice: RecognitionChoice, workers: int = 1) -> list[Recognizer]:
    """`auto`: what is installed, Moonshine for English and Whisper for other languages. `moonshine` insists on that one
    alone and raises `RecognitionUnavailable`. Starts nothing: the first stream does."""
    if choice == "none":
        return []
    found: list[Recognizer] = []
    if (reason := missing_for_english()) is not None:
        if choice == "moonshine":
            raise RecognitionUnavailable(reason)
        log.warning("recognition_unavailable", reason=reason)
    else:
        log.info("recognition_ready", engine="moonshine", workers=workers)
        found.append(EmbeddedRecognizer(RecognitionWorkers(workers)))
    if choice == "auto" and (reason := missing_for_languages()) is None:
        log.info("recognition_ready", engine="whisper", workers=workers)
        pool = RecognitionWorkers(
            workers, module=WHISPER_MODULE, hung_seconds=LEAST_HUNG_SECONDS, idle_seconds=IDLE_SECONDS
        )
        found.append(EmbeddedRecognizer(pool, "whisper", languages.WHISPER))
    elif choice == "auto":
        log.info("languages_unavailable", reason=reason)
    return found


def describe_recognition(choice: RecognitionChoice) -> dict[str, str]:
    """Whom the engines on this machine understand, or why not."""
    if choice == "none":
        return {"English": "not recognised: PARLEY_RECOGNITION is none", "other languages": "not recognised"}
    others = missing_for_languages() if choice == "auto" else "not recognised: PARLEY_RECOGNITION is moonshine"
    return {
        "English": missing_for_english() or "moonshine",
        "other languages": others or f"whisper ({', '.join(sorted(languages.WHISPER))})",
    }


def missing_for_english() -> str | None:
    try:
        for model in MODELS:
            find_weights(model)
    except RecognitionUnavailable as error:
        return str(error)
    return None


def missing_for_languages() -> str | None:
    """What other languages than English are not understood for want of; None: they are."""
    if find_spec(whisper.ENGINE) is None:
        return f"{whisper.ENGINE} is not installed: run `make speech-languages`"
    try:
        find_whisper()
    except RecognitionUnavailable as error:
        return str(error)
    return None
