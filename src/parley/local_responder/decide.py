"""One reply to one request. Pure: the same request gives the same reply."""

from __future__ import annotations

from parley.local_responder import speech
from parley.local_responder.act import joined
from parley.local_responder.collect import collect
from parley.local_responder.courtesy import courtesy, human, silence, unclear, wants_human
from parley.local_responder.directives import Act
from parley.local_responder.event import on_event
from parley.local_responder.memo import forget
from parley.local_responder.results import from_result
from parley.local_responder.scene import STEP_TOOLS, Reply, Scene
from parley.local_responder.smalltalk import smalltalk
from parley.local_responder.step import asked_again, in_step, opening
from parley.local_responder.topic import from_rules, from_topic, pending_question, wished


def decide(scene: Scene) -> Reply:
    try:
        return _decided(scene)
    finally:
        forget()


def _decided(scene: Scene) -> Reply:
    # A result may be left from a turn that ended with an utterance: a new input comes before it.
    is_new_input = bool(scene.user_text) and not scene.situation.is_silence
    if scene.called or (scene.situation.tool_result is not None and not is_new_input):
        return _after_call(scene)
    if scene.situation.is_woken:
        return on_event(scene)
    if not is_new_input:
        return _in_silence(scene)
    aside = human(scene) or smalltalk(scene)
    if aside:
        return aside
    return _in_flow(scene) if _is_in_flow(scene) else _outside(scene)


def _is_in_flow(scene: Scene) -> bool:
    situation = scene.situation
    return bool(situation.step_prompt.strip() or situation.slots or situation.choices)


def _collects(scene: Scene) -> bool:
    return bool(scene.situation.slots or scene.situation.choices)


def _outside(scene: Scene) -> Reply:
    missing_person = Reply(scene.phrase("no_transfer")) if wants_human(scene.user_text) else None
    return (
        courtesy(scene)
        or pending_question(scene)
        or wished(scene)
        or from_topic(scene)
        or from_rules(scene)
        or missing_person
        or unclear(scene)
    )


def _in_flow(scene: Scene) -> Reply:
    own = collect(scene) if _collects(scene) else in_step(scene)
    if own:
        return own
    return courtesy(scene) or pending_question(scene) or from_rules(scene) or asked_again(scene) or unclear(scene)


def _after_call(scene: Scene) -> Reply:
    """Says what the function gave back, then goes on with the step it may have led to."""
    last_tool = scene.called[-1][0] if scene.called else ""
    result = from_result(scene) if last_tool not in STEP_TOOLS or scene.has_step_result else None
    if last_tool in STEP_TOOLS and _collects(scene) and not result:
        return collect(scene) or Reply(scene.phrase("anything_else"))
    if result and (result.tool or speech.is_question(result.text) or _is_same_step(last_tool, scene)):
        return result
    following = _beginning(scene)
    if result and following:
        return Reply(joined(result.text, following.text), following.tool, following.arguments)
    return result or following or Reply(joined(scene.phrase("done"), scene.phrase("anything_else")))


def _is_same_step(tool: str, scene: Scene) -> bool:
    """The step's own prompt speaks of the function that was called: no new step began."""
    return any(one.act is Act.CALL and one.text == tool for one in scene.step)


def _beginning(scene: Scene) -> Reply | None:
    if not _is_in_flow(scene):
        return None
    return collect(scene) if _collects(scene) else opening(scene)


def _in_silence(scene: Scene) -> Reply:
    """A silent turn may be the start of a flow that speaks first; else the user is asked whether they are there."""
    begun = _beginning(scene)
    is_new = begun is not None and (begun.tool is not None or begun.text not in scene.situation.last_agent_text)
    if begun and is_new and not (scene.said and begun.tool is None and _was_said(begun.text, scene)):
        return begun
    return silence(scene)


def _was_said(text: str, scene: Scene) -> bool:
    return any(text in before for before in scene.said)
