"""Moves a conversation of somebody who builds an agent to the newest deployment, where that is safe."""

from __future__ import annotations

from dataclasses import dataclass, replace
from uuid import UUID

from parley.domain.conversations import lease_store
from parley.domain.projects.info import ProjectInfo
from parley.runtime.agent.compiled import CompiledProject
from parley.runtime.session.dependencies import Dependencies
from parley.runtime.session.leases import Lease
from parley.runtime.turn.dialog import DialogState
from parley.runtime.turn.trace.turn_trace import Trace

FOLLOWED = "goes on with deployment {id}"
STAYED = "stays with deployment {id}, because {reason}"


@dataclass(frozen=True, slots=True)
class Followed:
    """What the trace of the turn says of it."""

    note: str
    moved_from: UUID | None = None
    """The deployment that all turns before ran on; None: it stays where it is."""

    def write(self, trace: Trace) -> None:
        trace.notes.append(self.note)
        trace.moved_from = str(self.moved_from) if self.moved_from else None


async def follow_newest(dependencies: Dependencies, project: ProjectInfo, lease: Lease) -> Followed | None:
    """Moves the conversation to what its environment has now. None: nothing is newer."""
    conversation = lease.conversation
    active = await dependencies.deployments.find_newest(project.id, conversation.environment)
    if active is None or conversation.deployment_id in active.deployment_ids:
        return None
    newest = active.deployment
    agent = await dependencies.agents.of(newest)
    if reason := why_unfit(lease.dialog, agent.compiled):
        return Followed(STAYED.format(id=conversation.deployment_id, reason=reason))
    async with dependencies.db.transaction() as tx:
        await lease_store.move_to_deployment(tx, conversation, newest.id)
    lease.conversation = replace(conversation, deployment_id=newest.id)
    return Followed(FOLLOWED.format(id=newest.id), conversation.deployment_id)


def why_unfit(dialog: DialogState, compiled: CompiledProject) -> str | None:
    """What the conversation is in the middle of and this version of the agent has no longer."""
    if dialog.variant is not None and compiled.variant(dialog.variant) is None:
        return f"the newest has no variant '{dialog.variant}'"
    if dialog.flow is not None and compiled.flow(dialog.flow) is None:
        return f"the newest has no flow '{dialog.flow}'"
    if dialog.step is not None and compiled.step(dialog.flow, dialog.step) is None:
        return f"the newest has no step '{dialog.step}' in flow '{dialog.flow}'"
    return None
