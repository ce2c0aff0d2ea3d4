"""The caller's speech in a call, in virtual time, with audio that is loud or silent."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from structlog.testing import capture_logs

from parley.providers.recognition.protocol import RATE, WIDE_RATE, RecognitionSettings
from parley.voice.call_input import CallInput, Reactions
from parley.voice.listen_settings import ListenSettings, resolve_settings
from parley.voice.speech_input import LEAD_SECONDS, TRANSCRIBE_SECONDS, SpeechInput, SpeechRecognition
from parley.voice.turn_events import (
    CallerTurn,
    NotTranscribed,
    Transcribed,
)
from tests.voice.fake_leg import FakeLeg, in_virtual_time
from tests.voice.fake_recognition import LOUD, SILENT, FakeRecognizer, FakeTicker


def run(work: Coroutine[Any, Any, None]) -> None:
    in_virtual_time(work)


def recognition(ticker: FakeTicker, recognizer: FakeRecognizer) -> SpeechRecognition:
    return SpeechRecognition(ticker, recognizer)


def test_a_spoken_turn_has_its_words() -> None:
    async def scene() -> None:
        ticker, recognizer = FakeTicker(), FakeRecognizer(["a table for two"])
        call_input = CallInput(FakeLeg(), Reactions(lambda: None), recognition(ticker, recognizer))
        call_input.expect_turn(ListenSettings(), "en-GB", ("Bella Vista",))
        await ticker.hear(1.0, speech=False)
        await ticker.hear(1.5, speech=True)
        await ticker.hear(1.0, speech=False)
        turn = await call_input.next_turn()
        assert (turn.text, turn.digits) == ("a table for two", None)
        assert recognizer.fed == []
        assert recognizer.settings[-1] == RecognitionSettings("en-GB", ("Bella Vista",))
        await call_input.aclose()
        assert recognizer.is_closed

    run(scene())


def test_the_recogniser_gets_what_a_step_asks_for() -> None:
    async def scene() -> None:
        ticker, recognizer = FakeTicker(), FakeRecognizer(["nine"])
        call_input = CallInput(FakeLeg(), Reactions(lambda: None), recognition(ticker, recognizer))
        call_input.expect_turn(resolve_settings({"asr": {"provider": "deepgram", "model": "nova-2"}}))
        asked_for = RecognitionSettings(provider="deepgram", model="nova-2")
        assert recognizer.settings[-1] == asked_for, "before the caller speaks"
        await ticker.hear(1.0, speech=True)
        call_input.expect_turn(ListenSettings(), "en-GB")
        assert recognizer.settings[-1] == asked_for, "not in the middle of a turn"
        await ticker.hear(1.0, speech=False)
        await call_input.next_turn()
        assert recognizer.settings[-1] == RecognitionSettings("en-GB")

    run(scene())


def test_each_turn_is_heard_in_its_language_and_one_that_nobody_knows_is_named() -> None:
    async def scene() -> None:
        ticker, recognizer = FakeTicker(), FakeRecognizer(["uno", "dos"], languages=("en", "es"))
        call_input = CallInput(FakeLeg(), Reactions(lambda: None), recognition(ticker, recognizer))
        with capture_logs() as logs:
            for language in ("en-US", "es-ES", "th-TH", "th-TH", "es-MX"):
                call_input.expect_turn(ListenSettings(), language)
        assert [settings.language for settings in recognizer.settings[1:]] == ["en-US", "es-ES", "th-TH", "es-MX"]
        assert logs == [{"event": "language_not_recognised", "language": "th-TH", "log_level": "warning"}]
        await call_input.aclose()

    run(scene())


def test_the_recogniser_hears_what_came_before_speech_was_noticed_and_little_of_pauses() -> None:
    async def scene() -> None:
        ticker, recognizer = FakeTicker(), FakeRecognizer(["one"])
        SpeechInput(FakeLeg(), recognition(ticker, recognizer), lambda _event: None)
        await ticker.hear(5.0, speech=False)
        await ticker.hear(1.0, speech=True)
        await ticker.hear(5.0, speech=False)
        assert recognizer.fed.count(LOUD) == round(1.0 / 0.032)
        assert 5 <= recognizer.fed.count(SILENT) <= round(LEAD_SECONDS / 0.032) + 7
        assert recognizer.fed[0] == SILENT

    run(scene())


def test_words_interrupt_and_their_beginning_is_not_lost() -> None:
    async def scene() -> None:
        stopped: list[float] = []
        ticker, recognizer = FakeTicker(), FakeRecognizer(["no wait", "no wait make it three"])
        clock = asyncio.get_running_loop().time
        call_input = CallInput(FakeLeg(), Reactions(lambda: stopped.append(clock())), recognition(ticker, recognizer))
        call_input.agent_started_speaking()
        call_input.expect_turn(ListenSettings())
        began = clock()
        await ticker.hear(1.5, speech=True)
        assert len(stopped) == 1
        assert stopped[0] - began < 0.6
        await ticker.hear(1.2, speech=False)
        turn = await call_input.next_turn()
        assert (turn.text, turn.barge_in) == ("no wait make it three", True)
        assert recognizer.looks[0] is True, "the caller spoke on"
        assert recognizer.looks[-1] is False

    run(scene())


def test_a_recogniser_that_fails_or_hangs_is_said_to() -> None:
    async def scene() -> None:
        events: list[object] = []
        ticker, recognizer = FakeTicker(), FakeRecognizer([None, "late"])
        speech = SpeechInput(FakeLeg(), recognition(ticker, recognizer), events.append)
        speech.transcribe(1)
        await asyncio.sleep(1)
        recognizer.seconds = TRANSCRIBE_SECONDS + 1
        speech.transcribe(2)
        await asyncio.sleep(TRANSCRIBE_SECONDS + 2)
        recognizer.seconds = 0.1
        speech.transcribe(3)
        await asyncio.sleep(1)
        assert events == [NotTranscribed(1), NotTranscribed(2), Transcribed(3, "late")]

    run(scene())


def test_a_newer_request_takes_the_place_of_an_older_one() -> None:
    async def scene() -> None:
        events: list[object] = []
        recognizer = FakeRecognizer(["all of it"], seconds=1.0)
        speech = SpeechInput(FakeLeg(), recognition(FakeTicker(), recognizer), events.append)
        speech.transcribe(1)
        await asyncio.sleep(0.5)
        speech.transcribe(2)
        await asyncio.sleep(2)
        assert events == [Transcribed(2, "all of it")]

    run(scene())


def test_keys_work_as_without_speech() -> None:
    async def scene() -> None:
        leg = FakeLeg()
        call_input = CallInput(leg, Reactions(lambda: None), recognition(FakeTicker(), FakeRecognizer()))
        call_input.expect_turn(ListenSettings(num_digits=1))
        leg.key("7")
        assert await call_input.next_turn() == CallerTurn("7")

    run(scene())


def test_a_turn_over_a_wide_line_is_heard_at_its_rate_to_its_end() -> None:
    async def scene() -> None:
        ticker, recognizer = FakeTicker(), FakeRecognizer(["a table", "for two"])
        call_input = CallInput(FakeLeg(), Reactions(lambda: None), recognition(ticker, recognizer))
        call_input.expect_turn(ListenSettings())
        await ticker.hear(1.0, speech=False, wide=True)
        assert recognizer.settings[-1].rate == WIDE_RATE
        await ticker.hear(0.5, speech=True, wide=True)
        await ticker.hear(0.5, speech=True, wide=False)
        assert {len(window) for window in recognizer.fed} == {2 * len(LOUD)}, "the line has become narrow"
        await ticker.hear(1.5, speech=False, wide=False)
        await call_input.next_turn()
        await ticker.hear(0.5, speech=True, wide=False)
        assert recognizer.settings[-1].rate == RATE
        assert {len(window) for window in recognizer.fed} == {len(LOUD)}
        await call_input.aclose()

    run(scene())
