"""Who is understood on calls, and what speaks."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

from parley.cli.doctor.finding import Finding, Level
from parley.providers.recognition.selection import missing_for_english, missing_for_languages
from parley.providers.turn_end.selection import describe_turn_end_model
from parley.settings import Settings

ENGINES = {"hibari": "hibari", "espeak": "espeakng_loader"}
"""Voices of this machine, and the package that each needs."""


def examine(settings: Settings) -> Iterator[Finding]:
    if find_spec("baresip") is None:
        why = "`parley up` starts without phone calls, and `parley call` does not work."
        yield Finding(
            "speech", "calls", "the extra is not installed", Level.WARNING, why, "pip install 'parley[voice]'"
        )
        return
    yield from _recognition(settings)
    yield from _voices(settings)
    turns = describe_turn_end_model(settings.turn_model)
    if turns in ("not heard: PARLEY_TURN_MODEL is none", settings.turn_model):
        yield Finding("speech", "end of turns", turns)
    else:
        why = "PARLEY_TURN_MODEL asks for it: the voice process does not start without."
        yield Finding("speech", "end of turns", turns, Level.PROBLEM, why, "Run `make speech-turns`, or unset it.")


def _recognition(settings: Settings) -> Iterator[Finding]:
    services = [
        name
        for name, is_set in (
            ("Deepgram", settings.deepgram_api_key),
            ("PARLEY_TRANSCRIPTION_BASE_URL", settings.transcription_base_url),
            *((name, True) for name in settings.recognition_vendors),
        )
        if is_set
    ]
    if services:
        yield Finding("speech", "recognition service", ", ".join(services))
    if settings.recognition == "none":
        level, why = (Level.OK, "") if services else (Level.WARNING, "What callers say is not understood, keys are.")
        todo = "" if services else "Unset PARLEY_RECOGNITION, or set the key of a service."
        yield Finding("speech", "recognition", "PARLEY_RECOGNITION is none", level, why, todo)
        return
    if (missing := missing_for_english()) is None:
        yield Finding("speech", "English", "moonshine, on this machine")
    elif services:
        yield Finding("speech", "English", "by the service")
    else:
        why = "What callers say in English is not understood, keys are."
        yield Finding(
            "speech", "English", missing, Level.WARNING, why, "Run `make speech` (75 MB), or set the key of a service."
        )
    if settings.recognition == "auto" and (missing := missing_for_languages()) is not None:
        yield Finding("speech", "other languages", missing)
    elif settings.recognition == "auto":
        yield Finding("speech", "other languages", "whisper, on this machine")
    else:
        yield Finding("speech", "other languages", "not recognised: PARLEY_RECOGNITION is moonshine")


def _voices(settings: Settings) -> Iterator[Finding]:
    there = [name for name, package in ENGINES.items() if find_spec(package) is not None]
    if settings.speech in ENGINES and settings.speech not in there:
        why = f"PARLEY_SPEECH is {settings.speech}: the voice process does not start without it."
        todo = "pip install 'parley[voice]', or unset PARLEY_SPEECH."
        yield Finding("speech", "voices", f"{settings.speech} is not installed", Level.PROBLEM, why, todo)
    else:
        yield Finding("speech", "voices", f"{settings.speech}; on this machine: {', '.join(there) or 'none'}")
