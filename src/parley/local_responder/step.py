"""An advanced step: a prompt in prose that says what to ask, what to say and which function comes when."""

from __future__ import annotations

from collections.abc import Sequence

from parley.local_responder import speech
from parley.local_responder.act import call, carry_out, conditional, joined, needs_nothing, questions_in, ready_call
from parley.local_responder.declining import declines
from parley.local_responder.directives import Act, Directive
from parley.local_responder.gather import gather
from parley.local_responder.questions import ask_for
from parley.local_responder.scene import Reply, Scene
from parley.local_responder.topic import side_answer


def in_step(scene: Scene) -> Reply | None:
    """The user has said something, and this step has to deal with it."""
    directives = scene.step
    always = [one for one in directives if not one.condition]
    return (
        conditional([one for one in directives if one.condition != "otherwise"], scene)
        or _provided(directives, scene)
        or _at_once(always, scene)
        or _side_question(scene)
        or (conditional(directives, scene) if _asked_already(always, scene) else None)
    )


def opening(scene: Scene) -> Reply | None:
    """What the step begins with: a call that waits for nothing, or its first words."""
    always = [one for one in scene.step if not one.condition]
    return _told_in_passing(scene) or _at_once(always, scene) or _first_words(always, scene) or _for_its_function(scene)


def asked_again(scene: Scene) -> Reply | None:
    """The step's question once more, after a reply that was no answer to it."""
    questions = questions_in([one for one in scene.step if not one.condition])
    if not questions:
        wanted = _for_its_function(scene)
        return Reply(joined(scene.phrase("again"), wanted.text)) if wanted else None
    asked = [question for question in questions if question in scene.situation.last_agent_text]
    if asked:
        return Reply(joined(scene.phrase("needed" if declines(scene.user_text) else "again"), asked[-1]))
    return _first_words([one for one in scene.step if not one.condition], scene)


def _provided(directives: Sequence[Directive], scene: Scene) -> Reply | None:
    """A function whose arguments the user has just given, in whole or in part: the one that got the most of them."""
    counted = [(len(gather(scene.tools[one.text], scene).told), one) for one in _calls(directives, scene)]
    most, directive = max(counted, key=lambda pair: pair[0], default=(0, None))
    if not most or directive is None:
        return _after_answer(directives, scene)
    return call(directive.text, scene, written=questions_in(directives), detail=directive.detail)


def _after_answer(directives: Sequence[Directive], scene: Scene) -> Reply | None:
    """ "Ask how they are, then call x": x takes free words or nothing, and a question has been answered."""
    if speech.is_question(scene.user_text) or "?" not in scene.situation.last_agent_text:
        return None
    for place, directive in enumerate(directives):
        if directive.act is not Act.CALL or directive.condition or directive.text not in scene.tools:
            continue
        if any(one.act is Act.ASK and not one.condition for one in directives[:place]):
            gathered = gather(scene.tools[directive.text], scene, detail=directive.detail)
            return None if gathered.missing or gathered.stale else ready_call(directive.text, gathered, scene)
    return None


def _told_in_passing(scene: Scene) -> Reply | None:
    """What this step collects was said before it began ("a table for four tomorrow at seven")."""
    for directive in _calls(scene.step, scene):
        gathered = gather(scene.tools[directive.text], scene, in_passing=True)
        if gathered.told and not gathered.missing and directive.text not in scene.was_called:
            return ready_call(directive.text, gathered, scene)
    return None


def _at_once(always: Sequence[Directive], scene: Scene) -> Reply | None:
    """An unconditional call with no question before it."""
    for place, directive in enumerate(always):
        if directive.act is Act.ASK:
            return None
        if directive.act is Act.CALL and directive.text in scene.tools:
            done = directive.text in scene.ever_called if needs_nothing(directive.text, scene) else False
            made = None if done else carry_out(always[: place + 1], scene)
            if made:
                return made
    return None


def _first_words(always: Sequence[Directive], scene: Scene) -> Reply | None:
    """Statements and the first question that was not asked yet."""
    words: list[str] = []
    for directive in always:
        if directive.act is Act.SAY and directive.text not in scene.said[-1:]:
            words.append(directive.text)
        elif directive.act is Act.ASK:
            return Reply(joined(*words, directive.text))
    return Reply(" ".join(words)) if words else None


def _for_its_function(scene: Scene) -> Reply | None:
    """The step asks for nothing in words, but its function does."""
    for directive in _calls(scene.step, scene):
        missing = gather(scene.tools[directive.text], scene, in_passing=True).missing
        if missing:
            return Reply(ask_for(missing[0]))
    return None


def _side_question(scene: Scene) -> Reply | None:
    """Something else is asked in the middle of a step: answer it, and come back to the step's question."""
    answered = side_answer(scene)
    if answered is None or answered.tool or speech.is_question(answered.text):
        return answered
    questions = questions_in([one for one in scene.step if not one.condition])
    return Reply(joined(answered.text, questions[-1] if questions else ""))


def _asked_already(always: Sequence[Directive], scene: Scene) -> bool:
    return any(question in scene.situation.last_agent_text for question in questions_in(always))


def _calls(directives: Sequence[Directive], scene: Scene) -> list[Directive]:
    avoided = {one.text for one in directives if one.act is Act.AVOID and not one.condition}
    return [one for one in directives if one.act is Act.CALL and one.text in scene.tools and one.text not in avoided]
