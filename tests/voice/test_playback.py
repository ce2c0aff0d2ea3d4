"""Playback on a leg, in virtual time: what is spoken when, what stops it, and what it says was heard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from typing import Any

import pytest

from parley.domain.projects.model import DelayResponse, LatencyControl
from parley.providers.speech.protocol import SpeechFailed, silence
from parley.voice.media_leg import FRAME_SECONDS, RATE, CallEnded
from parley.voice.playback import AHEAD_SECONDS, FLUSH_SECONDS, KEPT_SECONDS, Playback
from tests.voice.fake_leg import FakeLeg, in_virtual_time


class Reader:
    """Takes a tenth of a second to say a letter, and a moment to think before each sentence."""

    def __init__(self, thinks: float = 0.05) -> None:
        self._thinks = thinks
        self.asked: list[tuple[float, str, str, Mapping[str, Any] | None]] = []

    @property
    def texts(self) -> list[str]:
        return [text.strip() for _, text, _, _ in self.asked]

    async def synthesize(
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
        leg, reader = FakeLeg(), Reader()
        playback = Playback(leg, reader)
        for piece in ("Hel", "lo the", "re. ", "How", " are you"):
            playback.say(piece)
            await asyncio.sleep(0.1)
        assert reader.texts == ["Hello there."]
        assert await playback.wait_finished()
        assert reader.texts == ["Hello there.", "How are you"]
        assert len(leg.written) == round(2.3 * RATE) * 2
        # Begun with the fourth piece, and without a gap between both.
        assert now() == pytest.approx(0.3 + 0.05 + 2.3, abs=FRAME_SECONDS)
        assert playback.heard_reply() == "Hello there. How are you"

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
        leg, reader = FakeLeg(), Reader()
        playback = Playback(leg, reader)
        for number in range(10):
            playback.say(f"This is the sentence {number:02}. ")
        assert await playback.wait_finished()
        assert len(reader.asked) == 10
        assert leg.most_queued <= AHEAD_SECONDS
        assert len(leg.writes) < 5 * now()
        # The next sentence is asked for when the one before has been handed over, not earlier.
        assert [at for at, *_ in reader.asked][1] == pytest.approx(2.4 - AHEAD_SECONDS, abs=0.4)

    in_virtual_time(scene())


def test_a_sentence_that_looks_ended_is_not_held_back() -> None:
    async def scene() -> None:
        leg, reader = FakeLeg(), Reader()
        playback = Playback(leg, reader)
        playback.say("Let me see.")
        await asyncio.sleep(FLUSH_SECONDS - 0.01)
        assert not reader.asked
        await asyncio.sleep(0.02)
        assert reader.texts == ["Let me see."]
        playback.say(" It is")
        await asyncio.sleep(60)
        assert reader.texts == ["Let me see."]
        playback.flush()
        await asyncio.sleep(1)
        assert reader.texts == ["Let me see.", "It is"]

    in_virtual_time(scene())


def test_stop_takes_effect_at_once_and_says_what_was_heard() -> None:
    async def scene() -> None:
        leg, reader = FakeLeg(), Reader(thinks=0)
        playback = Playback(leg, reader)
        playback.say("One two three four. Five six. Seven")
        waiting = asyncio.create_task(playback.wait_finished())
        await asyncio.sleep(1.0)
        assert playback.is_playing
        assert playback.stop() == "One two "
        assert not playback.is_playing
        written = len(leg.written)
        assert await waiting is False
        assert now() == pytest.approx(1.0)
        await asyncio.sleep(10)
        assert len(leg.written) == written
        assert reader.texts == ["One two three four."]
        playback.say("Sorry.")
        assert await playback.wait_finished()
        assert playback.heard_reply() == "Sorry."

    in_virtual_time(scene())


def test_a_pause_that_is_taken_back_goes_on_with_the_sentence() -> None:
    async def scene() -> None:
        leg, reader = FakeLeg(), Reader(thinks=0)
        playback = Playback(leg, reader)
        playback.say("One. Two three four. Five")
        waiting = asyncio.create_task(playback.wait_finished())
        await asyncio.sleep(1.5)
        assert playback.pause() == "One. Two three "
        assert playback.is_paused
        assert leg.queued_seconds() == 0
        playback.say(" six.")
        await asyncio.sleep(1)
        assert leg.queued_seconds() == 0
        assert not waiting.done()
        playback.resume()
        await asyncio.sleep(0.25)
        # What was heard once stays heard.
        assert playback.heard_reply() == "One. Two three "
        assert await waiting
        assert reader.texts == ["One.", "Two three four.", "Five", "Two three four.", "Five", "six."]
        assert playback.heard_reply() == "One. Two three four. Five six."

    in_virtual_time(scene())


def test_what_was_not_heard_is_kept_for_a_while_only() -> None:
    async def scene() -> None:
        leg, reader = FakeLeg(), Reader(thinks=0)
        playback = Playback(leg, reader)
        playback.say("One two three four. Five six.")
        waiting = asyncio.create_task(playback.wait_finished())
        await asyncio.sleep(1)
        assert playback.pause() == "One two "
        assert await waiting is False
        assert now() == pytest.approx(1 + KEPT_SECONDS)
        written = len(leg.written)
        playback.resume()
        assert await playback.wait_finished()
        assert len(leg.written) == written

    in_virtual_time(scene())


def test_a_pause_may_turn_into_a_stop() -> None:
    async def scene() -> None:
        leg, reader = FakeLeg(), Reader(thinks=0)
        playback = Playback(leg, reader)
        playback.say("One two three four. Five six.")
        await asyncio.sleep(1)
        playback.pause()
        await asyncio.sleep(1)
        assert playback.stop() == "One two "
        playback.say("Sorry.")
        assert await playback.wait_finished()
        assert playback.heard_reply() == "Sorry."
        assert reader.texts == ["One two three four.", "Sorry."]

    in_virtual_time(scene())


def test_what_was_heard_counts_from_the_beginning_of_the_reply() -> None:
    async def scene() -> None:
        leg, reader = FakeLeg(), Reader(thinks=0)
        playback = Playback(leg, reader)
        playback.say("Old words.")
        assert await playback.wait_finished()
        playback.say("Let me see.")
        await asyncio.sleep(30)
        playback.say(" Here is more of it.")
        playback.flush()
        await asyncio.sleep(1.0)
        assert playback.stop() == "Let me see. Here is "

    in_virtual_time(scene())


def test_nothing_was_heard_of_a_reply_whose_first_sentence_is_not_complete() -> None:
    async def scene() -> None:
        leg, reader = FakeLeg(), Reader(thinks=0)
        playback = Playback(leg, reader)
        playback.say("Old words.")
        assert await playback.wait_finished()
        playback.say("Let me")
        assert playback.pause() == ""
        playback.say(" see.")
        playback.resume()
        assert await playback.wait_finished()
        assert playback.heard_reply() == "Let me see."

    in_virtual_time(scene())


def test_a_reply_that_goes_on_after_keys_is_one() -> None:
    async def scene() -> None:
        leg, reader = FakeLeg(), Reader(thinks=0)
        playback = Playback(leg, reader)
        playback.say("I press one.")
        assert await playback.wait_heard()
        assert playback.pause() == "I press one."
        playback.resume()
        playback.say(" Now two.")
        assert await playback.wait_finished()
        assert playback.heard_reply() == "I press one. Now two."

    in_virtual_time(scene())


def test_stop_also_ends_what_is_being_computed() -> None:
    async def scene() -> None:
        leg, reader = FakeLeg(), Reader(thinks=5)
        playback = Playback(leg, reader)
        playback.say("Hello.\n")
        playback.flush()
        await asyncio.sleep(1)
        assert playback.stop() == ""
        await asyncio.sleep(30)
        assert not leg.written

    in_virtual_time(scene())


def test_it_ends_with_the_call() -> None:
    async def scene() -> None:
        leg, reader = FakeLeg(), Reader(thinks=0)
        playback = Playback(leg, reader)
        playback.say("One two three four. Five six. Seven eight.")
        waiting = asyncio.create_task(playback.wait_finished())
        await asyncio.sleep(1.0)
        leg.end()
        assert await waiting is False
        assert now() < 1.0 + AHEAD_SECONDS
        assert len(asyncio.all_tasks()) == 1
        playback.say("More. And more.")
        playback.flush()
        assert await playback.wait_finished() is False
        assert playback.stop() == "One two three "
        assert len(reader.asked) == 1
        assert len(asyncio.all_tasks()) == 1

    in_virtual_time(scene())


def test_closing_leaves_nothing_behind() -> None:
    async def scene() -> None:
        leg, reader = FakeLeg(), Reader()
        playback = Playback(leg, reader)
        playback.say("One two three four. Five six. Seven eight.")
        waiting = asyncio.create_task(playback.wait_finished())
        await asyncio.sleep(0.5)
        await playback.aclose()
        assert await waiting is False
        assert len(asyncio.all_tasks()) == 1

    in_virtual_time(scene())


def test_a_sentence_that_cannot_be_spoken_is_left_out() -> None:
    async def scene() -> None:
        leg, reader = FakeLeg(), Reader()
        playback = Playback(leg, reader)
        playback.say("Good one. A bad one. Good again.")
        assert await playback.wait_finished()
        assert reader.texts == ["Good one.", "A bad one.", "Good again."]
        assert len(leg.written) == 2 * round((0.9 + 1.1) * RATE)

    in_virtual_time(scene())


def test_each_piece_is_spoken_in_its_language_and_voice() -> None:
    async def scene() -> None:
        leg, reader = FakeLeg(), Reader()
        playback = Playback(leg, reader, "en-US")
        playback.say("One moment")
        playback.language, playback.voice = "de-DE", {"provider": "espeak"}
        playback.say("Guten Tag. Wie")
        playback.language = ""
        playback.say("Hm")
        assert await playback.wait_finished()
        assert [(text, language, voice) for _, text, language, voice in reader.asked] == [
            ("One moment", "en-US", None),
            ("Guten Tag.", "de-DE", {"provider": "espeak"}),
            (" Wie", "de-DE", {"provider": "espeak"}),
            ("Hm", "en-US", {"provider": "espeak"}),
        ]

    in_virtual_time(scene())


def test_words_are_synthesized_as_they_are_pronounced_and_heard_as_they_are_written() -> None:
    async def pronounce(text: str, language: str) -> str:
        return text.replace("St.", f"Street ({language})")

    async def scene() -> None:
        reader = Reader()
        playback = Playback(FakeLeg(), reader, "en-GB", pronounce=pronounce)
        playback.say("In Main St. now")
        assert await playback.wait_finished()
        assert reader.texts == ["In Main Street (en-GB) now"]
        assert playback.heard_reply() == "In Main St. now"

    in_virtual_time(scene())


def test_a_leg_that_takes_little_is_given_little_and_not_asked_more_than_once_a_frame() -> None:
    async def scene() -> None:
        leg, reader = FakeLeg(), Reader()
        leg.room = round(0.1 * RATE) * 2
        playback = Playback(leg, reader)
        playback.say("One two three four. Five six.")
        assert await playback.wait_finished()
        assert len(leg.written) == round((1.9 + 0.9) * RATE) * 2
        assert len(leg.writes) <= 2 * now() / FRAME_SECONDS

    in_virtual_time(scene())


def test_nothing_said_is_finished_at_once() -> None:
    async def scene() -> None:
        playback = Playback(FakeLeg(), Reader())
        playback.say("  \n")
        assert await playback.wait_finished()
        assert playback.stop() == ""
        assert now() == 0

    in_virtual_time(scene())


def test_a_fake_leg_that_ended_is_over() -> None:
    async def scene() -> None:
        leg = FakeLeg()
        leg.end()
        with pytest.raises(CallEnded):
            leg.queued_seconds()

    in_virtual_time(scene())
