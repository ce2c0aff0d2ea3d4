"""Only what agents are known to say gets to the disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from parley.providers.speech.audio_cache import AudioCache, Spoken
from parley.providers.speech.prompt_store import PromptStore
from parley.providers.speech.protocol import VoiceSettings
from parley.providers.speech.spoken_cache import SpokenCache
from parley.providers.speech.synthesizer import EngineSynthesizer

SPOKEN = Spoken(bytes(10))


class Engine:
    name, version = "engine", "1"

    def __init__(self) -> None:
        self.said: list[str] = []

    def supports(self, language: str) -> bool:
        return True

    def synthesize(self, sentence: str, language: str, voice: VoiceSettings) -> bytes:
        self.said.append(sentence)
        return sentence.encode() * 2


def files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


async def hear(synthesizer: EngineSynthesizer, text: str) -> bytes:
    return b"".join([piece async for piece in synthesizer.synthesize(text, "en") if isinstance(piece, bytes)])


async def test_a_fixed_text_is_spoken_once_and_is_there_after_a_restart(tmp_path: Path) -> None:
    first = Engine()
    synthesizer = EngineSynthesizer([first], store=PromptStore(tmp_path))
    assert await synthesizer.prepare("Welcome. Bye.", "en") == 2
    assert await synthesizer.prepare("Welcome.", "en") == 0
    await synthesizer.aclose()
    second = Engine()
    synthesizer = EngineSynthesizer([second], store=PromptStore(tmp_path))
    assert await synthesizer.prepare("Welcome. Bye.", "en") == 0
    assert await hear(synthesizer, "Welcome. Your name is Ann.") == b"Welcome." * 2 + b"Your name is Ann." * 2
    assert (first.said, second.said) == (["Welcome.", "Bye."], ["Your name is Ann."])
    await synthesizer.aclose()


async def test_what_a_caller_is_told_is_not_written_to_the_disk(tmp_path: Path) -> None:
    synthesizer = EngineSynthesizer([Engine()], store=PromptStore(tmp_path))
    await synthesizer.prepare("Welcome.", "en")
    before = files(tmp_path)
    await hear(synthesizer, "Your balance is nine dollars.")
    assert files(tmp_path) == before
    await synthesizer.aclose()


async def test_a_fixed_text_in_another_voice_is_kept_when_it_is_first_heard(tmp_path: Path) -> None:
    synthesizer = EngineSynthesizer([Engine()], store=PromptStore(tmp_path))
    await synthesizer.prepare("Welcome.", "en")
    async for _ in synthesizer.synthesize("Welcome.", "en", {"provider": "engine", "provider_voice_id": "ann"}):
        pass
    assert len(files(tmp_path)) == 2
    await synthesizer.aclose()


@pytest.mark.parametrize("is_stored", [True, False])
async def test_what_is_in_memory_already_is_kept_as_well(is_stored: bool, tmp_path: Path) -> None:
    store = PromptStore(tmp_path) if is_stored else None
    before = SpokenCache(AudioCache(), store)
    await before.put("key", "Welcome.", "en", SPOKEN)
    assert not files(tmp_path)
    before.add_fixed("Welcome.", "en")
    assert await before.is_kept("key", "Welcome.", "en")
    assert not await before.is_kept("other", "Welcome.", "en")
    assert len(files(tmp_path)) == is_stored
    assert await before.get("key", "Welcome.", "en") == SPOKEN
