"""What a conversation shows to other systems: the state that its project exposes, and the integrator's own id. Pure."""

from __future__ import annotations

from parley.agent_host.protocol import Json
from parley.domain.conversations.model import HandoffState
from parley.domain.projects.experimental import HandoffApi
from parley.runtime.turn.dialog import DialogState

SHARED_ID = "shared_id"
LONGEST_ID = 500
"""Characters of a shared id; what is longer is no id, and could not be looked up."""

NOTHING = HandoffApi(())


def exposed(dialog: DialogState, settings: HandoffApi | None) -> HandoffState | None:
    """None when there is nothing to show: no keys, no shared id, no handoff. A handoff of a project that names no keys
    is shown without data, which says that there was one."""
    shown, state = settings or NOTHING, dialog.state_json
    shared = shared_id(dialog, settings)
    if not shown.state_keys and shared is None and dialog.handoff is None:
        return None
    data = {shown.aliases.get(key, key): state.get(key) for key in shown.state_keys}
    return HandoffState(dialog.context.id, data, shared)


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
