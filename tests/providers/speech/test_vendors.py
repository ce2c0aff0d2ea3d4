"""Services of the optional library, which a stand-in of its interface replaces, in a real process of their own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest

from parley.providers.speech import vendors
from parley.providers.speech.protocol import SpeechFailed, SpeechUnavailable, VoiceSettings
from parley.providers.speech.vendors import VendorSpeech, create_vendors
from tests.fake_speech import letters_in
from tests.waiting import until

pytestmark = pytest.mark.io

LIBRARY = Path(__file__).parent / "vendor_library"
DESCRIBED = {"Tin": {"service": "tin.tts.TinTTSService", "arguments": {"api_key": "k"}}}
PATIENCE = 60.0
"""The process has to start, on a machine that may be busy."""


@pytest.fixture
async def speech(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[VendorSpeech]:
    monkeypatch.setenv("PYTHONPATH", str(LIBRARY))
    monkeypatch.syspath_prepend(str(LIBRARY))
    monkeypatch.setattr(vendors, "SILENCE_SECONDS", PATIENCE)
    (speech,) = create_vendors(DESCRIBED)
    yield speech
    await speech.aclose()


async def say(speech: VendorSpeech, text: str, language: str = "en", voice: VoiceSettings | None = None) -> str:
    heard = b""
    async for piece in speech.speak(text, language, voice or VoiceSettings()):
        assert isinstance(piece, bytes)
        heard += piece
    return letters_in(heard)


async def test_texts_are_spoken_one_after_the_other_and_at_once(speech: VendorSpeech) -> None:
    assert speech.name == "tin"
    assert await say(speech, "Good morning.") == "Good morning."
    texts = [f"Number {number}." for number in range(12)]
    assert await asyncio.gather(*(say(speech, text) for text in texts)) == texts


async def test_a_service_is_made_for_each_voice_and_language(speech: VendorSpeech) -> None:
    ann = VoiceSettings("tin", "ann", options=(("model_id", "m1"),))
    assert await say(speech, "settings", "es-ES", ann) == "ann es-ES m1"
    assert await say(speech, "settings", "de-DE", VoiceSettings("other", "bob")) == "None de-DE None"


async def test_a_failure_is_that_texts_alone_and_says_nothing_of_it(speech: VendorSpeech) -> None:
    with pytest.raises(SpeechFailed, match=r"^SpeechFailed$"):
        await say(speech, "break")
    assert await say(speech, "And on.") == "And on."


async def test_a_service_that_cannot_be_made_fails(speech: VendorSpeech) -> None:
    process = speech._process
    for service, kind in (("tin.tts.TinTTSService", "ValueError"), ("gone.tts.Gone", "ModuleNotFoundError")):
        (other,) = create_vendors({"x": {"service": service, "arguments": {"api_key": "wrong"}}}, process)
        with pytest.raises(SpeechFailed, match=rf"^{kind}$"):
            await say(other, "Hello.")


async def test_a_process_that_ends_is_replaced(speech: VendorSpeech) -> None:
    with pytest.raises(SpeechFailed, match="lost"):
        await say(speech, "exit")
    assert await say(speech, "Back again.") == "Back again."


async def test_who_hangs_is_not_waited_for_and_hinders_nobody(
    speech: VendorSpeech, monkeypatch: pytest.MonkeyPatch
) -> None:
    await say(speech, "Hello.")
    monkeypatch.setattr(vendors, "SILENCE_SECONDS", 0.1)
    with pytest.raises(SpeechFailed, match="in time"):
        await say(speech, "hang")
    monkeypatch.setattr(vendors, "SILENCE_SECONDS", PATIENCE)
    assert await say(speech, "Next.") == "Next."


async def test_the_rest_of_an_interrupted_text_is_not_heard_in_the_next(speech: VendorSpeech) -> None:
    async with aclosing(speech.speak("A long text. " * 20, "en", VoiceSettings())) as pieces:
        await anext(pieces)
    assert await say(speech, "Next.") == "Next."


async def test_while_the_process_starts_somebody_else_speaks(
    speech: VendorSpeech, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vendors, "SILENCE_SECONDS", 0.001)
    with pytest.raises(SpeechFailed, match="starting"):
        await say(speech, "Hello.")
    process = speech._process

    async def has_started() -> bool:
        return process._child is not None

    await until(has_started, PATIENCE)
    monkeypatch.setattr(vendors, "SILENCE_SECONDS", PATIENCE)
    assert await say(speech, "Hello.") == "Hello."


def test_without_the_library_what_is_described_is_an_error_and_nothing_else_is() -> None:
    assert create_vendors({}) == []
    with pytest.raises(SpeechUnavailable, match="vendors-voice"):
        create_vendors(DESCRIBED)


@pytest.mark.parametrize(
    "described", [{"x": {}}, {"x": "y"}, {"x": {"service": "y"}}, {"x": {"service": "a.B", "arguments": 1}}]
)
def test_what_describes_no_service_is_an_error(described: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(LIBRARY))
    with pytest.raises(SpeechUnavailable, match="describes x"):
        create_vendors(described)
