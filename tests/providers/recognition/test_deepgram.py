"""Deepgram's streams against a stand-in that speaks its protocol over a real socket."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest
from structlog.testing import capture_logs

from parley.providers.recognition import chain, deepgram, deepgram_link
from parley.providers.recognition.chain import RecognizerChain
from parley.providers.recognition.deepgram import DeepgramEndpoint, DeepgramRecognizer, DeepgramStream
from parley.providers.recognition.protocol import (
    RecognitionFailed,
    RecognitionRefused,
    RecognitionSettings,
    Transcript,
)
from tests.fake_deepgram import FakeDeepgram, fake_deepgram
from tests.spoken_audio import silence, speak, text_in
from tests.waiting import until

pytestmark = pytest.mark.io

ENGLISH = RecognitionSettings("en-US")


@pytest.fixture
async def service() -> AsyncIterator[FakeDeepgram]:
    async with fake_deepgram() as server:
        yield server


@pytest.fixture
async def stream(service: FakeDeepgram) -> AsyncIterator[DeepgramStream]:
    stream = open_stream(service)
    yield stream
    await stream.aclose()


def open_stream(service: FakeDeepgram, key: str = "dg-secret") -> DeepgramStream:
    return DeepgramRecognizer(DeepgramEndpoint(key, service.url)).open_stream(ENGLISH)


async def test_a_turn_is_sent_while_it_is_spoken_and_finalised_when_it_is_asked_for(
    service: FakeDeepgram, stream: DeepgramStream
) -> None:
    stream.feed(speak("a table"))
    await service.wait_until_heard(len(speak("a table")))
    stream.feed(speak("for two"))
    assert await stream.transcribe() == Transcript("a table for two")
    assert service.last.messages == ["Finalize"]
    query = service.last.query
    assert (query["model"], query["language"], query["encoding"]) == (["nova-3"], ["en-US"], ["linear16"])
    assert (query["sample_rate"], query["interim_results"]) == (["8000"], ["true"])


async def test_more_of_a_turn_is_added_to_what_was_final(service: FakeDeepgram, stream: DeepgramStream) -> None:
    stream.feed(speak("on friday"))
    assert (await stream.transcribe()).text == "on friday"
    assert (await stream.transcribe()).text == "on friday"
    assert service.last.messages == ["Finalize"], "nothing was fed since"
    stream.feed(silence(0.3) + speak("at eight"))
    assert (await stream.transcribe()).text == "on friday at eight"
    assert len(service.connections) == 1


async def test_while_the_caller_speaks_on_nothing_is_finalised(service: FakeDeepgram, stream: DeepgramStream) -> None:
    """Or the service would end a result in the middle of a word."""
    assert await stream.transcribe(in_speech=True) == Transcript()
    stream.feed(speak("a table for"))
    await service.wait_until_heard(len(speak("a table for")))
    await until(lambda: _knows(stream, "a table for"))
    assert service.last.messages == []
    stream.feed(speak("two"))
    assert (await stream.transcribe()).text == "a table for two"
    assert service.last.messages == ["Finalize"]


async def _knows(stream: DeepgramStream, text: str) -> bool:
    return (await stream.transcribe(in_speech=True)).text == text


async def test_nothing_is_connected_before_something_is_fed(service: FakeDeepgram, stream: DeepgramStream) -> None:
    assert await stream.transcribe() == Transcript()
    stream.reset(ENGLISH)
    assert service.connections == []


async def test_a_turn_begins_with_a_reset(service: FakeDeepgram, stream: DeepgramStream) -> None:
    stream.feed(speak("never mind"))
    await service.wait_until_heard(len(speak("never mind")))
    stream.reset(ENGLISH)
    stream.feed(speak("a taxi"))
    assert (await stream.transcribe()).text == "a taxi"
    assert len(service.connections) == 1


async def test_late_answers_do_not_count_in_the_next_turn(service: FakeDeepgram, stream: DeepgramStream) -> None:
    service.may_answer.clear()
    stream.feed(speak("never mind"))
    asked = asyncio.create_task(stream.transcribe())
    await service.wait_until_heard(1)
    stream.reset(ENGLISH)
    assert await asked == Transcript(), "whoever still waits is not left waiting"
    stream.feed(speak("a taxi"))
    asked = asyncio.create_task(stream.transcribe())
    service.may_answer.set()
    assert (await asked).text == "a taxi"


async def test_interim_results_have_to_do_when_final_ones_do_not_come(
    service: FakeDeepgram, stream: DeepgramStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deepgram, "ANSWER_SECONDS", 0.1)
    service.has_finals = False
    stream.feed(speak("hello there"))
    assert (await stream.transcribe()).text == "hello there"
    monkeypatch.setattr(deepgram, "ANSWER_SECONDS", 1000)
    assert (await stream.transcribe()).text == "hello there", "the same audio is not waited for twice"


async def test_a_service_that_hangs_fails_and_the_next_turn_has_another_connection(
    service: FakeDeepgram, stream: DeepgramStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deepgram, "ANSWER_SECONDS", 0.1)
    service.is_hanging = True
    stream.feed(speak("hello"))
    for _ in range(2):
        with pytest.raises(RecognitionFailed, match="no answer in time"):
            await stream.transcribe()
    assert len(service.connections) == 1
    monkeypatch.undo()
    service.is_hanging = False
    stream.reset(ENGLISH)
    stream.feed(speak("hello again"))
    assert (await stream.transcribe()).text == "hello again"
    assert len(service.connections) == 2


async def test_a_connection_that_dies_in_the_middle_of_a_turn_is_made_anew(
    service: FakeDeepgram, stream: DeepgramStream
) -> None:
    service.drops_after = [len(speak("one two three"))]
    stream.feed(speak("one two"))
    await service.wait_until_heard(len(speak("one two")))
    stream.feed(speak("three"))
    assert (await stream.transcribe()).text == "one two three"
    assert [text_in(bytes(each.audio)) for each in service.connections] == ["one two three"] * 2


async def test_it_is_made_anew_once_in_a_turn(service: FakeDeepgram, stream: DeepgramStream) -> None:
    service.drops_after = [1, 1]
    stream.feed(speak("one"))
    with pytest.raises(RecognitionFailed):
        await stream.transcribe()
    stream.feed(speak("two"))
    with pytest.raises(RecognitionFailed):
        await stream.transcribe()
    assert len(service.connections) == 2
    stream.reset(ENGLISH)
    stream.feed(speak("three"))
    assert (await stream.transcribe()).text == "three"


async def test_a_connection_that_dies_between_turns_is_nobodys_trouble(
    service: FakeDeepgram, stream: DeepgramStream
) -> None:
    service.drops_after = [len(speak("one")) + 2]
    stream.feed(speak("one"))
    assert (await stream.transcribe()).text == "one"
    stream.reset(ENGLISH)
    stream.feed(silence(0.01))
    stream.reset(ENGLISH)
    stream.feed(speak("two"))
    assert (await stream.transcribe()).text == "two"


@pytest.mark.parametrize(("status", "kind"), [(401, RecognitionFailed), (400, RecognitionRefused)])
async def test_a_refused_connection_is_a_failure_of_its_kind(
    service: FakeDeepgram, stream: DeepgramStream, status: int, kind: type[Exception]
) -> None:
    service.status = status
    stream.feed(speak("hello"))
    with pytest.raises(RecognitionFailed, match=f"status {status}") as failed:
        await stream.transcribe()
    assert type(failed.value) is kind


async def test_nobody_is_there() -> None:
    stream = DeepgramRecognizer(DeepgramEndpoint("k", "ws://127.0.0.1:1/v1/listen")).open_stream(ENGLISH)
    stream.feed(speak("hello"))
    with pytest.raises(RecognitionFailed, match="connection failed"):
        await stream.transcribe()
    await stream.aclose()


async def test_silence_keeps_the_connection_alive(
    service: FakeDeepgram, stream: DeepgramStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deepgram_link, "KEEP_ALIVE_SECONDS", 0.02)
    stream.feed(speak("hello"))
    await service.wait_until_received("KeepAlive", times=3)
    assert (await stream.transcribe()).text == "hello"


async def test_the_service_is_told_of_the_end(service: FakeDeepgram) -> None:
    stream = open_stream(service)
    stream.feed(speak("goodbye"))
    await stream.transcribe()
    await stream.aclose()
    assert service.last.messages == ["Finalize", "CloseStream"]


async def test_other_settings_need_another_connection(service: FakeDeepgram, stream: DeepgramStream) -> None:
    stream.feed(speak("one"))
    await stream.transcribe()
    stream.reset(RecognitionSettings("de-DE", ("Bella Vista",), "deepgram", "nova-3-medical"))
    stream.feed(speak("zwei"))
    assert (await stream.transcribe()).text == "zwei"
    query = service.last.query
    assert (query["language"], query["keyterm"], query["model"]) == (["de"], ["Bella Vista"], ["nova-3-medical"])


async def test_audio_has_its_bounds(service: FakeDeepgram, stream: DeepgramStream) -> None:
    most = deepgram_link.MOST_QUEUED_SECONDS * RecognitionSettings().byte_rate
    stream.feed(bytes(most + 2))
    stream.feed(bytes(most + 2))
    with pytest.raises(RecognitionFailed, match="takes no audio"):
        await stream.transcribe()


async def test_neither_keys_nor_words_are_logged(service: FakeDeepgram, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with capture_logs() as lines:
        stream, refused = open_stream(service), open_stream(service, "dg-wrong")
        for each in (stream, refused):
            each.feed(speak("my password is swordfish"))
        assert "swordfish" in (await stream.transcribe()).text
        with pytest.raises(RecognitionFailed, match="status 401") as failed:
            await refused.transcribe()
        await stream.aclose()
        await refused.aclose()
    assert "dg-" not in str(failed.value)
    # What the stand-in itself logs is its own affair.
    logged = str(lines) + "".join(each.getMessage() for each in caplog.records if each.name != "websockets.server")
    assert "swordfish" not in logged
    assert "dg-" not in logged
    assert "dg-secret" not in repr(DeepgramEndpoint("dg-secret"))


async def test_one_that_is_killed_while_the_caller_speaks_costs_no_word(
    service: FakeDeepgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no time: the next recogniser has the whole turn at once."""
    monkeypatch.setattr(chain, "SLOW_SECONDS", 120.0)
    recognizer = DeepgramRecognizer(DeepgramEndpoint("dg-secret", service.url))
    second = SecondRecognizer()
    stream = RecognizerChain([recognizer, second]).open_stream(ENGLISH)
    try:
        stream.feed(speak("a table"))
        await service.wait_until_heard(len(speak("a table")))
        service.status = 503
        await service.hang_up()
        stream.feed(speak("for two"))
        async with asyncio.timeout(60):
            assert await stream.transcribe() == Transcript("a table for two")
        assert second.asked == 1
    finally:
        await stream.aclose()


class SecondRecognizer:
    """Takes over."""

    name = "second"

    def __init__(self) -> None:
        self.audio = b""
        self.asked = 0

    def supports(self, _language: str) -> bool:
        return True

    def open_stream(self, _settings: RecognitionSettings) -> SecondRecognizer:
        return self

    def feed(self, pcm: bytes) -> None:
        self.audio += pcm

    async def transcribe(self, *, in_speech: bool = False) -> Transcript:
        self.asked += 1
        return Transcript(text_in(self.audio))

    def reset(self, settings: RecognitionSettings) -> None:
        self.audio = b""

    async def aclose(self) -> None: ...
