"""Replies to a default step's question that are no answer to it: "no phone", "I'd rather not say", "make it three"."""

from __future__ import annotations

import re

from parley.local_responder.context import CHOOSE, DialogContext, Reply
from parley.local_responder.policy.conditions import is_negated
from parley.local_responder.policy.entity_questions import entity_question, missing_entities
from parley.local_responder.policy.execution import join_texts
from parley.local_responder.slots.questions import find_asked_slot, slot_question
from parley.local_responder.slots.spec import SlotSpec

_DECLINES = re.compile(
    r"\b(?:dunno\b|(?:do not|don['’]?t|have not|haven['’]?t|did not|didn['’]?t|cannot|can['’]?t|won['’]?t|will not) "
    r"(?:have|got|know|remember|recall|find|give|say|tell|share|"
    r"(?:want|wish) to (?:give|say|tell|share|leave|provide)))\b"
    r"|\b(?:rather|prefer) not\b|\bi(?:['’]ve)? forg[oe]t|\bno idea\b|\bnot (?:sure|telling|saying|giving)\b"
    r"|\bnone of your business\b",
    re.IGNORECASE,
)
_LACKS = re.compile(
    r"\b(?:not|n['’]t|cannot) (?:have|know|remember|recall|find)\b|\b(?:has|have) (?:no|forgotten|lost)\b",
    re.IGNORECASE,
)
"""A path for whoever has not got what is asked for."""
_WITHOUT = re.compile(r"^\W*(?:sorry[,.]? )?(?:i(?:['’]ve| have)(?: got)? )?no \w+(?: \w+)?\W*$", re.IGNORECASE)
_CORRECTED = re.compile(r"\b(?:actually|i meant|make (?:it|that)|correction)\b", re.IGNORECASE)
_FAULTY = re.compile(r"\b(?:is|was|['’]s) (?:wrong|not right|incorrect)\b", re.IGNORECASE)


_WHY = re.compile(
    r"^\W*(?:but |and )?(?:why|what for)\b.{0,25}\b(?:need|want|ask|have to|necessary)\b|^\W*(?:but )?why\W*$", re.I
)


def declines_to_answer(text: str) -> bool:
    return _DECLINES.search(text) is not None


def reply_to_refusal(context: DialogContext) -> Reply | None:
    """Another entity will do, or it has to be this one. Whoever declines twice, or has not got it, leaves by the path
    for that, if any."""
    missing = missing_entities(context)
    meant = find_asked_slot(context.user_text, missing, strict=True)
    if _WHY.search(context.user_text) and missing and not context.calls:
        return Reply(join_texts(context.phrase("needed_for"), entity_question(meant or missing[0], context)))
    is_declined = declines_to_answer(context.user_text) or (
        meant is not None and _WITHOUT.match(context.user_text) is not None
    )
    if context.calls or not missing or not is_declined:
        return None
    refused = meant or find_asked_slot(context.situation.last_agent_text, missing) or missing[0]
    other = _find_alternative(refused, missing, context)
    if other:
        return Reply(join_texts(context.phrase("no_matter"), slot_question(other)))
    exit_path = next(
        (one for one in context.situation.choices if not one.required and is_negated(one.description)), None
    )
    is_meant = exit_path is not None and _LACKS.search(exit_path.description) is not None
    is_declined_again = context.phrase("needed") in context.situation.last_agent_text
    if exit_path and CHOOSE in context.tools and (is_meant or is_declined_again):
        return Reply(tool=CHOOSE, arguments={"condition": exit_path.name})
    return Reply(join_texts(context.phrase("needed"), entity_question(refused, context)))


def _find_alternative(refused: SlotSpec, missing: list[SlotSpec], context: DialogContext) -> SlotSpec | None:
    """An entity of another path, if one does not require the refused one."""
    lacking = {spec.name for spec in missing}
    required_sets = [set(choice.required) & lacking for choice in context.situation.choices]
    enough = next((required for required in required_sets if required and refused.name not in required), set())
    return next((spec for spec in missing if spec.name in enough), None)


def reply_to_late_correction(context: DialogContext) -> Reply | None:
    """A correction of something that this step does not collect."""
    missing = missing_entities(context)
    is_correction = (_CORRECTED.search(context.user_text) and context.holds_values) or _FAULTY.search(context.user_text)
    if context.calls or not missing or not is_correction:
        return None
    return Reply(join_texts(context.phrase("too_late"), entity_question(missing[0], context)))
