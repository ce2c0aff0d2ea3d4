"""Outside of flows, and for questions within them: answers from topics, and tools that the rules mention."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from parley.kit.text.sentences import sentences
from parley.kit.text.terms import FILLER, terms
from parley.local_responder.context import MAX_EXCHANGES, STEP_TOOLS, DialogContext, Reply
from parley.local_responder.policy.answer_extraction import extract_answer
from parley.local_responder.policy.arguments import FREE, collect_arguments
from parley.local_responder.policy.conditions import is_rejection
from parley.local_responder.policy.execution import (
    call_or_ask,
    execute_best_match,
    execute_directives,
    join_texts,
    list_questions,
)
from parley.local_responder.policy.wishes import MIN_SCORE, asks_for_facts, follow_wish, rank_wishes
from parley.local_responder.prompts import phrasing
from parley.local_responder.prompts.directives import Directive, DirectiveKind
from parley.local_responder.prompts.parser import parse_directives
from parley.local_responder.slots.extraction import strip_values
from parley.local_responder.slots.questions import slot_question
from parley.local_responder.slots.spec import parameter_specs
from parley.local_responder.slots.yes_no import is_bare_yes_or_no
from parley.providers.llm.protocol import Passage, Tool

MAX_DISTANCE = 0.45
"""Passages further away are not believed, whatever the project's own threshold."""
MAX_DISTANCE_IN_FLOW = 0.36
"""Nearer than outside: most of what is said in a flow is for the flow."""
MAX_DISTANCE_WITHOUT_SHARED_WORD = 0.37
"""For passages that have no word in common with the question: half of those further away answer another one."""
STEM_LENGTH = 5
"""Letters in which two forms of a word agree ("parking", "parked")."""
MAX_DISTANCE_OF_FILLER = 0.3
"""For words that carry no meaning of their own."""
MIN_SENTENCE = 5
"""Words; fewer beside a telephone number are a name."""

_WORD = re.compile(r"[^\W\d_]+")
_FOLLOW_UP = re.compile(r"(?:and|or|what about|how about|what if)\b", re.IGNORECASE)
_TELLS = re.compile(r"(?:tell|inform|let|explain|answer|give|say)\b", re.IGNORECASE)
"""An instruction to say what the topic holds ("tell them what it costs")."""
_CONTACT = re.compile(r"(?:\d[\s().\-]?){7,}|\S@\S")


def find_best_passage(context: DialogContext, max_distance: float = MAX_DISTANCE) -> Passage | None:
    best = min(context.situation.passages, key=lambda passage: passage.distance, default=None)
    if best is None or best.distance >= min(max_distance, _max_distance(context)):
        return None
    return best if best.distance < MAX_DISTANCE_WITHOUT_SHARED_WORD or _shares_word(context.user_text, best) else None


def _shares_word(text: str, passage: Passage) -> bool:
    # Who tells something uses words that stand in many a content: "at your hotel".
    content = passage.content if _asks_something(text) else ""
    theirs = terms(" ".join([passage.name, *passage.example_queries, content]))
    stems = {term[:STEM_LENGTH] for term in theirs}
    return any(term in theirs or (len(term) >= STEM_LENGTH and term[:STEM_LENGTH] in stems) for term in terms(text))


def _max_distance(context: DialogContext) -> float:
    """How near a passage must be for words that say little: "8 pm" and "Ann Lee, 020 7946 0133" ask for nothing, but
    "and on Sunday?" does."""
    text = context.user_text
    rest = strip_values(text, context.extraction)
    if rest == text:
        return MAX_DISTANCE if _has_meaning(text) else MAX_DISTANCE_OF_FILLER
    is_contact = len(_WORD.findall(rest)) < MIN_SENTENCE and _CONTACT.search(text) is not None
    if _has_meaning(rest) and not is_contact:
        return MAX_DISTANCE
    return MAX_DISTANCE if phrasing.is_question(text) or _FOLLOW_UP.match(text) else 0.0


def _has_meaning(text: str) -> bool:
    return any(word not in FILLER for word in _WORD.findall(text.lower()))


def answer_from_topic(context: DialogContext) -> Reply | None:
    passage = find_best_passage(context)
    if passage is None:
        return None
    directives = parse_directives(passage.actions, context.tools)
    chosen = execute_best_match(directives, context)
    if chosen:
        return _answer_before_asking(chosen, passage, directives, context)
    if is_bare_yes_or_no(context.user_text):
        return None
    return _answer_unconditionally(passage, [one for one in directives if not one.condition], context)


def _answer_before_asking(
    chosen: Reply, passage: Passage, directives: Sequence[Directive], context: DialogContext
) -> Reply:
    """Whoever asked something hears it before they are asked something themselves, and is not asked what only a
    function needs, if facts were all that they wanted."""
    asks_back = chosen.tool is None and phrasing.is_question(chosen.text) and len(sentences(chosen.text)) == 1
    if not asks_back or not _asks_something(context.user_text):
        return chosen
    content = extract_answer(context.user_text, passage.content, context.tools, context.similarity)
    if content and asks_for_facts(context.user_text) and chosen.text not in list_questions(directives):
        return Reply(content)
    return Reply(join_texts(content, chosen.text))


def _asks_something(text: str) -> bool:
    return phrasing.is_question(text) or _MAY_I.match(text) is not None


_MAY_I = re.compile(
    r"\W*(?:(?:hi|hello|hey|so|and|ok|also|sorry)\b[\s,.!]*)*"
    r"(?:can|could|may|am|are|is|do|does|will|would|how|what|when|where|which|who|why)\b",
    re.IGNORECASE,
)


_TAKES_BACK = re.compile(
    r"\W*(?:(?:oh|no|sorry|wait|hang on|actually)\b[\s,.!]*)*"
    r"(?:make (?:it|that)|i meant?|change (?:it|that) to)\b",
    re.IGNORECASE,
)
"""Words that correct what was said before, so they ask nothing."""


def answer_in_flow(context: DialogContext) -> Reply | None:
    """A topic's answer within a flow. The tool that led into the flow is not called once more."""
    if find_best_passage(context, MAX_DISTANCE_IN_FLOW) is None or _TAKES_BACK.match(context.user_text):
        return None
    answered = answer_from_topic(context)
    return None if answered and answered.tool in context.tools_ever_called else answered


def _answer_unconditionally(passage: Passage, directives: list[Directive], context: DialogContext) -> Reply | None:
    content = extract_answer(context.user_text, passage.content, context.tools, context.similarity)
    if any(one.kind is DirectiveKind.CALL for one in directives):
        made = execute_directives(directives, context)
        if made:
            is_told = any(one.kind is DirectiveKind.NOTE and _TELLS.match(one.text) for one in directives)
            return Reply(join_texts(content if is_told else "", made.text), made.tool, made.arguments)
    said = [one.text for one in directives if one.kind in (DirectiveKind.SAY, DirectiveKind.ASK)]
    statements = [text for text in said if not phrasing.is_question(text)]
    asked = [text for text in said if phrasing.is_question(text)]
    is_complete = bool(statements) or len(sentences(" ".join(asked[:1]))) > 1
    text = join_texts(*(statements if is_complete else [content]), *asked[:1])
    is_repeated = text in context.situation.last_agent_text and not _asks_something(context.user_text)
    return Reply(text) if text and not is_repeated else None


def resume_pending_question(context: DialogContext) -> Reply | None:
    """The agent asked for a parameter last time, or what a topic asks before its call: this may be the answer."""
    last = context.situation.last_agent_text
    for passage in context.situation.passages:
        directives = parse_directives(passage.actions, context.tools)
        asked = next(
            (place for place, one in enumerate(directives) if one.kind is DirectiveKind.ASK and one.text in last), None
        )
        if asked is None:
            continue
        following = [one for one in directives[asked + 1 :] if one.kind is not DirectiveKind.ASK]
        answered = execute_best_match([one for one in following if one.condition], context)
        if answered or is_rejection(context.user_text):
            return answered
        same = ("", directives[asked].condition)
        calls = [one for one in following if one.kind is DirectiveKind.CALL and one.condition in same]
        return execute_directives(calls, context)
    asking = [tool.name for tool in context.tools.values() if _has_answer(tool, context)]
    return call_or_ask(_wanted_earlier(asking, context), context) if asking else None


def _has_answer(tool: Tool, context: DialogContext) -> bool:
    """The agent asked for a parameter of the tool, and the newest words give it. Free words do if they are no question
    and take nothing back."""
    if tool.name in STEP_TOOLS or tool.name in context.called_tools:
        return False
    asked = [spec for spec in parameter_specs(tool) if slot_question(spec) in context.situation.last_agent_text]
    text = context.user_text
    is_free = any(spec.kind in FREE for spec in asked)
    if is_free and not phrasing.is_question(text) and not asks_for_facts(text) and not is_rejection(text):
        return not is_bare_yes_or_no(text)
    return bool(asked and collect_arguments(tool, context).newly_given)


def _wanted_earlier(tools: list[str], context: DialogContext) -> str:
    """Of several that ask the same, the one that the user meant when it was asked."""
    for exchange in context.exchanges[1:MAX_EXCHANGES] if len(tools) > 1 else ():
        earlier = replace(context, situation=replace(context.situation, user_text=exchange.user))
        ranked = [name for score, name, _ in rank_wishes(earlier) if score >= MIN_SCORE and name in tools]
        if ranked:
            return ranked[0]
    return tools[0]


def repeat_parameter_question(context: DialogContext) -> Reply | None:
    """The agent asked for a parameter, and what was said gave none."""
    asked = (
        slot_question(spec)
        for tool in context.tools.values()
        if tool.name not in STEP_TOOLS
        for spec in parameter_specs(tool)
    )
    question = next((question for question in asked if question in context.situation.last_agent_text), None)
    return Reply(join_texts(context.phrase("again"), question)) if question else None


def follow_clear_wish(context: DialogContext) -> Reply | None:
    """A wish that the rules or a tool speak of, if no topic is nearer to it."""
    near = find_best_passage(context)
    return follow_wish(context, 1 - near.distance if near else 0.0)
