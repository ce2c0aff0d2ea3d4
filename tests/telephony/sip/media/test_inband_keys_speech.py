"""What people say is no key: the voices that come with Parley, in sentences full of vowels and numbers."""

from __future__ import annotations

import pytest

from parley.providers.speech.espeak import Espeak
from parley.providers.speech.flite import Flite
from parley.providers.speech.hibari import Hibari
from parley.providers.speech.protocol import Engine, VoiceSettings
from tests.telephony.sip.media.test_inband_keys import keys_in

pytestmark = pytest.mark.io

SENTENCES = (
    "One two three four five six seven eight nine zero, oh, the hash and the star.",
    "We see three green trees near the evening sea, and she sings a serene melody, ooh and aah.",
    "I would like to book a table for two tomorrow at half past seven, under the name of O'Neill.",
)
VOICES = [
    (Hibari, ""),
    *((Flite, name) for name in ("slt", "rms", "awb", "kal16")),
    *((Espeak, name) for name in ("", "+f3", "+m7")),
]


@pytest.mark.parametrize(("kind", "name"), VOICES)
def test_speech_gives_no_keys(kind: type[Engine], name: str) -> None:
    engine = kind()
    for sentence in SENTENCES:
        sound = engine.synthesize(sentence, "en-US", VoiceSettings(engine.name, name))
        assert len(sound) > 16_000
        assert keys_in(sound) == ""
