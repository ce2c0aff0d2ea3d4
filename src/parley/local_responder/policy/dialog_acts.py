"""What people say that is no question: hello, thanks, silence, "what?", and what nothing matched."""

from __future__ import annotations

import re

from parley.local_responder.context import DialogContext, Reply
from parley.local_responder.policy.capabilities import describe_capabilities
from parley.local_responder.policy.conditions import is_rejection
from parley.local_responder.policy.execution import join_texts
from parley.local_responder.policy.farewells import say_goodbye
from parley.local_responder.slots.yes_no import is_bare_yes_or_no, yes_or_no

_ONLY = (
    r"(?:\s*(?:there|again|everyone|please|ok(?:ay)?|then|so much|very much|a lot|you|all|good (?:day|"
    r"night)|for your help|that's all|no|now|[.,!…]))*\W*$"
)
_GREETING = re.compile(
    rf"^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|hola|bonjour|hallo|guten tag|buenos "
    rf"d[ií]as|ciao){_ONLY}",
    re.I,
)
_THANKS = re.compile(
    rf"^\W*(?:(?:ok(?:ay)?|great|perfect|no|awesome|lovely)[\s,]+)*(?:thanks|thank you|cheers|gracias|"
    rf"merci|danke|grazie|obrigad[oa]){_ONLY}",
    re.I,
)
_REPEAT = re.compile(
    r"^\W*(?:sorry[\s,]*)?(?:what(?: was that| did you say)?|pardon(?: me)?|come again|(?:can|could) "
    r"you (?:please )?(?:repeat|say)(?: that| it)?(?: again)?|(?:please )?repeat(?: that| it)?|say "
    r"(?:that|it) again|i (?:didn't|did not) (?:hear|catch|get) (?:you|that|it))(?: please)?\W*$",
    re.I,
)


def reply_to_courtesy(context: DialogContext) -> Reply | None:
    """Only for texts that are nothing but a courtesy: "thanks, and when do you close?" is a question."""
    text = context.user_text
    if _REPEAT.match(text):
        return Reply(context.situation.last_agent_text or context.phrase("nothing_to_repeat"))
    if leaving := say_goodbye(context, in_flow=bool(context.situation.flow)):
        return leaving
    for pattern, name in ((_GREETING, "greeting"), (_THANKS, "thanks")):
        if pattern.match(text):
            return Reply(context.phrase(name))
    return None


def reprompt_after_silence(context: DialogContext) -> Reply:
    last = context.situation.last_agent_text
    question = next((part for part in reversed(re.findall(r"[^.!?]+[.!?]", last)) if part.endswith("?")), "").strip()
    asked_already = context.phrase("still_there") in last
    return Reply(context.phrase("still_there") + (f" {question}" if question and not asked_already else ""))


def fallback_reply(context: DialogContext) -> Reply:
    """Says so, and what it could help with instead."""
    if is_bare_yes_or_no(context.user_text):
        return Reply(context.phrase("more" if yes_or_no(context.user_text) else "anything_else"))
    if is_rejection(context.user_text):
        return Reply(join_texts(context.phrase("done"), context.phrase("anything_else")))
    return Reply(join_texts(context.phrase("unclear"), describe_capabilities(context)))
