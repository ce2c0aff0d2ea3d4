"""Reading handoff states: of a conversation that runs, as its last turn left it; of a finished one, as it was kept."""

from __future__ import annotations

from uuid import UUID

import orjson

from parley.domain.conversations import handoffs
from parley.domain.conversations.model import Carried, HandoffState
from parley.runtime.equipment import Equipment
from parley.runtime.handover import exposed
from parley.runtime.mind import Mind, Setting


async def of_id(equipment: Equipment, project_id: str, conversation: UUID) -> HandoffState | None:
    """None when the project has no such conversation, or it shows nothing."""
    return await _shown(equipment, await handoffs.find(equipment.db, project_id, conversation))


async def of_shared_id(equipment: Equipment, project_id: str, shared_id: str) -> HandoffState | None:
    """Of the newest conversation that the integrator calls so."""
    return await _shown(equipment, await handoffs.find_shared(equipment.db, project_id, shared_id))


async def _shown(equipment: Equipment, found: Carried | HandoffState | None) -> HandoffState | None:
    """What is exposed is up to the deployment that the conversation began on."""
    if not isinstance(found, Carried):
        return found
    agent = await equipment.agents.of_id(found.deployment_id)
    mind = Mind.from_json(orjson.loads(found.mind), Setting.from_json(found.setting))
    return exposed(mind, agent.project.experimental.handoff_api)
