"""Who speaks, and who goes on when that fails in the middle."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from typing import Any

import pytest
from structlog.testing import capture_logs

from parley.providers.speech.protocol import (
    Piece,
    SpeechFailed,
    SpeechRefused,
    SpeechUnavailable,
    SpokenWord,
    VoiceSettings,
)
from parley.providers.speech.speakers import LEFT_OUT_SECONDS, TRIAL_SECONDS
from parley.providers.speech.synthesizer import EngineSynthesizer, create_synthesizer

LETTER = 800
"""Bytes of audio."""


class Service:
    """Says a letter in a twentieth of a second."""

    def __init__(self, name: str, *, knows_words: bool = True) -> None:
        self.name = name
        self.version = "1"
        self.said: list[tuple[str, VoiceSettings]] = []
        self.breaks_after: int | None = None
        """Letters."""
        self.failure = SpeechFailed("broke off")
        self._knows_words = knows_words

    def supports(self, language: str) -> bool:
        return language != "tlh"

    async def speak(self, sentence: str, language: str, voice: VoiceSettings) -> AsyncGenerator[Piece, None]:
        self.said.append((sentence, voice))
        at = 0
        for word in sentence.split() if self.breaks_after != 0 else ():
            at = sentence.index(word, at) + len(word)
            if self._knows_words:
                yield SpokenWord(word, at * LETTER)
        for _ in range(len(sentence) if self.breaks_after is None else self.breaks_after):
            yield bytes(LETTER)
        if self.breaks_after is not None:
            raise self.failure

    async def aclose(self) -> None: ...


class Local:
    name, version = "local", "1"

    def __init__(self) -> None:
        self.said: list[str] = []

    def supports(self, language: str) -> bool:
        return True

    def synthesize(self, sentence: str, language: str, voice: VoiceSettings) -> bytes:
        self.said.append(sentence)
        return bytes(LETTER * len(sentence))


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def hear(
    synthesizer: EngineSynthesizer, text: str, voice: Mapping[str, Any] | None = None, language: str = "en"
) -> tuple[int, list[SpokenWord]]:
    size, words = 0, []
    async for piece in synthesizer.synthesize(text, language, voice):
        if isinstance(piece, SpokenWord):
            words.append(piece)
        else:
            size += len(piece)
    return size, words


async def test_a_service_speaks_when_a_voice_names_it_or_the_operator_says_so() -> None:
    first, second, local = Service("first"), Service("second"), Local()
    synthesizer = EngineSynthesizer([local], services=[first, second], defaults=["second"])
    await hear(synthesizer, "One.")
    await hear(synthesizer, "Two.", {"provider": "first", "provider_voice_id": "Ann"})
    await hear(synthesizer, "Three.", {"provider": "local"})
    await hear(synthesizer, "Four.", language="tlh")
    assert second.said == [("One.", VoiceSettings())]
    assert first.said == [("Two.", VoiceSettings("first", "Ann"))]
    assert local.said == ["Three.", "Four."]
    await synthesizer.aclose()


async def test_words_lie_where_they_are_in_all_of_the_audio() -> None:
    synthesizer = EngineSynthesizer([Local()], services=[Service("first")], defaults=["first"])
    size, words = await hear(synthesizer, 'One two. <break time="1s"/> Three.')
    assert size == 14 * LETTER + 16_000
    ends = [("One", 3 * LETTER), ("two.", 8 * LETTER), ("Three.", 14 * LETTER + 16_000)]
    assert [(word.text, word.end) for word in words] == ends
    again = await hear(synthesizer, 'One two. <break time="1s"/> Three.')
    assert again == (size, words), "from the cache"
    await synthesizer.aclose()


@pytest.mark.parametrize(("knows_words", "rest"), [(True, "for two, at eight."), (False, "table for two, at eight.")])
async def test_the_rest_of_a_sentence_is_said_by_the_next(knows_words: bool, rest: str) -> None:
    broken, second, local = Service("first", knows_words=knows_words), Service("second"), Local()
    broken.breaks_after = 9
    synthesizer = EngineSynthesizer([local], services=[broken, second], defaults=["first", "second"])
    with capture_logs() as logs:
        size, words = await hear(synthesizer, "A table for two, at eight. And more.")
    assert [sentence for sentence, _ in second.said] == [rest, "And more."]
    assert size == (9 + len(rest) + len("And more.")) * LETTER
    assert words[-1].end == size
    assert [(line["event"], line["engine"], line["next"]) for line in logs] == [("engine_failed", "first", "second")]
    assert not local.said
    await synthesizer.aclose()


async def test_what_failed_is_left_out_in_all_calls_and_tried_again_later() -> None:
    time, broken, local = Time(), Service("first"), Local()
    synthesizer = EngineSynthesizer([local], services=[broken], defaults=["first"], clock=time)
    broken.breaks_after = 0
    await hear(synthesizer, "One.")
    await hear(synthesizer, "Two.", {"provider": "first"})
    assert (len(broken.said), local.said) == (1, ["One.", "Two."])
    broken.breaks_after = None
    time.now = LEFT_OUT_SECONDS
    await hear(synthesizer, "Three.")
    assert (len(broken.said), local.said) == (2, ["One.", "Two."])
    time.now += TRIAL_SECONDS - 1
    await hear(synthesizer, "Four.")
    assert len(broken.said) == 3
    await synthesizer.aclose()


async def test_what_another_engine_said_in_its_place_is_not_kept_as_its_own() -> None:
    time, broken, local = Time(), Service("first"), Local()
    synthesizer = EngineSynthesizer([local], services=[broken], defaults=["first"], clock=time)
    broken.breaks_after = 0
    await hear(synthesizer, "Welcome.")
    broken.breaks_after = None
    time.now = LEFT_OUT_SECONDS
    await hear(synthesizer, "Welcome.")
    assert len(broken.said) == 2
    await synthesizer.aclose()


async def test_what_was_kept_is_spoken_although_its_service_is_away() -> None:
    broken, local = Service("first"), Local()
    synthesizer = EngineSynthesizer([local], services=[broken], defaults=["first"])
    await hear(synthesizer, "Welcome.")
    broken.breaks_after = 0
    await hear(synthesizer, "Anything else.")
    await hear(synthesizer, "Welcome.")
    assert local.said == ["Anything else."]
    await synthesizer.aclose()


async def test_a_voice_that_a_service_does_not_have_is_no_reason_to_leave_it_out() -> None:
    time, picky, local = Time(), Service("first"), Local()
    picky.breaks_after, picky.failure = 0, SpeechRefused("status 404")
    synthesizer = EngineSynthesizer([local], services=[picky], defaults=["first"], clock=time)
    nobody = {"provider": "first", "provider_voice_id": "nobody"}
    await hear(synthesizer, "One.", nobody)
    await hear(synthesizer, "Two.")
    await hear(synthesizer, "Three.", nobody)
    await hear(synthesizer, "Four.", nobody, "de")
    assert [sentence for sentence, _ in picky.said] == ["One.", "Two.", "Four."], "this voice and language alone"
    time.now = LEFT_OUT_SECONDS
    await hear(synthesizer, "Five.", nobody)
    assert len(picky.said) == 4
    await synthesizer.aclose()


async def test_with_nobody_else_a_service_that_failed_is_asked_again() -> None:
    service = Service("first")
    service.breaks_after = 0
    synthesizer = EngineSynthesizer([], services=[service])
    for _ in range(2):
        with pytest.raises(SpeechFailed):
            await hear(synthesizer, "One.")
    assert len(service.said) == 2
    await synthesizer.aclose()


def test_services_that_are_not_set_up_cannot_be_defaults() -> None:
    with pytest.raises(SpeechUnavailable, match="cartesia"):
        create_synthesizer("auto", [Service("first")], ["first", "cartesia"])
