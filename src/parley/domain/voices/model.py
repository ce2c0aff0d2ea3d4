"""Voices as values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from parley.kit.clock import iso
from parley.kit.errors import ParleyError
from parley.kit.values import value

MOST_VOICES = 200
"""Of an account."""
REPORT_SECONDS = 30.0
SILENT_AFTER = timedelta(seconds=3 * REPORT_SECONDS)
"""What a voice process could speak that has not been heard of for so long, nobody speaks."""


class VoiceNotFound(ParleyError):
    """There is no such voice."""

    status = 404


class VoiceSampleNotFound(ParleyError):
    """Nobody has said where this voice can be heard."""

    status = 404


class VoiceOfEngine(ParleyError):
    """A voice of an engine is as it is. Give it another name by a voice of your own."""

    status = 409


class TooManyVoices(ParleyError):
    """An account has at most 200 voices of its own."""

    status = 409


@value
class EngineVoice:
    provider: str
    provider_voice_id: str
    name: str
    languages: tuple[str, ...]

    @property
    def id(self) -> str:
        """It stands in addresses."""
        return f"{self.provider}:{self.provider_voice_id.replace('/', '~')}"


@value
class Voice:
    id: str
    account_id: str
    name: str
    provider: str
    provider_voice_id: str
    languages: tuple[str, ...]
    description: str
    sample_url: str | None
    created_at: datetime
    updated_at: datetime


@value
class Speech:
    """What the voice processes that run can speak with."""

    providers: frozenset[str]
    voices: tuple[EngineVoice, ...]

    def find(self, voice_id: str) -> EngineVoice | None:
        return next((each for each in self.voices if each.id == voice_id), None)


@value
class VoiceFilter:
    provider: str | None = None
    language: str | None = None
    is_custom: bool | None = None
    search: str = ""

    def apply(self, voices: Iterable[Voice | EngineVoice]) -> Iterator[Voice | EngineVoice]:
        return (each for each in voices if self._fits(each))

    def _fits(self, voice: Voice | EngineVoice) -> bool:
        return (
            self.provider in (None, voice.provider)
            and self.is_custom in (None, isinstance(voice, Voice))
            and (self.language is None or _speaks(voice.languages, self.language))
            and self.search.lower() in f"{voice.name} {voice.provider_voice_id}".lower()
        )


def _speaks(languages: Sequence[str], wanted: str) -> bool:
    """A language without a region stands for all its regions, on both sides."""
    tag = wanted.lower()
    return any(
        tag == each or tag.startswith(f"{each}-") or each.startswith(f"{tag}-") for each in map(str.lower, languages)
    )


def to_json(voice: Voice | EngineVoice, speech: Speech) -> dict[str, Any]:
    own = voice if isinstance(voice, Voice) else None
    return {
        "voiceId": voice.id,
        "name": voice.name,
        "provider": voice.provider,
        "providerVoiceId": voice.provider_voice_id,
        "languages": list(voice.languages),
        "description": own.description if own else "",
        "sampleUrl": own.sample_url if own else None,
        "isCustom": own is not None,
        "isAvailable": voice.provider in speech.providers,
        "createdAt": iso(own.created_at) if own else None,
        "updatedAt": iso(own.updated_at) if own else None,
    }
