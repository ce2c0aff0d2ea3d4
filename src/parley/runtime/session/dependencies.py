"""What the conversations of a process share: agents, models, secrets, time. Gives each turn its ports."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from parley.agent_host.protocol import Json, TranscriptLine
from parley.domain.conversations import external_events, store
from parley.domain.conversations.actions import EVENT_ID_LIFETIME
from parley.domain.conversations.model import row_id
from parley.domain.deployments.active import ActiveDeployments
from parley.domain.projects.info import ProjectInfo
from parley.domain.projects.real_time_cache import EditedVariables
from parley.domain.projects.secret_store import SecretStore
from parley.kit.clock import Clock
from parley.kit.outbound.egress import Egress
from parley.local_responder.built_in import BuiltInModel
from parley.providers.llm.protocol import Model
from parley.providers.senders.protocol import Senders
from parley.runtime.agent.agents import Agent, Agents
from parley.runtime.agent.apis import ConversationOutside
from parley.runtime.session.event_signals import EventSignals
from parley.runtime.session.leases import Leases
from parley.runtime.session.persistence import said_lines
from parley.runtime.turn.dialog import DialogState
from parley.runtime.turn.ports import Limits, Ports, SafetyClassifier
from parley.storage.db import Database


@dataclass(frozen=True, slots=True)
class Dependencies:
    db: Database
    claims: Leases
    event_signals: EventSignals
    deployments: ActiveDeployments
    edited: EditedVariables
    agents: Agents
    model_for: Callable[[ProjectInfo], Awaitable[Model]]
    built_in: BuiltInModel
    secret_store: SecretStore
    safety: SafetyClassifier
    egress: Egress
    clock: Clock
    senders: Senders = field(default_factory=Senders)
    limits: Limits = field(default_factory=Limits)

    async def ports(self, agent: Agent, project_info: ProjectInfo, dialog: DialogState) -> Ports:
        async def secret(name: str) -> Json:
            return await self.secret_store.get(self.db, project_info.id, name)

        async def history() -> Sequence[TranscriptLine]:
            conversation = row_id(dialog.context.id)
            return said_lines(await store.said(self.db, conversation)) if conversation else []

        async def announce(event_id: str, send_to_llm: bool) -> None:
            until, conversation = self.clock.now() + EVENT_ID_LIFETIME, row_id(dialog.context.id)
            if conversation is not None:
                await external_events.announce(self.db, project_info.id, conversation, [(event_id, send_to_llm)], until)

        outside = ConversationOutside(agent.project, dialog.context.env, secret, history, announce, self.egress)
        return Ports(
            model=await self.model_for(project_info),
            host=agent.host,
            retriever=agent.retriever,
            safety=self.safety,
            outside=outside,
            clock=self.clock,
            limits=self.limits,
        )
