"""What people say that is no question: hello, thanks, goodbye, silence, "what?", "let me talk to a person"."""

from __future__ import annotations

import re

from parley.local_responder.context import DialogContext, Reply
from parley.local_responder.policy.arguments import collect_arguments
from parley.local_responder.policy.capabilities import describe_capabilities
from parley.local_responder.policy.conditions import is_rejection
from parley.local_responder.policy.execution import execute_directives, join_texts
from parley.local_responder.prompts.directives import DirectiveKind
from parley.local_responder.prompts.parser import parse_directives
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
_GOODBYE = re.compile(
    rf"^\W*(?:(?:ok(?:ay)?|no|thanks|thank you|great|merci|gracias|danke|grazie|obrigad[oa])[\s,.]+)*"
    rf"(?:bye(?: bye)?|goodbye|see you(?: later|"
    rf" soon)?|have a (?:good|nice|great) \w+|adi[oó]s|au revoir|tsch[uü]ss|that(?:'s| is) all|nothing "
    rf"else|i'm done){_ONLY}",
    re.I,
)
_REPEAT = re.compile(
    r"^\W*(?:sorry[\s,]*)?(?:what(?: was that| did you say)?|pardon(?: me)?|come again|(?:can|could) "
    r"you (?:please )?(?:repeat|say)(?: that| it)?(?: again)?|(?:please )?repeat(?: that| it)?|say "
    r"(?:that|it) again|i (?:didn't|did not) (?:hear|catch|get) (?:you|that|it))(?: please)?\W*$",
    re.I,
)
_PERSON = (
    r"(?:human|(?:real |actual |live )?(?:person|agent|representative|rep|operator|advisor|adviser)|"
    r"someone(?: real)?|somebody|manager|supervisor|customer service|a member of (?:staff|your team)|"
    r"receptionist|staff)"
)
_HUMAN = re.compile(
    rf"\b(?:speak|talk|connect|transfer|put|chat|get|pass)\b[^.?!]{{0,25}}\b{_PERSON}\b|^\W*(?:a "
    rf")?(?:real )?{_PERSON}(?: please)?\W*$|\b(?:want|need|get me|give me) an? (?:real |actual |live )?"
    rf"(?:person|human)\b|\b(?:human|operator|representative|live "
    rf"agent)\b.{{0,10}}\bplease\b|\bhablar con (?:una persona|un agente|alguien|un humano)|\bparler (?:à|avec) "
    rf"(?:une personne|quelqu'un|un humain)|\bmit (?:einem menschen|jemandem|einer person) sprechen",
    re.I,
)
_HANDOFF_TOOL = re.compile(
    r"^transfer_to_|hand_?_?off|transfer|escalat|live_?agent|(?:to|speak|"
    r"talk)_?(?:to_?)?(?:an?_)?(?:human|agent|operator|representative)",
    re.I,
)
_GOODBYE_TOOL = re.compile(
    r"hang_?_?up|end_?(?:the_?)?(?:call|conversation|chat)|good_?bye|finish_?call|terminate", re.I
)


_END_CONDITION = re.compile(
    r"\bgood ?bye\b|\bhang(?:s|ing)? up\b|\bnothing (?:else|more)\b|"
    r"\b(?:conversation|call|chat) (?:is over|ends|is done|has ended)|"
    r"\b(?:finish|end)(?:es|s|ed)? the (?:conversation|call|chat)",
    re.IGNORECASE,
)
_HUMAN_CONDITION = re.compile(rf"\b{_PERSON}\b", re.IGNORECASE)

MAX_WORDS_OF_NO = 6


def reply_to_courtesy(context: DialogContext) -> Reply | None:
    """Only for texts that are nothing but a courtesy: "thanks, and when do you close?" is a question."""
    text = context.user_text
    if _REPEAT.match(text):
        return Reply(context.situation.last_agent_text or context.phrase("nothing_to_repeat"))
    is_done = "anything else" in context.situation.last_agent_text and yes_or_no(text) is False
    if _GOODBYE.match(text) or (is_done and len(text.split()) <= MAX_WORDS_OF_NO):
        return _say_goodbye(context)
    for pattern, name in ((_GREETING, "greeting"), (_THANKS, "thanks")):
        if pattern.match(text):
            return Reply(context.phrase(name))
    return None


def _say_goodbye(context: DialogContext) -> Reply:
    tool = _call_best_tool(context, _GOODBYE_TOOL) or _call_by_rule(context, _END_CONDITION)
    return tool or Reply(context.phrase("goodbye"))


def asks_for_human(text: str) -> bool:
    return _HUMAN.search(text) is not None


def hand_off(context: DialogContext) -> Reply | None:
    """Puts the user through, if a tool for it is at hand."""
    if not asks_for_human(context.user_text):
        return None
    return _call_best_tool(context, _HANDOFF_TOOL) or _call_by_rule(context, _HUMAN_CONDITION)


def _call_by_rule(context: DialogContext, condition: re.Pattern[str]) -> Reply | None:
    """The tool that the rules name for such a case, whatever it is called."""
    meant = [
        one
        for one in parse_directives(context.rules, context.tools)
        if one.kind is DirectiveKind.CALL and condition.search(one.condition)
    ]
    return execute_directives(meant[:1], context)


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


def _call_best_tool(context: DialogContext, pattern: re.Pattern[str]) -> Reply | None:
    """The tool of that kind that fits the words best and lacks nothing."""
    named = [
        tool for tool in context.tools.values() if pattern.search(tool.name) and tool.name not in context.called_tools
    ]
    scores = context.similarity(
        context.user_text, [f"{tool.name.replace('_', ' ')} {tool.description}" for tool in named]
    )
    for _, tool in sorted(zip(scores, named, strict=True), key=lambda pair: -pair[0]):
        collected = collect_arguments(tool, context)
        if not collected.missing:
            return Reply(tool=tool.name, arguments=collected.values)
    return None
