"""The arguments of a call, from what was said now and in the last exchanges."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from parley.local_responder.context import MAX_EXCHANGES, DialogContext
from parley.local_responder.prompts.phrasing import USER
from parley.local_responder.slots.extraction import extract_value, extract_values
from parley.local_responder.slots.questions import find_asked_slot
from parley.local_responder.slots.spec import SlotKind, SlotSpec, parameter_specs
from parley.providers.llm.protocol import Tool

SPOKEN_BY_AGENT = frozenset({"utterance", "agent_utterance", "message_to_user"})
"""Parameters of handoff tools: what the agent says, which the user is not asked for."""
FREE = frozenset({SlotKind.TEXT, SlotKind.WORDS})
ONLY_WHEN_ASKED = frozenset({SlotKind.TEXT, SlotKind.WORDS, SlotKind.BOOLEAN, SlotKind.ADDRESS})
"""Kinds that have no form of their own: any reply could be one."""


_LITERAL = re.compile(r"^with (?:[\"“']?(?P<value>[\w-]+)[\"”']?|[\"“'](?P<quoted>[^\"”']+)[\"”'])$", re.IGNORECASE)
_OWN_WORDS = re.compile(
    rf"\b(?:what|whatever|how) (?:the {USER}|they)\b|\bown words\b|\bthe {USER}'s (?:words|choice|answer|reply)\b", re.I
)


PRONOUNS = frozenset({"it", "that", "this", "them", "these", "those", "all"})


@dataclass(frozen=True, slots=True)
class CollectedArguments:
    values: Mapping[str, Any]
    missing: tuple[SlotSpec, ...]
    stale: frozenset[str]
    """Names of values that only earlier words held."""
    newly_given: frozenset[str]
    """Names of values that the user's newest words held, free words not counted: those any text would do for."""


def collect_arguments(
    tool: Tool, context: DialogContext, *, detail: str = "", unprompted: bool = False
) -> CollectedArguments:
    """`detail` is what the instruction says to call the tool with. `unprompted`: nobody asked for anything yet, so only
    what is unmistakable counts."""
    specs = [_apply_detail(spec, detail) for spec in parameter_specs(tool)]
    now = {} if unprompted else _extract_from_answer(specs, context)
    if unprompted:
        typed = [spec for spec in specs if spec.kind not in ONLY_WHEN_ASKED]
        now = extract_values(typed, context.user_text, context.extraction)
    earlier = _extract_from_history(specs, context)
    given = _literal_argument(specs, detail) | now
    values = earlier | given
    for spec in specs:
        if spec.name in SPOKEN_BY_AGENT:
            values[spec.name] = context.phrase("transfer")
        elif spec.name not in values and spec.default is not None:
            values[spec.name] = spec.default
    missing = tuple(spec for spec in specs if spec.name not in values)
    newly_given = frozenset(spec.name for spec in specs if spec.name in now and spec.kind not in FREE)
    known = {spec.name: values[spec.name] for spec in specs if spec.name in values}
    return CollectedArguments(known, missing, frozenset(earlier) - frozenset(given), newly_given)


def _apply_detail(spec: SlotSpec, detail: str) -> SlotSpec:
    """ "With what the caller says is wrong": the user's own words are what is wanted."""
    return (
        replace(spec, kind=SlotKind.WORDS)
        if spec.kind is SlotKind.TEXT and _OWN_WORDS.search(f"{detail} {spec.description}")
        else spec
    )


def _literal_argument(specs: Sequence[SlotSpec], detail: str) -> dict[str, Any]:
    """ "With cancel": the author gives the only argument."""
    match = _LITERAL.match(detail.strip())
    if not match or len(specs) != 1 or specs[0].type != "string":
        return {}
    value = match["value"] or match["quoted"]
    return {} if value.lower() in PRONOUNS else {specs[0].name: value}


def _extract_from_answer(specs: Sequence[SlotSpec], context: DialogContext) -> dict[str, Any]:
    asked = find_asked_slot(context.situation.last_agent_text, specs)
    return extract_values(specs, context.user_text, context.extraction, asked.name if asked else None)


def _extract_from_history(specs: Sequence[SlotSpec], context: DialogContext) -> dict[str, Any]:
    """Newer words win over older ones; yes, no and free words belong to their moment."""
    values: dict[str, Any] = {}
    for exchange in context.exchanges[1:MAX_EXCHANGES]:
        asked = find_asked_slot(exchange.agent, specs, strict=True)
        for spec in specs:
            is_asked = spec is asked
            lasting = spec.kind not in (SlotKind.BOOLEAN, SlotKind.WORDS) and (
                is_asked or spec.kind not in ONLY_WHEN_ASKED
            )
            if lasting and spec.name not in values:
                value = extract_value(spec, exchange.user, context.extraction, asked=is_asked)
                if value is not None:
                    values[spec.name] = value
    return values
