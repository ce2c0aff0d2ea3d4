"""What is kept of a phrase is what callers hear."""

from __future__ import annotations

import numpy as np
import pytest

from parley.domain.phrases import actions, store
from parley.domain.phrases.model import Recording
from parley.providers.speech.synthesizer import SilentSynthesizer
from parley.telephony.prompt_rendering import PromptRenderer
from tests.make import Make
from tests.telephony.test_call_handler import call_harness
from tests.waiting import until

pytestmark = pytest.mark.io


async def test_a_caller_hears_the_greeting_that_somebody_recorded(make: Make) -> None:
    recording = np.arange(1, 4_001, dtype=np.int16).tobytes()
    async with call_harness(make) as harness:
        resources, project = harness.resources, harness.project_info
        await PromptRenderer(resources, SilentSynthesizer()).render()
        found, _ = await store.list_phrases(resources.db, project.id, "text", 200, 0, is_descending=False)
        (greeting,) = (each for each in found if each.text == "Hello.")
        async with resources.db.transaction() as tx:
            await actions.upload(
                tx, project, greeting.id, Recording(recording, "uploaded", "nora.wav"), resources.clock.now()
            )
        far = await harness.call()
        heard = bytearray()

        async def is_heard() -> bool:
            heard.extend(far.read_audio())
            return recording in heard

        await until(is_heard)
        await PromptRenderer(resources, SilentSynthesizer()).render()
        assert await store.find_audio(resources.db, project.id, greeting.id) == recording, "a new look leaves it"
        await far.hang_up()
        await harness.until_over()
        played = await store.find_phrase(resources.db, project.id, greeting.id)
        assert played is not None
        assert played.hit_count == 1
