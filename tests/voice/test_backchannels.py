from __future__ import annotations

import pytest

from parley.voice.backchannels import is_backchannel


@pytest.mark.parametrize("text", ["mhm", "Mm-hmm.", "Uh-huh", "yeah, okay", "Right.", "I see", "OK!", "", "..."])
def test_words_of_whoever_listens(text: str) -> None:
    assert is_backchannel(text, "en-US")


@pytest.mark.parametrize("text", ["no", "wait", "yes but not today", "yes yes yes yes yes", "stop", "the second one"])
def test_words_of_whoever_wants_to_say_something(text: str) -> None:
    assert not is_backchannel(text, "en-US")


def test_every_language_has_its_own() -> None:
    assert is_backchannel("ajá, vale", "es-ES")
    assert not is_backchannel("ajá, vale", "en-US")
    assert is_backchannel("Genau.", "de")
    assert is_backchannel("okay", "ja-JP")
