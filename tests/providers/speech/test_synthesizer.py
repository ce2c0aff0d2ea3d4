"""Speakers: which engine says what, how often, and how long silence takes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from typing import Any

import pytest

from parley.providers.speech import choice
from parley.providers.speech.choice import choose
from parley.providers.speech.protocol import Choice, Manner, Speaker, SpeechUnavailable, manner_of, seconds_of, silence
from parley.providers.speech.synthesizer import THREADS, EngineSpeaker, SilentSpeaker


class Parrot:
    """An engine that notes what it was asked to say."""

    def __init__(self, name: str, languages: str) -> None:
        self.name = name
        self._languages = languages
        self.said: list[tuple[str, str, Manner]] = []
        self.threads: set[int] = set()

    def speaks(self, language: str) -> bool:
        return language[:2] in self._languages.split()

    def say(self, sentence: str, language: str, manner: Manner) -> bytes:
        self.said.append((sentence, language, manner))
        self.threads.add(threading.get_ident())
        return sentence.encode()


async def sounds(
    speaker: Speaker, text: str, language: str = "en", voice: Mapping[str, Any] | None = None
) -> list[bytes]:
    return [sound async for sound in speaker.speak(text, language, voice)]


async def test_sentences_and_pauses_come_one_by_one() -> None:
    speaker = EngineSpeaker([Parrot("a", "en")])
    heard = await sounds(speaker, 'One. Two. <break time="1s"/> Three.')
    assert heard == [b"One.", b"Two.", silence(1.0), b"Three."]
    await speaker.aclose()


async def test_a_sentence_is_computed_when_it_is_wanted_and_not_on_the_event_loop() -> None:
    engine = Parrot("a", "en")
    speaker = EngineSpeaker([engine])
    spoken = speaker.speak("One. Two.", "en")
    assert await anext(spoken) == b"One."
    assert len(engine.said) == 1
    assert threading.get_ident() not in engine.threads
    await spoken.aclose()
    await speaker.aclose()


async def test_each_language_is_spoken_by_the_first_engine_that_knows_it() -> None:
    first, second = Parrot("a", "en"), Parrot("b", "en de")
    speaker = EngineSpeaker([first, second])
    for language in ("en-US", "de-DE", "tlh"):
        await sounds(speaker, "Words", language)
    assert [said[1] for said in first.said] == ["en-US", "tlh"]
    assert [said[1] for said in second.said] == ["de-DE"]
    await speaker.aclose()


async def test_what_was_said_before_is_not_computed_again() -> None:
    engine = Parrot("a", "en")
    speaker = EngineSpeaker([engine])
    for voice in (None, None, {"config": {"speed": 1.5}}):
        assert await sounds(speaker, "Welcome.", voice=voice) == [b"Welcome."]
    assert [manner.speed for _, _, manner in engine.said] == [1.0, 1.5]
    await speaker.aclose()


async def test_calls_that_begin_together_share_a_greeting() -> None:
    engine = Parrot("a", "en")
    speaker = EngineSpeaker([engine])
    await asyncio.gather(*(sounds(speaker, "Welcome.") for _ in range(20)))
    assert len(engine.said) <= THREADS
    await speaker.aclose()


async def test_many_calls_at_once_get_their_own_words() -> None:
    speaker = EngineSpeaker([Parrot("a", "en")])
    heard = await asyncio.gather(*(sounds(speaker, f"Number {number}.") for number in range(50)))
    assert heard == [[f"Number {number}.".encode()] for number in range(50)]
    await speaker.aclose()


@pytest.mark.parametrize(
    ("voice", "manner"),
    [
        (None, Manner()),
        ({"provider": "Flite", "provider_voice_id": "rms"}, Manner("flite", "rms")),
        ({"provider": "x", "config": {"speed": 9}}, Manner("x", speed=2.0)),
        ({"config": {"speed": 0.1}}, Manner(speed=0.5)),
        ({"config": {"speed": "fast"}}, Manner()),
        ({"config": {"speed": True}}, Manner()),
        ({"config": {"speed": float("nan")}}, Manner()),
        ({"config": "speed"}, Manner()),
    ],
)
def test_a_voice_of_a_project_is_taken_as_far_as_it_goes(voice: Mapping[str, Any] | None, manner: Manner) -> None:
    assert manner_of(voice) == manner


async def test_silence_takes_as_long_as_the_words_would() -> None:
    heard = await sounds(SilentSpeaker(), 'Twenty letters here. <break time="1s"/> And on')
    assert [round(seconds_of(len(sound)), 2) for sound in heard] == [1.3, 1.0, 0.39]
    assert not any(map(any, heard))


class Engines:
    """Stand in for the real ones, which take no notes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.flite, self.espeak = Parrot("flite", "en"), Parrot("espeak", "en de")
        monkeypatch.setattr(choice, "Flite", lambda: self.flite)
        monkeypatch.setattr(choice, "Espeak", lambda: self.espeak)

    def said(self) -> list[list[str]]:
        return [[language for _, language, _ in engine.said] for engine in (self.flite, self.espeak)]


@pytest.mark.parametrize(
    ("wanted", "said"),
    [("auto", [["en-US"], ["de-DE"]]), ("flite", [["en-US"], ["de-DE"]]), ("espeak", [[], ["en-US", "de-DE"]])],
)
async def test_the_engines_of_a_choice(wanted: Choice, said: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    engines = Engines(monkeypatch)
    speaker = choose(wanted)
    await sounds(speaker, "Good morning.", "en-US")
    await sounds(speaker, "Guten Morgen.", "de-DE")
    assert engines.said() == said
    await speaker.aclose()


@pytest.mark.io
@pytest.mark.parametrize("wanted", ["auto", "flite", "espeak"])
async def test_the_real_engines_speak(wanted: Choice) -> None:
    speaker = choose(wanted)
    heard = await sounds(speaker, "Good morning. How are you?", "en-US")
    assert len(heard) == 2
    assert all(seconds_of(len(sound)) > 0.5 for sound in heard)
    await speaker.aclose()


async def test_a_choice_of_silence_needs_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "Flite", missing)
    monkeypatch.setattr(choice, "Espeak", missing)
    assert isinstance(choose("silent"), SilentSpeaker)
    with pytest.raises(SpeechUnavailable, match="not here; not here"):
        choose("auto")


async def test_without_flite_espeak_speaks_all_unless_flite_is_insisted_on(monkeypatch: pytest.MonkeyPatch) -> None:
    engines = Engines(monkeypatch)
    monkeypatch.setattr(choice, "Flite", missing)
    speaker = choose("auto")
    await sounds(speaker, "Good morning.", "en-US")
    assert engines.said() == [[], ["en-US"]]
    await speaker.aclose()
    with pytest.raises(SpeechUnavailable):
        choose("flite")


def missing() -> None:
    raise SpeechUnavailable("not here")
