"""Tools as the model sees them: one binding per function or built-in, and the arguments that come back."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import Any

import orjson

from parley.domain.projects.model import Function, Handoff, Parameter, SmsTemplate
from parley.kit.values import value
from parley.providers.llm.protocol import Tool
from parley.runtime.agent.references import Scope, has_references, render
from parley.runtime.agent.texts import language_name

SAVE_ENTITIES = "save_entities"
CHOOSE_PATH = "choose_path"
SWITCH_LANGUAGE = "switch_language"
# What providers take as the name of a tool.
MAX_NAME = 64
MAX_ARGUMENTS = 200_000
"""Characters that a model may write as the arguments of one call."""

_YES = {"true", "yes", "y", "1", "on"}
_NO = {"false", "no", "n", "0", "off", ""}


class ToolKind(Enum):
    FUNCTION = auto()
    HANDOFF = auto()
    SMS = auto()
    SAVE_ENTITIES = auto()
    CHOOSE_PATH = auto()
    SWITCH_LANGUAGE = auto()


@value
class Binding:
    """A tool and what stands behind it."""

    tool: Tool
    kind: ToolKind
    parameters: tuple[Parameter, ...] = ()
    target: str = ""
    """The handoff or SMS template that it is bound to."""
    function: Function | None = None
    is_static: bool = True
    """False: its descriptions hold references, so they read differently from one conversation to the next."""


@value
class Arguments:
    values: Mapping[str, Any]
    problem: str | None = None
    """Why they cannot be used, for the model to read."""


_HANDOFF_PARAMETERS = (
    Parameter("reason", "string", "Why the user is transferred, in a few words.", required=False),
    Parameter("utterance", "string", "What to say to the user before the transfer.", required=False),
)


def slug(name: str) -> str:
    """Lower case, every run of anything but letters and digits → ``_``, trimmed; plain ASCII, as tool names must be."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")


def tool_names(prefix: str, names: Iterable[str]) -> dict[str, str]:
    """A distinct tool name for each name."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for number, name in enumerate(names, start=1):
        # Room for the number that tells two of the same name apart. A name without any ASCII letter is its place.
        base = (prefix + (slug(name) or str(number)))[: MAX_NAME - 4]
        candidate, copy = base, 2
        while candidate in taken:
            candidate, copy = f"{base}_{copy}", copy + 1
        taken.add(candidate)
        found[name] = candidate
    return found


def object_schema(properties: Mapping[str, Any], required: Sequence[str] = ()) -> dict[str, Any]:
    return {"type": "object", "properties": dict(properties), "required": list(required), "additionalProperties": False}


def _parameters_schema(parameters: Sequence[Parameter]) -> dict[str, Any]:
    properties = {p.name: {"type": p.type, "description": p.description} for p in parameters}
    return object_schema(properties, [p.name for p in parameters if p.required])


def bind_function(function: Function) -> Binding:
    tool = Tool(function.name, function.description, _parameters_schema(function.parameters))
    texts = (function.description, *(p.description for p in function.parameters))
    is_static = not any(has_references(text) for text in texts)
    return Binding(tool, ToolKind.FUNCTION, function.parameters, function=function, is_static=is_static)


def bind_handoff(handoff: Handoff, tool_name: str) -> Binding:
    description = f"Transfers the user to {handoff.name} and ends the conversation. {handoff.description}".strip()
    schema = _parameters_schema(_HANDOFF_PARAMETERS)
    return Binding(Tool(tool_name, description, schema), ToolKind.HANDOFF, _HANDOFF_PARAMETERS, handoff.name)


def bind_sms(template: SmsTemplate, tool_name: str) -> Binding:
    description = f"Sends the text message “{template.name}” to the user's phone number."
    return Binding(Tool(tool_name, description, object_schema({})), ToolKind.SMS, target=template.name)


def bind_language_switch(languages: Sequence[str]) -> Binding:
    named = ", ".join(f"{code} ({language_name(code)})" for code in languages)
    schema = object_schema(
        {"language": {"type": "string", "enum": list(languages), "description": named}}, ["language"]
    )
    tool = Tool(SWITCH_LANGUAGE, "Changes the language of the conversation.", schema)
    return Binding(tool, ToolKind.SWITCH_LANGUAGE, (Parameter("language", "string"),))


def localized(binding: Binding, scope: Scope) -> Tool:
    """A tool that is not static, with the references of its descriptions resolved."""
    function = binding.function
    if function is None:
        return binding.tool
    parameters = [replace(p, description=render(p.description, scope).text) for p in function.parameters]
    description = render(function.description, scope).text
    return Tool(function.name, description, _parameters_schema(parameters))


def decode(raw: str) -> Arguments:
    """The JSON object that a model wrote; a second layer of quotes, as some models add, is taken off."""
    value: Any = {}
    if len(raw) > MAX_ARGUMENTS:
        return Arguments({}, f"the arguments are longer than {MAX_ARGUMENTS:,} characters")
    if raw.strip():
        try:
            value = orjson.loads(raw)
            if isinstance(value, str):
                value = orjson.loads(value or "{}")
        except orjson.JSONDecodeError:
            return Arguments({}, "the arguments are not valid JSON")
    if value is None:
        value = {}
    if not isinstance(value, dict):
        return Arguments({}, "the arguments must be a JSON object")
    return Arguments(value)


def read_arguments(parameters: Sequence[Parameter], raw: str) -> Arguments:
    """Keeps what is declared, turns it into the declared types, and says what is missing or of another type."""
    decoded = decode(raw)
    if decoded.problem:
        return decoded
    values: dict[str, Any] = {}
    problems: list[str] = []
    for parameter in parameters:
        given = decoded.values.get(parameter.name)
        if given is None:
            if parameter.required:
                problems.append(f"{parameter.name} is missing")
            continue
        try:
            values[parameter.name] = _COERCIONS.get(parameter.type, _string)(given)
        except (ValueError, OverflowError):
            problems.append(f"{parameter.name} must be of type {parameter.type}")
    return Arguments(values, "; ".join(problems) or None)


def _string(given: Any) -> str:
    if isinstance(given, str):
        return given
    if isinstance(given, float) and given.is_integer():
        return str(int(given))
    return orjson.dumps(given).decode()


def _number(given: Any) -> float:
    if isinstance(given, bool) or not isinstance(given, str | int | float):
        raise ValueError
    # Python reads 1_000 as a number, which neither JSON nor people do.
    number = float(given.replace(",", "").replace("_", "x") if isinstance(given, str) else given)
    if number != number or number in (float("inf"), float("-inf")):
        raise ValueError
    return number


def _integer(given: Any) -> int:
    if isinstance(given, int) and not isinstance(given, bool):
        return given
    number = _number(given)
    if not number.is_integer():
        raise ValueError
    return int(number)


def _boolean(given: Any) -> bool:
    if isinstance(given, bool):
        return given
    word = str(given).strip().lower()
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise ValueError


_COERCIONS = {"string": _string, "integer": _integer, "number": _number, "boolean": _boolean}
