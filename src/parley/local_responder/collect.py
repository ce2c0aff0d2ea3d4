"""A default step: entities to collect, then one of several ways on."""

from __future__ import annotations

from parley.local_responder.act import joined
from parley.local_responder.asking import ask, missing, question_for
from parley.local_responder.conditions import HOLDS, is_negative, strength
from parley.local_responder.declining import declined, too_late
from parley.local_responder.scene import CHOOSE, SAVE, Reply, Scene
from parley.local_responder.speech import is_question
from parley.local_responder.telling import told
from parley.local_responder.topic import side_answer
from parley.local_responder.yesno import is_bare
from parley.providers.llm.protocol import Choice

MOST_CHOICES = 3
"""In one turn, should the ways on lead in a circle."""


def collect(scene: Scene) -> Reply | None:
    return _save(scene) or _choose(scene) or declined(scene) or too_late(scene) or _answer(scene) or ask(scene)


def _save(scene: Scene) -> Reply | None:
    if SAVE not in scene.tools or not scene.user_text:
        return None
    known = {slot.name: slot.value for slot in scene.situation.slots}
    new = {name: str(value) for name, value in told(scene).items() if str(value) != known.get(name)}
    return Reply(tool=SAVE, arguments=new) if new else None


def _choose(scene: Scene) -> Reply | None:
    taken = [arguments.get("condition") for name, arguments in scene.called if name == CHOOSE]
    if CHOOSE not in scene.tools or len(taken) >= MOST_CHOICES:
        return None
    choice = _way_on([choice for choice in scene.situation.choices if choice.name not in taken], scene)
    return Reply(tool=CHOOSE, arguments={"condition": choice.name}) if choice else None


def _way_on(choices: list[Choice], scene: Scene) -> Choice | None:
    """The way whose entities are there and whose description fits; the only one left when everything is collected."""
    known = {slot.name for slot in scene.situation.slots if slot.value is not None}
    possible = [choice for choice in choices if set(choice.required) <= known]
    if SAVE in scene.was_called:
        # Whoever has just told something goes on, whatever they refused on the way.
        possible = [choice for choice in possible if choice.required or not is_negative(choice.description)]
    is_open = len(known) < len(scene.situation.slots)
    by_words = [
        (strength(choice.description or choice.name, scene, yes_counts=not is_open), choice) for choice in possible
    ]
    spoken = [pair for pair in by_words if pair[0] >= HOLDS]
    if spoken and (not scene.called or not any(choice.required for choice in possible)):
        return max(spoken, key=lambda pair: pair[0])[1]
    earned = [choice for choice in possible if choice.required and choice.name not in scene.taken_since_saved]
    if earned and (len(earned) == 1 or not is_open):
        return max(
            earned, key=lambda choice: (strength(choice.description or choice.name, scene), len(choice.required))
        )
    return possible[0] if not is_open and known and len(possible) == 1 else None


def _answer(scene: Scene) -> Reply | None:
    """A question of the user's, answered before the step's own is asked again."""
    if scene.called or is_bare(scene.user_text):
        return None
    answered = side_answer(scene)
    if answered is None or answered.tool or is_question(answered.text):
        return answered
    still = missing(scene)
    return Reply(joined(answered.text, question_for(still[0], scene) if still else ""))
