"""What the user wants done: which rule or tool their words mean, and whether that is clearer than any topic."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from parley.kit.text.sentences import sentences
from parley.kit.text.terms import terms
from parley.local_responder.context import STEP_TOOLS, DialogContext, Reply
from parley.local_responder.policy.arguments import collect_arguments
from parley.local_responder.policy.capabilities import HOUSEKEEPING_TOOL
from parley.local_responder.policy.conditions import score_wish, strip_condition_frame, words_without_values
from parley.local_responder.policy.execution import call_or_ask, execute_directives
from parley.local_responder.policy.farewells import END_CONDITION, GOODBYE_TOOL
from parley.local_responder.prompts.directives import Directive, DirectiveKind
from parley.local_responder.prompts.parser import parse_directives
from parley.providers.llm.protocol import Tool

MIN_SCORE = 0.5
"""How well a rule or a tool's description must fit."""
LEAD_OF_TOPIC = 0.15
"""By how much a topic must be nearer than a wish is clear, to be what was meant; less for a question, more for words
with a day, a time or a number in them, which nobody needs for a topic."""
LEAD_WITH_VALUES = 0.25
LEAD_FOR_QUESTION = -0.1
GIVEN = 0.2
"""More for a tool whose arguments were said along with it."""
MAX_RULES = 20_000
"""Characters of all system messages together; each is bounded already."""

_USED = re.compile(r"^(?:use|call|used|run)\b(?: this| it)?(?: (?:when(?:ever)?|if|for|to|once))?\b", re.IGNORECASE)
_FACTS = re.compile(
    r"^\W*(?:(?:hi|hello|hey|so|and|ok(?:ay)?|well|sorry|but|oh|um+|uh+)\b[\s,.!]*)*"
    r"(?:how (?:much|many|long|old|far|do|does|early|late)|what|when|where|which|who|why|is|are|do|does|did|was|were|"
    r"will|has|have (?:you|they))\b",
    re.IGNORECASE,
)
"""Beginnings of a question that wants to know something, not to have it done."""


def asks_for_facts(text: str) -> bool:
    return _FACTS.match(text) is not None


def follow_wish(context: DialogContext, closeness: float = 0.0) -> Reply | None:
    """`closeness`: of the nearest topic, 0 when there is none."""
    ranked = rank_wishes(context)
    if not ranked or ranked[0][0] < MIN_SCORE:
        return None
    if closeness > 0 and closeness > ranked[0][0] + _lead(context):
        return None
    _, tool, directives = ranked[0]
    if closeness > 0 and not directives and _ask_before(tool, context):
        return None  # the topic answers, and asks
    return fulfil(tool, directives, context)


def fulfil(tool: str, directives: Sequence[Directive], context: DialogContext) -> Reply | None:
    """`directives`: of the rule that names the tool, if one does."""
    if directives:
        return execute_directives(directives, context)
    return _ask_before(tool, context) or call_or_ask(tool, context)


def _ask_before(tool: str, context: DialogContext) -> Reply | None:
    """What a topic asks before it calls a tool: whoever wishes for the tool is asked that first."""
    for passage in context.situation.passages:
        directives = parse_directives(passage.actions, context.tools)
        called = next(
            (place for place, one in enumerate(directives) if one.kind is DirectiveKind.CALL and one.text == tool), 0
        )
        asked = directives[called - 1] if called else None
        if asked and asked.kind is DirectiveKind.ASK and asked.condition != directives[called].condition:
            return Reply(asked.text)
    return None


def _lead(context: DialogContext) -> float:
    if asks_for_facts(context.user_text):
        return LEAD_FOR_QUESTION
    return LEAD_WITH_VALUES if context.holds_values else LEAD_OF_TOPIC


def rank_wishes(context: DialogContext, *, and_called: bool = False) -> list[tuple[float, str, list[Directive]]]:
    """Tools that the rules name for a case, and those whose description fits, the likeliest first. `and_called`: also
    those that ran since the user spoke."""
    rules = "\n".join(message.content for message in context.messages if message.role == "system")[:MAX_RULES]
    directives = [
        one
        for one in parse_directives(rules, context.tools)
        if one.kind is DirectiveKind.CALL
        and one.condition not in ("", "otherwise")
        and not END_CONDITION.search(one.condition)
    ]
    by_rule: dict[str, tuple[float, list[Directive]]] = {}
    for condition in dict.fromkeys(one.condition for one in directives):
        score = score_wish(condition, context)
        named = [one for one in directives if one.condition == condition]
        tool = named[0].text
        if score > by_rule.get(tool, (0.0, []))[0]:
            by_rule[tool] = (score, named)
    described = _score_descriptions(context, () if and_called else context.called_tools)
    found = []
    for tool in {*by_rule, *described}:
        by_words, named = by_rule.get(tool, (0.0, []))
        score = max(by_words, described.get(tool, 0.0))
        if score > MIN_SCORE - GIVEN:
            score += GIVEN * _share_given(tool, context)
        found.append((score, by_words, tool, named))
    # Of two that fit alike the one that a rule speaks of.
    return [(score, tool, named) for score, _, tool, named in sorted(found, key=lambda one: (-one[0], -one[1], one[2]))]


def _share_given(tool: str, context: DialogContext) -> float:
    """Of the arguments that the tool needs, as far as they have a form of their own."""
    if tool not in context.tools:
        return 0.0
    collected = collect_arguments(context.tools[tool], context, unprompted=True)
    return len(collected.newly_given) / max(1, len({*collected.newly_given, *(one.name for one in collected.missing)}))


def _score_descriptions(context: DialogContext, done: Collection[str]) -> dict[str, float]:
    tools = [
        tool
        for name, tool in context.tools.items()
        if name not in STEP_TOOLS and name not in done and not GOODBYE_TOOL.search(name)
    ]
    words = words_without_values(context)
    return {tool.name: max(score_wish(text, context, words) for text in _descriptions(tool)) for tool in tools}


def _descriptions(tool: Tool) -> Sequence[str]:
    """What a tool is for: as a whole, and by each sentence about it."""
    name = tool.name.replace("_", " ")
    if HOUSEKEEPING_TOOL.search(tool.name):
        return [f"{name}. {tool.description}"]
    each = [strip_condition_frame(_USED.sub("", sentence)) for sentence in sentences(tool.description)]
    return [f"{name}. {tool.description}", *(text for text in each if len(terms(text)) > 1)]
