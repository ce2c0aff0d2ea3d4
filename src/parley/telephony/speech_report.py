"""A voice process says what it can speak with, so that others can tell which voices there are."""

from __future__ import annotations

from parley.domain.voices.model import REPORT_SECONDS, EngineVoice
from parley.domain.voices.store import put_report
from parley.kit.tasks import every
from parley.providers.speech.synthesizer import EngineSynthesizer, SilentSynthesizer
from parley.resources import Resources
from parley.storage.db import DatabaseUnavailable


async def report_voices(resources: Resources, synthesizer: EngineSynthesizer | SilentSynthesizer) -> None:
    voices = [EngineVoice(each.provider, each.name, each.name, each.languages) for each in synthesizer.voices]

    async def write() -> None:
        async with resources.db.connection() as connection:
            now, process = resources.clock.now(), resources.signals.identity
            await put_report(connection, process, synthesizer.providers, voices, now)

    await every(REPORT_SECONDS, write, DatabaseUnavailable)
