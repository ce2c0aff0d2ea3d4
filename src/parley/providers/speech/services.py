"""The speech services that an operator has set up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from parley.providers.speech.cartesia import Cartesia, CartesiaEndpoint
from parley.providers.speech.elevenlabs import ElevenLabs, ElevenLabsEndpoint
from parley.providers.speech.openai import OpenAISpeech, SpeechEndpoint
from parley.providers.speech.protocol import SpeechService
from parley.providers.speech.vendors import create_vendors


class ServiceSettings(Protocol):
    """The settings of these names."""

    @property
    def elevenlabs_api_key(self) -> str | None: ...
    @property
    def elevenlabs_url(self) -> str: ...
    @property
    def elevenlabs_model(self) -> str: ...
    @property
    def elevenlabs_voice(self) -> str: ...
    @property
    def cartesia_api_key(self) -> str | None: ...
    @property
    def cartesia_url(self) -> str: ...
    @property
    def cartesia_model(self) -> str: ...
    @property
    def cartesia_voice(self) -> str: ...
    @property
    def speech_base_url(self) -> str | None: ...
    @property
    def speech_api_key(self) -> str | None: ...
    @property
    def speech_model(self) -> str: ...
    @property
    def speech_voice(self) -> str: ...
    @property
    def speech_vendors(self) -> Mapping[str, Any]: ...


def create_services(settings: ServiceSettings) -> list[SpeechService]:
    """Raises `SpeechUnavailable`."""
    services: list[SpeechService] = []
    if settings.elevenlabs_api_key:
        services.append(
            ElevenLabs(
                ElevenLabsEndpoint(
                    settings.elevenlabs_api_key,
                    settings.elevenlabs_url,
                    settings.elevenlabs_model,
                    settings.elevenlabs_voice,
                )
            )
        )
    if settings.cartesia_api_key:
        services.append(
            Cartesia(
                CartesiaEndpoint(
                    settings.cartesia_api_key, settings.cartesia_url, settings.cartesia_model, settings.cartesia_voice
                )
            )
        )
    if settings.speech_base_url:
        services.append(
            OpenAISpeech(
                SpeechEndpoint(
                    settings.speech_base_url, settings.speech_model, settings.speech_voice, settings.speech_api_key
                )
            )
        )
    return [*services, *create_vendors(settings.speech_vendors)]
