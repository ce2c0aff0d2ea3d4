"""The arguments of a call, from what was said now and in the last exchanges."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from parley.local_responder.fill import read, read_all
from parley.local_responder.questions import asked_for
from parley.local_responder.scene import REMEMBERED, Scene
from parley.local_responder.speech import USER
from parley.local_responder.wants import Kind, Want, wants_of_tool
from parley.providers.llm.protocol import Tool

SPOKEN_BY_AGENT = frozenset({"utterance", "agent_utterance", "message_to_user"})
FREE = frozenset({Kind.TEXT, Kind.WORDS})
ONLY_WHEN_ASKED = frozenset({Kind.TEXT, Kind.WORDS, Kind.BOOLEAN, Kind.ADDRESS})
"""Kinds that are not recognised in passing."""


_LITERAL = re.compile(r"^with (?:[\"“']?(?P<value>[\w-]+)[\"”']?|[\"“'](?P<quoted>[^\"”']+)[\"”'])$", re.IGNORECASE)
_OWN_WORDS = re.compile(
    rf"\b(?:what|whatever|how) (?:the {USER}|they)\b|\bown words\b|\bthe {USER}'s (?:words|choice|answer|reply)\b", re.I
)


NO_LITERALS = frozenset({"it", "that", "this", "them", "these", "those", "all"})


@dataclass(frozen=True, slots=True)
class Gathered:
    values: Mapping[str, Any]
    missing: tuple[Want, ...]
    stale: frozenset[str]
    """Names of values that only earlier words held."""
    told: frozenset[str]
    """Names of values that the user's newest words held, free words not counted: those any text would do for."""


def gather(tool: Tool, scene: Scene, *, detail: str = "", in_passing: bool = False) -> Gathered:
    """`detail` is what the instruction says to call the tool with. `in_passing`: nobody asked for anything yet, so only
    what is unmistakable counts."""
    wants = [_as_detailed(want, detail) for want in wants_of_tool(tool)]
    now = {} if in_passing else _from_answer(wants, scene)
    if in_passing:
        typed = [want for want in wants if want.kind not in ONLY_WHEN_ASKED]
        now = read_all(typed, scene.user_text, scene.listener)
    before = _from_before(wants, scene)
    given = _literal(wants, detail) | now
    values = before | given
    for want in wants:
        if want.name in SPOKEN_BY_AGENT:
            values[want.name] = scene.phrase("transfer")
        elif want.name not in values and want.default is not None:
            values[want.name] = want.default
    missing = tuple(want for want in wants if want.name not in values)
    told = frozenset(want.name for want in wants if want.name in now and want.kind not in FREE)
    known = {want.name: values[want.name] for want in wants if want.name in values}
    return Gathered(known, missing, frozenset(before) - frozenset(given), told)


def _as_detailed(want: Want, detail: str) -> Want:
    """ "With what the caller says is wrong": the user's own words are what is wanted."""
    return (
        replace(want, kind=Kind.WORDS)
        if want.kind is Kind.TEXT and _OWN_WORDS.search(f"{detail} {want.description}")
        else want
    )


def _literal(wants: Sequence[Want], detail: str) -> dict[str, Any]:
    """ "With cancel": the author gives the only argument."""
    match = _LITERAL.match(detail.strip())
    if not match or len(wants) != 1 or wants[0].type != "string":
        return {}
    value = match["value"] or match["quoted"]
    return {} if value.lower() in NO_LITERALS else {wants[0].name: value}


def _from_answer(wants: Sequence[Want], scene: Scene) -> dict[str, Any]:
    asked = asked_for(scene.situation.last_agent_text, wants)
    return read_all(wants, scene.user_text, scene.listener, asked.name if asked else None)


def _from_before(wants: Sequence[Want], scene: Scene) -> dict[str, Any]:
    """Newer words win over older ones; yes, no and free words belong to their moment."""
    values: dict[str, Any] = {}
    for exchange in scene.exchanges[1:REMEMBERED]:
        asked = asked_for(exchange.agent, wants, strict=True)
        for want in wants:
            is_asked = want is asked
            lasting = want.kind not in (Kind.BOOLEAN, Kind.WORDS) and (is_asked or want.kind not in ONLY_WHEN_ASKED)
            if lasting and want.name not in values:
                value = read(want, exchange.user, scene.listener, asked=is_asked)
                if value is not None:
                    values[want.name] = value
    return values
