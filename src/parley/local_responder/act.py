"""From directives to a reply: which of them apply now, and whether a call is ready to be made."""

from __future__ import annotations

from collections.abc import Sequence

from parley.local_responder import speech
from parley.local_responder.conditions import HOLDS, strength
from parley.local_responder.directives import Act, Directive
from parley.local_responder.gather import Gathered, gather
from parley.local_responder.questions import ask_for
from parley.local_responder.scene import Reply, Scene
from parley.local_responder.wants import Kind, wants_of_tool

MOST_CALLS = 6
"""In one turn; after that only words."""


def call(tool: str, scene: Scene, text: str = "", written: Sequence[str] = (), detail: str = "") -> Reply | None:
    """The call if all its arguments are known, else the question for the first that is not. `written`: the author's own
    questions. None when it was made already."""
    gathered = gather(scene.tools[tool], scene, detail=detail)
    return ready_call(tool, gathered, scene, text) if not gathered.missing else _ask(gathered, text, written)


def ready_call(tool: str, gathered: Gathered, scene: Scene, text: str = "") -> Reply | None:
    if len(scene.called) >= MOST_CALLS or (tool, gathered.values) in scene.called:
        return None
    if not gathered.values and tool in scene.was_called:
        return None
    return Reply(text, tool, gathered.values)


def _ask(gathered: Gathered, text: str, written: Sequence[str]) -> Reply:
    # The author's question may ask for everything at once: it fits only as long as nothing is known.
    return Reply(joined(text, ask_for(gathered.missing[0], () if gathered.values else written)))


def questions_in(directives: Sequence[Directive]) -> list[str]:
    return [directive.text for directive in directives if directive.act is Act.ASK]


def conditional(directives: Sequence[Directive], scene: Scene, at_least: float = HOLDS) -> Reply | None:
    """What the condition that holds best asks for: its words, its call or both."""
    best, chosen = 0.0, ""
    for condition in dict.fromkeys(one.condition for one in directives if one.condition and one.act is not Act.NOTE):
        force = strength(condition, scene)
        if force > best:
            best, chosen = force, condition
    if best < at_least:
        return None
    return carry_out([one for one in directives if one.condition == chosen], scene)


def carry_out(directives: Sequence[Directive], scene: Scene) -> Reply | None:
    """Says what comes before the first call, then makes it; without a call, says everything."""
    avoided = {one.text for one in directives if one.act is Act.AVOID}
    words: list[str] = []
    for directive in directives:
        if directive.act in (Act.SAY, Act.ASK):
            words.append(directive.text)
        elif directive.act is Act.CALL and directive.text in scene.tools and directive.text not in avoided:
            if words and speech.is_question(words[-1]) and _takes_own_words(directive.text, scene):
                return Reply(" ".join(words))
            made = call(directive.text, scene, " ".join(words), questions_in(directives), directive.detail)
            if made:
                return made
    return Reply(" ".join(words)) if words else None


def _takes_own_words(tool: str, scene: Scene) -> bool:
    """Any words would do for it: those that answer the question are meant."""
    return any(want.kind is Kind.WORDS for want in wants_of_tool(scene.tools[tool]))


def needs_nothing(tool: str, scene: Scene) -> bool:
    return not wants_of_tool(scene.tools[tool])


def joined(*parts: str) -> str:
    return " ".join(part.strip() for part in parts if part.strip())
