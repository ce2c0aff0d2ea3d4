"""What a handoff leaves for whoever takes the conversation over: the state that the project exposes. Pure."""

from __future__ import annotations

from parley.domain.conversations.model import HandoffState
from parley.domain.projects.knobs import HandoffApi
from parley.runtime.host.protocol import Json
from parley.runtime.mind import Mind

SHARED_ID = "shared_id"
LONGEST_ID = 500
"""Characters of a shared id; what is longer is no id, and could not be looked up."""

NOTHING = HandoffApi(())


def handed_over(mind: Mind, settings: HandoffApi | None) -> HandoffState | None:
    """None without a handoff. A project that exposes nothing leaves a state without data, which says that there was a
    handoff and can be found."""
    if mind.handoff is None:
        return None
    exposed, state = settings or NOTHING, mind.state_json
    data = {exposed.aliases.get(key, key): state.get(key) for key in exposed.state_keys}
    return HandoffState(mind.setting.id, data, _shared_id(mind, exposed))


def _shared_id(mind: Mind, exposed: HandoffApi) -> str | None:
    """The integrator's own id: under the project's key for it, else where agents keep it, else as it was given."""
    given = (mind.setting.integration_attributes or {}).get(SHARED_ID)
    keys = [key for key in (exposed.shared_id_state_key, SHARED_ID) if key]
    found = (_identifier(value) for value in (*(mind.state_json.get(key) for key in keys), given))
    return next((identifier for identifier in found if identifier is not None), None)


def _identifier(value: Json) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    whole = int(value) if isinstance(value, float) and value.is_integer() else value
    text = str(whole).replace("\x00", "")
    return text if 0 < len(text) <= LONGEST_ID else None
