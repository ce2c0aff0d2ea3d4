"""The recognition services that an operator has set up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from parley.providers.recognition.deepgram import DeepgramEndpoint, DeepgramRecognizer
from parley.providers.recognition.openai import OpenAIRecognizer, TranscriptionEndpoint, open_client
from parley.providers.recognition.protocol import Recognizer
from parley.providers.recognition.vendors import create_vendors


class ServiceSettings(Protocol):
    """The settings of these names."""

    @property
    def deepgram_api_key(self) -> str | None: ...
    @property
    def deepgram_url(self) -> str: ...
    @property
    def deepgram_model(self) -> str: ...
    @property
    def transcription_base_url(self) -> str | None: ...
    @property
    def transcription_api_key(self) -> str | None: ...
    @property
    def transcription_model(self) -> str: ...
    @property
    def recognition_vendors(self) -> Mapping[str, Any]: ...


def create_services(settings: ServiceSettings) -> list[Recognizer]:
    """In order of preference: one that hears while the caller speaks has its words sooner."""
    services: list[Recognizer] = []
    if settings.deepgram_api_key:
        endpoint = DeepgramEndpoint(settings.deepgram_api_key, settings.deepgram_url, settings.deepgram_model)
        services.append(DeepgramRecognizer(endpoint))
    if settings.transcription_base_url:
        services.append(
            OpenAIRecognizer(
                TranscriptionEndpoint(
                    settings.transcription_base_url, settings.transcription_model, settings.transcription_api_key
                ),
                open_client(),
            )
        )
    return [*services, *create_vendors(settings.recognition_vendors)]
