"""Real-time configuration: what files and edits say now, in every turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from parley.domain.projects.model import Json
from parley.domain.projects.real_time import effective_variables
from parley.runtime.agent.agents import Agent
from parley.runtime.session.dependencies import Dependencies
from parley.runtime.turn.dialog import DialogState


async def values_of(dependencies: Dependencies, agent: Agent, project_id: str, environment: str) -> Mapping[str, Json]:
    """The files of the agent's own version, and what was edited until now."""
    edited = await dependencies.edited.find_variables(project_id, environment)
    return effective_variables(agent.project.real_time_config.get(environment, {}), edited)


async def with_values(
    dependencies: Dependencies, agent: Agent, project_id: str, environment: str, dialog: DialogState
) -> DialogState:
    """An edit acts at once, also in conversations that run: in their next turn."""
    values = await values_of(dependencies, agent, project_id, environment)
    if values == dialog.context.real_time_config:
        return dialog
    current = dialog.copy()
    current.context = replace(dialog.context, real_time_config=values)
    return current
