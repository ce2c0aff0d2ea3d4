"""Services of the optional library that hear, which a stand-in of its interface replaces, in a real process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from parley.providers.recognition.protocol import (
    RATE,
    WIDE_RATE,
    RecognitionFailed,
    RecognitionSettings,
    RecognitionUnavailable,
    Transcript,
)
from parley.providers.recognition.vendors import LONGEST_SECONDS, VendorRecognizer, create_vendors
from parley.providers.speech import vendors as processes

pytestmark = pytest.mark.io

LIBRARY = Path(__file__).parents[1] / "speech" / "vendor_library"
DESCRIBED = {"Tin": {"service": "tin.stt.TinSTTService", "arguments": {"api_key": "k"}}}
ENGLISH = RecognitionSettings()


@pytest.fixture
async def recognizer(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[VendorRecognizer]:
    monkeypatch.setenv("PYTHONPATH", str(LIBRARY))
    monkeypatch.syspath_prepend(str(LIBRARY))
    # The process has to start, on a machine that may be busy.
    monkeypatch.setattr(processes, "SILENCE_SECONDS", 60.0)
    (recognizer,) = create_vendors(DESCRIBED)
    yield recognizer
    await recognizer.aclose()


def spoken(text: str) -> bytes:
    return text.encode("utf-16-le")


async def hear(recognizer: VendorRecognizer, text: str, settings: RecognitionSettings = ENGLISH) -> str:
    return (await recognizer.transcribe(spoken(text), settings)).text


async def test_turns_are_heard_one_after_the_other_and_at_once(recognizer: VendorRecognizer) -> None:
    assert (recognizer.name, recognizer.supports("is-IS")) == ("tin", True)
    stream = recognizer.open_stream(ENGLISH)
    assert await stream.transcribe() == Transcript()
    stream.feed(spoken("a table"))
    assert await stream.transcribe() == Transcript("a table")
    stream.feed(spoken(" for two"))
    assert await stream.transcribe() == Transcript("a table for two")
    stream.reset(ENGLISH)
    stream.feed(spoken("on friday"))
    assert await stream.transcribe() == Transcript("on friday")
    await stream.aclose()
    turns = [f"number {number}" for number in range(8)]
    assert await asyncio.gather(*(hear(recognizer, turn) for turn in turns)) == turns


async def test_what_comes_in_parts_is_put_together_and_silence_has_no_words(recognizer: VendorRecognizer) -> None:
    assert await hear(recognizer, "one|two|three") == "one two three"
    assert await hear(recognizer, "") == ""


async def test_a_service_is_made_for_language_model_and_rate(recognizer: VendorRecognizer) -> None:
    assert await hear(recognizer, "settings", RecognitionSettings("es-ES")) == f"es-ES None {RATE}"
    wanted = RecognitionSettings("de-DE", provider="tin", model="m1", rate=WIDE_RATE)
    assert await hear(recognizer, "settings", wanted) == f"de-DE m1 {WIDE_RATE}"


async def test_a_failure_says_nothing_of_what_was_said_and_a_lost_process_is_replaced(
    recognizer: VendorRecognizer,
) -> None:
    with pytest.raises(RecognitionFailed, match=r"^tin: RecognitionFailed$"):
        await hear(recognizer, "break")
    with pytest.raises(RecognitionFailed, match="lost"):
        await hear(recognizer, "exit")
    assert await hear(recognizer, "on") == "on"


async def test_of_a_long_turn_the_end_is_heard(recognizer: VendorRecognizer) -> None:
    samples = LONGEST_SECONDS * RATE
    heard = await hear(recognizer, "a" * samples + "the end")
    assert (len(heard), heard[-7:]) == (samples, "the end")


def test_without_the_library_what_is_described_is_an_error_and_nothing_else_is() -> None:
    assert create_vendors({}) == []
    with pytest.raises(RecognitionUnavailable, match="vendors-voice"):
        create_vendors(DESCRIBED)


def test_what_describes_no_service_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(LIBRARY))
    with pytest.raises(RecognitionUnavailable, match="PARLEY_RECOGNITION_VENDORS describes x"):
        create_vendors({"x": {}})
