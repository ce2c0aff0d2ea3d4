"""Phrases as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from parley.kit.errors import ParleyError
from parley.kit.values import value

PHRASES_CHANGED = "phrases_changed"
MOST_PHRASES, MOST_KEPT = 1_000, 200
"""Of a project. Those without audio that were seen longest ago go."""
BYTES_PER_SECOND = 16_000
"""Of audio as calls carry it: 8 kHz, 16 bit, mono."""
LONGEST_TEXT, LONGEST_NAME = 1_000, 255
MOST_PREVIEWS = 5
"""That a project waits for at once."""
PREVIEW_AGE = timedelta(minutes=2)
"""After which nobody waits for one any more."""

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


class AudioCacheUnavailable(ParleyError):
    """No voice process is running that could speak this."""

    status = 503


class AudioCacheSynthesisFailed(ParleyError):
    """This text could not be spoken in this voice, with these settings."""

    status = 502


class AudioCacheBusy(ParleyError):
    """The agent waits for as many previews as it may already."""

    status = 429


@value
class Phrase:
    """Without its audio."""

    id: str
    text: str
    spoken_text: str
    language: str
    voice: Mapping[str, Any] | None
    source: Source
    audio_seconds: float
    hit_count: int
    config: Mapping[str, Any]
    filename: str
    created_at: datetime
    updated_at: datetime


@value
class KnownPhrase:
    """What a voice process found in a project's files."""

    id: str
    text: str
    spoken_text: str
    language: str
    voice: Mapping[str, Any] | None


@value
class Recording:
    """Audio that takes the place of synthesized speech."""

    audio: bytes
    source: Source
    filename: str
    text: str | None = None
    """None: that which the phrase has."""
    config: Mapping[str, Any] = field(default_factory=dict)


@value
class Preview:
    """A text that somebody wants to hear."""

    id: UUID
    project_id: str
    text: str
    language: str
    voice: Mapping[str, Any] | None
    asked_at: datetime


@value
class Answer:
    audio: bytes | None
    """None: it could not be spoken."""
