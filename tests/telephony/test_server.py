"""What the voice process hears callers with."""

from __future__ import annotations

import pytest

from parley.providers.recognition.protocol import RecognitionSettings
from parley.settings import Settings
from parley.telephony.server import create_recognition
from tests.fake_transcription import fake_transcription
from tests.spoken_audio import speak

pytestmark = pytest.mark.io


async def test_without_a_recogniser_callers_are_heard_by_their_keys() -> None:
    assert create_recognition(Settings(recognition="none")) is None


async def test_a_service_that_is_set_up_hears_callers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    async with fake_transcription() as service:
        recognition = create_recognition(Settings(recognition="none", transcription_base_url=service.url))
        assert recognition is not None
        stream = recognition.recognizer.open_stream(RecognitionSettings())
        stream.feed(speak("a table for two"))
        assert (await stream.transcribe()).text == "a table for two"
        await stream.aclose()
        await recognition.aclose()
