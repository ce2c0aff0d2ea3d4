"""The questions of a default step: which entities are missing, and how to ask for them."""

from __future__ import annotations

from parley.local_responder.context import SAVE, DialogContext, Reply
from parley.local_responder.policy.execution import join_texts, list_questions
from parley.local_responder.prompts.directives import DirectiveKind
from parley.local_responder.prompts.phrasing import is_question
from parley.local_responder.slots.questions import slot_question
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
    written = list_questions(context.unconditional)
    is_open = len(written) == 1 and (
        len(missing_entities(context)) == 1 or written[0] not in context.situation.last_agent_text
    )
    return written[0] if is_open else slot_question(spec, written)


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
    return Reply(join_texts(_apology(context, invalid is not None, question), _greeting(context), question))


def _apology(context: DialogContext, is_invalid: bool, question: str) -> str:
    """Said when the user's words gave nothing: neither an answer to the last question nor a yes to something else."""
    if is_invalid:
        return context.phrase("invalid")
    last = context.situation.last_agent_text
    is_repeated = question in last or (is_question(last) and not yes_or_no(context.user_text))
    return context.phrase("again") if is_repeated and context.user_text and not context.calls else ""


def _greeting(context: DialogContext) -> str:
    """What the prompt says before its questions, once."""
    said = [one.text for one in context.unconditional if one.kind is DirectiveKind.SAY]
    return " ".join(text for text in said if not any(text in before for before in context.agent_texts))
