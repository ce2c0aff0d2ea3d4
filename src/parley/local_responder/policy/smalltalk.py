"""What people say to whoever answers, besides what they came for: insults, "how are you?", "what can you do?"."""

from __future__ import annotations

import re

from parley.local_responder.context import DialogContext, Reply
from parley.local_responder.policy.capabilities import describe_capabilities

TOPIC_DISTANCE = 0.2
"""A topic this near is what the project has to say to it."""

MAX_LENGTH = 200
"""Characters; whoever says more has come for something."""

_BAD = (
    r"(?:stupid|useless|idiot(?:ic)?|dumb|moron(?:ic)?|rubbish|crap|pathetic|terrible|worthless|hopeless|garbage|awful)"
)
_YOU = r"(?:you(?:'re| are|r)?|u r|this (?:bot|thing|machine|service|chat)(?: is|'s)?|what an?)"
_INSULT = re.compile(
    rf"\b(?:f+u+c+k+|wtf|stfu)\b(?! yes)|\bfuck(?:ing|er)|\bshut (?:the \w+ )?up\b|\b(?:piss|bugger|sod) off\b|"
    rf"\bgo to hell\b|"
    rf"\bscrew you\b|\bbullshit\b|\basshole\b|\bbastard|\b(?:i )?hate (?:you|this (?:bot|thing|machine))\b|"
    rf"\byou suck\b|\b{_YOU} (?:\w+ ){{0,3}}{_BAD}\b|^\W*(?:you )?{_BAD}(?: (?:bot|machine|thing|robot))?\W*$",
    re.IGNORECASE,
)
_LEAD = r"^\W*(?:(?:hi|hello|hey|so|and|ok(?:ay)?|well|sorry|but|good (?:morning|afternoon|evening))\b[\s,.!]*)*"
_CHITCHAT = tuple(
    (re.compile(_LEAD + pattern, re.IGNORECASE), phrase)
    for pattern, phrase in (
        (r"you(?:'re| are| guys are) (?:so |really |very |just |all |the )*(?:awesome|great|amazing|brilliant|"
         r"fantastic|wonderful|lovely|best|kind|helpful)\W*$|good (?:job|work|bot)\W*$|i love you\W*$", "praised"),
        (r"how(?: are|'re|'s| is) (?:you|u|it going|things|your day|life)\b[^?]{0,20}\W*$|how do you do\W*$", "well"),
        (r"(?:are|r) (?:you|u) (?:still )?(?:there|here|listening)\W*$|(?:is )?any(?:body|one) there\W*$|"
         r"can you (?:hear|read|see) me\W*$", "here"),
        (r"(?:who|what) (?:are|r) (?:you|u)\b(?! (?:doing|open|offer|serv|talking|going))|"
         r"what(?:'s| is) (?:your|ur) name\W*$|do you have a name\W*$", "machine"),
        (r".*\bare you (?:a |an )?(?:real|human|person|robot|bot|machine|ai|computer)\b|"
         r".*\bam i (?:talking|speaking|chatting) (?:to|with) (?:a |an )?(?:human|robot|bot|machine|real)", "machine"),
    )
)  # fmt: skip
_CAPABILITY_QUESTION = re.compile(
    _LEAD
    + r"(?:what (?:else )?(?:can|could|do) (?:you|u) (?:actually )?(?:do|help|offer)\b(?! you)|how can you help\b|"
    r"how does this work\b|what are my options\b|what can i (?:do|ask)(?: you)?(?: here)?\W*$|"
    r"help(?: me)?(?: please)?\W*$)",
    re.IGNORECASE,
)


def reply_to_smalltalk(context: DialogContext) -> Reply | None:
    """A short answer, then back to what was asked of the user."""
    said = _select_answer(context.user_text, context)
    return Reply(f"{said} {_open_question(context)}".strip()) if said else None


def _select_answer(text: str, context: DialogContext) -> str:
    text = text.replace("’", "'")
    if _INSULT.search(text):
        return context.phrase("upset")
    if len(text) > MAX_LENGTH:
        return ""
    if any(passage.distance < TOPIC_DISTANCE for passage in context.situation.passages):
        return ""
    if _CAPABILITY_QUESTION.search(text):
        return describe_capabilities(context) or context.phrase("machine")
    return next((context.phrase(name) for pattern, name in _CHITCHAT if pattern.search(text)), "")


def _open_question(context: DialogContext) -> str:
    """In a flow the agent's last question stands; outside, whatever the user came for."""
    questions = re.findall(r"[^.!?]+\?", context.situation.last_agent_text) if context.situation.flow else []
    return questions[-1].strip() if questions else context.phrase("how_can_i_help")
