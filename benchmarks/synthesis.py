"""From a reply's first sentence to the first sound on its way to the caller: what we add to an engine or a service."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx

from benchmarks.table import Row
from parley.providers.speech.elevenlabs import ElevenLabs, ElevenLabsEndpoint
from parley.providers.speech.hibari import Hibari
from parley.providers.speech.prompt_store import PromptStore
from parley.providers.speech.protocol import VoiceSettings
from parley.providers.speech.synthesizer import EngineSynthesizer
from parley.voice.playback import Playback
from tests.fake_speech import fake_speech
from tests.voice.fake_leg import FakeLeg

SENTENCES = 40
LINE = "I have a table for {} people on Friday evening, at half past seven."


async def _first_sound(synthesizer: EngineSynthesizer, sentence: str) -> float:
    """Milliseconds until the leg is given the first audio."""
    playback, sounded = Playback(FakeLeg(), synthesizer), asyncio.Event()
    playback.on_first_sound(lambda _ahead: sounded.set())
    began = time.perf_counter()
    # The next word is what completes a sentence.
    playback.say(sentence + " And")
    await sounded.wait()
    milliseconds = (time.perf_counter() - began) * 1000
    await playback.aclose()
    return milliseconds


async def _median(measure: Callable[[str], Awaitable[float]], numbers: range) -> float:
    return statistics.median([await measure(LINE.format(number)) for number in numbers])


async def _service() -> Row:
    async with fake_speech() as server, httpx.AsyncClient(trust_env=False) as bare:
        service = ElevenLabs(ElevenLabsEndpoint("key", server.url))
        synthesizer = EngineSynthesizer([], services=[service], defaults=["elevenlabs"])

        async def ask(sentence: str) -> float:
            began = time.perf_counter()
            async with bare.stream("POST", f"{server.url}/v1/text-to-speech/v/x", json={"text": sentence}) as answer:
                async for _ in answer.aiter_bytes():
                    break
            return (time.perf_counter() - began) * 1000

        async def speak(sentence: str) -> float:
            return await _first_sound(synthesizer, sentence)

        await speak("Hello. "), await ask("Hello.")
        floor = await _median(ask, range(SENTENCES))
        value = await _median(speak, range(SENTENCES))
        await synthesizer.aclose()
    return Row("synthesis: first sound of a service that answers at once", value, floor, "ms", at_most=100)


async def _engine() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        hibari, store = Hibari(), PromptStore(Path(folder))
        synthesizer = EngineSynthesizer([hibari], store=store)

        async def model(sentence: str) -> float:
            began = time.perf_counter()
            await asyncio.to_thread(hibari.synthesize, sentence, "en-US", VoiceSettings())
            return (time.perf_counter() - began) * 1000

        async def speak(sentence: str) -> float:
            return await _first_sound(synthesizer, sentence)

        await speak("Hello. ")
        floor, value = await _median(model, range(SENTENCES)), await _median(speak, range(SENTENCES))
        for number in range(SENTENCES):
            await synthesizer.prepare(LINE.format(number), "en-US")
        await synthesizer.aclose()
        synthesizer = EngineSynthesizer([hibari], store=store)
        for number in range(SENTENCES):
            await synthesizer.prepare(LINE.format(number), "en-US")
        kept = await _median(speak, range(SENTENCES))
        await synthesizer.aclose()
    return [
        Row("synthesis: first sound of Hibari, beside the model alone", value, floor, "ms", at_most=100),
        Row("synthesis: first sound of a prompt on disk, beside speaking it", kept, value, "ms", at_most=20),
    ]


async def _measure() -> list[Row]:
    return [await _service(), *await _engine()]


def run() -> list[Row]:
    return asyncio.run(_measure())
