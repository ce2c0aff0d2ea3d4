"""The form of v1: null for empty text, without what came later. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LATER = frozenset({"latency", "translated_user_input", "english_agent_response"})
WHITELIST = ("id", "started_at", "account_id", "project_id")


def legacy(record: Mapping[str, Any], *, whitelisted: bool = False) -> dict[str, Any]:
    """A record of v3 as v1 has it; `whitelisted`: for a project whose readers get no more than whose and when."""
    if whitelisted:
        return {name: record[name] for name in WHITELIST}
    turns = [_without_empty_text({k: v for k, v in turn.items() if k not in LATER}) for turn in record["turns"]]
    return {**_without_empty_text(record), "turns": turns}


def _without_empty_text(members: Mapping[str, Any]) -> dict[str, Any]:
    return {name: None if value == "" else value for name, value in members.items()}
