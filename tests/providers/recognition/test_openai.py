"""Transcription endpoints, against a stand-in on a real socket."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import httpx
import pytest
from structlog.testing import capture_logs

from parley.providers.recognition.openai import (
    LONGEST_PROMPT,
    OpenAIRecognizer,
    TranscriptionEndpoint,
)
from parley.providers.recognition.protocol import (
    RecognitionFailed,
    RecognitionRefused,
    RecognitionSettings,
    Transcript,
)
from parley.providers.recognition.turn_stream import LONGEST_SECONDS, TurnStream
from tests.fake_transcription import SILENT, FakeTranscription, Reply, fake_transcription
from tests.spoken_audio import speak

pytestmark = pytest.mark.io

ENGLISH = RecognitionSettings("en-GB")

LONGEST_TURN = LONGEST_SECONDS * RecognitionSettings().byte_rate


async def no_wait(_seconds: float) -> None: ...


@pytest.fixture
async def service() -> AsyncIterator[FakeTranscription]:
    async with fake_transcription() as server:
        yield server


@pytest.fixture
async def recognizer(service: FakeTranscription) -> AsyncIterator[OpenAIRecognizer]:
    recognizer = make_recognizer(service)
    yield recognizer
    await recognizer.aclose()


@pytest.fixture
async def stream(recognizer: OpenAIRecognizer) -> AsyncIterator[TurnStream]:
    stream = recognizer.open_stream(ENGLISH)
    yield stream
    await stream.aclose()


def make_recognizer(service: FakeTranscription, seconds: float = 5.0) -> OpenAIRecognizer:
    endpoint = TranscriptionEndpoint(service.url, "whisper-1", "sk-secret", seconds)
    return OpenAIRecognizer(endpoint, httpx.AsyncClient(trust_env=False), sleep=no_wait)


async def test_a_turn_is_sent_as_a_file(service: FakeTranscription, stream: TurnStream) -> None:
    stream.feed(speak("a table"))
    stream.feed(speak("for two"))
    assert await stream.transcribe() == Transcript("a table for two")
    (upload,) = service.uploads
    assert (upload.path, upload.authorization, upload.rate) == ("/v1/audio/transcriptions", "Bearer sk-secret", 8000)
    assert upload.pcm == speak("a table for two")
    assert upload.fields == {"model": "whisper-1", "language": "en", "response_format": "json"}


async def test_settings_of_a_turn(service: FakeTranscription, stream: TurnStream) -> None:
    phrases = ("Bella Vista", "crème brûlée", *(f"dish number {number}" for number in range(200)))
    stream.reset(RecognitionSettings("de-AT", phrases, "openai", "large-v3"))
    stream.feed(speak("guten tag"))
    assert (await stream.transcribe()).text == "guten tag"
    fields = service.uploads[0].fields
    assert (fields["language"], fields["model"]) == ("de", "large-v3")
    assert fields["prompt"].startswith("Bella Vista, crème brûlée, dish number 0, ")
    assert len(fields["prompt"]) <= LONGEST_PROMPT


async def test_what_is_known_is_not_asked_for_again(service: FakeTranscription, stream: TurnStream) -> None:
    assert await stream.transcribe() == Transcript()
    stream.feed(speak("one"))
    both = await asyncio.gather(stream.transcribe(), stream.transcribe())
    assert [each.text for each in both] == ["one", "one"]
    assert (await stream.transcribe()).text == "one"
    assert len(service.uploads) == 1
    stream.feed(speak("two"))
    assert (await stream.transcribe()).text == "one two"
    stream.reset(ENGLISH)
    stream.feed(speak("two"))
    assert (await stream.transcribe()).text == "two"
    assert len(service.uploads) == 3


async def test_who_stops_waiting_or_asks_for_more_does_not_stop_a_request(
    service: FakeTranscription, stream: TurnStream
) -> None:
    service.may_answer.clear()
    stream.feed(speak("one"))
    first = asyncio.create_task(stream.transcribe())
    await service.uploaded.wait()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(stream.transcribe(), 0.01)
    stream.feed(speak("two"))
    second = asyncio.create_task(stream.transcribe())
    service.may_answer.set()
    assert [(await first).text, (await second).text] == ["one", "one two"]
    assert len(service.uploads) == 2


async def test_a_reset_stops_what_nobody_needs_any_more(service: FakeTranscription, stream: TurnStream) -> None:
    service.replies.append(SILENT)
    stream.feed(speak("one"))
    asked = asyncio.create_task(stream.transcribe())
    await service.uploaded.wait()
    stream.reset(ENGLISH)
    assert await asked == Transcript()
    await asyncio.wait_for(service.hung_up.wait(), 10)


async def test_of_a_long_turn_the_end_is_sent(service: FakeTranscription, stream: TurnStream) -> None:
    stream.feed(speak("beginning"))
    stream.feed(bytes(LONGEST_TURN - len(speak("end"))))
    stream.feed(speak("end"))
    assert (await stream.transcribe()).text == "end"
    assert len(service.uploads[0].pcm) == LONGEST_TURN


async def test_a_passing_fault_is_tried_once_more(service: FakeTranscription, stream: TurnStream) -> None:
    service.replies.append(Reply(status=503))
    stream.feed(speak("one"))
    assert (await stream.transcribe()).text == "one"
    service.replies.extend([Reply(status=503), Reply(status=500)])
    stream.feed(speak("two"))
    with pytest.raises(RecognitionFailed, match="status 500"):
        await stream.transcribe()
    assert (await stream.transcribe()).text == "one two", "a failure is not remembered"


@pytest.mark.parametrize(
    ("reply", "kind", "what"),
    [
        (Reply(b"sk-secret is wrong", 401), RecognitionFailed, "status 401"),
        (Reply(b"no such model", 404), RecognitionRefused, "status 404"),
        (Reply(b"no such language", 400), RecognitionRefused, "status 400"),
        (Reply(b"", 302, "location: http://127.0.0.1:1/\r\n"), RecognitionFailed, "status 302"),
        (Reply(b"", 429, "retry-after: 30\r\n"), RecognitionFailed, "status 429"),
        (Reply(b"<html>swordfish"), RecognitionFailed, "unusable answer"),
        (Reply(b'["swordfish"]'), RecognitionFailed, "unusable answer"),
        (Reply(b'{"text": 7}'), RecognitionFailed, "unusable answer"),
    ],
)
async def test_unusable_answers_are_failures_without_words_and_keys(
    service: FakeTranscription, stream: TurnStream, reply: Reply, kind: type[Exception], what: str
) -> None:
    service.replies.append(reply)
    stream.feed(speak("one"))
    with pytest.raises(RecognitionFailed, match=what) as failed:
        await stream.transcribe()
    assert type(failed.value) is kind
    assert len(service.uploads) == 1
    assert "swordfish" not in str(failed.value)
    assert "sk-" not in str(failed.value)


async def test_a_service_that_hangs_fails(service: FakeTranscription) -> None:
    service.replies.append(SILENT)
    recognizer = make_recognizer(service, seconds=0.1)
    stream = recognizer.open_stream(ENGLISH)
    stream.feed(speak("one"))
    with pytest.raises(RecognitionFailed, match="no answer in time"):
        await stream.transcribe()
    await stream.aclose()
    await recognizer.aclose()


async def test_nobody_is_there() -> None:
    endpoint = TranscriptionEndpoint("http://127.0.0.1:1/v1/audio/transcriptions/", "m")
    assert endpoint.url == "http://127.0.0.1:1/v1/audio/transcriptions"
    recognizer = OpenAIRecognizer(endpoint, httpx.AsyncClient(trust_env=False), sleep=no_wait)
    stream = recognizer.open_stream(ENGLISH)
    stream.feed(speak("one"))
    with pytest.raises(RecognitionFailed, match="connection failed"):
        await stream.transcribe()
    await recognizer.aclose()


async def test_models_for_english_alone_support_nothing_else() -> None:
    async with httpx.AsyncClient(trust_env=False) as client:
        english = OpenAIRecognizer(TranscriptionEndpoint("http://x/v1", "small.en"), client)
        assert english.supports("en-GB")
        assert not english.supports("de-DE")
        assert OpenAIRecognizer(TranscriptionEndpoint("http://x/v1", "small"), client).supports("de-DE")


async def test_neither_keys_nor_words_are_logged(stream: TurnStream, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with capture_logs() as lines:
        stream.feed(speak("my password is swordfish"))
        await stream.transcribe()
    logged = str(lines) + caplog.text
    assert "swordfish" not in logged
    assert "sk-secret" not in logged
    assert "sk-secret" not in repr(TranscriptionEndpoint("http://x", "m", "sk-secret"))
