"""The end of a conversation. Only an unmistakable goodbye is one: a mere "no" answers whatever was asked."""

from __future__ import annotations

import re

from parley.local_responder.context import DialogContext, Reply
from parley.local_responder.policy.people import call_best_tool, call_by_rule
from parley.local_responder.slots.yes_no import yes_or_no

GOODBYE_TOOL = re.compile(
    r"hang_?_?up|end_?(?:the_?)?(?:call|conversation|chat)|close_?(?:the_?)?(?:call|conversation|chat)|good_?bye|"
    r"finish_?call|terminate",
    re.I,
)
END_CONDITION = re.compile(
    r"\bgood ?bye\b|\bhang(?:s|ing)? up\b|\bnothing (?:else|more)\b|"
    r"\b(?:conversation|call|chat) (?:is over|ends|is done|has ended)|"
    r"\b(?:finish|end)(?:es|s|ed)? the (?:conversation|call|chat)",
    re.IGNORECASE,
)
MAX_WORDS_OF_NO = 6

_BYE = (
    r"(?:good ?)?b[yi]e+(?:[ -]?bye)?|cya|see (?:you|ya)(?: later| soon| then| around| at the \w+)?|"
    r"talk (?:to you )?(?:soon|later)|farewell|take care|have a (?:good|nice|great|lovely) \w+|adi[oó]s|hasta luego|"
    r"au revoir|auf wieder\w+|tsch[uü]ss|ciao|arrivederci"
)
_FINISHED = (
    r"(?:that(?:['’]?s| is| was|['’]?ll be) (?:all|it|everything)"
    r"(?: (?:i (?:need|needed|wanted)|for (?:today|now)|then))*|"
    r"nothing (?:else|more)|i['’]?m (?:all )?(?:done|good|set|fine)|no (?:more|other|further) questions?)"
)
_POLITE = (
    r"ok(?:ay)?|k|no|nope|nah|yes|yeah|yep|right|all ?right|alright|great|perfect|lovely|fine|good|cool|awesome|"
    r"brilliant|super|wonderful|thanks?(?: you)?(?: (?:so|very) much| a lot| a million)?|thx|ty|cheers|ta|many|so|well|"
    r"then|and|now|please|much appreciated|for (?:your|the|all your) help|everything|you(?: too| all)?|gracias|merci|"
    r"danke|grazie|obrigad[oa]|there|sorry|oh|mate|i (?:have to|gotta|must|need to) (?:go|run|leave)(?: now)?"
)
_BREAK = r"[\s,.!;:…-]*"
_GOODBYE = re.compile(rf"^\W*(?:(?:{_BYE}|{_FINISHED}|{_POLITE})(?!\w){_BREAK})+\W*$", re.IGNORECASE)
_SAYS_BYE = re.compile(rf"(?<!\w)(?:{_BYE})(?!\w)", re.IGNORECASE)
_SAYS_FINISHED = re.compile(rf"(?<!\w){_FINISHED}(?!\w)", re.IGNORECASE)
_LAST_WORD = re.compile(
    r"(?:^|[,.!;…-]\s*)(?:ok(?:ay)? |and |so |then |thanks,? )*(?:good ?)?bye+(?:[ -]?bye)?\W*$", re.IGNORECASE
)
_ANYTHING_ELSE = re.compile(
    r"\b(?:anything|something) (?:else|more)\b[^?]*\?\s*$|¿[^?]*(?:algo|alguna cosa) más\?\s*$", re.IGNORECASE
)
_NO_MORE = re.compile(
    rf"(?<!\w)(?:{_POLITE}|{_FINISHED}|not really|not at the moment|not (?:for )?now|none|don['’]?t think so|i|it)"
    r"(?!\w)",
    re.IGNORECASE,
)
MAX_LENGTH = 120
"""Characters; whoever says more has said something else too."""


def say_goodbye(context: DialogContext, *, in_flow: bool = False) -> Reply | None:
    """None unless the user leaves. In a flow "that's all" may be an answer, so there it has to be a goodbye."""
    if not is_goodbye(context.user_text, context.situation.last_agent_text, in_flow=in_flow):
        return None
    tool = call_best_tool(context, GOODBYE_TOOL) or call_by_rule(context, END_CONDITION)
    return tool or Reply(context.phrase("goodbye"))


def says_bye(text: str) -> bool:
    return _SAYS_BYE.search(text) is not None


def is_goodbye(text: str, last_agent_text: str = "", *, in_flow: bool = False) -> bool:
    if len(text) > MAX_LENGTH:
        return False
    if _LAST_WORD.search(text) and "?" not in text:
        return True
    if _GOODBYE.match(text) and (_SAYS_BYE.search(text) or (not in_flow and _SAYS_FINISHED.search(text))):
        return True
    is_asked = not in_flow and _ANYTHING_ELSE.search(last_agent_text) is not None
    return is_asked and yes_or_no(text) is False and len(text.split()) <= MAX_WORDS_OF_NO and _is_plain_no(text)


def _is_plain_no(text: str) -> bool:
    """ "No", "no thanks" and "nothing else", but not "no, at eight" or "not yet"."""
    rest = _NO_MORE.sub(" ", text)
    return not re.search(r"\w", rest)
