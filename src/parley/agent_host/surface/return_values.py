"""What an entry function returned, and what it asked for on the way, as one Reply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from parley.agent_host.allowance import RETURN_CHARACTERS
from parley.agent_host.protocol import HandoffRequest, Json, Reply, Transition
from parley.agent_host.surface.catch_all import text_of
from parley.agent_host.surface.effects_recorder import Recorder
from parley.agent_host.surface.handoffs import Directory, Goodbye, understand
from parley.agent_host.surface.projection import bounded, clean, project_whole

_KEYS = (
    "content",
    "utterance",
    "end_turn",
    "hangup",
    "handoff",
    "listen",
    "transition",
    "variant",
    "utterance_channel",
)
_SHOWN, _SHOWN_CHARACTERS = 9, 40
_RETURNED = "its return value"


@dataclass(frozen=True, slots=True)
class Understood:
    reply: Reply
    variant: str | None = None
    goodbye: Mapping[str, Json] | None = None


def understand_return(value: Any, recorder: Recorder, directory: Directory) -> Understood:
    if isinstance(value, str):
        return Understood(_reply(recorder, {"content": _text(str.__str__(value))}))
    if value is None or (isinstance(value, Mapping) and not value):
        return Understood(_reply(recorder, {}))
    if not isinstance(value, Mapping):
        problem = f"it returned {_described(value)}; return a string, a dictionary or nothing"
        return Understood(_reply(recorder, {"invalid": problem}))
    if unknown := [key for key in value if key not in _KEYS]:
        problem = f"its dictionary has the unknown key {_listed(unknown)}; known are {_listed(_KEYS)}"
        return Understood(_reply(recorder, {"invalid": problem}))
    return _dictionary(value, recorder, directory)


def _dictionary(value: Mapping[Any, Any], recorder: Recorder, directory: Directory) -> Understood:
    handoff = understand(value.get("handoff"), directory)
    goodbye = handoff if isinstance(handoff, Goodbye) else None
    end_turn = value.get("end_turn")
    listen = value.get("listen")
    members: dict[str, Any] = {
        "content": _text(value.get("content")),
        "hangup": bool(value.get("hangup")) or goodbye is not None,
        "end_turn": None if end_turn is None else bool(end_turn),
        "listen": _whole(dict(listen)) if isinstance(listen, Mapping) else None,
        "utterance_channel": _text(value.get("utterance_channel")),
    }
    if (utterance := _text(value.get("utterance"))) is not None:
        members["utterance"] = utterance
    if (transition := transition_of(value.get("transition"))) is not None:
        members["transition"] = transition
    if isinstance(handoff, HandoffRequest):
        members["handoff"] = handoff
    return Understood(_reply(recorder, members), _text(value.get("variant")), goodbye.details if goodbye else None)


def transition_of(value: Any) -> Transition | None:
    if not isinstance(value, Mapping):
        return None
    flow, step = _text(value.get("goto_flow") or None), _text(value.get("goto_step") or None)
    if flow is None and step is None and not value.get("exit_flow"):
        return None
    return Transition(flow, step, exit_flow=bool(value.get("exit_flow")) and flow is None and step is None)


def _reply(recorder: Recorder, members: dict[str, Any]) -> Reply:
    """What was returned, else what was asked for by calls on the way."""
    asked = {"utterance": recorder.utterance, "transition": recorder.transition, "handoff": recorder.handoff}
    found = asked | members
    if found["utterance"] is None and found["handoff"] is not None:
        found["utterance"] = found["handoff"].utterance
    return Reply(**found)


def _text(value: Any) -> str | None:
    return None if value is None else bounded(value, RETURN_CHARACTERS, _RETURNED)


def _whole(value: Any) -> Json:
    return project_whole(value, RETURN_CHARACTERS, _RETURNED)


def _listed(keys: Iterable[Any]) -> str:
    return ", ".join(clean(text_of(key))[:_SHOWN_CHARACTERS] for key in islice(keys, _SHOWN))


def _described(value: object) -> str:
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
