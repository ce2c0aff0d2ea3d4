"""A spoken answer out of a topic's content: the sentences that matter, no headings, no instructions."""

from __future__ import annotations

import re
from collections.abc import Collection

from parley.kit.text.sentences import sentences
from parley.local_responder import bounds
from parley.local_responder.prompts import phrasing
from parley.local_responder.prompts.directives import DirectiveKind
from parley.local_responder.prompts.parser import parse_directives
from parley.local_responder.similarity import Similarity, term_similarity

MAX_WHOLE = 55
"""Words of a content that is said as a whole."""
MAX_SELECTED = 45
"""Words selected from a longer content: about what a caller can listen to at once."""
MIN_RELATIVE_SCORE = 0.6
"""Of the best sentence's score; what fits less is left out."""

_LINK = re.compile(r"!?\[([^\]\[]{0,200})\]\([^)(]{0,500}\)")
_MARKS = re.compile(r"\*\*|__|`|^>\s?", re.MULTILINE)
_BULLET = re.compile(r"^\s*(?:[-*•‣–]|\d{1,2}[.)])\s+")
_WHO_I_AM = re.compile(
    r"^You(?: are|['’]re) (?=(?:an? |the )(?:[\w-]+ ){0,4}(?:assistant|agent|concierge|bot|robot|receptionist|operator|"
    r"representative|AI)\b)"
)
"""An author who tells the agent who it is."""
_TO_AGENT = re.compile(
    rf"\b(?:the|this|your) {phrasing.USER}\b|\b(?:tell|inform|ask|let|remind|advise|offer) (?:them|him|"
    rf"her)\b|^(?:say|ask|tell|inform)(?: (?:the )?{phrasing.USER}\b| them\b| that\b|:| [\"'“])"
    rf"|\b(?:do not|don't|never|always) (?:mention|say|tell|offer|promise|disclose|share|give out|transfer|call the)\b|"
    r"\b(?:the|your) (?:agent|assistant|bot)\b|\{\{|\bfunction\b",
    re.IGNORECASE,
)


def extract_answer(
    question: str, content: str, tools: Collection[str] = (), similarity: Similarity = term_similarity
) -> str:
    """Empty when the content says nothing to a user."""
    units = [unit for unit in _split_units(content) if unit]
    spoken = [said for unit in units if (said := _address_user(unit, tools))]
    if sum(len(unit.split()) for unit in spoken) <= MAX_WHOLE:
        return " ".join(spoken)
    return " ".join(_select_relevant(question, spoken, similarity))


def _select_relevant(question: str, spoken: list[str], similarity: Similarity) -> list[str]:
    scores = similarity(question, spoken)
    ranked = sorted(range(len(spoken)), key=lambda place: (-scores[place], place))
    best = scores[ranked[0]]
    kept: list[int] = []
    words = 0
    for place in ranked:
        length = len(spoken[place].split())
        if kept and (scores[place] < MIN_RELATIVE_SCORE * best or words + length > MAX_SELECTED):
            continue
        kept.append(place)
        words += length
    return [spoken[place] for place in sorted(kept)]


def _split_units(content: str) -> list[str]:
    """Sentences; a list becomes one sentence with the line that leads into it."""
    units: list[str] = []
    items: list[str] = []
    lead = ""
    for line in [*bounds.bounded_lines(_MARKS.sub("", _LINK.sub(r"\1", content))), ""]:
        bullet = _BULLET.match(line)
        text = line[bullet.end() :].strip() if bullet else line.strip()
        if bullet and (lead or items):
            items.append(text)
            continue
        if items:
            units.append(_join_items(lead, items))
            items, lead = [], ""
        if text.startswith("#") or (not bullet and _is_heading(text)):
            continue
        if text.endswith(":"):
            lead = text
        elif bullet:
            items = [text]
        elif text:
            units.extend(sentences(text))
    return units


def _join_items(lead: str, items: list[str]) -> str:
    if not lead and any(item.endswith((".", "!", "?")) for item in items):
        return " ".join(items)
    listed = ", ".join(item.rstrip(".;,") for item in items)
    return f"{lead} {listed}.".strip()


def _is_heading(text: str) -> bool:
    return bool(text) and (text.isupper() and len(text.split()) <= 6)


def _address_user(unit: str, tools: Collection[str]) -> str:
    """A sentence that speaks to the agent is turned around or left out."""
    unit = _WHO_I_AM.sub("I am ", unit)
    mentions_tool = any(re.search(rf"(?<!\w){re.escape(tool)}(?!\w)", unit) for tool in tools)
    if not mentions_tool and not _TO_AGENT.search(unit):
        return unit if unit.endswith((".", "!", "?", ":", "…", "。")) else f"{unit}."
    said = [
        one.text
        for one in parse_directives(unit, tools)
        if one.kind in (DirectiveKind.SAY, DirectiveKind.ASK) and not one.condition
    ]
    if said or mentions_tool:
        return " ".join(said)
    is_fact = re.match(rf"^(?:the|this) {phrasing.USER}\b", unit, re.IGNORECASE)
    return phrasing.statement(unit) if is_fact else ""
