"""Has agents' fixed utterances spoken when a deployment becomes active: the first call's greeting starts at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from itertools import islice
from typing import Any, Protocol
from uuid import UUID

from parley.domain.deployments import store as deployments
from parley.domain.deployments.actions import DEPLOYMENTS_CHANGED
from parley.domain.deployments.model import Deployment
from parley.domain.numbers.model import CONNECTORS_CHANGED
from parley.domain.phrases import store as phrases
from parley.domain.phrases.model import MOST_PHRASES, KnownPhrase
from parley.kit.errors import ParleyError
from parley.kit.log import logger
from parley.providers.speech.protocol import SpeechFailed
from parley.resources import Resources
from parley.runtime.agent.agents import Agent
from parley.runtime.turn.fixed_utterances import fixed_utterances
from parley.storage.db import DatabaseUnavailable
from parley.telephony.phrase_audio import phrase_id
from parley.telephony.routing import CHANNEL_TYPE
from parley.voice.segmentation import split_complete

log = logger(__name__)

MOST_DEPLOYMENTS = 32
"""The newest: all their agents are kept ready, and there is room for twice as many."""
MOST_FAILURES = 3
"""Texts that could not be spoken in a voice: the others will fail as well. A call that can speak them keeps them."""


Voice = Mapping[str, Any] | None


class PreparingSynthesizer(Protocol):
    async def prepare(self, text: str, language: str, voice: Mapping[str, Any] | None = None) -> int: ...


class PromptRenderer:
    def __init__(self, resources: Resources, synthesizer: PreparingSynthesizer) -> None:
        self._resources = resources
        self._synthesizer = synthesizer
        self._done: set[UUID] = set()
        self._changed = asyncio.Event()
        for channel in (DEPLOYMENTS_CHANGED, CONNECTORS_CHANGED):
            resources.signals.subscribe(channel, lambda _: self._changed.set(), self._changed.set)

    async def run(self) -> None:
        """A look at the start, and after each change. While the database is away there is nothing new."""
        while True:
            try:
                await self.render()
            except DatabaseUnavailable:
                log.warning("prompts_not_rendered")
            await self._changed.wait()
            self._changed.clear()

    async def render(self) -> None:
        active = await deployments.list_callable(self._resources.db, MOST_DEPLOYMENTS)
        self._done &= {deployment.id for deployment in active}
        for deployment in active:
            if deployment.id in self._done:
                continue
            try:
                agent = await self._resources.dependencies.agents.of(deployment)
            except DatabaseUnavailable:
                raise
            except ParleyError:
                # Whoever calls it is told so.
                agent = None
            if agent is not None:
                await self._render_agent(deployment, agent)
            self._done.add(deployment.id)

    async def _render_agent(self, deployment: Deployment, agent: Agent) -> None:
        fixed = await asyncio.to_thread(fixed_utterances, agent.compiled, CHANNEL_TYPE)
        made, voices = 0, (*fixed.voices, None)
        await self._note_phrases(deployment, agent, fixed.texts, voices)
        failures = [0] * len(voices)
        for text, language in fixed.texts:
            for number, voice in enumerate(voices):
                if failures[number] >= MOST_FAILURES:
                    continue
                try:
                    made += await self._render_text(agent, text, language, voice)
                except SpeechFailed:
                    failures[number] += 1
        log.info(
            "prompts_rendered",
            project=deployment.project_id,
            environment=deployment.environment,
            texts=len(fixed.texts),
            made=made,
            failed=sum(failures),
        )

    async def _note_phrases(
        self, deployment: Deployment, agent: Agent, texts: Sequence[tuple[str, str]], voices: Sequence[Voice]
    ) -> None:
        known: dict[str, KnownPhrase] = {}
        for text, language in texts:
            async for segment, spoken in _segments(agent, text, language):
                for voice in voices:
                    key = phrase_id(spoken, language, voice)
                    known[key] = KnownPhrase(key, segment.strip(), spoken.strip(), language, voice)
        noted = list(islice(known.values(), MOST_PHRASES))
        async with self._resources.db.transaction() as tx:
            await phrases.put_known(tx, deployment.project_id, noted, self._resources.clock.now())

    async def _render_text(self, agent: Agent, text: str, language: str, voice: Voice) -> int:
        made = 0
        async for _, spoken in _segments(agent, text, language):
            made += await self._synthesizer.prepare(spoken, language, voice)
        return made


async def _segments(agent: Agent, text: str, language: str) -> AsyncIterator[tuple[str, str]]:
    """As playback cuts a text, each with what is spoken for it: what is kept is found by that."""
    complete, rest = split_complete(text)
    for segment in (*complete, rest):
        if segment.strip():
            yield segment, await agent.compiled.pronounced(segment, language)
