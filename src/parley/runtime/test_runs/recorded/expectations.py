"""What must be true again when a conversation is held once more: pure.

Never whole sentences: a model words them anew each time, and a person edits them. Facts stay, so numbers and names are
looked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from parley.runtime.agent.tools import CHOOSE_PATH, SAVE_ENTITIES, SWITCH_LANGUAGE
from parley.runtime.test_runs.recorded.conversation import RecordedTurn
from parley.runtime.test_runs.recorded.moves import called_by_model

BUILT_IN = frozenset({SAVE_ENTITIES, CHOOSE_PATH, SWITCH_LANGUAGE, "start_function", "end_function"})
"""No test asks for them by name. What has no code of the project behind it (transfers, text messages) takes no time."""
MOST_FACTS = 3
PLAIN_DIGITS = 4
"""A longer number is likely to be another one the next time, as a booking's."""
_WORD = re.compile(r"[^\W_]+(?:[.:,'’-][^\W_]+)*")
_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number"}


def facts(reply: str, given: str) -> list[str]:
    """Numbers, and names inside of sentences; codes only if they are in what was `given` to the agent."""
    found: list[str] = []
    for match in _WORD.finditer(reply):
        word = match[0]
        digits = sum(character.isdigit() for character in word)
        if digits:
            is_plain = digits <= PLAIN_DIGITS and not any(character.isalpha() for character in word)
            is_fact = is_plain or word.lower() in given.lower()
        else:
            before = reply[: match.start()].rstrip()
            is_fact = word[:1].isupper() and len(word) > 2 and bool(before) and before[-1] not in ".?!:;\"'“”‘(-–—"
        if is_fact and word not in found:
            found.append(word)
    return found[:MOST_FACTS]


def says(reply: str, given: str, own_answers: bool) -> str | None:
    """A pattern for what was said. None: nothing in it is sure to be said again."""
    found = [word.replace(".", r"\.") for word in facts(reply, given)]
    if own_answers:
        found = [word for word in found if any(character.isdigit() for character in word)]
        return found[0] if len(found) == 1 else _in_any_order(found)
    if not found and (words := [each for each in _WORD.findall(reply) if len(each) > 3]):
        found = [max(words, key=len).replace(".", r"\.")]
    if not found:
        return None
    return ("(?s)" if "\n" in reply and len(found) > 1 else "") + ".*".join(found)


def _in_any_order(words: Sequence[str]) -> str | None:
    return "(?s)^" + "".join(f"(?=.*{word})" for word in words) if words else None


def functions_called(turn: RecordedTurn) -> list[Mapping[str, Any]]:
    """The project's own that the model called and that did not fail."""
    return [
        each
        for each in called_by_model(turn)
        if each["name"] not in BUILT_IN and each.get("duration_ms") and not each.get("error")
    ]


def expected_calls(turns: Sequence[RecordedTurn]) -> list[dict[str, Any]]:
    """As `function_call_assertions`: each call once, with the arguments that can be written there."""
    found: list[dict[str, Any]] = []
    for function in (each for turn in turns for each in functions_called(turn)):
        arguments = [
            {"parameter_name": name, "expected_value": value, "value_type": _TYPES[type(value)]}
            for name, value in function["arguments"].items()
            if type(value) in _TYPES and (not isinstance(value, str) or (value and value == value.strip()))
        ]
        call = {"name": function["name"], "arguments": arguments}
        if call not in found:
            found.append(call)
    return found


def state_kept(turn: RecordedTurn, given: str) -> dict[str, Any]:
    """Of what functions wrote into the state, what comes from the user or the model: the rest may be of the moment."""
    arguments = [value for each in turn.functions for value in each["arguments"].values()]
    found: dict[str, Any] = {}
    for function in turn.functions:
        changes = function.get("state_changes") or {}
        for name, value in {**changes.get("added", {}), **changes.get("updated", {})}.items():
            found.pop(name, None)
            is_text = isinstance(value, str) and bool(value) and value.lower() in given.lower()
            if (
                isinstance(value, bool)
                or is_text
                or any(type(value) is type(each) and value == each for each in arguments)
            ):
                found[name] = value
        for name in changes.get("removed", ()):
            found.pop(name, None)
    return {name: value for name, value in found.items() if isinstance(value, str | bool | int | float)}
