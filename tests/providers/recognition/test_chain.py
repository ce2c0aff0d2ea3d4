"""Several recognisers behind one another, in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

import pytest
from structlog.testing import capture_logs

from parley.providers.recognition.chain import LEFT_OUT_SECONDS, LONGEST_SECONDS, SLOW_SECONDS, RecognizerChain
from parley.providers.recognition.protocol import (
    RecognitionFailed,
    RecognitionRefused,
    RecognitionSettings,
    Transcript,
)
from tests.spoken_audio import speak, text_in
from tests.voice.fake_leg import in_virtual_time

ENGLISH = RecognitionSettings("en-US")

LONGEST_TURN = LONGEST_SECONDS * RecognitionSettings().byte_rate


class Listener:
    """A recogniser that hears what `spoken_audio` made, unless it has a `trouble`."""

    def __init__(self, name: str, languages: Sequence[str] = ("en-US", "de-DE")) -> None:
        self.name = name
        self.languages = languages
        self.trouble: Exception | None = None
        self.seconds = 0.1
        self.asked = 0
        self.looks: list[bool] = []
        """Whether the caller spoke on when it was asked."""
        self.streams: list[ListenerStream] = []
        self.is_closed = False

    def supports(self, language: str) -> bool:
        return language in self.languages

    def open_stream(self, settings: RecognitionSettings) -> ListenerStream:
        self.streams.append(ListenerStream(self, settings))
        return self.streams[-1]

    async def aclose(self) -> None:
        self.is_closed = True


class ListenerStream:
    def __init__(self, owner: Listener, settings: RecognitionSettings) -> None:
        self.owner = owner
        self.settings = settings
        self.audio = b""
        self.feeds = 0
        self.is_closed = False

    def feed(self, pcm: bytes) -> None:
        self.audio += pcm
        self.feeds += 1

    async def transcribe(self, *, in_speech: bool = False) -> Transcript:
        self.owner.looks.append(in_speech)
        self.owner.asked += 1
        await asyncio.sleep(self.owner.seconds)
        if self.owner.trouble is not None:
            raise self.owner.trouble
        return Transcript(f"{self.owner.name}: {text_in(self.audio)}")

    def reset(self, settings: RecognitionSettings) -> None:
        self.settings, self.audio = settings, b""

    async def aclose(self) -> None:
        self.is_closed = True


def run(work: Coroutine[Any, Any, None]) -> None:
    in_virtual_time(work)


def chain_of(*recognizers: Listener) -> RecognizerChain:
    return RecognizerChain(recognizers, clock=asyncio.get_running_loop().time)


def test_the_first_hears_as_it_comes_and_the_others_hear_nothing() -> None:
    async def scene() -> None:
        first, second = Listener("first"), Listener("second")
        chain = chain_of(first, second)
        stream = chain.open_stream(ENGLISH)
        assert await stream.transcribe() == Transcript()
        for word in ("a", "table"):
            stream.feed(speak(word))
        assert first.streams[0].feeds == 2
        assert (await stream.transcribe()).text == "first: a table"
        assert (first.asked, second.streams) == (1, [])
        await stream.aclose()
        await chain.aclose()
        assert first.streams[0].is_closed
        assert first.is_closed
        assert second.is_closed

    run(scene())


def test_the_next_is_asked_with_the_same_audio_in_the_same_turn() -> None:
    async def scene() -> None:
        first, second = Listener("first"), Listener("second")
        stream = chain_of(first, second).open_stream(ENGLISH)
        stream.feed(speak("a table"))
        first.trouble = RecognitionFailed("broken")
        with capture_logs() as lines:
            assert (await stream.transcribe()).text == "second: a table"
        assert [(line["event"], line["recognizer"], line["reason"]) for line in lines] == [
            ("recognizer_failed", "first", "broken")
        ]
        stream.feed(speak("for two"))
        assert second.streams[0].feeds == 2, "it is in use now, and hears as it comes"
        assert (await stream.transcribe()).text == "second: a table for two"
        assert first.asked == 1

    run(scene())


def test_a_slow_one_is_not_waited_for_while_there_is_another() -> None:
    async def scene() -> None:
        first, second = Listener("first"), Listener("second")
        stream = chain_of(first, second).open_stream(ENGLISH)
        stream.feed(speak("hello"))
        clock = asyncio.get_running_loop().time
        began, first.seconds, second.seconds = clock(), 100.0, SLOW_SECONDS + 1
        assert (await stream.transcribe()).text == "second: hello"
        assert clock() - began == pytest.approx(2 * SLOW_SECONDS + 1)

    run(scene())


def test_one_that_failed_is_left_out_for_a_while_in_all_calls() -> None:
    async def scene() -> None:
        first, second = Listener("first"), Listener("second")
        chain = chain_of(first, second)
        stream, other = chain.open_stream(ENGLISH), chain.open_stream(ENGLISH)
        first.trouble = RecognitionFailed("broken")
        stream.feed(speak("one"))
        await stream.transcribe()
        other.feed(speak("two"))
        assert (await other.transcribe()).text == "second: two"
        assert first.asked == 1
        assert len(first.streams) == 1, "nothing is sent to it either"
        await asyncio.sleep(LEFT_OUT_SECONDS)
        first.trouble = None
        stream.reset(ENGLISH)
        stream.feed(speak("three"))
        assert (await stream.transcribe()).text == "first: three"
        other.reset(ENGLISH)
        other.feed(speak("four"))
        assert (await other.transcribe()).text == "first: four"

    run(scene())


def test_one_call_alone_tries_whether_it_works_again() -> None:
    async def scene() -> None:
        first, second = Listener("first"), Listener("second")
        chain = chain_of(first, second)
        streams = [chain.open_stream(ENGLISH) for _ in range(3)]
        first.trouble = RecognitionFailed("broken")
        streams[0].feed(speak("one"))
        await streams[0].transcribe()
        await asyncio.sleep(LEFT_OUT_SECONDS)
        for stream in streams:
            stream.reset(ENGLISH)
            stream.feed(speak("two"))
        found = await asyncio.gather(*(stream.transcribe() for stream in streams))
        assert [each.text for each in found] == ["second: two"] * 3
        assert first.asked == 2
        await asyncio.sleep(LEFT_OUT_SECONDS - 1)
        assert (await streams[1].transcribe()).text == "second: two", "it is left out anew"
        assert first.asked == 2

    run(scene())


def test_the_last_is_asked_however_often_it_failed() -> None:
    async def scene() -> None:
        first, second = Listener("first"), Listener("second")
        stream = chain_of(first, second).open_stream(ENGLISH)
        first.trouble, second.trouble = RecognitionFailed("broken"), RecognitionFailed("overloaded")
        stream.feed(speak("one"))
        for _ in range(2):
            with pytest.raises(RecognitionFailed, match="overloaded"):
                await stream.transcribe()
        assert (first.asked, second.asked) == (1, 2)
        second.trouble = None
        assert (await stream.transcribe()).text == "second: one"

    run(scene())


def test_a_refusal_is_about_the_settings_of_one_call() -> None:
    async def scene() -> None:
        first, second = Listener("first"), Listener("second")
        chain = chain_of(first, second)
        stream, other = chain.open_stream(ENGLISH), chain.open_stream(ENGLISH)
        first.trouble = RecognitionRefused("no such model")
        stream.feed(speak("one"))
        for _ in range(2):
            assert (await stream.transcribe()).text == "second: one"
        assert first.asked == 1
        first.trouble = None
        other.feed(speak("two"))
        assert (await other.transcribe()).text == "first: two"
        stream.reset(ENGLISH)
        stream.feed(speak("three"))
        assert (await stream.transcribe()).text == "second: three"
        stream.reset(RecognitionSettings("de-DE"))
        stream.feed(speak("vier"))
        assert (await stream.transcribe()).text == "first: vier"

    run(scene())


def test_languages_go_to_those_who_support_them() -> None:
    async def scene() -> None:
        first, second = Listener("first", ["en-US"]), Listener("second")
        chain = chain_of(first, second)
        assert chain.supports("de-DE")
        assert not chain.supports("fi-FI")
        stream = chain.open_stream(RecognitionSettings("de-DE"))
        stream.feed(speak("ein tisch"))
        assert (await stream.transcribe()).text == "second: ein tisch"
        assert first.streams == []
        stream.reset(RecognitionSettings("fi-FI"))
        stream.feed(speak("yksi"))
        with pytest.raises(RecognitionFailed, match="no recogniser for this language"):
            await stream.transcribe()

    run(scene())


def test_a_new_language_is_made_ready_before_somebody_speaks() -> None:
    async def scene() -> None:
        english, german = Listener("english", ["en-US"]), Listener("german", ["de-DE"])
        stream = chain_of(english, german).open_stream(RecognitionSettings())
        assert english.streams == [], "the language of the call is not known yet"
        stream.reset(RecognitionSettings("de-DE"))
        assert (len(english.streams), len(german.streams)) == (0, 1)
        stream.feed(speak("ein tisch"))
        assert (await stream.transcribe()).text == "german: ein tisch"
        assert len(german.streams) == 1

    run(scene())


def test_a_look_in_mid_speech_is_one_and_proves_nothing() -> None:
    async def scene() -> None:
        first, second = Listener("first"), Listener("second")
        stream = chain_of(first, second).open_stream(ENGLISH)
        stream.feed(speak("a table"))
        first.trouble = RecognitionFailed("broken")
        assert (await stream.transcribe()).text == "second: a table"
        stream.reset(ENGLISH)
        await asyncio.sleep(LEFT_OUT_SECONDS + 1)
        first.trouble = None
        stream.feed(speak("a taxi"))
        assert (await stream.transcribe(in_speech=True)).text == "first: a taxi"
        first.trouble = RecognitionFailed("broken again")
        assert (await stream.transcribe()).text == "second: a taxi"
        assert first.looks == [False, True, False]

    run(scene())


def test_what_a_step_asks_for_comes_first_if_it_is_there() -> None:
    async def scene() -> None:
        first, second = Listener("first"), Listener("second")
        stream = chain_of(first, second).open_stream(ENGLISH)
        wanted = RecognitionSettings("en-US", provider="second", model="large")
        stream.reset(wanted)
        stream.feed(speak("one"))
        assert (await stream.transcribe()).text == "second: one"
        assert second.streams[0].settings == wanted
        second.trouble = RecognitionFailed("broken")
        assert (await stream.transcribe()).text == "first: one"
        stream.reset(RecognitionSettings("en-US", provider="unknown"))
        stream.feed(speak("two"))
        assert (await stream.transcribe()).text == "first: two"

    run(scene())


def test_after_a_reset_neither_words_nor_failures_count() -> None:
    async def scene() -> None:
        first, second = Listener("first"), Listener("second")
        stream = chain_of(first, second).open_stream(ENGLISH)
        for trouble in (None, RecognitionFailed("broken")):
            stream.feed(speak("never mind"))
            asked = asyncio.create_task(stream.transcribe())
            await asyncio.sleep(0.05)
            first.trouble = trouble
            stream.reset(ENGLISH)
            assert await asked == Transcript()
        first.trouble = None
        stream.feed(speak("a taxi"))
        assert (await stream.transcribe()).text == "first: a taxi"
        assert second.asked == 0

    run(scene())


def test_of_a_long_turn_the_next_gets_the_end() -> None:
    async def scene() -> None:
        first, second = Listener("first"), Listener("second")
        stream = chain_of(first, second).open_stream(ENGLISH)
        first.trouble = RecognitionFailed("broken")
        stream.feed(speak("beginning"))
        stream.feed(bytes(LONGEST_TURN - len(speak("end"))))
        stream.feed(speak("end"))
        assert (await stream.transcribe()).text == "second: end"
        assert len(second.streams[0].audio) == LONGEST_TURN
        assert len(first.streams[0].audio) > LONGEST_TURN

    run(scene())
