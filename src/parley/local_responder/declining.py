"""Replies to a default step's question that are no answer to it: "no phone", "I'd rather not say", "make it three"."""

from __future__ import annotations

import re

from parley.local_responder.act import joined
from parley.local_responder.asking import missing, question_for
from parley.local_responder.conditions import is_negative
from parley.local_responder.fill import beside_values
from parley.local_responder.questions import ask_for, asked_for
from parley.local_responder.scene import CHOOSE, Reply, Scene
from parley.local_responder.wants import Want

_DECLINED = re.compile(
    r"\b(?:do not|don['’]?t|have not|haven['’]?t|did not|didn['’]?t|cannot|can['’]?t|won['’]?t|will not) "
    r"(?:have|got|know|remember|recall|find|give|say|tell|share|"
    r"(?:want|wish) to (?:give|say|tell|share|leave|provide))\b"
    r"|\b(?:rather|prefer) not\b|\bi(?:['’]ve)? forg[oe]t|\bno idea\b|\bnot (?:sure|telling|saying|giving)\b"
    r"|\bnone of your business\b",
    re.IGNORECASE,
)
_WITHOUT = re.compile(r"^\W*(?:sorry[,.]? )?(?:i(?:['’]ve| have)(?: got)? )?no \w+(?: \w+)?\W*$", re.IGNORECASE)
_CORRECTED = re.compile(r"\b(?:actually|i meant|make (?:it|that)|correction)\b", re.IGNORECASE)
_FAULTY = re.compile(r"\b(?:is|was|['’]s) (?:wrong|not right|incorrect)\b", re.IGNORECASE)


_WHY = re.compile(
    r"^\W*(?:but |and )?(?:why|what for)\b.{0,25}\b(?:need|want|ask|have to|necessary)\b|^\W*(?:but )?why\W*$", re.I
)


def declines(text: str) -> bool:
    return _DECLINED.search(text) is not None


def declined(scene: Scene) -> Reply | None:
    """Another entity will do, or it has to be this one. Whoever declines twice is let go, if the step has a way out."""
    still = missing(scene)
    meant = asked_for(scene.user_text, still, strict=True)
    if _WHY.search(scene.user_text) and still and not scene.called:
        return Reply(joined(scene.phrase("needed_for"), question_for(meant or still[0], scene)))
    is_declined = declines(scene.user_text) or (meant is not None and _WITHOUT.match(scene.user_text) is not None)
    if scene.called or not still or not is_declined:
        return None
    refused = meant or asked_for(scene.situation.last_agent_text, still) or still[0]
    other = _instead_of(refused, still, scene)
    if other:
        return Reply(joined(scene.phrase("no_matter"), ask_for(other)))
    way_out = next((one for one in scene.situation.choices if not one.required and is_negative(one.description)), None)
    if way_out and CHOOSE in scene.tools and scene.phrase("needed") in scene.situation.last_agent_text:
        return Reply(tool=CHOOSE, arguments={"condition": way_out.name})
    return Reply(joined(scene.phrase("needed"), question_for(refused, scene)))


def _instead_of(refused: Want, still: list[Want], scene: Scene) -> Want | None:
    """What another way on needs, if one can do without the refused."""
    lacking = {want.name for want in still}
    ways = [set(choice.required) & lacking for choice in scene.situation.choices]
    enough = next((way for way in ways if way and refused.name not in way), set())
    return next((want for want in still if want.name in enough), None)


def too_late(scene: Scene) -> Reply | None:
    """A correction of something that this step does not collect."""
    still = missing(scene)
    holds_value = beside_values(scene.user_text, scene.listener) != scene.user_text
    is_correction = (_CORRECTED.search(scene.user_text) and holds_value) or _FAULTY.search(scene.user_text)
    if scene.called or not still or not is_correction:
        return None
    return Reply(joined(scene.phrase("too_late"), question_for(still[0], scene)))
