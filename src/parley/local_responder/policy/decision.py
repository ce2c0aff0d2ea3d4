"""One reply to one request, by the first rule that has one. The same request gives the same reply."""

from __future__ import annotations

import re

from parley.local_responder.cache import clear_caches
from parley.local_responder.context import STEP_TOOLS, DialogContext, Reply
from parley.local_responder.policy.advanced_step import continue_step, open_step, repeat_question
from parley.local_responder.policy.default_step import run_default_step
from parley.local_responder.policy.dialog_acts import fallback_reply, reply_to_courtesy, reprompt_after_silence
from parley.local_responder.policy.execution import execute_directives, join_texts
from parley.local_responder.policy.language import reply_in_known_language, switch_language
from parley.local_responder.policy.misunderstandings import help_out, take_up_offer
from parley.local_responder.policy.people import asks_for_human, hand_off
from parley.local_responder.policy.requests import (
    answer_question_beside,
    go_on_to_remembered_wish,
    take_remembered_wish,
    take_several_requests,
    without_offer,
)
from parley.local_responder.policy.smalltalk import reply_to_smalltalk
from parley.local_responder.policy.tool_results import verbalize_result
from parley.local_responder.policy.topics import (
    answer_from_topic,
    follow_clear_wish,
    repeat_parameter_question,
    resume_pending_question,
)
from parley.local_responder.policy.wishes import follow_wish
from parley.local_responder.prompts import phrasing
from parley.local_responder.prompts.directives import DirectiveKind

_EVENT_WORDS = re.compile(
    r"\b(?:events?|webhooks?|notif(?:y|ied|ication)|reported|arriv(?:es?|ed)|received|comes? (?:in|through|back))\b",
    re.IGNORECASE,
)


def decide_reply(context: DialogContext) -> Reply:
    try:
        return _decide(context)
    finally:
        clear_caches()


def _decide(context: DialogContext) -> Reply:
    # A result may be left from a turn that ended with an utterance: a new input comes before it.
    is_new_input = bool(context.user_text) and not context.situation.is_silence
    if context.calls or (context.situation.tool_result is not None and not is_new_input):
        return _after_tool_call(context)
    if context.situation.is_woken:
        return _reply_to_event(context)
    if not is_new_input:
        return _reply_to_silence(context)
    # A wish for a human and an insult are answered in any step, before it could take them for a value.
    interruption = (
        hand_off(context) or take_up_offer(context) or switch_language(context) or reply_to_smalltalk(context)
    )
    if interruption:
        return interruption
    return help_out(_inside_flow(context) if _is_in_flow(context) else _outside_flow(context), context)


def _is_in_flow(context: DialogContext) -> bool:
    situation = context.situation
    return bool(situation.step_prompt.strip() or situation.slots or situation.choices)


def _is_default_step(context: DialogContext) -> bool:
    return bool(context.situation.slots or context.situation.choices)


def _outside_flow(context: DialogContext) -> Reply:
    return go_on_to_remembered_wish(context) or _reply_outside_flow(context)


def _reply_outside_flow(context: DialogContext) -> Reply:
    no_transfer = Reply(context.phrase("no_transfer")) if asks_for_human(context.user_text) else None
    return (
        reply_to_courtesy(context)
        or resume_pending_question(context)
        or reply_in_known_language(context)
        or take_several_requests(context)
        or follow_clear_wish(context)
        or answer_from_topic(context)
        or follow_wish(context)
        or no_transfer
        or repeat_parameter_question(context)
        or fallback_reply(context)
    )


def _inside_flow(context: DialogContext) -> Reply:
    # The step comes before courtesies: "thanks, that's all" may be the answer that it waits for.
    own = run_default_step(context) if _is_default_step(context) else continue_step(context)
    if own:
        return (
            Reply(join_texts(answer_question_beside(context), own.text), own.tool, own.arguments) if own.tool else own
        )
    return (
        reply_to_courtesy(context)
        or resume_pending_question(context)
        or follow_wish(context)
        or repeat_question(context)
        or fallback_reply(context)
    )


def _after_tool_call(context: DialogContext) -> Reply:
    """Says what the function gave back, then goes on with the step it may have led to."""
    last_tool = context.calls[-1][0] if context.calls else ""
    result = verbalize_result(context) if last_tool not in STEP_TOOLS or context.has_step_result else None
    if last_tool in STEP_TOOLS and _is_default_step(context) and not result:
        return run_default_step(context) or Reply(context.phrase("anything_else"))
    wish = None if _is_in_flow(context) or (result and result.tool) else take_remembered_wish(context)
    if wish:
        return Reply(join_texts(without_offer(result.text) if result else "", wish.text), wish.tool, wish.arguments)
    if result and (result.tool or phrasing.is_question(result.text) or _is_same_step(last_tool, context)):
        return result
    following = _open_current_step(context)
    if result and following:
        return Reply(join_texts(result.text, following.text), following.tool, following.arguments)
    return result or following or Reply(join_texts(context.phrase("done"), context.phrase("anything_else")))


def _is_same_step(tool: str, context: DialogContext) -> bool:
    """The step's own prompt speaks of the function that was called: no new step began."""
    return any(one.kind is DirectiveKind.CALL and one.text == tool for one in context.directives)


def _open_current_step(context: DialogContext) -> Reply | None:
    if not _is_in_flow(context):
        return None
    return run_default_step(context) if _is_default_step(context) else open_step(context)


def _reply_to_event(context: DialogContext) -> Reply:
    """Follows what the step says about external events ("call x when the payment is reported"), else says nothing."""
    event_directives = [one for one in context.directives if _EVENT_WORDS.search(one.condition)]
    return execute_directives(event_directives, context) or Reply("")


def _reply_to_silence(context: DialogContext) -> Reply:
    """A silent turn may be the start of a flow that speaks first; else the user is asked whether they are there."""
    opening = _open_current_step(context)
    is_new = opening is not None and (opening.tool is not None or opening.text not in context.situation.last_agent_text)
    if opening and is_new and not (context.agent_texts and opening.tool is None and _was_said(opening.text, context)):
        return opening
    return reprompt_after_silence(context)


def _was_said(text: str, context: DialogContext) -> bool:
    return any(text in before for before in context.agent_texts)
