"""What a voice process says of its voices is read by others while it runs."""

from __future__ import annotations

import asyncio

import pytest

from parley.domain.voices.model import SILENT_AFTER
from parley.domain.voices.store import find_speech
from parley.providers.speech.espeak import Espeak
from parley.providers.speech.synthesizer import EngineSynthesizer
from parley.resources import Resources
from parley.telephony.server import report_voices
from tests.waiting import until

pytestmark = pytest.mark.io


async def test_voices_are_known_while_their_process_runs(resources: Resources) -> None:
    synthesizer = EngineSynthesizer([Espeak()])
    reporting = asyncio.create_task(report_voices(resources, synthesizer))
    now = resources.clock.now()

    async def is_known() -> bool:
        return (await find_speech(resources.db, now)).providers == {"espeak"}

    await until(is_known)
    speech = await find_speech(resources.db, now)
    assert len(speech.voices) == len(synthesizer.voices) > 50
    later = await find_speech(resources.db, resources.clock.now() + 2 * SILENT_AFTER)
    assert later.voices == ()
    reporting.cancel()
    await asyncio.gather(reporting, return_exceptions=True)
    await synthesizer.aclose()
