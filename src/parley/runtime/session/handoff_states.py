"""Reading handoff states: of a conversation that runs, as its last turn left it; of a finished one, as it was kept."""

from __future__ import annotations

from uuid import UUID

import orjson

from parley.domain.conversations import handoff_store
from parley.domain.conversations.model import HandoffState, LiveSnapshot
from parley.runtime.session.dependencies import Dependencies
from parley.runtime.turn.dialog import ConversationContext, DialogState
from parley.runtime.turn.handoff_state import exposed


async def of_id(dependencies: Dependencies, project_id: str, conversation: UUID) -> HandoffState | None:
    """None when the project has no such conversation, or it shows nothing."""
    return await _shown(dependencies, await handoff_store.find_state(dependencies.db, project_id, conversation))


async def of_shared_id(dependencies: Dependencies, project_id: str, shared_id: str) -> HandoffState | None:
    """Of the newest conversation that the integrator calls so."""
    return await _shown(
        dependencies, await handoff_store.find_state_by_shared_id(dependencies.db, project_id, shared_id)
    )


async def _shown(dependencies: Dependencies, found: LiveSnapshot | HandoffState | None) -> HandoffState | None:
    """What is exposed is up to the deployment that the conversation began on."""
    if not isinstance(found, LiveSnapshot):
        return found
    context = ConversationContext.from_json(found.context)
    agent = await dependencies.agents.of_id(found.deployment_id, context.env)
    dialog = DialogState.from_json(orjson.loads(found.dialog), context)
    return exposed(dialog, agent.project.experimental.handoff_api)
