"""What the voice process hears callers with."""

from __future__ import annotations

from pathlib import Path

import pytest

from parley.providers.recognition.protocol import RecognitionSettings
from parley.providers.turn_end.protocol import TurnEndUnavailable
from parley.providers.turn_end.weights import find_smart_turn
from parley.settings import Settings
from parley.telephony.server import create_recognition
from tests.fake_transcription import fake_transcription
from tests.spoken_audio import speak

pytestmark = pytest.mark.io


async def test_without_a_recogniser_callers_are_heard_by_their_keys() -> None:
    assert create_recognition(Settings(recognition="none")) is None


async def test_a_model_for_the_end_of_turns_is_there_or_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(recognition="none", transcription_base_url="http://127.0.0.1:1", turn_model="smart-turn")
    monkeypatch.setattr("parley.providers.turn_end.selection.find_smart_turn", lambda: None)
    recognition = create_recognition(settings)
    assert recognition is not None
    assert recognition.turn_end is not None
    assert recognition.turn_end.name == "smart-turn"
    await recognition.aclose()
    monkeypatch.setattr("parley.providers.turn_end.selection.find_smart_turn", lambda: find_smart_turn(Path("nowhere")))
    with pytest.raises(TurnEndUnavailable, match="make speech-turns"):
        create_recognition(settings)


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
