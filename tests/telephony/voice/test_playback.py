"""A mouth on a call, in simulated time: what is spoken when, what stops it, and what it says was heard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from typing import Any

import pytest

from parley.domain.projects.model import DelayResponse, LatencyControl
from parley.providers.speech.protocol import SpeechFailed, silence
from parley.telephony.sip.protocol import FRAME_SECONDS, RATE, CallEnded
from parley.telephony.voice.playback import AHEAD, SETTLED, Playback
from tests.telephony.voice.fake_leg import FakeLeg, in_virtual_time


class Reader:
    """Takes a tenth of a second to say a letter, and a moment to think before each sentence."""

    def __init__(self, thinks: float = 0.05) -> None:
        self._thinks = thinks
        self.asked: list[tuple[float, str, str, Mapping[str, Any] | None]] = []

    @property
    def texts(self) -> list[str]:
        return [text.strip() for _, text, _, _ in self.asked]

    async def speak(
        self, text: str, language: str, voice: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[bytes, None]:
        self.asked.append((asyncio.get_running_loop().time(), text, language, voice))
        await asyncio.sleep(self._thinks)
        if "bad" in text:
            raise SpeechFailed("bad")
        yield silence(len(text.strip()) / 10)


def now() -> float:
    return asyncio.get_running_loop().time()


def test_sentences_are_spoken_in_order_as_soon_as_they_are_complete() -> None:
    async def scene() -> None:
        call, reader = FakeLeg(), Reader()
        mouth = Playback(call, reader)
        for piece in ("Hel", "lo the", "re. ", "How", " are you"):
            mouth.say(piece)
            await asyncio.sleep(0.1)
        assert reader.texts == ["Hello there."]
        assert await mouth.finished()
        assert reader.texts == ["Hello there.", "How are you"]
        assert len(call.written) == round(2.3 * RATE) * 2
        # Begun with the fourth piece, and without a gap between both.
        assert now() == pytest.approx(0.3 + 0.05 + 2.3, abs=FRAME_SECONDS)
        assert mouth.heard() == "Hello there. How are you"

    in_virtual_time(scene())


def test_texts_are_said_when_they_are_due() -> None:
    async def scene() -> None:
        reader = Reader()
        latency = LatencyControl(1, 2, (DelayResponse("One moment", 3), DelayResponse("Nearly there", 1)))
        await Playback(FakeLeg(), reader).say_when_due(latency.moments())
        await asyncio.sleep(1)
        assert [(at, text) for at, text, _, _ in reader.asked] == [(1, "One moment"), (6, "Nearly there")]

    in_virtual_time(scene())


def test_it_is_never_far_ahead_and_wakes_up_seldom() -> None:
    async def scene() -> None:
        call, reader = FakeLeg(), Reader()
        mouth = Playback(call, reader)
        for number in range(10):
            mouth.say(f"This is the sentence {number:02}. ")
        assert await mouth.finished()
        assert len(reader.asked) == 10
        assert call.most_queued <= AHEAD
        assert len(call.writes) < 5 * now()
        # The next sentence is asked for when the one before has been handed over, not earlier.
        assert [at for at, *_ in reader.asked][1] == pytest.approx(2.4 - AHEAD, abs=0.4)

    in_virtual_time(scene())


def test_a_sentence_that_looks_ended_is_not_held_back() -> None:
    async def scene() -> None:
        call, reader = FakeLeg(), Reader()
        mouth = Playback(call, reader)
        mouth.say("Let me see.")
        await asyncio.sleep(SETTLED - 0.01)
        assert not reader.asked
        await asyncio.sleep(0.02)
        assert reader.texts == ["Let me see."]
        mouth.say(" It is")
        await asyncio.sleep(60)
        assert reader.texts == ["Let me see."]
        mouth.flush()
        await asyncio.sleep(1)
        assert reader.texts == ["Let me see.", "It is"]

    in_virtual_time(scene())


def test_hush_stops_at_once_and_says_what_was_heard() -> None:
    async def scene() -> None:
        call, reader = FakeLeg(), Reader(thinks=0)
        mouth = Playback(call, reader)
        mouth.say("One two three four. Five six. Seven")
        waiting = asyncio.create_task(mouth.finished())
        await asyncio.sleep(1.0)
        assert mouth.is_speaking
        assert mouth.hush() == "One two "
        assert not mouth.is_speaking
        written = len(call.written)
        assert await waiting is False
        assert now() == pytest.approx(1.0)
        await asyncio.sleep(10)
        assert len(call.written) == written
        assert reader.texts == ["One two three four."]
        mouth.say("Sorry.")
        assert await mouth.finished()
        assert mouth.heard() == "Sorry."

    in_virtual_time(scene())


def test_what_was_heard_counts_from_the_beginning_of_the_reply() -> None:
    async def scene() -> None:
        call, reader = FakeLeg(), Reader(thinks=0)
        mouth = Playback(call, reader)
        mouth.say("Old words.")
        assert await mouth.finished()
        mouth.say("Let me see.")
        await asyncio.sleep(30)
        mouth.say(" Here is more of it.")
        mouth.flush()
        await asyncio.sleep(1.0)
        assert mouth.hush() == "Let me see. Here is "

    in_virtual_time(scene())


def test_hush_also_ends_what_is_being_computed() -> None:
    async def scene() -> None:
        call, reader = FakeLeg(), Reader(thinks=5)
        mouth = Playback(call, reader)
        mouth.say("Hello.\n")
        mouth.flush()
        await asyncio.sleep(1)
        assert mouth.hush() == ""
        await asyncio.sleep(30)
        assert not call.written

    in_virtual_time(scene())


def test_it_ends_with_the_call() -> None:
    async def scene() -> None:
        call, reader = FakeLeg(), Reader(thinks=0)
        mouth = Playback(call, reader)
        mouth.say("One two three four. Five six. Seven eight.")
        waiting = asyncio.create_task(mouth.finished())
        await asyncio.sleep(1.0)
        call.end()
        assert await waiting is False
        assert now() < 1.0 + AHEAD
        assert len(asyncio.all_tasks()) == 1
        mouth.say("More. And more.")
        mouth.flush()
        assert await mouth.finished() is False
        assert mouth.hush() == "One two three "
        assert len(reader.asked) == 1
        assert len(asyncio.all_tasks()) == 1

    in_virtual_time(scene())


def test_closing_leaves_nothing_behind() -> None:
    async def scene() -> None:
        call, reader = FakeLeg(), Reader()
        mouth = Playback(call, reader)
        mouth.say("One two three four. Five six. Seven eight.")
        waiting = asyncio.create_task(mouth.finished())
        await asyncio.sleep(0.5)
        await mouth.aclose()
        assert await waiting is False
        assert len(asyncio.all_tasks()) == 1

    in_virtual_time(scene())


def test_a_sentence_that_cannot_be_spoken_is_left_out() -> None:
    async def scene() -> None:
        call, reader = FakeLeg(), Reader()
        mouth = Playback(call, reader)
        mouth.say("Good one. A bad one. Good again.")
        assert await mouth.finished()
        assert reader.texts == ["Good one.", "A bad one.", "Good again."]
        assert len(call.written) == 2 * round((0.9 + 1.1) * RATE)

    in_virtual_time(scene())


def test_each_piece_is_spoken_in_its_language_and_voice() -> None:
    async def scene() -> None:
        call, reader = FakeLeg(), Reader()
        mouth = Playback(call, reader, "en-US")
        mouth.say("One moment")
        mouth.language, mouth.voice = "de-DE", {"provider": "espeak"}
        mouth.say("Guten Tag. Wie")
        mouth.language = ""
        mouth.say("Hm")
        assert await mouth.finished()
        assert [(text, language, voice) for _, text, language, voice in reader.asked] == [
            ("One moment", "en-US", None),
            ("Guten Tag.", "de-DE", {"provider": "espeak"}),
            (" Wie", "de-DE", {"provider": "espeak"}),
            ("Hm", "en-US", {"provider": "espeak"}),
        ]

    in_virtual_time(scene())


def test_a_call_that_takes_little_is_given_little_and_not_asked_more_than_once_a_frame() -> None:
    async def scene() -> None:
        call, reader = FakeLeg(), Reader()
        call.room = round(0.1 * RATE) * 2
        mouth = Playback(call, reader)
        mouth.say("One two three four. Five six.")
        assert await mouth.finished()
        assert len(call.written) == round((1.9 + 0.9) * RATE) * 2
        assert len(call.writes) <= 2 * now() / FRAME_SECONDS

    in_virtual_time(scene())


def test_nothing_said_is_finished_at_once() -> None:
    async def scene() -> None:
        mouth = Playback(FakeLeg(), Reader())
        mouth.say("  \n")
        assert await mouth.finished()
        assert mouth.hush() == ""
        assert now() == 0

    in_virtual_time(scene())


def test_the_fake_call_is_one() -> None:
    async def scene() -> None:
        call = FakeLeg()
        call.end()
        with pytest.raises(CallEnded):
            call.queued_seconds()

    in_virtual_time(scene())
