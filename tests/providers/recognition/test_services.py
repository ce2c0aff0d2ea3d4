"""Which recognition services there are, and what becomes of a turn when one of them does not work."""

from __future__ import annotations

import logging

import pytest
from structlog.testing import capture_logs

from parley.providers.recognition.chain import RecognizerChain
from parley.providers.recognition.protocol import RecognitionSettings
from parley.providers.recognition.services import create_services
from parley.settings import Settings
from tests.fake_deepgram import fake_deepgram
from tests.fake_transcription import fake_transcription
from tests.spoken_audio import speak

pytestmark = pytest.mark.io


async def names(settings: Settings) -> list[str]:
    services = create_services(settings)
    for service in services:
        await service.aclose()
    return [service.name for service in services]


async def test_services_are_there_when_they_are_set_up() -> None:
    assert await names(Settings()) == []
    assert await names(Settings(deepgram_api_key="k")) == ["deepgram"]
    assert await names(Settings(transcription_base_url="http://x/v1")) == ["openai"]
    assert await names(Settings(deepgram_api_key="k", transcription_base_url="http://x/v1")) == ["deepgram", "openai"]


async def test_a_turn_goes_on_with_the_next_service(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    caplog.set_level(logging.DEBUG)
    async with fake_deepgram() as deepgram, fake_transcription() as endpoint:
        settings = Settings(
            deepgram_api_key="dg-secret",
            deepgram_url=deepgram.url,
            transcription_base_url=endpoint.url,
            transcription_api_key="sk-secret",
        )
        chain = RecognizerChain(create_services(settings))
        stream = chain.open_stream(RecognitionSettings())
        stream.feed(speak("a table"))
        assert (await stream.transcribe()).text == "a table"
        assert endpoint.uploads == []
        deepgram.drops_after = [1, 1]
        stream.reset(RecognitionSettings("en-GB"))
        stream.feed(speak("for two"))
        with capture_logs() as lines:
            assert (await stream.transcribe()).text == "for two"
        assert [line["recognizer"] for line in lines] == ["deepgram"]
        assert [upload.fields["model"] for upload in endpoint.uploads] == ["whisper-1"]
        await stream.aclose()
        await chain.aclose()
    # What the stand-in itself logs is its own affair.
    logged = str(lines) + "".join(each.getMessage() for each in caplog.records if each.name != "websockets.server")
    assert not [secret for secret in ("dg-secret", "sk-secret", "for two") if secret in logged]
