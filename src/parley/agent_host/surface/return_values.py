"""What an entry function returned, and what it asked for on the way, as one Reply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from parley.agent_host.allowance import RETURN_CHARACTERS
from parley.agent_host.protocol import HandoffRequest, Json, Reply, Transition
from parley.agent_host.surface.catch_all import safe_str
from parley.agent_host.surface.effects_recorder import EffectsRecorder
from parley.agent_host.surface.handoffs import Goodbye, HandoffDirectory, parse_handoff
from parley.agent_host.surface.projection import bounded_text, clean, project_whole
from parley.domain.projects.model import RETURN_KEYS

# As many as there are known keys. Agent code may return any number of others, and this goes into the prompt.
_SHOWN, _SHOWN_CHARACTERS = 9, 40
_RETURNED = "its return value"


@dataclass(frozen=True, slots=True)
class ParsedReturn:
    reply: Reply
    variant: str | None = None
    goodbye: Mapping[str, Json] | None = None


def parse_return_value(value: Any, recorder: EffectsRecorder, directory: HandoffDirectory) -> ParsedReturn:
    if isinstance(value, str):
        return ParsedReturn(_build_reply(recorder, {"content": _bounded_text(str.__str__(value))}))
    if value is None or (isinstance(value, Mapping) and not value):
        return ParsedReturn(_build_reply(recorder, {}))
    if not isinstance(value, Mapping):
        problem = f"it returned {_describe(value)}; return a string, a dictionary or nothing"
        return ParsedReturn(_build_reply(recorder, {"invalid": problem}))
    if unknown := [key for key in value if key not in RETURN_KEYS]:
        problem = f"its dictionary has the unknown key {_list_keys(unknown)}; known are {_list_keys(RETURN_KEYS)}"
        return ParsedReturn(_build_reply(recorder, {"invalid": problem}))
    return _parse_dictionary(value, recorder, directory)


def _parse_dictionary(value: Mapping[Any, Any], recorder: EffectsRecorder, directory: HandoffDirectory) -> ParsedReturn:
    handoff = parse_handoff(value.get("handoff"), directory)
    goodbye = handoff if isinstance(handoff, Goodbye) else None
    end_turn = value.get("end_turn")
    listen = value.get("listen")
    members: dict[str, Any] = {
        "content": _bounded_text(value.get("content")),
        "hangup": bool(value.get("hangup")) or goodbye is not None,
        "end_turn": None if end_turn is None else bool(end_turn),
        "listen": _bounded_json(dict(listen)) if isinstance(listen, Mapping) else None,
        "utterance_channel": _bounded_text(value.get("utterance_channel")),
    }
    if (utterance := _bounded_text(value.get("utterance"))) is not None:
        members["utterance"] = utterance
    if (transition := parse_transition(value.get("transition"))) is not None:
        members["transition"] = transition
    if isinstance(handoff, HandoffRequest):
        members["handoff"] = handoff
    return ParsedReturn(
        _build_reply(recorder, members), _bounded_text(value.get("variant")), goodbye.details if goodbye else None
    )


def parse_transition(value: Any) -> Transition | None:
    if not isinstance(value, Mapping):
        return None
    flow, step = _bounded_text(value.get("goto_flow") or None), _bounded_text(value.get("goto_step") or None)
    if flow is None and step is None and not value.get("exit_flow"):
        return None
    return Transition(flow, step, exit_flow=bool(value.get("exit_flow")) and flow is None and step is None)


def _build_reply(recorder: EffectsRecorder, members: dict[str, Any]) -> Reply:
    """What was returned, else what was asked for by calls on the way."""
    asked = {"utterance": recorder.utterance, "transition": recorder.transition, "handoff": recorder.handoff}
    found = asked | members
    if found["utterance"] is None and found["handoff"] is not None:
        found["utterance"] = found["handoff"].utterance
    return Reply(**found)


def _bounded_text(value: Any) -> str | None:
    return None if value is None else bounded_text(value, RETURN_CHARACTERS, _RETURNED)


def _bounded_json(value: Any) -> Json:
    return project_whole(value, RETURN_CHARACTERS, _RETURNED)


def _list_keys(keys: Iterable[Any]) -> str:
    return ", ".join(clean(safe_str(key))[:_SHOWN_CHARACTERS] for key in islice(keys, _SHOWN))


def _describe(value: object) -> str:
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
