"""What a conversation shows to other systems: the state that its project exposes, and the integrator's own id. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from parley.agent_host.protocol import Json
from parley.domain.conversations.model import HandoffState
from parley.domain.projects.experimental import HandoffApi
from parley.runtime.turn.dialog import DialogState

SHARED_ID = "shared_id"
LONGEST_ID = 500
"""Characters of a shared id; what is longer is no id, and could not be looked up."""

USUAL_PREFIX = "handoff"
USUAL_KEYS = frozenset({"contained", "destination", "customer_id"})
"""With those that begin with the prefix, what a project exposes that says nothing of it: agents are written so."""


def exposed(dialog: DialogState, settings: HandoffApi | None) -> HandoffState | None:
    """None when there is nothing to show: no keys, no shared id, no handoff. A handoff of which nothing is exposed is
    shown without data, which says that there was one."""
    data, shared = _data(dialog.state_json, settings), shared_id(dialog, settings)
    if not data and shared is None and dialog.handoff is None:
        return None
    return HandoffState(dialog.context.id, data, shared)


def _data(state: Mapping[str, Json], settings: HandoffApi | None) -> dict[str, Json]:
    if settings is None:
        return {key: value for key, value in state.items() if value is not None and _is_usual(key)}
    return {settings.aliases.get(key, key): state.get(key) for key in settings.state_keys}


def _is_usual(key: str) -> bool:
    return key.startswith(USUAL_PREFIX) or key in USUAL_KEYS


def shared_id(dialog: DialogState, settings: HandoffApi | None) -> str | None:
    """The integrator's own id: under the project's key for it, else where agents keep it, else as it was given."""
    state, given = dialog.state_json, dialog.context.integration_attributes
    key = settings.shared_id_state_key if settings else None
    for value in (state.get(key) if key else None, state.get(SHARED_ID), given.get(SHARED_ID) if given else None):
        # Nearly always there is none, and every turn asks.
        if value is not None and (found := _identifier(value)) is not None:
            return found
    return None


def _identifier(value: Json) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    whole = int(value) if isinstance(value, float) and value.is_integer() else value
    text = str(whole).replace("\x00", "")
    return text if 0 < len(text) <= LONGEST_ID else None
