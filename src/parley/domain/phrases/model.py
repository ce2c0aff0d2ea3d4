"""Phrases as values."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from parley.kit.clock import iso
from parley.kit.errors import ParleyError
from parley.kit.values import value

PHRASES_CHANGED = "phrases_changed"
MOST_PHRASES, MOST_KEPT = 1_000, 200
"""Of a project. Those without audio that were seen longest ago go."""
LONGEST_TEXT = 1_000

Source = Literal["", "synthesized", "uploaded"]


class AudioCacheEntryNotFound(ParleyError):
    """There is no such entry in the audio cache of this agent."""

    status = 404


class AudioCacheFileNotFound(ParleyError):
    """This entry has no audio yet: have it synthesized, or upload a recording."""

    status = 404


class AudioCacheFull(ParleyError):
    """At most 200 entries of an agent have audio."""

    status = 409


class AudioCacheInvalidFile(ParleyError):
    """It is no WAV file with 16-bit PCM, one or two channels, 8, 16, 24, 44.1 or 48 kHz and at most 60 seconds."""

    status = 400


@value
class Phrase:
    """Without its audio."""

    id: str
    text: str
    spoken_text: str
    language: str
    voice: Mapping[str, Any] | None
    source: Source
    audio_bytes: int
    is_requested: bool
    created_at: datetime
    updated_at: datetime

    def to_json(self) -> dict[str, Any]:
        voice = self.voice or {}
        return {
            "id": self.id,
            "text": self.text,
            "spokenText": self.spoken_text,
            "language": self.language,
            "provider": str(voice.get("provider") or ""),
            "providerVoiceId": str(voice.get("provider_voice_id") or ""),
            "source": self.source,
            "isRequested": self.is_requested,
            "sizeBytes": self.audio_bytes,
            "createdAt": iso(self.created_at),
            "updatedAt": iso(self.updated_at),
        }


@value
class KnownPhrase:
    """What a voice process found in a project's files."""

    id: str
    text: str
    spoken_text: str
    language: str
    voice: Mapping[str, Any] | None


@value
class RequestedPhrase:
    project_id: str
    id: str
    spoken_text: str
    language: str
    voice: Mapping[str, Any] | None
