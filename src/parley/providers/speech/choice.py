"""Which speaker a process gets."""

from __future__ import annotations

from parley.kit.log import logger
from parley.providers.speech.espeak import Espeak
from parley.providers.speech.flite import Flite
from parley.providers.speech.protocol import Choice, Engine, SpeechUnavailable
from parley.providers.speech.synthesizer import EngineSpeaker, SilentSpeaker

log = logger(__name__)


def choose(choice: Choice) -> EngineSpeaker | SilentSpeaker:
    """`auto`: Flite for English if it is there, eSpeak NG for the rest. `flite` insists on it. Loads the
    libraries, which takes some milliseconds. Raises `SpeechUnavailable` when what is wanted is not there."""
    if choice == "silent":
        return SilentSpeaker()
    if choice == "espeak":
        return EngineSpeaker((Espeak(),))
    engines: list[Engine] = []
    missing: list[SpeechUnavailable] = []
    for engine in (Flite, Espeak):
        try:
            engines.append(engine())
        except SpeechUnavailable as error:
            missing.append(error)
            if choice == "flite" and engine is Flite:
                raise
    if not engines:
        raise SpeechUnavailable("; ".join(map(str, missing)))
    log.info("speech_ready", engines=[engine.name for engine in engines])
    return EngineSpeaker(engines)
