"""What the user has told of the entities that a default step wants."""

from __future__ import annotations

import re
from typing import Any

from parley.local_responder.asking import missing
from parley.local_responder.fill import read_all
from parley.local_responder.questions import asked_for
from parley.local_responder.scene import SAVE, Scene
from parley.local_responder.speech import is_question
from parley.local_responder.wants import Kind, Want, want_of_slot

LASTING = frozenset({Kind.NAME, Kind.PHONE, Kind.EMAIL})
"""Kinds that stay true for the whole conversation, whenever they were said."""

_CORRECTION = re.compile(
    r"\b(?:actually|no,|no wait|no i|sorry,|i meant|change|changed my mind|instead|make (?:it|that)|rather|wrong|"
    r"correction|not .+ but)\b",
    re.IGNORECASE,
)
_TO_NEW = re.compile(
    r"\b(?:move|change|shift|switch|push|bring|put)\b.*\bto (?!change|move|cancel|book)", re.IGNORECASE
)


def told(scene: Scene) -> dict[str, Any]:
    """Everything the newest words hold that is still wanted, and what they correct."""
    if SAVE in scene.was_called:
        return _told_on_the_way(scene)
    wanted = missing(scene)
    corrects = _CORRECTION.search(scene.user_text) is not None
    wants = [want_of_slot(slot) for slot in scene.situation.slots] if corrects or not wanted else wanted
    if scene.called:
        return read_all(_meant(wants, scene), scene.user_text, scene.listener) or _told_on_the_way(scene)
    asked = asked_for(scene.situation.last_agent_text, wanted)
    found = read_all(wants, scene.user_text, scene.listener, asked.name if asked else None)
    return found or ({} if is_question(scene.user_text) else _told_on_the_way(scene))


def _told_on_the_way(scene: Scene) -> dict[str, Any]:
    """For a step that has just begun: the words that led to it may hold what it wants, earlier ones a name or a number
    to call. What was taken before is not taken again: it was refused, or belonged to an earlier step."""
    wants = _meant([want for want in missing(scene) if want.name not in scene.ever_saved], scene)
    found = read_all(wants, scene.user_text, scene.listener)
    for exchange in scene.exchanges[1:]:
        lasting = [want for want in wants if want.kind in LASTING and want.name not in found]
        found |= read_all(lasting, exchange.user, scene.listener)
    return found


def _meant(wants: list[Want], scene: Scene) -> list[Want]:
    """Nobody has asked yet. The day in "change my booking for Friday" is not the new one."""
    return [want for want in wants if not want.spoken.startswith("new ") or _TO_NEW.search(scene.user_text)]
