"""Several requests in one sentence: questions are answered at once, wishes are remembered and taken one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from parley.kit.text.parts import split_parts
from parley.kit.text.sentences import sentences
from parley.local_responder.context import DialogContext, Reply
from parley.local_responder.policy.conditions import is_rejection
from parley.local_responder.policy.execution import join_texts
from parley.local_responder.policy.farewells import says_bye
from parley.local_responder.policy.topics import answer_from_topic, answer_in_flow
from parley.local_responder.policy.wishes import MIN_SCORE, asks_for_facts, fulfil, rank_wishes
from parley.local_responder.prompts import phrasing
from parley.local_responder.prompts.directives import Directive
from parley.local_responder.slots.questions import is_open_question, slot_question
from parley.local_responder.slots.spec import parameter_specs
from parley.local_responder.slots.yes_no import is_bare_yes_or_no

MAX_LOOKED_BACK = 8
"""Exchanges in which a wish is remembered."""


def take_several_requests(context: DialogContext) -> Reply | None:
    """Answers the questions among them, and begins with the first wish."""
    parts = _parts_of(context)
    if len(parts) < 2:
        return None
    wishes: dict[str, Reply | None] = {}
    answers: list[str] = []
    for part in parts:
        wish = _find_wish(part)
        if wish and wish[0] not in wishes:
            wishes[wish[0]] = None if wishes else fulfil(*wish, part)
        elif wish is None and (answered := answer_from_topic(part)) and not answered.tool:
            answers.append(answered.text)
    if len(wishes) + len(set(answers)) < 2:
        return None
    first = next(iter(wishes.values()), None) or Reply()
    return Reply(join_texts(*dict.fromkeys(answers), first.text), first.tool, first.arguments)


def go_on_to_remembered_wish(context: DialogContext) -> Reply | None:
    """Whoever was asked whether there is anything else, and names nothing, is reminded of what they said before."""
    asked = context.situation.last_agent_text
    is_free = is_open_question(asked) or not phrasing.is_question(asked)
    if not is_free or says_bye(context.user_text) or not is_bare_yes_or_no(context.user_text):
        return None
    wish = take_remembered_wish(context)
    return Reply(join_texts(context.phrase("next_request"), wish.text), wish.tool, wish.arguments) if wish else None


def without_offer(text: str) -> str:
    """Without "is there anything else?", for an agent that has something else to do already."""
    said = sentences(text)
    return " ".join(said[:-1]) if said and phrasing.is_question(said[-1]) and is_open_question(said[-1]) else text


def take_remembered_wish(context: DialogContext) -> Reply | None:
    """The next of what was asked for together with something else, earlier in this conversation."""
    for exchange in reversed(context.exchanges[:MAX_LOOKED_BACK]):
        parts = [_part_of(context, text) for text in split_parts(exchange.user)]
        found = [(wish, part) for part in parts if (wish := _find_wish(part, and_called=True))] if parts[1:] else []
        if len({tool for (tool, _), _ in found}) < 2 or is_rejection(exchange.user):
            continue
        for (tool, directives), part in found:
            if tool not in context.tools_ever_called and not _was_asked_for(tool, context):
                return fulfil(tool, directives, part)
    return None


def answer_question_beside(context: DialogContext) -> str:
    """The answer to a question that was asked along with an answer to ours ("Friday. Is there parking?")."""
    parts = _parts_of(context)
    for part in parts if len(parts) > 1 else ():
        if phrasing.is_question(part.user_text) or asks_for_facts(part.user_text):
            answered = answer_in_flow(part)
            if answered and not answered.tool and not phrasing.is_question(answered.text):
                return answered.text
    return ""


def _parts_of(context: DialogContext) -> list[DialogContext]:
    """What was just said, part by part. Each was looked up on its own: a topic keeps its distance for the part that
    it is nearest to."""
    parts = [_part_of(context, text) for text in split_parts(context.user_text)]
    for place, found in enumerate(context.situation.passages):
        distances = [part.situation.passages[place].distance for part in parts]
        nearest = distances.index(min(distances))
        situation = parts[nearest].situation
        passages = list(situation.passages)
        passages[place] = replace(found, distance=min(found.distance, distances[nearest]))
        parts[nearest] = replace(parts[nearest], situation=replace(situation, passages=tuple(passages)))
    return parts


def _part_of(context: DialogContext, text: str) -> DialogContext:
    """As if only this had been said: topics are as near as they are to this part."""
    passages = []
    for passage in context.situation.passages:
        scores = context.similarity(text, [passage.name, *passage.example_queries])
        passages.append(replace(passage, distance=1 - max(scores)))
    return replace(context, situation=replace(context.situation, user_text=text, passages=tuple(passages)))


def _find_wish(part: DialogContext, *, and_called: bool = False) -> tuple[str, list[Directive]] | None:
    if asks_for_facts(part.user_text):
        return None
    ranked = rank_wishes(part, and_called=and_called)
    return (ranked[0][1], ranked[0][2]) if ranked and ranked[0][0] >= MIN_SCORE else None


def _was_asked_for(tool: str, context: DialogContext) -> bool:
    """The agent has come to it: what it needs was asked, whatever the user made of that."""
    return any(question in text for question in _questions(tool, context) for text in context.agent_texts)


def _questions(tool: str, context: DialogContext) -> Iterator[str]:
    if tool in context.tools:
        yield from map(slot_question, parameter_specs(context.tools[tool]))
