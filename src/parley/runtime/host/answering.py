"""What running functions ask for, checked and put to their Backstage."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from parley.runtime.host.messages import Ask
from parley.runtime.host.protocol import Backstage, BackstageError, Json

EVENT_ID = re.compile("[0-9a-f]{32}")


async def consult(ask: Ask, backstage: Backstage) -> Json:
    """Raises BackstageError, also for questions that make no sense."""
    given = ask.arguments
    if ask.what == "prompt_llm":
        model = given.get("model")
        return await backstage.prompt_llm(
            _text(given, "prompt"),
            given.get("show_history") is True,
            given.get("return_json") is True,
            model if isinstance(model, str) else None,
        )
    if ask.what == "secret":
        return await backstage.secret(_text(given, "name"))
    if ask.what == "api":
        arguments = given.get("arguments")
        found = arguments if isinstance(arguments, dict) else {}
        return await backstage.api(_text(given, "integration"), _text(given, "operation"), found)
    if ask.what == "history":
        return [{"role": line.role, "text": line.text} for line in await backstage.history()]
    if ask.what == "external_event":
        return await backstage.expect_event(_event_id(given), given.get("send_to_llm") is True)
    raise BackstageError("unknown", "There is nothing of that kind to ask for.")


def _event_id(arguments: Mapping[str, Any]) -> str:
    event_id = _text(arguments, "id")
    if not EVENT_ID.fullmatch(event_id):
        raise BackstageError("arguments", "id must be that of an external event.")
    return event_id


def _text(arguments: Mapping[str, Any], name: str) -> str:
    value = arguments.get(name)
    if not isinstance(value, str):
        raise BackstageError("arguments", f"{name} must be text.")
    return value
