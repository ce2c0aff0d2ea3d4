"""The questions of a default step: which entities are missing, and how to ask for them."""

from __future__ import annotations

from parley.local_responder.context import SAVE, DialogContext, Reply
from parley.local_responder.policy.execution import join_texts, list_questions
from parley.local_responder.prompts.directives import DirectiveKind
from parley.local_responder.prompts.phrasing import is_question
from parley.local_responder.slots.questions import find_asked_slot, slot_question
from parley.local_responder.slots.spec import SlotSpec, entity_spec
from parley.local_responder.slots.yes_no import yes_or_no


def missing_entities(context: DialogContext) -> list[SlotSpec]:
    return [entity_spec(slot) for slot in context.situation.slots if slot.value is None]


def entity_question(spec: SlotSpec, context: DialogContext) -> str:
    """The author's question that names this entity, or one that fits it, or the only one of the prompt, once; else a
    question of ours."""
    named = [
        one
        for one in context.directives
        if spec.name in one.condition.split() or spec.spoken_name in one.condition.lower()
    ]
    if about_it := list_questions(named):
        return about_it[0] if len(about_it) == 1 else slot_question(spec, about_it)
    questions = list_questions(context.unconditional)
    written = [text for text in questions if not _is_partly_answered(text, context)]
    is_open = len(questions) == len(written) == 1 and (
        len(missing_entities(context)) == 1 or written[0] not in context.situation.last_agent_text
    )
    return written[0] if is_open else slot_question(spec, written)


def _is_partly_answered(question: str, context: DialogContext) -> bool:
    """It asks for several things at once, was asked already, and one of them is known."""
    if not any(question in text for text in context.agent_texts):
        return False
    asked = [slot for slot in context.situation.slots if find_asked_slot(question, [entity_spec(slot)], strict=True)]
    return len(asked) > 1 and any(slot.value is not None for slot in asked)


def ask_for_entity(context: DialogContext) -> Reply | None:
    """For the first entity that is missing, in the author's words if the prompt has some."""
    missing = missing_entities(context)
    if not missing:
        said = [one.text for one in context.unconditional if one.kind in (DirectiveKind.SAY, DirectiveKind.ASK)]
        return Reply(" ".join(said)) if said else None
    saved = {name for tool, arguments in context.calls if tool == SAVE for name in arguments}
    # Saved in this turn and still without a value: it was not valid.
    invalid = next((spec for spec in missing if spec.name in saved), None)
    question = entity_question(invalid or missing[0], context)
    return Reply(join_texts(_apology(context, invalid, question), _greeting(context), question))


def _apology(context: DialogContext, invalid: SlotSpec | None, question: str) -> str:
    """Said when the user's words gave nothing: neither an answer to the last question nor a yes to something else."""
    if invalid:
        limits = invalid.limits
        reason = context.phrase("between").format(first=limits[0], last=limits[1]) if limits else ""
        return join_texts(context.phrase("invalid"), reason)
    last = context.situation.last_agent_text
    is_repeated = question in last or (is_question(last) and not yes_or_no(context.user_text))
    return context.phrase("again") if is_repeated and context.user_text and not context.calls else ""


def _greeting(context: DialogContext) -> str:
    """What the prompt says before its questions, once."""
    said = [one.text for one in context.unconditional if one.kind is DirectiveKind.SAY]
    return " ".join(text for text in said if not any(text in before for before in context.agent_texts))
