"""What stands in an agent's source of what it says."""

from __future__ import annotations

import pytest

from parley.runtime.agent.spoken_constants import SpokenConstants, read_constants

SOURCE = """
from _gen import *

def start_function(conv: Conversation):
    conv.set_voice(ElevenLabsVoice("v1", stability=0.4))
    conv.set_voice(voices.CartesiaVoice(provider_voice_id=conv.state.voice))
    conv.set_voice(TTSVoice("x"))
    conv.say("One moment, please.")
    conv.say(f"Hello {conv.state.name}.")
    if conv.state.late:
        return {"utterance": "We are closed. Goodbye.", "hangup": True}
    return {"utterance": greet(conv), "content": "not said"}
"""


def test_texts_and_voices_that_are_constant() -> None:
    found = read_constants(SOURCE)
    assert sorted(found.texts) == ["One moment, please.", "We are closed. Goodbye."]
    assert found.voices == ({"provider": "elevenlabs", "provider_voice_id": "v1", "config": {"stability": 0.4}},)


@pytest.mark.parametrize("source", ["def f(:", "\0", "x = " + "(" * 5_000, "x = " + "-" * 50_000 + "1", ""])
def test_what_cannot_be_read_says_nothing(source: str) -> None:
    assert read_constants(source) == SpokenConstants()
