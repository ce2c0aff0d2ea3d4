"""What the agent can help with, in words for the user: what its rules say that users want, else topics and tools."""

from __future__ import annotations

import re

from parley.local_responder import speech
from parley.local_responder.directives import Act
from parley.local_responder.instructions import parse
from parley.local_responder.phrases import listed
from parley.local_responder.scene import Scene

MOST = 3
LONGEST = 10
"""Words of a condition that can still be listed with others."""
HOUSEKEEPING = re.compile(
    r"hand_?_?off|transfer|escalat|live_?agent|(?:to|speak|talk)_?(?:to_?)?(?:an?_)?(?:human|agent|operator|"
    r"representative)|hang_?_?up|end_?(?:the_?)?(?:call|conversation|chat)|good_?bye|finish_?call|terminate|"
    r"^save_entities$|^choose_path$|language|^wait|send_sms",
    re.IGNORECASE,
)
_BEGINNING = re.compile(r"^(?:start|begin|open|go_?to|handle|get|request|make)_", re.IGNORECASE)
_WISH = re.compile(
    rf"^(?:the |this )?(?:{speech.USER}|they) (?:wants?|would like|needs?|asks?|wishes) to (?P<deed>[^,;.]+)$",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    rf"^(?:the |this )?(?:{speech.USER}|they) (?:wants?|would like|needs?|asks? (?:about|for)|enquires? about) "
    r"(?P<thing>(?:an?|the|their) [^,;.]+)$",
    re.IGNORECASE,
)
_CASE = re.compile(rf"(?:an?|the) (?!{speech.USER}\b)\w+|\w+ing\b", re.IGNORECASE)
"""A case in a list of them: "a repair or an installation", "moving a visit"."""


def abilities(scene: Scene) -> str:
    """Empty when nothing is known. English only: rules and the names of topics are in the author's language."""
    if not scene.situation.language.lower().startswith("en"):
        return ""
    calls = [one for one in parse(scene.rules, scene.tools) if one.act is Act.CALL]
    useful = [one.condition for one in calls if one.condition and not HOUSEKEEPING.search(one.text)]
    conditions = [text for text in dict.fromkeys(useful) if len(text.split()) <= LONGEST]
    cases = [text for text in conditions if _CASE.match(text)]
    cases += [speech.to_user(match["thing"]).strip() for text in conditions if (match := _SUBJECT.match(text))]
    if deeds := [speech.to_user(match["deed"]).strip() for text in conditions if (match := _WISH.match(text))]:
        more = scene.phrase("and_with").format(things=listed(cases[:MOST])) if cases else ""
        return scene.phrase("can_do").format(things=listed(deeds[:MOST], "or") + more)
    near = [passage.name.replace("_", " ").strip() for passage in scene.situation.passages]
    tools = [_BEGINNING.sub("", name).replace("_", " ") for name in scene.tools if not HOUSEKEEPING.search(name)]
    things = [_lowered(thing) for thing in (cases or near or tools)[:MOST] if thing]
    return scene.phrase("can_help").format(things=listed(things)) if things else ""


def _lowered(thing: str) -> str:
    return thing[0].lower() + thing[1:] if thing[:2].istitle() else thing
