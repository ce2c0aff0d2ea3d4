"""What the conversations of a process share: agents, models, secrets, time. Gives each turn its ports."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from parley.domain.conversations import external_events, store
from parley.domain.conversations.actions import EVENT_ID_LIFETIME
from parley.domain.conversations.model import row_id
from parley.domain.deployments.active import ActiveDeployments
from parley.domain.projects.place import Place
from parley.domain.projects.real_time_cache import EditedVariables
from parley.domain.projects.vault import Vault
from parley.kit.clock import Clock
from parley.kit.outbound.egress import Egress
from parley.providers.llm.built_in import BuiltInModel
from parley.providers.llm.protocol import Model
from parley.providers.senders.choice import Senders
from parley.runtime.agents import Agent, Agents
from parley.runtime.claims import Claims
from parley.runtime.doorbells import Doorbells
from parley.runtime.host.protocol import Json, Said
from parley.runtime.keeping import said_lines
from parley.runtime.mind import Mind
from parley.runtime.outside import ConversationOutside
from parley.runtime.ports import Limits, Ports, SafetyClassifier
from parley.storage.db import Database


@dataclass(frozen=True, slots=True)
class Equipment:
    db: Database
    claims: Claims
    doorbells: Doorbells
    deployments: ActiveDeployments
    edited: EditedVariables
    agents: Agents
    model_for: Callable[[Place], Awaitable[Model]]
    built_in: BuiltInModel
    vault: Vault
    safety: SafetyClassifier
    egress: Egress
    clock: Clock
    senders: Senders = field(default_factory=Senders)
    limits: Limits = field(default_factory=Limits)

    async def ports(self, agent: Agent, place: Place, mind: Mind) -> Ports:
        async def secret(name: str) -> Json:
            return await self.vault.get(self.db, place.id, name)

        async def history() -> Sequence[Said]:
            conversation = row_id(mind.setting.id)
            return said_lines(await store.said(self.db, conversation)) if conversation else []

        async def announce(event_id: str, send_to_llm: bool) -> None:
            until, conversation = self.clock.now() + EVENT_ID_LIFETIME, row_id(mind.setting.id)
            if conversation is not None:
                await external_events.announce(self.db, place.id, conversation, [(event_id, send_to_llm)], until)

        outside = ConversationOutside(agent.project, mind.setting.env, secret, history, announce, self.egress)
        return Ports(
            model=await self.model_for(place),
            host=agent.host,
            retriever=agent.retriever,
            safety=self.safety,
            outside=outside,
            clock=self.clock,
            limits=self.limits,
        )
