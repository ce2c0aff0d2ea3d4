"""What the agent can help with, in words for the user: what its rules say that users want, else topics and tools."""

from __future__ import annotations

import re

from parley.local_responder.context import DialogContext
from parley.local_responder.phrases import join_list
from parley.local_responder.prompts import phrasing
from parley.local_responder.prompts.directives import DirectiveKind
from parley.local_responder.prompts.parser import parse_directives

MAX_LISTED = 3
_MENTIONS_TOOL = re.compile(r"\w_\w|\b(?:call|invoke|trigger|function)\b", re.IGNORECASE)
MAX_CONDITION_WORDS = 10
"""Words of a condition that can still be listed with others."""
HOUSEKEEPING_TOOL = re.compile(
    r"hand_?_?off|transfer|escalat|live_?agent|(?:to|speak|talk)_?(?:to_?)?(?:an?_)?(?:human|agent|operator|"
    r"representative)|hang_?_?up|end_?(?:the_?)?(?:call|conversation|chat)|good_?bye|finish_?call|terminate|"
    r"(?:end|close)_?conversation|put_?through|give_?back|^to_(?:the_)?|_(?:given|chosen|picked|confirmed|checked|named|"
    r"answered|decided|described|arrived)$|^save_entities$|^choose_path$|language|^wait|send_sms",
    re.IGNORECASE,
)
_VERB_PREFIX = re.compile(r"^(?:start|begin|open|go_?to|handle|get|request|make)_", re.IGNORECASE)
_WISH = re.compile(
    rf"^(?:the |this )?(?:{phrasing.USER}|they) (?:wants?|would like|needs?|asks?|wishes) to (?P<deed>[^,;.]+)$",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    rf"^(?:the |this )?(?:{phrasing.USER}|they) (?:wants?|would like|needs?|asks? (?:about|for)|enquires? about) "
    r"(?P<thing>(?:an?|the|their) [^,;.]+)$",
    re.IGNORECASE,
)
_CASE = re.compile(rf"(?:an?|the) (?!{phrasing.USER}\b)\w+|\w+ing\b", re.IGNORECASE)
"""A case in a list of them: "a repair or an installation", "moving a visit"."""


def describe_capabilities(context: DialogContext) -> str:
    """Empty when nothing is known. English only: rules and the names of topics are in the author's language."""
    if not context.situation.language.lower().startswith("en"):
        return ""
    calls = [one for one in parse_directives(context.rules, context.tools) if one.kind is DirectiveKind.CALL]
    useful = [one.condition for one in calls if one.condition and not HOUSEKEEPING_TOOL.search(one.text)]
    conditions = [
        text
        for text in dict.fromkeys(useful)
        if len(text.split()) <= MAX_CONDITION_WORDS and not _MENTIONS_TOOL.search(text)
    ]
    cases = [text for text in conditions if _CASE.match(text)]
    cases += [phrasing.to_user(match["thing"]).strip() for text in conditions if (match := _SUBJECT.match(text))]
    if deeds := [phrasing.to_user(match["deed"]).strip() for text in conditions if (match := _WISH.match(text))]:
        more = context.phrase("and_with").format(things=join_list(cases[:MAX_LISTED])) if cases else ""
        return context.phrase("can_do").format(things=join_list(deeds[:MAX_LISTED], "or") + more)
    near = [passage.name.replace("_", " ").strip() for passage in context.situation.passages]
    tools = [
        _VERB_PREFIX.sub("", name).replace("_", " ") for name in context.tools if not HOUSEKEEPING_TOOL.search(name)
    ]
    things = [_lower_first(thing) for thing in (cases or near or tools)[:MAX_LISTED] if thing]
    return context.phrase("can_help").format(things=join_list(things)) if things else ""


def _lower_first(thing: str) -> str:
    return thing[0].lower() + thing[1:] if thing[:2].istitle() else thing
