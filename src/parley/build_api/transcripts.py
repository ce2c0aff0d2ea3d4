"""What stays of a conversation for a key or project that does not show transcripts: what happened, and no words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from parley.domain.conversations import store
from parley.domain.conversations.model import TRIAL_PREFIX
from parley.domain.records.model import View
from parley.web.endpoint import ApiRequest
from parley.web.groups import Forbidden

# Named one by one: what a turn can do grows, and what is new may hold words.
OF_TURN = (
    "in_flow",
    "in_step",
    "out_flow",
    "out_step",
    "prompt_characters",
    "topics",
    "caps",
    "moved_from",
    "timings",
    "messages",
)
OF_FUNCTION = ("name", "hangup", "transition", "duration_ms", "in_flow", "in_step", "started_at", "confirmation")
OF_API_CALL = ("integration", "operation", "duration_ms", "status")
OF_MODEL_REQUEST = (
    "model",
    "messages",
    "prompt_characters",
    "tools",
    "flow",
    "step",
    "first_piece_ms",
    "duration_ms",
    "characters",
    "calls",
)
PLACE = re.compile(r" ([\w./-]{1,200}\.py:\d{1,7})$")
KIND = re.compile(r"([A-Za-z_]\w{0,63}): ")
FAILED = "failed"
NUMBER = re.compile(r"[+-]?\d{1,6}(\.\d{1,6})?")


def sees_transcripts(request: ApiRequest[Any, Any]) -> bool:
    return View.within(request.key.scope.settings, request.project.settings).transcripts


def require_transcripts(request: ApiRequest[Any, Any]) -> None:
    """Who may not read what was said may not hear it, or have it said again."""
    if not sees_transcripts(request):
        raise Forbidden


async def require_trial(request: ApiRequest[Any, Any], conversation: UUID) -> None:
    """Who may not read what was said may not have an agent repeat it: they only go on with what builders began."""
    if sees_transcripts(request):
        return
    summary = await store.find_summary(request.resources.db, conversation)
    if summary is not None and not summary["public_id"].startswith(TRIAL_PREFIX):
        raise Forbidden


def without_words(trace: Mapping[str, Any]) -> dict[str, Any]:
    """A trace as it is stored or answered: where a turn led and how long everything took."""
    return {
        **_only(trace, OF_TURN),
        "functions": [_function(each) for each in trace.get("functions", ())],
        "model_requests": [_model_request(each) for each in trace.get("model_requests", ())],
        "notes": [],
    }


def without_texts(values: Mapping[str, list[dict[str, str]]]) -> dict[str, list[dict[str, str]]]:
    """Metrics by name: scores and yes or no tell nothing of what was said, a text may."""
    shown = {name: [each for each in written if is_score(each["value"])] for name, written in values.items()}
    return {name: written for name, written in shown.items() if written}


def is_score(text: str) -> bool:
    return NUMBER.fullmatch(text) is not None or text.lower() in ("true", "false")


def _only(given: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: given[name] for name in names if name in given}


def _function(function: Mapping[str, Any]) -> dict[str, Any]:
    handoff = function.get("handoff")
    calls = [{**_only(call, OF_API_CALL), **_failed(call)} for call in function.get("api_calls", ())]
    return {
        **_only(function, OF_FUNCTION),
        "arguments": {},
        "result": None,
        "utterance": None,
        "handoff": handoff and {"destination": handoff["destination"], "reason": ""},
        "error": _failure(function["error"]) if function.get("error") else None,
        "logs": [],
        "stdout": "",
        "state_changes": {"added": {}, "updated": {}, "removed": []},
        **({"api_calls": calls} if calls else {}),
    }


def _model_request(request: Mapping[str, Any]) -> dict[str, Any]:
    return {**_only(request, OF_MODEL_REQUEST), "error": FAILED if request.get("error") else None}


def _failed(call: Mapping[str, Any]) -> dict[str, str]:
    return {"error": FAILED} if call.get("error") else {}


def _failure(error: str) -> str:
    """Of what kind, and where: its message may quote what was said."""
    kind, place = KIND.match(error), PLACE.search(error)
    return " ".join([kind[1] if kind else FAILED, *([place[1]] if place else [])])
