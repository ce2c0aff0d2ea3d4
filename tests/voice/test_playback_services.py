"""A reply that a service speaks, over a real socket: what was heard of it, and what happens when the service goes."""

from __future__ import annotations

import asyncio

import pytest

from parley.providers.speech.cartesia import Cartesia, CartesiaEndpoint
from parley.providers.speech.protocol import VoiceSettings
from parley.providers.speech.synthesizer import EngineSynthesizer
from parley.voice.media_leg import FRAME_SECONDS
from parley.voice.playback import Playback
from tests.fake_speech import SECONDS_PER_LETTER, FakeSpeech, fake_speech, letters_in, spoken
from tests.voice.fake_leg import FakeLeg
from tests.waiting import until

pytestmark = pytest.mark.io


class Local:
    name, version = "local", "1"

    def supports(self, language: str) -> bool:
        return True

    def synthesize(self, sentence: str, language: str, voice: VoiceSettings) -> bytes:
        return spoken(sentence.upper())


def open_synthesizer(server: FakeSpeech) -> EngineSynthesizer:
    service = Cartesia(CartesiaEndpoint("key", server.url))
    return EngineSynthesizer([Local()], services=[service], defaults=["cartesia"])


async def test_a_service_that_goes_in_the_middle_of_a_reply_costs_no_word() -> None:
    async with fake_speech() as server:
        server.breaks_after = 10
        leg, synthesizer = FakeLeg(), open_synthesizer(server)
        playback = Playback(leg, synthesizer)
        playback.say("A table for two. At eight.")
        assert await playback.wait_finished()
        assert playback.heard_reply() == "A table for two. At eight."
        await playback.aclose()
        await synthesizer.aclose()
    # The first two chunks came; `for` is said again, because it was not whole.
    assert letters_in(bytes(leg.written)) == "A table foFOR TWO.AT EIGHT."
    assert len(server.requests) == 1, "it is left out for the second sentence"


async def test_what_was_heard_goes_by_the_times_of_words() -> None:
    async with fake_speech() as server:
        leg, synthesizer = FakeLeg(), open_synthesizer(server)
        playback = Playback(leg, synthesizer)
        text = "One extraordinarily long word and more of them after it"
        playback.say(text)
        playback.flush()

        async def is_heard() -> bool:
            return len(leg.written) / 16_000 - leg.queued_seconds() > 0.5

        await until(is_heard)
        seconds, before = len(leg.written) / 16_000 - leg.queued_seconds(), asyncio.get_running_loop().time()
        heard = playback.stop()
        seconds += asyncio.get_running_loop().time() - before
        await playback.aclose()
        await synthesizer.aclose()
    # Whole words, and at most those that had ended by then.
    assert heard in {text, *(text[:end] for end, letter in enumerate(text) if letter == " ")}
    assert len(heard) * SECONDS_PER_LETTER <= seconds + FRAME_SECONDS


async def test_an_interruption_ends_the_request() -> None:
    async with fake_speech() as server:
        server.may_go_on.clear()
        leg, synthesizer = FakeLeg(), open_synthesizer(server)
        playback = Playback(leg, synthesizer)
        playback.say("A table for two, at eight.")
        playback.flush()

        async def is_begun() -> bool:
            return bool(leg.written)

        await until(is_begun)
        playback.stop()
        server.may_go_on.set()
        async with asyncio.timeout(20):
            await server.hung_up.wait()
        await playback.aclose()
        await synthesizer.aclose()
