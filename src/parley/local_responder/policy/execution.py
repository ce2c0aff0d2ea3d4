"""From directives to a reply: which of them apply now, and whether a call is ready to be made."""

from __future__ import annotations

from collections.abc import Sequence

from parley.local_responder.context import DialogContext, Reply
from parley.local_responder.policy.arguments import CollectedArguments, collect_arguments
from parley.local_responder.policy.conditions import MIN_SCORE, score_condition
from parley.local_responder.prompts import phrasing
from parley.local_responder.prompts.directives import Directive, DirectiveKind
from parley.local_responder.slots.questions import slot_question
from parley.local_responder.slots.spec import SlotKind, parameter_specs

MAX_CALLS_PER_TURN = 6
"""Functions can ask for each other in a circle; after that only words."""


def call_or_ask(
    tool: str, context: DialogContext, text: str = "", written: Sequence[str] = (), detail: str = ""
) -> Reply | None:
    """The call if all its arguments are known, else the question for the first that is not. `written`: the author's own
    questions. None when it was made already."""
    collected = collect_arguments(context.tools[tool], context, detail=detail)
    return (
        make_call(tool, collected, context, text)
        if not collected.missing
        else _ask_for_argument(collected, text, written)
    )


def make_call(tool: str, collected: CollectedArguments, context: DialogContext, text: str = "") -> Reply | None:
    """None for a call that was made already in this turn: its result would be the same."""
    if len(context.calls) >= MAX_CALLS_PER_TURN or (tool, collected.values) in context.calls:
        return None
    if not collected.values and tool in context.called_tools:
        return None
    return Reply(text, tool, collected.values)


def _ask_for_argument(collected: CollectedArguments, text: str, written: Sequence[str]) -> Reply:
    if phrasing.is_question(text):
        return Reply(text)
    # The author's question may ask for everything at once: it fits only as long as nothing is known. Whether all of it
    # is right is asked last.
    wanted = collected.missing[0]
    is_agreement = wanted.kind is SlotKind.BOOLEAN
    fits = written[::-1] if is_agreement else () if collected.values else written
    return Reply(join_texts(text, slot_question(wanted, fits)))


def list_questions(directives: Sequence[Directive]) -> list[str]:
    return [directive.text for directive in directives if directive.kind is DirectiveKind.ASK]


def execute_best_match(
    directives: Sequence[Directive], context: DialogContext, min_score: float = MIN_SCORE
) -> Reply | None:
    """What the condition that holds best asks for: its words, its call or both."""
    best, chosen = 0.0, ""
    for condition in dict.fromkeys(
        one.condition for one in directives if one.condition and one.kind is not DirectiveKind.NOTE
    ):
        score = score_condition(condition, context)
        if score > best:
            best, chosen = score, condition
    if best < min_score:
        return None
    return execute_directives([one for one in directives if one.condition == chosen], context)


def execute_directives(directives: Sequence[Directive], context: DialogContext) -> Reply | None:
    """Says what comes before the first call, then makes it; without a call, says everything."""
    avoided = {one.text for one in directives if one.kind is DirectiveKind.AVOID}
    words: list[str] = []
    for directive in directives:
        if directive.kind in (DirectiveKind.SAY, DirectiveKind.ASK):
            words.append(directive.text)
        elif directive.kind is DirectiveKind.CALL and directive.text in context.tools and directive.text not in avoided:
            if words and phrasing.is_question(words[-1]) and _takes_free_words(directive.text, context):
                return Reply(" ".join(words))
            if words and phrasing.is_question(words[-1]) and context.holds_values:  # it was answered
                words.pop()
            made = call_or_ask(directive.text, context, " ".join(words), list_questions(directives), directive.detail)
            if made:
                return made
    return Reply(" ".join(words)) if words else None


def _takes_free_words(tool: str, context: DialogContext) -> bool:
    """Whatever the user says would fill it, so the question has to be answered before the call."""
    return any(spec.kind is SlotKind.WORDS for spec in parameter_specs(context.tools[tool]))


def takes_no_arguments(tool: str, context: DialogContext) -> bool:
    return not parameter_specs(context.tools[tool])


def join_texts(*parts: str) -> str:
    return " ".join(part.strip() for part in parts if part.strip())
