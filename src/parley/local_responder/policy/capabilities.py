"""What the agent can help with, in words for the user: what its rules say that users want, else topics and tools."""

from __future__ import annotations

import re

from parley.kit.text.sentences import sentences
from parley.local_responder.context import DialogContext
from parley.local_responder.phrases import join_list
from parley.local_responder.prompts import phrasing
from parley.local_responder.prompts.directives import DirectiveKind
from parley.local_responder.prompts.parser import parse_directives

MAX_LISTED = 3
_MENTIONS_TOOL = re.compile(r"\w_\w|\b(?:call|invoke|trigger|function|flow|step|conversation)\b", re.IGNORECASE)
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
_USED_WHEN = re.compile(r"^(?:use|call|used)\b[^,;]*? (?:when(?:ever)?|if|once) ", re.IGNORECASE)
_DEED = re.compile(
    r"(?P<verb>book|cancel|change|check|find|look|order|move|reserve|report|track|pay|renew|return|schedule|reschedule|"
    r"arrange|place|buy|rent|hire|update|compare|extend)(?:s|es)? (?P<rest>(?:up |for |an?|the|their|your|whether|"
    r"which|when)\b.+)",
    re.IGNORECASE,
)
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
    tools = [tool for tool in context.tools.values() if not HOUSEKEEPING_TOOL.search(tool.name)]
    deeds = [] if cases or near else [deed for tool in tools if (deed := _described_deed(tool.description))]
    if deeds:
        return context.phrase("can_do").format(things=join_list(list(dict.fromkeys(deeds))[:MAX_LISTED], "or"))
    # A name without its verb is a thing; names of another kind are not for users.
    named = [tool.name[match.end() :].replace("_", " ") for tool in tools if (match := _VERB_PREFIX.match(tool.name))]
    things = [_lower_first(thing) for thing in (cases or near or named)[:MAX_LISTED] if thing]
    return context.phrase("can_help").format(things=join_list(things)) if things else ""


def _described_deed(description: str) -> str:
    """ "Books a table for a guest." → "book a table for a guest"; empty when it is nothing that users wish for."""
    first = _USED_WHEN.sub("", next(iter(sentences(description)), "").rstrip(".!"))
    wish = _WISH.match(first)
    first = wish["deed"] if wish else first
    match = _DEED.match(first)
    if match is None or len(first.split()) > MAX_CONDITION_WORDS or _MENTIONS_TOOL.search(first):
        return ""
    return phrasing.to_user(f"{match['verb'].lower()} {match['rest']}").strip()


def _lower_first(thing: str) -> str:
    return thing[0].lower() + thing[1:] if thing[:2].istitle() else thing
