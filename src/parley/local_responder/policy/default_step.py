"""A default step: collects entities, then chooses one of several paths."""

from __future__ import annotations

import re
from typing import Any

from parley.local_responder.context import CHOOSE, SAVE, DialogContext, Reply
from parley.local_responder.policy.conditions import MIN_SCORE, is_negated, score_condition
from parley.local_responder.policy.entity_questions import ask_for_entity, entity_question, missing_entities
from parley.local_responder.policy.execution import join_texts
from parley.local_responder.policy.farewells import say_goodbye
from parley.local_responder.policy.refusals import reply_to_late_correction, reply_to_refusal
from parley.local_responder.policy.topics import answer_in_flow
from parley.local_responder.prompts.phrasing import is_question
from parley.local_responder.slots.extraction import extract_values
from parley.local_responder.slots.questions import find_asked_slot
from parley.local_responder.slots.spec import SlotKind, SlotSpec, entity_spec
from parley.local_responder.slots.yes_no import is_bare_yes_or_no
from parley.providers.llm.protocol import Choice

MAX_PATHS_PER_TURN = 3
"""Paths can lead in a circle."""
LASTING_KINDS = frozenset({SlotKind.NAME, SlotKind.PHONE, SlotKind.EMAIL})
"""Kinds that stay true for the whole conversation, whenever they were said."""

_CORRECTION = re.compile(
    r"\b(?:actually|no,|no wait|no i|sorry,|i meant|change|changed my mind|instead|make (?:it|that)|rather|wrong|"
    r"correction|not .+ but)\b",
    re.IGNORECASE,
)
_TO_NEW = re.compile(
    r"\b(?:move|change|shift|switch|push|bring|put)\b.*\bto (?!change|move|cancel|book)", re.IGNORECASE
)


def run_default_step(context: DialogContext) -> Reply | None:
    return (
        _save_entities(context)
        or _choose_path(context)
        or reply_to_refusal(context)
        or reply_to_late_correction(context)
        or (None if context.calls else say_goodbye(context, in_flow=True))
        or _answer_side_question(context)
        or ask_for_entity(context)
    )


def _save_entities(context: DialogContext) -> Reply | None:
    if SAVE not in context.tools or not context.user_text:
        return None
    known = {slot.name: slot.value for slot in context.situation.slots}
    new = {name: str(value) for name, value in _extract_entities(context).items() if str(value) != known.get(name)}
    return Reply(tool=SAVE, arguments=new) if new else None


def _choose_path(context: DialogContext) -> Reply | None:
    taken = [arguments.get("condition") for name, arguments in context.calls if name == CHOOSE]
    if CHOOSE not in context.tools or len(taken) >= MAX_PATHS_PER_TURN:
        return None
    choice = _find_path([choice for choice in context.situation.choices if choice.name not in taken], context)
    return Reply(tool=CHOOSE, arguments={"condition": choice.name}) if choice else None


def _find_path(choices: list[Choice], context: DialogContext) -> Choice | None:
    """The path whose entities are known and whose description fits; the only one left when everything is collected."""
    known = {slot.name for slot in context.situation.slots if slot.value is not None}
    possible = [choice for choice in choices if set(choice.required) <= known]
    if SAVE in context.called_tools:
        # Whoever has just given a value wants to go on, even if the same words hold a refusal.
        possible = [choice for choice in possible if choice.required or not is_negated(choice.description)]
    is_open = len(known) < len(context.situation.slots)
    by_words = [
        (score_condition(choice.description or choice.name, context, yes_counts=not is_open), choice)
        for choice in possible
    ]
    spoken = [pair for pair in by_words if pair[0] >= MIN_SCORE]
    if spoken and (not context.calls or not any(choice.required for choice in possible)):
        return max(spoken, key=lambda pair: pair[0])[1]
    earned = [choice for choice in possible if choice.required and choice.name not in context.paths_since_save]
    if earned and (len(earned) == 1 or not is_open):
        return max(
            earned,
            key=lambda choice: (score_condition(choice.description or choice.name, context), len(choice.required)),
        )
    return possible[0] if not is_open and known and len(possible) == 1 else None


def _answer_side_question(context: DialogContext) -> Reply | None:
    """A question of the user's, answered before the step's own is asked again."""
    if context.calls or is_bare_yes_or_no(context.user_text):
        return None
    answered = answer_in_flow(context)
    if answered is None or answered.tool or is_question(answered.text):
        return answered
    missing = missing_entities(context)
    return Reply(join_texts(answered.text, entity_question(missing[0], context) if missing else ""))


def _extract_entities(context: DialogContext) -> dict[str, Any]:
    """The missing entities that the newest words hold, and known ones that they correct."""
    if SAVE in context.called_tools:
        return _extract_unprompted(context)
    wanted = missing_entities(context)
    corrects = _CORRECTION.search(context.user_text) is not None
    specs = [entity_spec(slot) for slot in context.situation.slots] if corrects or not wanted else wanted
    if context.calls:
        return extract_values(
            _exclude_new_entities(specs, context), context.user_text, context.extraction
        ) or _extract_unprompted(context)
    asked = find_asked_slot(context.situation.last_agent_text, wanted)
    found = extract_values(specs, context.user_text, context.extraction, asked.name if asked else None)
    return found or ({} if is_question(context.user_text) else _extract_unprompted(context))


def _extract_unprompted(context: DialogContext) -> dict[str, Any]:
    """For a step that has just begun: the words that led to it may hold its entities, earlier ones a name or a phone
    number. What was saved before is not saved again: it was not valid, or belonged to an earlier step."""
    specs = _exclude_new_entities(
        [spec for spec in missing_entities(context) if spec.name not in context.entities_ever_saved], context
    )
    found = extract_values(specs, context.user_text, context.extraction)
    for exchange in context.exchanges[1:]:
        lasting = [spec for spec in specs if spec.kind in LASTING_KINDS and spec.name not in found]
        found |= extract_values(lasting, exchange.user, context.extraction)
    return found


def _exclude_new_entities(specs: list[SlotSpec], context: DialogContext) -> list[SlotSpec]:
    """Without "new date" and the like, as long as nobody has asked for them: the day in "change my booking for Friday"
    is the old one."""
    return [spec for spec in specs if not spec.spoken_name.startswith("new ") or _TO_NEW.search(context.user_text)]
