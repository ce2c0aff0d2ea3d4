"""A model that hears whether turns are complete, in a call, in virtual time: a hint, and never a hindrance."""

from __future__ import annotations

import asyncio

import pytest
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from parley.providers.recognition.protocol import RATE, WIDE_RATE
from parley.providers.turn_end.protocol import LONGEST_SECONDS
from parley.voice.call_input import CallInput, Reactions
from parley.voice.endpointing import COMPLETE_FACTOR, INCOMPLETE_FACTOR, MAX_SECONDS
from parley.voice.listen_settings import ListenSettings
from parley.voice.speech_input import SpeechRecognition
from parley.voice.turn_end_judge import TurnEndJudge
from parley.voice.turn_events import TurnEndJudged
from tests.voice.fake_leg import FakeLeg, in_virtual_time
from tests.voice.fake_recognition import FakeRecognizer, FakeTicker, FakeTurnEnd

USUAL = ListenSettings().endpoint_seconds
SECOND = bytes(2 * RATE)
NEAR = 0.04
"""A window, and a little."""


async def delay(model: FakeTurnEnd | None) -> float:
    """From the last word to the turn."""
    ticker = FakeTicker()
    recognition = SpeechRecognition(ticker, FakeRecognizer(["a table for two people"]), model)
    call_input = CallInput(FakeLeg(), Reactions(lambda: None), recognition)
    call_input.expect_turn(ListenSettings())
    await ticker.hear(1.5, speech=True)
    talking = asyncio.create_task(ticker.hear(4.0, speech=False))
    turn = await call_input.next_turn()
    assert turn.text == "a table for two people"
    assert turn.spoke_until is not None
    found = asyncio.get_running_loop().time() - turn.spoke_until
    await talking
    await call_input.aclose()
    return found


def not_judged() -> float:
    return REGISTRY.get_sample_value("parley_turn_ends_not_judged_total", {"model": FakeTurnEnd.name}) or 0.0


def test_a_turn_ends_sooner_or_later_by_how_it_sounds() -> None:
    async def scene() -> None:
        assert abs(await delay(FakeTurnEnd([1.0])) - COMPLETE_FACTOR * USUAL) < NEAR
        assert abs(await delay(FakeTurnEnd([0.0])) - INCOMPLETE_FACTOR * USUAL) < NEAR

    in_virtual_time(scene())


def test_a_model_that_fails_or_is_late_makes_no_difference() -> None:
    async def scene() -> None:
        usual, failed = await delay(None), not_judged()
        with capture_logs() as logs:
            assert await delay(FakeTurnEnd([None])) == pytest.approx(usual)
            assert await delay(FakeTurnEnd([0.0], seconds=0.6)) == pytest.approx(usual)
            assert await delay(FakeTurnEnd([0.0], seconds=60)) == pytest.approx(usual)
        assert [each["reason"] for each in logs if each["event"] == "turn_end_not_judged"] == ["no idea"]
        assert not_judged() == failed + 1

    in_virtual_time(scene())


def test_whoever_takes_longer_than_any_pause_is_not_waited_for() -> None:
    async def scene() -> None:
        events: list[TurnEndJudged] = []
        judge = TurnEndJudge(FakeTurnEnd([1.0], seconds=MAX_SECONDS + 0.1), events.append)
        judge.feed(SECOND)
        with capture_logs() as logs:
            judge.judge(1)
            await asyncio.sleep(9)
        assert events == []
        assert [each["reason"] for each in logs] == ["timeout"]
        await judge.aclose()

    in_virtual_time(scene())


def test_each_pause_takes_the_place_of_the_one_before() -> None:
    async def scene() -> None:
        events: list[TurnEndJudged] = []
        model = FakeTurnEnd([0.3, 0.9], seconds=0.5)
        judge = TurnEndJudge(model, events.append)
        assert model.is_started
        judge.judge(1)
        assert model.heard == [], "there is nothing to hear"
        for request in (2, 3):
            judge.feed(SECOND)
            judge.judge(request)
            await asyncio.sleep(0.2)
        await asyncio.sleep(1)
        assert events == [TurnEndJudged(3, 0.3)]
        judge.judge(4)
        await asyncio.sleep(0.2)
        judge.reset(RATE)
        await asyncio.sleep(1)
        assert len(events) == 1
        await judge.aclose()

    in_virtual_time(scene())


def test_it_hears_the_end_of_a_long_turn_at_the_rate_of_the_line() -> None:
    async def scene() -> None:
        model = FakeTurnEnd([0.5, 0.5])
        judge = TurnEndJudge(model, lambda _event: None)
        for rate in (RATE, WIDE_RATE):
            judge.reset(rate)
            for _ in range(30):
                judge.feed(SECOND)
            judge.judge(1)
            await asyncio.sleep(1)
        assert model.heard == [(LONGEST_SECONDS * 2 * rate, rate) for rate in (RATE, WIDE_RATE)]
        await judge.aclose()

    in_virtual_time(scene())


def test_it_is_asked_in_pauses_alone_about_this_turn_alone_and_closed_with_recognition() -> None:
    async def scene() -> None:
        ticker, model = FakeTicker(), FakeTurnEnd([0.9, 0.9])
        recognizer = FakeRecognizer(["no wait"] * 9)
        recognition = SpeechRecognition(ticker, recognizer, model)
        call_input = CallInput(FakeLeg(), Reactions(lambda: None), recognition)
        call_input.agent_started_speaking()
        call_input.expect_turn(ListenSettings())
        await ticker.hear(2.0, speech=True)
        assert recognizer.looks, "an interruption is looked at while it is spoken"
        assert model.heard == []
        await ticker.hear(2.0, speech=False)
        await call_input.next_turn()
        call_input.expect_turn(ListenSettings())
        await ticker.hear(1.0, speech=True)
        await ticker.hear(2.0, speech=False)
        await call_input.next_turn()
        (first, _), (second, _) = model.heard
        assert 2.0 < first / len(SECOND) < 2.4
        assert 1.0 < second / len(SECOND) < 1.8
        await call_input.aclose()
        assert not model.is_closed
        await recognition.aclose()
        assert model.is_closed

    in_virtual_time(scene())
