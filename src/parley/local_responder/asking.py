"""The questions of a default step: which entities are missing, and how to ask for them."""

from __future__ import annotations

from parley.local_responder.act import joined, questions_in
from parley.local_responder.directives import Act
from parley.local_responder.questions import ask_for
from parley.local_responder.scene import SAVE, Reply, Scene
from parley.local_responder.speech import is_question
from parley.local_responder.wants import Want, want_of_slot
from parley.local_responder.yesno import yes_or_no


def missing(scene: Scene) -> list[Want]:
    return [want_of_slot(slot) for slot in scene.situation.slots if slot.value is None]


def question_for(want: Want, scene: Scene) -> str:
    """The author's question for this entity by name, or the one that fits, or the only one there is, once; else our
    own."""
    named = [one for one in scene.step if want.name in one.condition.split() or want.spoken in one.condition.lower()]
    if about_it := questions_in(named):
        return about_it[0] if len(about_it) == 1 else ask_for(want, about_it)
    written = questions_in([one for one in scene.step if not one.condition])
    is_open = len(written) == 1 and (len(missing(scene)) == 1 or written[0] not in scene.situation.last_agent_text)
    return written[0] if is_open else ask_for(want, written)


def ask(scene: Scene) -> Reply | None:
    """For the first entity that is missing, in the author's words if the prompt has some."""
    still = missing(scene)
    if not still:
        said = [one.text for one in scene.step if one.act in (Act.SAY, Act.ASK) and not one.condition]
        return Reply(" ".join(said)) if said else None
    saved = {name for tool, arguments in scene.called if tool == SAVE for name in arguments}
    refused = next((want for want in still if want.name in saved), None)
    question = question_for(refused or still[0], scene)
    return Reply(joined(_apology(scene, refused is not None, question), _greeting(scene), question))


def _apology(scene: Scene, is_refused: bool, question: str) -> str:
    """Said when the user's words gave nothing: neither an answer to the last question nor a yes to something else."""
    if is_refused:
        return scene.phrase("invalid")
    last = scene.situation.last_agent_text
    is_repeated = question in last or (is_question(last) and not yes_or_no(scene.user_text))
    return scene.phrase("again") if is_repeated and scene.user_text and not scene.called else ""


def _greeting(scene: Scene) -> str:
    """What the prompt says before its questions, once."""
    said = [one.text for one in scene.step if one.act is Act.SAY and not one.condition]
    return " ".join(text for text in said if not any(text in before for before in scene.said))
