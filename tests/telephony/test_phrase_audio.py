"""What is kept of a phrase is what callers hear."""

from __future__ import annotations

import numpy as np
import pytest

from parley.domain.phrases import actions, store
from parley.providers.speech.synthesizer import SilentSynthesizer
from parley.telephony.phrase_audio import PhraseSynthesis
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
            await actions.upload(tx, project, greeting.id, recording, resources.clock.now())
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


async def test_what_was_asked_for_is_synthesized_once_and_kept(make: Make) -> None:
    async with call_harness(make) as harness:
        resources, project = harness.resources, harness.project_info
        await PromptRenderer(resources, SilentSynthesizer()).render()
        (phrase, *_), _ = await store.list_phrases(resources.db, project.id, "text", 200, 0, is_descending=False)
        now = resources.clock.now()
        async with resources.db.transaction() as tx:
            await actions.change_text(tx, project, phrase.id, "Ten letters", now)
            await actions.request(tx, project, phrase.id, now)
        synthesis = PhraseSynthesis(resources, SilentSynthesizer(0.1))
        assert await synthesis.synthesize_requested() == 1
        assert await synthesis.synthesize_requested() == 0
        made = await store.find_phrase(resources.db, project.id, phrase.id)
        assert made is not None
        assert (made.source, made.audio_bytes, made.is_requested) == ("synthesized", round(1.1 * 8_000) * 2, False)
