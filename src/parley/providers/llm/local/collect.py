"""A default step: entities to collect, then one of several ways on."""

from __future__ import annotations

import re

from parley.providers.llm.local.act import joined, questions_in
from parley.providers.llm.local.conditions import HOLDS, strength
from parley.providers.llm.local.directives import Act
from parley.providers.llm.local.fill import read_all
from parley.providers.llm.local.questions import ask_for, asked_for
from parley.providers.llm.local.scene import CHOOSE, SAVE, Reply, Scene
from parley.providers.llm.local.speech import is_question
from parley.providers.llm.local.topic import side_answer
from parley.providers.llm.local.wants import Want, want_of_slot
from parley.providers.llm.local.yesno import is_bare
from parley.providers.llm.protocol import Choice

MOST_CHOICES = 3
"""In one turn, should the ways on lead in a circle."""

_CORRECTION = re.compile(
    r"\b(?:actually|no,|sorry,|i meant|change|instead|make (?:it|that)|rather|wrong|correction|not .+ but)\b", re.I
)


def collect(scene: Scene) -> Reply | None:
    return _save(scene) or _choose(scene) or _answer(scene) or _ask(scene)


def _save(scene: Scene) -> Reply | None:
    """Everything the user's words hold that is still wanted, and what they correct."""
    if SAVE not in scene.tools or SAVE in scene.was_called or not scene.user_text:
        return None
    corrects = _CORRECTION.search(scene.user_text) is not None
    missing = _missing(scene)
    wants = [want_of_slot(slot) for slot in scene.situation.slots] if corrects or not missing else missing
    asked = asked_for(scene.situation.last_agent_text, missing) if not scene.called else None
    values = read_all(wants, scene.user_text, scene.listener, asked.name if asked else None)
    known = {slot.name: slot.value for slot in scene.situation.slots}
    new = {name: str(value) for name, value in values.items() if str(value) != known.get(name)}
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
    is_open = len(known) < len(scene.situation.slots)
    by_words = [
        (strength(choice.description or choice.name, scene, yes_counts=not is_open), choice) for choice in possible
    ]
    spoken = [pair for pair in by_words if pair[0] >= HOLDS]
    if spoken and (not scene.called or not any(choice.required for choice in possible)):
        return max(spoken, key=lambda pair: pair[0])[1]
    earned = [choice for choice in possible if choice.required]
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
    missing = _missing(scene)
    return Reply(joined(answered.text, _question(missing[0], scene) if missing else ""))


def _ask(scene: Scene) -> Reply | None:
    """For the first entity that is missing, in the author's words if the prompt has some."""
    missing = _missing(scene)
    if not missing:
        said = [one.text for one in scene.step if one.act in (Act.SAY, Act.ASK) and not one.condition]
        return Reply(" ".join(said)) if said else None
    saved = {name for tool, arguments in scene.called if tool == SAVE for name in arguments}
    refused = next((want for want in missing if want.name in saved), None)
    wanted = refused or missing[0]
    question = _question(wanted, scene)
    is_repeated = question in scene.situation.last_agent_text and not scene.called
    return Reply(joined(_apology(scene, refused is not None, is_repeated), _greeting(scene), question))


def _missing(scene: Scene) -> list[Want]:
    return [want_of_slot(slot) for slot in scene.situation.slots if slot.value is None]


def _question(want: Want, scene: Scene) -> str:
    """The author's question for this entity by name, or the one that fits, or the only one there is; else our own."""
    named = [one for one in scene.step if want.name in one.condition.split() or want.spoken in one.condition.lower()]
    written = questions_in(named) or questions_in([one for one in scene.step if not one.condition])
    return written[0] if len(written) == 1 else ask_for(want, written)


def _apology(scene: Scene, is_refused: bool, is_repeated: bool) -> str:
    if is_refused:
        return scene.phrase("invalid")
    return scene.phrase("again") if is_repeated else ""


def _greeting(scene: Scene) -> str:
    """What the prompt says before its questions, once."""
    said = [one.text for one in scene.step if one.act is Act.SAY and not one.condition]
    return " ".join(text for text in said if not any(text in before for before in scene.said))
