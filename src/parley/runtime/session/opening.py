"""How a conversation begins: what its door knows of it, and the dialog state that comes of that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from uuid import UUID

from parley.agent_host.protocol import Json
from parley.domain.conversations import memory_store
from parley.domain.conversations.model import CALL_PREFIXES, CHAT_PREFIX, TRIAL_PREFIX, ChatDraftNotExist
from parley.domain.deployments import store as deployments
from parley.domain.deployments.model import Deployment, DeploymentNotFound
from parley.domain.projects.info import ProjectInfo
from parley.kit.clock import iso
from parley.kit.errors import FieldError, ValidationFailed
from parley.runtime.agent.agents import Agent
from parley.runtime.session.dependencies import Dependencies
from parley.runtime.session.persistence import identify_user, memory_identifier
from parley.runtime.session.real_time import values_of
from parley.runtime.turn.dialog import ConversationContext, DialogState, new_dialog

CHAT_CHANNELS = {
    "webchat": ("WEBCHAT", "webchat.polyai"),
    "api": ("WEBCHAT", "webchat.polyai"),
    "whatsapp": ("WHATSAPP", "whatsapp.polyai"),
    "sms": ("SMS", "sms.polyai"),
}
"""What a client calls a kind of chat: its label in the record, and what agent code sees."""


@dataclass(frozen=True, slots=True)
class ConversationStart:
    """What a door knows of a conversation that is about to begin."""

    environment: str
    channel: str
    """The label in the record, such as WEBCHAT."""
    channel_type: str
    """What agent code sees, such as webchat.polyai."""
    deployment: UUID | None = None
    """One of the project's; None: what is active in the environment."""
    variant: str | None = None
    language: str | None = None
    voice: str = ""
    """The name of the voice that speaks; empty: the project's."""
    integration_attributes: Mapping[str, Json] | None = None
    context_vault: Mapping[str, Json] = field(default_factory=dict)
    from_number: str | None = None
    to_number: str | None = None
    sip_headers: Mapping[str, str] = field(default_factory=dict)
    id: UUID | None = None
    """A call has one before it is answered."""
    prefix: str = CHAT_PREFIX
    consent: str = ""
    """What is said first, because the call is recorded."""
    idle: timedelta | None = None
    """How long nobody need say anything; None: as long as in a chat."""
    opening: str = ""
    """What the agent says first, whatever its project says."""
    simulated_at: str | None = None
    """The moment of a conversation that a test has on another day."""
    has_desk: bool = False
    """People stand by to take over."""
    replay_of: str = ""
    """The public id of the conversation that is played again."""
    chosen_id: str | None = None
    """What whoever begins it calls it, besides its own id; free in its project, as `ChosenIdHook` sees to."""

    @property
    def is_call(self) -> bool:
        return self.prefix in CALL_PREFIXES


async def choose_deployment(
    dependencies: Dependencies, project: ProjectInfo, start: ConversationStart, conversation: UUID
) -> tuple[Deployment, UUID | None]:
    """What a conversation begins on and keeps, and the A/B test that it is a part of."""
    if start.deployment is not None:
        chosen = await deployments.find_deployment(dependencies.db, start.deployment)
        if chosen is None or chosen.project_id != project.id:
            raise DeploymentNotFound
        return chosen, None
    known = dependencies.deployments
    find = known.find_newest if start.prefix == TRIAL_PREFIX else known.find_with_test
    active = await find(project.id, start.environment)
    if active is None:
        raise ChatDraftNotExist
    if active.test is None or start.replay_of:
        return active.deployment, None
    subject = start.from_number or await _known_user(dependencies, active.deployment, start) or str(conversation)
    return active.draw(subject), active.test.id


async def _known_user(dependencies: Dependencies, deployment: Deployment, start: ConversationStart) -> str | None:
    """Who has no number may be known by what the project tells its users apart by."""
    if not (start.integration_attributes or start.sip_headers):
        return None
    settings = (await dependencies.agents.of(deployment, start.environment)).project.experimental.memory
    return identify_user(settings, start.from_number, start.sip_headers, start.integration_attributes or {}, {})


async def begin_dialog(
    dependencies: Dependencies, agent: Agent, info: ProjectInfo, start: ConversationStart, public: str
) -> DialogState:
    """The dialog state of a conversation in which nothing was said yet."""
    if start.variant is not None and agent.compiled.variant(start.variant) is None:
        problem = FieldError("variant_id", "is not a variant of this project")
        raise ValidationFailed(fields=[problem])
    project = agent.project
    context = ConversationContext(
        id=public,
        account_id=project.account_id or info.account_id,
        project_id=project.project_id or info.id,
        env=start.environment,
        channel_type=start.channel_type,
        started_at=start.simulated_at or iso(dependencies.clock.now()),
        simulated_at=start.simulated_at,
        caller_number=start.from_number,
        callee_number=start.to_number,
        sip_headers=start.sip_headers,
        is_call=start.is_call,
        idle_seconds=start.idle.total_seconds() if start.idle else None,
        has_desk=start.has_desk,
        is_replay=bool(start.replay_of),
        consent=start.consent,
        integration_attributes=start.integration_attributes,
        context_vault=start.context_vault,
        real_time_config=await values_of(dependencies, agent, info.id, start.environment),
    )
    identifier = memory_identifier(project.experimental.memory, context, {})
    if identifier is not None:
        known = await memory_store.find_memory(dependencies.db, info.id, identifier, dependencies.clock.now())
        context = replace(context, memory=known)
    dialog = new_dialog(agent.compiled, context, variant=start.variant, language=start.language)
    if start.voice:
        dialog.voice = {"provider_voice_id": start.voice}
    return dialog
