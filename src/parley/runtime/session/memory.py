"""What the agent remembers of a caller, for those who are told apart by the agent's own state."""

from __future__ import annotations

from dataclasses import replace

from parley.domain.conversations import memory_store
from parley.domain.projects.info import ProjectInfo
from parley.kit.clock import Clock
from parley.runtime.agent.agents import Agent
from parley.runtime.session.persistence import memory_identifier
from parley.runtime.turn.dialog import DialogState
from parley.storage.db import Database


async def with_memory(
    db: Database, clock: Clock, agent: Agent, project: ProjectInfo, dialog: DialogState
) -> DialogState:
    """A project may learn only from its own state who a caller is: the memory of them comes with the next turn."""
    settings = agent.project.experimental.memory
    if settings is None or dialog.context.memory or not settings.identifier_source.startswith("state:"):
        return dialog
    identifier = memory_identifier(settings, dialog.context, dialog.state_json)
    if identifier is None:
        return dialog
    known = await memory_store.find_memory(db, project.id, identifier, clock.now())
    if not known:
        return dialog
    recognised = dialog.copy()
    recognised.context = replace(dialog.context, memory=known)
    return recognised
