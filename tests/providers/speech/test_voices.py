"""The voices that an engine has are found by their names."""

from __future__ import annotations

from parley.providers.speech.espeak import Espeak
from parley.providers.speech.synthesizer import EngineSynthesizer, SilentSynthesizer
from parley.providers.speech.voices import known_voices


def test_voices_of_an_engine_have_the_names_that_it_takes() -> None:
    engine = Espeak()
    found = {each.name: each for each in known_voices(engine)}
    [german] = [each for each in found.values() if "de" in each.languages]
    assert engine.supports("de")
    assert german.provider == "espeak"
    assert EngineSynthesizer([engine]).voices == tuple(found.values())
    assert EngineSynthesizer([engine]).providers == ("espeak",)


def test_silence_has_none() -> None:
    assert not SilentSynthesizer().voices
    assert not SilentSynthesizer().providers
