"""What a function gave back, as speech: mostly an instruction, sometimes plain text, sometimes data."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from parley.local_responder.context import DialogContext, Reply
from parley.local_responder.policy.execution import execute_best_match, execute_directives
from parley.local_responder.prompts import phrasing
from parley.local_responder.prompts.directives import Directive, DirectiveKind
from parley.local_responder.prompts.parser import parse_result

_STATUS = re.compile(
    r"^(?:success|ok|done|result|info|note|output|response|content|instruction|system|answer)\s*[:\-–]\s*",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"^(?:ok|okay|done|success(?:ful)?|none|null|true|false|saved|executed|no output|function "
    r"(?:executed|called)\b.*)?\W*$",
    re.I,
)
_ASIDE = re.compile(r"\([^()]*\)")
_FAILURE = re.compile(
    r"^(?:error|exception|traceback|failed|failure|internal error)\b|^the function (?:could not be|"
    r"was not|returned something)|"
    r"^there is no such (?:function|path)",
    re.IGNORECASE,
)
_NOT_SPEECH = re.compile(
    r"^(?:you (?:must|should|can|need|are|have|may)|do not|don't|never|always|only|make sure|ensure|"
    r"remember|proceed|continue|"
    r"go to|move|use|wait|refer|based on|keep|be |stay|avoid|note that you|the (?:model|assistant|"
    r"agent|llm|function|tool|flow|step)|"
    r"next,? (?:call|use)|transition|return|if |when |once |unless |follow|read|repeat|respond|answer|"
    r"help|assist|check|verify|tell|say|ask|inform|let the|offer|"
    r"explain|confirm|thank|apologi[sz]e|give|mention|advise|remind|collect|get|transfer|call|the conversation)\b"
    rf"|^(?:the )?{phrasing.USER} is [A-Z]"
    r"|\b(?:function|llm|json|conv\.|state\.|prompt)\b|[{}<>]|^[A-Z_]{4,}$",
    re.IGNORECASE,
)


def verbalize_result(context: DialogContext) -> Reply | None:
    """None when the result leaves nothing to say."""
    result = (context.situation.tool_result or "").strip()
    if _EMPTY.match(result) or _ASIDE.fullmatch(result):
        return None
    if _FAILURE.match(result):
        return Reply(context.phrase("error"))
    data = _parse_json(result)
    if data is not None:
        return Reply(verbalize_data(data)) if verbalize_data(data) else None
    directives = [_note_as_speech(one) for one in parse_result(_STATUS.sub("", result), context.tools)]
    return execute_best_match(
        [one for one in directives if one.kind is DirectiveKind.CALL], context, 0.9
    ) or execute_directives([one for one in directives if not one.condition], context)


def verbalize_data(data: Any) -> str:
    """Data as a sentence; long or nested data is not read out."""
    if isinstance(data, str):
        return data
    if isinstance(data, Mapping):
        for key in ("message", "utterance", "content", "answer", "text", "summary", "result"):
            if isinstance(data.get(key), str):
                return str(data[key])
        flat = [
            (key, value) for key, value in data.items() if isinstance(value, str | int | float) and value is not True
        ]
        parts = [f"{str(key).replace('_', ' ')}: {value}" for key, value in flat if value is not False][:5]
        return f"{', '.join(parts).capitalize()}." if parts else ""
    if isinstance(data, list) and data and all(isinstance(item, str | int | float) for item in data):
        return f"{', '.join(map(str, data[:8]))}."
    return ""


def _parse_json(result: str) -> Any:
    if not result.startswith(("{", "[", '"')):
        return None
    try:
        return json.loads(result)
    except ValueError:
        return None


def _note_as_speech(directive: Directive) -> Directive:
    """A plain sentence in a result is there to be said; one about the user is turned around first."""
    text = _STATUS.sub("", directive.text)
    if directive.kind is not DirectiveKind.NOTE or _NOT_SPEECH.search(text) or len(text.split()) < 2:
        return directive
    about_user = re.search(rf"\bthe {phrasing.USER}\b", text, re.IGNORECASE)
    said = phrasing.statement(text) if about_user else phrasing.sentence(text, ".")
    return Directive(DirectiveKind.SAY, said, directive.condition)
