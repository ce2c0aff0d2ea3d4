"""The audio of a call for services that are asked about a turn as a whole."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from parley.kit.tasks import Tasks
from parley.providers.recognition.protocol import RecognitionFailed, RecognitionSettings, Transcript

LONGEST_SECONDS = 60
"""Of audio; of a longer turn the beginning is left out."""
TranscribeTurn = Callable[[bytes, RecognitionSettings], Awaitable[Transcript]]
"""Raises `RecognitionFailed`."""


class TurnStream:
    """Sends the whole turn each time: the service has no other way. Audio that was sent already is not sent again
    while nothing was fed since."""

    def __init__(self, transcribe: TranscribeTurn, settings: RecognitionSettings) -> None:
        self._ask = transcribe
        self._settings = settings
        self._audio = bytearray()
        self._request: asyncio.Task[Transcript | RecognitionFailed] | None = None
        """For all of the present audio; it has ended, or runs. Earlier ones run on for whoever awaits them."""
        self._tasks = Tasks()

    def feed(self, pcm: bytes) -> None:
        self._audio += pcm
        del self._audio[: -LONGEST_SECONDS * self._settings.byte_rate]
        self._request = None

    async def transcribe(self, *, in_speech: bool = False) -> Transcript:
        if not self._audio:
            return Transcript()
        if self._request is None:
            self._request = self._tasks.start(self._transcribe(bytes(self._audio)), "transcription request")
        request = self._request
        # Whoever stops waiting does not stop the request: it is asked for again, as a rule.
        await asyncio.wait({request})
        if request.cancelled():
            return Transcript()
        found = request.result()
        if isinstance(found, Transcript):
            return found
        if self._request is request:
            self._request = None
        raise found

    def reset(self, settings: RecognitionSettings) -> None:
        self._settings = settings
        self._audio.clear()
        self._request = None
        self._tasks.cancel()

    async def aclose(self) -> None:
        await self._tasks.aclose()

    async def _transcribe(self, pcm: bytes) -> Transcript | RecognitionFailed:
        """An error is a value: nobody may be left who waits for it."""
        try:
            return await self._ask(pcm, self._settings)
        except RecognitionFailed as failed:
            return failed
