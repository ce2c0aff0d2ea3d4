"""What agents say on calls is spoken when they are deployed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from parley.domain.numbers import actions as numbers
from parley.domain.numbers.trunks import ConnectorUpdate
from parley.domain.projects.info import ProjectInfo
from parley.providers.speech.protocol import SpeechFailed
from parley.resources import Resources
from parley.telephony.prompt_rendering import MOST_FAILURES, PromptRenderer
from tests.make import Make
from tests.waiting import until

pytestmark = pytest.mark.io

FILES = {
    "voice/configuration.yaml": "greeting:\n  welcome_message: Welcome to St. Ives. Hello!\n",
    "voice/response_control/pronunciations.yaml": "pronunciations:\n- regex: 'St\\.'\n  replacement: Saint\n",
    "functions/start_function.py": (
        "from _gen import *\ndef start_function(conv: Conversation):\n    conv.set_voice(CartesiaVoice('v1'))\n"
    ),
}


class Notes:
    """A synthesizer that notes what it is to have ready."""

    def __init__(self, fails: str = "nobody") -> None:
        self.prepared: list[tuple[str, str, str | None]] = []
        self._fails = fails

    async def prepare(self, text: str, language: str, voice: Mapping[str, Any] | None = None) -> int:
        provider = voice["provider"] if voice else None
        self.prepared.append((text.strip(), language, provider))
        if provider == self._fails:
            raise SpeechFailed("no")
        return 1


async def connect(make: Make, resources: Resources) -> ProjectInfo:
    project, now = await make.project(), resources.clock.now()
    changes = ConnectorUpdate(fields={"name": "Trunk"}, trunk={"networks": ["192.0.2.0/24"]})
    async with resources.db.transaction() as tx:
        await numbers.create_connector(tx, resources.dependencies.secret_store.encryptor, project, changes, now)
    return project


async def test_fixed_texts_are_spoken_as_a_call_would_speak_them(make: Make, resources: Resources) -> None:
    project = await connect(make, resources)
    await make.deploy(project, FILES)
    notes = Notes()
    renderer = PromptRenderer(resources, notes)
    await renderer.render()
    assert notes.prepared[:4] == [
        ("Welcome to Saint Ives.", "en-US", "cartesia"),
        ("Hello!", "en-US", "cartesia"),
        ("Welcome to Saint Ives.", "en-US", None),
        ("Hello!", "en-US", None),
    ]
    count = len(notes.prepared)
    await renderer.render()
    assert len(notes.prepared) == count, "once for each deployment"


async def test_it_happens_at_the_start_and_when_a_deployment_becomes_active(make: Make, resources: Resources) -> None:
    project, notes = await connect(make, resources), Notes()
    running = asyncio.create_task(PromptRenderer(resources, notes).run())
    try:
        for name in ("Anna", "Bert"):
            await make.deploy(project, {"voice/configuration.yaml": f"greeting:\n  welcome_message: I am {name}.\n"})
            wanted = (f"I am {name}.", "en-US", None)

            async def is_there(wanted: tuple[str, str, None] = wanted) -> bool:
                return wanted in notes.prepared

            await until(is_there)
    finally:
        running.cancel()


async def test_an_agent_that_nobody_can_call_is_left_out(make: Make, resources: Resources) -> None:
    await make.deploy(await make.project(), FILES)
    notes = Notes()
    await PromptRenderer(resources, notes).render()
    assert notes.prepared == []


async def test_a_voice_that_fails_is_given_up_and_the_others_go_on(make: Make, resources: Resources) -> None:
    project = await connect(make, resources)
    await make.deploy(project, FILES)
    notes = Notes(fails="cartesia")
    await PromptRenderer(resources, notes).render()
    providers = [provider for _, _, provider in notes.prepared]
    assert providers.count("cartesia") == MOST_FAILURES
    assert providers.count(None) > MOST_FAILURES
