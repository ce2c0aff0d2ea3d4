"""The project's pronunciations, for the ear alone."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Any

from parley.providers.speech.protocol import Speaker


class Pronouncing:
    """A speaker that says words as the project wants them pronounced."""

    def __init__(self, speaker: Speaker, pronounce: Callable[[str, str], Awaitable[str]]) -> None:
        self._speaker = speaker
        self._pronounce = pronounce

    async def speak(
        self, text: str, language: str, voice: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[bytes, None]:
        spoken = await self._pronounce(text, language)
        async with aclosing(self._speaker.speak(spoken, language, voice)) as sounds:
            async for sound in sounds:
                yield sound
