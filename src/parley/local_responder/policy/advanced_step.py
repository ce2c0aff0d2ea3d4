"""An advanced step: a prompt in prose that says what to ask, what to say and which function comes when."""

from __future__ import annotations

from collections.abc import Sequence

from parley.kit.text.sentences import sentences
from parley.local_responder.context import DialogContext, Reply
from parley.local_responder.policy.arguments import collect_arguments
from parley.local_responder.policy.conditions import MIN_SCORE, is_about_agreement, score_condition
from parley.local_responder.policy.execution import (
    call_or_ask,
    execute_best_match,
    execute_directives,
    join_texts,
    list_questions,
    make_call,
    takes_no_arguments,
)
from parley.local_responder.policy.refusals import declines_to_answer
from parley.local_responder.policy.topics import answer_in_flow
from parley.local_responder.prompts import phrasing
from parley.local_responder.prompts.directives import Directive, DirectiveKind
from parley.local_responder.slots.questions import slot_question
from parley.local_responder.slots.spec import SlotKind, parameter_specs


def continue_step(context: DialogContext) -> Reply | None:
    """After the user has said something. A condition that holds comes first; "otherwise" last, and only as an answer to
    the step's own question."""
    directives, always = context.directives, context.unconditional
    return (
        execute_best_match([one for one in directives if one.condition != "otherwise"], context)
        or _call_with_given_arguments(directives, context)
        or _call_without_question(always, context)
        or _answer_side_question(context)
        or (execute_best_match(directives, context) if _has_asked(always, context) else None)
    )


def open_step(context: DialogContext) -> Reply | None:
    """What the step begins with: a call that waits for nothing, or its first words."""
    always = context.unconditional
    return (
        _call_with_earlier_words(context)
        or _call_without_question(always, context)
        or _say_first_words(always, context)
        or _ask_for_argument(context)
    )


def repeat_question(context: DialogContext) -> Reply | None:
    """After a reply that did not answer the step's question."""
    questions = list_questions(context.unconditional)
    if not questions:
        wanted = _ask_for_argument(context) or _last_question(context)
        return Reply(join_texts(context.phrase("again"), wanted.text)) if wanted else None
    asked = [question for question in questions if question in context.situation.last_agent_text]
    if asked:
        return Reply(
            join_texts(context.phrase("needed" if declines_to_answer(context.user_text) else "again"), asked[-1])
        )
    return _say_first_words(context.unconditional, context)


def _call_with_given_arguments(directives: Sequence[Directive], context: DialogContext) -> Reply | None:
    """A function whose arguments the user has just given, in whole or in part: the one that got the most of them."""
    counted = [(_count_given(one, context), one) for one in _callable_directives(directives, context)]
    most, directive = max(counted, key=lambda pair: pair[0], default=(0, None))
    if not most or directive is None:
        return _call_after_answer(directives, context)
    return call_or_ask(directive.text, context, written=list_questions(directives), detail=directive.detail)


def _count_given(directive: Directive, context: DialogContext) -> int:
    """A yes is meant for a function of another case only if that case holds."""
    given = collect_arguments(context.tools[directive.text], context).newly_given
    is_other_case = directive.condition and not is_about_agreement(directive.condition)
    if given and is_other_case and score_condition(directive.condition, context) < MIN_SCORE:
        specs = parameter_specs(context.tools[directive.text])
        given -= {spec.name for spec in specs if spec.kind is SlotKind.BOOLEAN}
    return len(given)


def _call_after_answer(directives: Sequence[Directive], context: DialogContext) -> Reply | None:
    """ "Ask how they are, then call x": x takes free words or nothing, and a question has been answered."""
    if phrasing.is_question(context.user_text) or "?" not in context.situation.last_agent_text:
        return None
    for place, directive in enumerate(directives):
        if directive.kind is not DirectiveKind.CALL or directive.condition or directive.text not in context.tools:
            continue
        if any(one.kind is DirectiveKind.ASK and not one.condition for one in directives[:place]):
            collected = collect_arguments(context.tools[directive.text], context, detail=directive.detail)
            return None if collected.missing or collected.stale else make_call(directive.text, collected, context)
    return None


def _call_with_earlier_words(context: DialogContext) -> Reply | None:
    """What this step collects was said before it began ("a table for four tomorrow at seven")."""
    for directive in _callable_directives(context.directives, context):
        collected = collect_arguments(context.tools[directive.text], context, unprompted=True)
        if collected.newly_given and not collected.missing and directive.text not in context.called_tools:
            return make_call(directive.text, collected, context)
    return None


def _call_without_question(always: Sequence[Directive], context: DialogContext) -> Reply | None:
    """An unconditional call with no question before it."""
    for place, directive in enumerate(always):
        if directive.kind is DirectiveKind.ASK:
            return None
        if directive.kind is DirectiveKind.CALL and directive.text in context.tools:
            done = directive.text in context.tools_ever_called if takes_no_arguments(directive.text, context) else False
            made = None if done else execute_directives(always[: place + 1], context)
            if made:
                return made
    return None


def _say_first_words(always: Sequence[Directive], context: DialogContext) -> Reply | None:
    """Statements and the first question that was not asked yet."""
    words: list[str] = []
    for directive in always:
        if directive.kind is DirectiveKind.SAY and directive.text not in context.agent_texts[-1:]:
            words.append(directive.text)
        elif directive.kind is DirectiveKind.ASK:
            return Reply(join_texts(*words, directive.text))
    return Reply(" ".join(words)) if words else None


def _ask_for_argument(context: DialogContext) -> Reply | None:
    """The step asks for nothing in words, but its function does."""
    for directive in _callable_directives(context.directives, context):
        missing = collect_arguments(context.tools[directive.text], context, unprompted=True).missing
        if missing:
            return Reply(slot_question(missing[0]))
    return None


def _answer_side_question(context: DialogContext) -> Reply | None:
    """Something else is asked in the middle of a step: answer it, and come back to the step's question."""
    answered = answer_in_flow(context)
    if answered is None or answered.tool or phrasing.is_question(answered.text):
        return answered
    questions = list_questions(context.unconditional)
    return Reply(join_texts(answered.text, questions[-1] if questions else ""))


def _last_question(context: DialogContext) -> Reply | None:
    """What a function asked on behalf of the step."""
    asked = [text for text in sentences(context.situation.last_agent_text) if phrasing.is_question(text)]
    return Reply(asked[-1]) if asked else None


def _has_asked(always: Sequence[Directive], context: DialogContext) -> bool:
    return any(question in context.situation.last_agent_text for question in list_questions(always))


def _callable_directives(directives: Sequence[Directive], context: DialogContext) -> list[Directive]:
    avoided = {one.text for one in directives if one.kind is DirectiveKind.AVOID and not one.condition}
    return [
        one
        for one in directives
        if one.kind is DirectiveKind.CALL and one.text in context.tools and one.text not in avoided
    ]
