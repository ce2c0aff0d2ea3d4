"""Any endpoint with an OpenAI-compatible /audio/transcriptions: OpenAI itself, servers of Whisper and the rest."""

from __future__ import annotations

import asyncio
import io
import json
import wave
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import httpx

from parley.kit.backoff import ExponentialBackoff, Jitter
from parley.kit.randomness import fraction
from parley.kit.tls import authorities
from parley.providers.recognition.protocol import (
    SAMPLE_BYTES,
    RecognitionFailed,
    RecognitionRefused,
    RecognitionSettings,
    Transcript,
)
from parley.providers.recognition.turn_stream import TurnStream
from parley.providers.retry import RequestFailed, RetryPolicy, send_with_retries

NAME = "openai"
LONGEST_PROMPT = 600
"""Letters. Models read the last 224 tokens of a prompt."""
REFUSALS = frozenset({400, 404, 413, 415, 422})
"""Statuses that speak of the request and not of the service."""
# Somebody waits on the phone: one more attempt at once, or none.
RETRY_POLICY = RetryPolicy(1, ExponentialBackoff(0.2, 0.2, jitter=Jitter(0.5, 0.5)), longest_asked=0.5)


@dataclass(frozen=True, slots=True)
class TranscriptionEndpoint:
    base_url: str
    """Up to and including /v1; a full …/audio/transcriptions address is understood too."""
    model: str
    api_key: str | None = field(default=None, repr=False)
    seconds: float = 5.0
    """For a transcript, retries included: nobody waits longer for one."""
    retry_policy: RetryPolicy = RETRY_POLICY

    @property
    def url(self) -> str:
        base = self.base_url.rstrip("/")
        return base if base.endswith("/audio/transcriptions") else f"{base}/audio/transcriptions"


def open_client() -> httpx.AsyncClient:
    return httpx.AsyncClient(follow_redirects=False, verify=authorities())


class OpenAIRecognizer:
    """Closes its client."""

    name = NAME

    def __init__(
        self,
        endpoint: TranscriptionEndpoint,
        client: httpx.AsyncClient,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        random: Callable[[], float] = fraction,
    ) -> None:
        self._endpoint = endpoint
        self._client = client
        self._sleep = sleep
        self._random = random
        self._where = f"transcription endpoint {httpx.URL(endpoint.base_url).host}"

    def supports(self, language: str) -> bool:
        # Whisper's models for English alone have names of this form.
        return not self._endpoint.model.endswith(".en") or _two_letters(language) == "en"

    def open_stream(self, settings: RecognitionSettings) -> TurnStream:
        return TurnStream(self.transcribe, settings)

    async def aclose(self) -> None:
        await self._client.aclose()

    async def transcribe(self, pcm: bytes, settings: RecognitionSettings) -> Transcript:
        """Raises `RecognitionFailed`."""
        try:
            async with asyncio.timeout(self._endpoint.seconds):
                answer = await self._post(_wav(pcm, settings.rate), self._fields(settings))
        except TimeoutError:
            raise RecognitionFailed(f"{self._where}: no answer in time") from None
        text = answer.get("text") if isinstance(answer, dict) else None
        if not isinstance(text, str):
            raise RecognitionFailed(f"{self._where}: unusable answer")
        return Transcript(text.strip())

    def _fields(self, settings: RecognitionSettings) -> dict[str, str]:
        prompt = _prompt(settings.phrases)
        return {
            "model": settings.model_for(NAME, self._endpoint.model),
            "language": _two_letters(settings.language),
            "response_format": "json",
            **({"prompt": prompt} if prompt else {}),
        }

    async def _post(self, wav: bytes, fields: dict[str, str]) -> Any:
        endpoint = self._endpoint
        headers = {"Authorization": f"Bearer {endpoint.api_key}"} if endpoint.api_key else {}
        files = {"file": ("audio.wav", wav, "audio/wav")}
        try:
            response = await send_with_retries(
                # Without a limit of its own: `transcribe` has one for all attempts.
                lambda: self._client.post(endpoint.url, data=fields, files=files, headers=headers, timeout=None),
                endpoint.retry_policy,
                sleep=self._sleep,
                random=self._random,
            )
            return json.loads(response.content)
        except RequestFailed as failed:
            kind = RecognitionRefused if failed.status in REFUSALS else RecognitionFailed
            raise kind(f"{self._where}: {failed}") from None
        except ValueError as error:
            # The kind alone: errors of libraries may quote what was said.
            raise RecognitionFailed(f"{self._where}: unusable answer ({type(error).__name__})") from None


def _wav(pcm: bytes, rate: int) -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(SAMPLE_BYTES)
        writer.setframerate(rate)
        writer.writeframes(pcm)
    return file.getvalue()


def _prompt(phrases: tuple[str, ...]) -> str:
    """The first phrases that fit: those of the present step come first."""
    prompt = ""
    for phrase in phrases:
        longer = f"{prompt}, {phrase}" if prompt else phrase
        if len(longer) > LONGEST_PROMPT:
            break
        prompt = longer
    return prompt


def _two_letters(language: str) -> str:
    return language.partition("-")[0].lower()
