"""Services that hear through the optional library Pipecat, in a process of their own, as those that speak."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from parley.providers.recognition.protocol import (
    RecognitionFailed,
    RecognitionSettings,
    RecognitionStream,
    RecognitionUnavailable,
    Transcript,
)
from parley.providers.recognition.turn_stream import TurnStream
from parley.providers.speech.protocol import SpeechFailed, SpeechUnavailable
from parley.providers.speech.vendors import VendorProcess, VendorService, read_services

MODULE = "parley.providers.recognition.vendor_worker"
LONGEST_SECONDS = 20
"""Of audio that goes there at once; of a longer turn the beginning is left out."""


class VendorRecognizer:
    def __init__(self, vendor: VendorService, process: VendorProcess) -> None:
        self.name = vendor.name
        self._vendor = vendor
        self._process = process

    def supports(self, _language: str) -> bool:
        """Only the service knows."""
        return True

    def open_stream(self, settings: RecognitionSettings) -> RecognitionStream:
        return TurnStream(self.transcribe, settings)

    async def transcribe(self, pcm: bytes, settings: RecognitionSettings) -> Transcript:
        """Raises `RecognitionFailed`."""
        request = {
            "service": self._vendor.service,
            "arguments": dict(self._vendor.arguments),
            "language": settings.language,
            "model": settings.model_for(self.name, ""),
            "rate": settings.rate,
            "audio": base64.b64encode(pcm[-LONGEST_SECONDS * settings.byte_rate :]).decode(),
        }
        try:
            words = b"".join([piece async for piece in self._process.ask(request)])
        except SpeechFailed as failed:
            raise RecognitionFailed(f"{self.name}: {failed}") from None
        return Transcript(words.decode(errors="replace"))

    async def aclose(self) -> None:
        await self._process.aclose()


def create_vendors(described: Mapping[str, Any], process: VendorProcess | None = None) -> list[VendorRecognizer]:
    """Raises `RecognitionUnavailable` when they are described and the library is not there."""
    try:
        services = read_services(described, "PARLEY_RECOGNITION_VENDORS")
    except SpeechUnavailable as error:
        raise RecognitionUnavailable(str(error)) from None
    process = process or VendorProcess(MODULE)
    return [VendorRecognizer(service, process) for service in services]
