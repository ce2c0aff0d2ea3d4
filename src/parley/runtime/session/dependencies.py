"""What the conversations of a process share: agents, models, secrets, time. Gives each turn its ports."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from parley.agent_host.protocol import NewExternalEvent, TranscriptLine
from parley.domain.conversations import external_event_store, turn_store
from parley.domain.conversations.actions import EVENT_ID_LIFETIME
from parley.domain.conversations.model import row_id
from parley.domain.deployments.active import ActiveDeployments
from parley.domain.projects.info import ProjectInfo
from parley.domain.projects.real_time_cache import RealTimeCache
from parley.domain.projects.secret_store import ProjectSecrets, SecretStore
from parley.kit.clock import Clock
from parley.kit.outbound.egress import Egress
from parley.local_responder.model import LocalResponder
from parley.providers.llm.protocol import Model
from parley.providers.senders.protocol import Senders
from parley.runtime.agent.agents import Agent, Agents
from parley.runtime.agent.apis import ConfiguredApis
from parley.runtime.session.event_signals import EventSignals
from parley.runtime.session.leases import Leases
from parley.runtime.session.outlets import Outlet
from parley.runtime.session.persistence import said_lines
from parley.runtime.turn.commitment import COUNTS, Commitment
from parley.runtime.turn.dialog import DialogState
from parley.runtime.turn.ports import Limits, Ports, SafetyClassifier
from parley.storage.db import Database

TRANSLATED_AT_ONCE = 4
"""Conversations, by process."""
SUMMARIZED_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class Dependencies:
    db: Database
    leases: Leases
    event_signals: EventSignals
    deployments: ActiveDeployments
    edited: RealTimeCache
    agents: Agents
    model_for: Callable[[ProjectInfo], Awaitable[Model]]
    built_in: LocalResponder
    secret_store: SecretStore
    safety: SafetyClassifier
    egress: Egress
    clock: Clock
    senders: Senders = field(default_factory=Senders)
    limits: Limits = field(default_factory=Limits)
    keeps_prompts: bool = False
    translating: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(TRANSLATED_AT_ONCE))
    summarizes: bool = False
    """Whether the operator wants summaries of conversations."""
    summarizing: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(SUMMARIZED_AT_ONCE))
    outlets: list[Outlet] = field(default_factory=list)
    """Who can put words that nobody asked for in front of a user. Filled once, when a process starts."""

    async def ports(
        self, agent: Agent, project: ProjectInfo, dialog: DialogState, commitment: Commitment = COUNTS
    ) -> Ports:
        conversation, environment = row_id(dialog.context.id), dialog.context.env
        secrets = ProjectSecrets(self.secret_store, self.db, project.id)

        async def read_history() -> Sequence[TranscriptLine]:
            return said_lines(await turn_store.list_exchanges(self.db, conversation)) if conversation else []

        async def expect_event(event: NewExternalEvent) -> None:
            if conversation is not None:
                until, announced = self.clock.now() + EVENT_ID_LIFETIME, [(event.id, event.send_to_llm)]
                await external_event_store.insert_event_ids(self.db, project.id, conversation, announced, until)

        return Ports(
            model=await self.model_for(project),
            host=agent.host,
            retriever=agent.retriever,
            safety=self.safety,
            secrets=secrets,
            apis=ConfiguredApis(agent.project, environment, secrets, self.egress),
            read_history=read_history,
            expect_event=expect_event,
            clock=self.clock,
            limits=self.limits,
            commitment=commitment,
            keeps_prompts=self.keeps_prompts,
        )
