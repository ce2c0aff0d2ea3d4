"""Synthesizers: which engine says what, how often, and how long silence takes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from parley.providers.speech import synthesizer as module
from parley.providers.speech.audio_cache import AudioCache
from parley.providers.speech.protocol import (
    SpeechChoice,
    SpeechFailed,
    SpeechUnavailable,
    Synthesizer,
    VoiceSettings,
    audio_seconds,
    read_voice,
    silence,
)
from parley.providers.speech.speakers import THREADS, EngineThreads, LocalEngine, Speaker, choose_speakers
from parley.providers.speech.synthesizer import EngineSynthesizer, SilentSynthesizer, create_synthesizer


class Parrot:
    """An engine that notes what it was asked to say."""

    version = "1"

    def __init__(self, name: str, languages: str) -> None:
        self.name = name
        self._languages = languages
        self.said: list[tuple[str, str, VoiceSettings]] = []
        self.threads: set[int] = set()

    def supports(self, language: str) -> bool:
        return language[:2] in self._languages.split()

    def synthesize(self, sentence: str, language: str, voice: VoiceSettings) -> bytes:
        self.said.append((sentence, language, voice))
        self.threads.add(threading.get_ident())
        return sentence.encode()


async def sounds(
    synthesizer: Synthesizer, text: str, language: str = "en", voice: Mapping[str, Any] | None = None
) -> list[bytes]:
    return [sound async for sound in synthesizer.synthesize(text, language, voice) if isinstance(sound, bytes)]


async def test_sentences_and_pauses_come_one_by_one() -> None:
    synthesizer = EngineSynthesizer([Parrot("a", "en")])
    heard = await sounds(synthesizer, 'One. Two. <break time="1s"/> Three.')
    assert heard == [b"One.", b"Two.", silence(1.0), b"Three."]
    await synthesizer.aclose()


async def test_a_sentence_is_computed_when_it_is_wanted_and_not_on_the_event_loop() -> None:
    engine = Parrot("a", "en")
    synthesizer = EngineSynthesizer([engine])
    spoken = synthesizer.synthesize("One. Two.", "en")
    assert await anext(spoken) == b"One."
    assert len(engine.said) == 1
    assert threading.get_ident() not in engine.threads
    await spoken.aclose()
    await synthesizer.aclose()


async def test_each_language_is_spoken_by_the_first_engine_that_knows_it() -> None:
    first, second = Parrot("a", "en"), Parrot("b", "en de")
    synthesizer = EngineSynthesizer([first, second])
    for language in ("en-US", "de-DE", "tlh"):
        await sounds(synthesizer, "Words", language)
    assert [said[1] for said in first.said] == ["en-US", "tlh"]
    assert [said[1] for said in second.said] == ["de-DE"]
    await synthesizer.aclose()


async def test_what_was_said_before_is_not_computed_again() -> None:
    engine = Parrot("a", "en")
    synthesizer = EngineSynthesizer([engine])
    for voice in (None, None, {"config": {"speed": 1.5}}):
        assert await sounds(synthesizer, "Welcome.", voice=voice) == [b"Welcome."]
    assert [voice.speed for _, _, voice in engine.said] == [1.0, 1.5]
    await synthesizer.aclose()


async def test_calls_that_begin_together_share_a_greeting() -> None:
    engine = Parrot("a", "en")
    synthesizer = EngineSynthesizer([engine])
    await asyncio.gather(*(sounds(synthesizer, "Welcome.") for _ in range(20)))
    assert len(engine.said) <= THREADS
    await synthesizer.aclose()


async def test_many_calls_at_once_get_their_own_words() -> None:
    synthesizer = EngineSynthesizer([Parrot("a", "en")])
    heard = await asyncio.gather(*(sounds(synthesizer, f"Number {number}.") for number in range(50)))
    assert heard == [[f"Number {number}.".encode()] for number in range(50)]
    await synthesizer.aclose()


@pytest.mark.parametrize(
    ("voice", "settings"),
    [
        (None, VoiceSettings()),
        ({"provider": "Flite", "provider_voice_id": "rms"}, VoiceSettings("flite", "rms")),
        ({"provider": "x", "config": {"speed": 9}}, VoiceSettings("x", speed=2.0)),
        ({"config": {"speed": 0.1}}, VoiceSettings(speed=0.5)),
        ({"config": {"speed": "like lightning"}}, VoiceSettings()),
        ({"config": {"speed": True}}, VoiceSettings()),
        ({"config": {"speed": float("nan")}}, VoiceSettings()),
        ({"config": "speed"}, VoiceSettings()),
        ({"config": {"speed": "slow"}}, VoiceSettings(speed=0.8)),
        (
            {"provider": "ElevenLabs", "config": {"stability": 0.5, "style": None, "tags": ["a"], "model_id": "m"}},
            VoiceSettings("elevenlabs", options=(("model_id", "m"), ("stability", 0.5), ("tags", ("a",)))),
        ),
        ({"config": {"x": "y" * 1000, "z": float("inf")}}, VoiceSettings(options=(("x", "y" * 200),))),
    ],
)
def test_a_voice_of_a_project_is_taken_as_far_as_it_goes(
    voice: Mapping[str, Any] | None, settings: VoiceSettings
) -> None:
    assert read_voice(voice) == settings


async def test_silence_takes_as_long_as_the_words_would() -> None:
    heard = await sounds(SilentSynthesizer(), 'Twenty letters here. <break time="1s"/> And on')
    assert [round(audio_seconds(len(sound)), 2) for sound in heard] == [1.3, 1.0, 0.39]
    assert not any(map(any, heard))


class Engines:
    """Stand in for the real ones, which take no notes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hibari, self.flite, self.espeak = Parrot("hibari", "en"), Parrot("flite", "en"), Parrot("espeak", "en de")
        monkeypatch.setattr(module, "Hibari", lambda: self.hibari)
        monkeypatch.setattr(module, "Flite", lambda: self.flite)
        monkeypatch.setattr(module, "Espeak", lambda: self.espeak)

    def said(self) -> list[list[str]]:
        return [[language for _, language, _ in engine.said] for engine in (self.hibari, self.flite, self.espeak)]


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("auto", [["en-US"], [], ["de-DE"]]),
        ("hibari", [["en-US"], [], ["de-DE"]]),
        ("flite", [[], ["en-US"], ["de-DE"]]),
        ("espeak", [[], [], ["en-US", "de-DE"]]),
    ],
)
async def test_the_engines_of_a_choice(
    wanted: SpeechChoice, said: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    engines = Engines(monkeypatch)
    synthesizer = create_synthesizer(wanted)
    await sounds(synthesizer, "Good morning.", "en-US")
    await sounds(synthesizer, "Guten Morgen.", "de-DE")
    assert engines.said() == said
    await synthesizer.aclose()


@pytest.mark.io
@pytest.mark.parametrize("wanted", ["auto", "hibari", "flite", "espeak"])
async def test_the_real_engines_speak(wanted: SpeechChoice) -> None:
    synthesizer = create_synthesizer(wanted)
    heard = await sounds(synthesizer, "Good morning. How are you?", "en-US")
    assert len(heard) == 2
    assert all(audio_seconds(len(sound)) > 0.5 for sound in heard)
    await synthesizer.aclose()


async def test_a_choice_of_silence_needs_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    for engine in ("Hibari", "Flite", "Espeak"):
        monkeypatch.setattr(module, engine, missing)
    assert isinstance(create_synthesizer("silent"), SilentSynthesizer)
    with pytest.raises(SpeechUnavailable, match="not here; not here; not here"):
        create_synthesizer("auto")


@pytest.mark.parametrize(
    ("gone", "said"), [(["Hibari"], [[], ["en-US"], []]), (["Hibari", "Flite"], [[], [], ["en-US"]])]
)
async def test_what_is_not_there_is_replaced_by_the_next_unless_it_is_insisted_on(
    gone: list[str], said: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    engines = Engines(monkeypatch)
    for engine in gone:
        monkeypatch.setattr(module, engine, missing)
    synthesizer = create_synthesizer("auto")
    await sounds(synthesizer, "Good morning.", "en-US")
    assert engines.said() == said
    await synthesizer.aclose()
    for choice in gone:
        with pytest.raises(SpeechUnavailable):
            create_synthesizer(cast(SpeechChoice, choice.lower()))


@pytest.mark.parametrize(
    ("language", "provider", "order"),
    [
        ("en-US", "", "abc"),
        ("en-US", "elevenlabs", "abc"),
        ("en-US", "c", "cab"),
        ("en-US", "b", "bac"),
        ("de-DE", "a", "c"),
        ("tlh", "", "abc"),
        ("tlh", "c", "cab"),
    ],
)
def test_a_voice_names_its_engine(language: str, provider: str, order: str) -> None:
    threads, cache = EngineThreads(), AudioCache()
    engines = [Parrot("a", "en"), Parrot("b", "en"), Parrot("c", "en de")]
    speakers = [Speaker(LocalEngine(engine, threads, cache)) for engine in engines]
    chosen = choose_speakers(speakers, language, VoiceSettings(provider))
    assert "".join(speaker.name for speaker in chosen) == order


class Mute(Parrot):
    def synthesize(self, sentence: str, language: str, voice: VoiceSettings) -> bytes:
        raise SpeechFailed("no audio")


async def test_a_sentence_that_an_engine_cannot_say_is_said_by_the_next() -> None:
    synthesizer = EngineSynthesizer([Mute("a", "en"), Parrot("b", "de"), Parrot("c", "en")])
    with capture_logs() as logs:
        assert await sounds(synthesizer, "A secret.") == [b"A secret."]
    assert logs == [{"event": "engine_failed", "engine": "a", "next": "c", "error": "no audio", "log_level": "warning"}]
    await synthesizer.aclose()


async def test_a_sentence_that_no_engine_can_say_fails() -> None:
    synthesizer = EngineSynthesizer([Mute("a", "en"), Mute("b", "en")])
    with pytest.raises(SpeechFailed):
        await sounds(synthesizer, "Words")
    await synthesizer.aclose()


def missing() -> None:
    raise SpeechUnavailable("not here")
