"""The main program of the vendors' process for recognition: hears with the services that Pipecat has.

A turn goes to the service whole: services that hear in segments get one, and those that hear while somebody speaks hear
it faster than anybody can speak.
"""

from __future__ import annotations

import asyncio
import base64
import sys
from collections.abc import AsyncGenerator, Mapping
from typing import Any

from parley.providers.recognition.protocol import SAMPLE_BYTES, RecognitionFailed
from parley.providers.speech.vendor_pipeline import Library, VendorPipeline, create_service
from parley.providers.speech.vendor_worker import main

CHUNKS_PER_SECOND = 50
SILENCE_SECONDS = 0.5
"""Behind the last word: without it models take it for half of one."""
ANSWER_SECONDS = 2.0
MORE_SECONDS = 0.25
"""After a result that does not say that it is the last."""


class VendorRecognition:
    def __init__(self, library: Library, request: Mapping[str, Any]) -> None:
        self._rate = int(request["rate"])
        wanted = ("TranscriptionFrame",)
        self._pipeline = VendorPipeline(library, create_service(request), wanted, audio_in_sample_rate=self._rate)

    async def answer(self, request: Mapping[str, Any]) -> AsyncGenerator[bytes, None]:
        """The words of a turn. Raises `RecognitionFailed`."""
        frames, put = self._pipeline.frames, self._pipeline.put
        await put(frames.VADUserStartedSpeakingFrame())
        pcm = base64.b64decode(request["audio"]) + bytes(round(SILENCE_SECONDS * self._rate) * SAMPLE_BYTES)
        size = self._rate // CHUNKS_PER_SECOND * SAMPLE_BYTES
        for at in range(0, len(pcm), size):
            await put(frames.InputAudioRawFrame(pcm[at : at + size], self._rate, 1))
        await put(frames.VADUserStoppedSpeakingFrame())
        yield (await self._words()).encode()

    async def _words(self) -> str:
        """Of a turn in which no word was said nothing comes."""
        found: list[str] = []
        is_last = False
        while not is_last:
            try:
                frame = await asyncio.wait_for(self._pipeline.received.get(), MORE_SECONDS if found else ANSWER_SECONDS)
            except TimeoutError:
                break
            if isinstance(frame, self._pipeline.frames.ErrorFrame):
                raise RecognitionFailed("the service reported an error")
            found.append(frame.text.strip())
            is_last = frame.finalized
        return " ".join(found)

    async def aclose(self) -> None:
        await self._pipeline.aclose()


if __name__ == "__main__":
    main(int(sys.argv[1]), VendorRecognition)
