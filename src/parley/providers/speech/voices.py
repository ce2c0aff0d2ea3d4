"""Which voices the engines of a process have. What services have, they know themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from parley.kit.values import value
from parley.providers.speech.espeak import Espeak
from parley.providers.speech.flite import VOICES, Flite
from parley.providers.speech.hibari import Hibari
from parley.providers.speech.protocol import Engine

ENGLISH = ("en-US",)


@value
class KnownVoice:
    provider: str
    name: str
    """As projects name it."""
    languages: tuple[str, ...]


def known_voices(engine: Engine) -> Iterator[KnownVoice]:
    if isinstance(engine, Hibari):
        yield KnownVoice(engine.name, "hibari", ENGLISH)
    elif isinstance(engine, Flite):
        for name in VOICES:
            yield KnownVoice(engine.name, name, ENGLISH)
    elif isinstance(engine, Espeak):
        languages: defaultdict[str, list[str]] = defaultdict(list)
        for tag, name in sorted(engine.voice_names.items()):
            languages[name].append(tag)
        for name, tags in languages.items():
            yield KnownVoice(engine.name, name, tuple(tags))
