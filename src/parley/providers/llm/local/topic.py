"""Outside of flows, and for questions within them: answers from topics, and tools that the rules mention."""

from __future__ import annotations

from parley.providers.llm.local import speech
from parley.providers.llm.local.act import call, carry_out, conditional, joined
from parley.providers.llm.local.answer import answer
from parley.providers.llm.local.directives import Act, Directive
from parley.providers.llm.local.gather import gather
from parley.providers.llm.local.instructions import parse
from parley.providers.llm.local.questions import ask_for
from parley.providers.llm.local.scene import STEP_TOOLS, Reply, Scene
from parley.providers.llm.local.wants import wants_of_tool
from parley.providers.llm.local.yesno import is_bare
from parley.providers.llm.protocol import Passage

NEAR = 0.45
"""Passages further away are not believed, whatever the project's own threshold."""
NEAR_IN_FLOW = 0.36
SURE = 0.5
"""How well a rule or a tool's description must fit when no topic does."""
LONGEST_RULES = 20_000


def best_passage(scene: Scene, nearer_than: float = NEAR) -> Passage | None:
    best = min(scene.situation.passages, key=lambda passage: passage.distance, default=None)
    return best if best and best.distance < nearer_than else None


def from_topic(scene: Scene) -> Reply | None:
    passage = best_passage(scene)
    if passage is None:
        return None
    directives = parse(passage.actions, scene.tools)
    chosen = conditional(directives, scene)
    if chosen:
        return chosen
    if is_bare(scene.user_text):
        return None
    return _unconditional(passage, [one for one in directives if not one.condition], scene)


def side_answer(scene: Scene) -> Reply | None:
    """A topic's answer within a flow. What led into the flow is not called once more."""
    if best_passage(scene, NEAR_IN_FLOW) is None:
        return None
    answered = from_topic(scene)
    return None if answered and answered.tool in scene.ever_called else answered


def _unconditional(passage: Passage, directives: list[Directive], scene: Scene) -> Reply | None:
    if any(one.act is Act.CALL for one in directives):
        made = carry_out(directives, scene)
        if made:
            return made
    content = answer(scene.user_text, passage.content, scene.tools, scene.similarity)
    said = [one.text for one in directives if one.act in (Act.SAY, Act.ASK)]
    statements = [text for text in said if not speech.is_question(text)]
    asked = [text for text in said if speech.is_question(text)]
    text = joined(*(statements or [content]), *asked[:1])
    is_repeated = text in scene.situation.last_agent_text and not speech.is_question(scene.user_text)
    return Reply(text) if text and not is_repeated else None


def pending_question(scene: Scene) -> Reply | None:
    """The agent asked for a parameter last time: this may be the answer."""
    last = scene.situation.last_agent_text
    for tool in scene.tools.values():
        if tool.name in STEP_TOOLS or tool.name in scene.was_called:
            continue
        if any(ask_for(want) in last for want in wants_of_tool(tool)) and gather(tool, scene).told:
            return call(tool.name, scene)
    return None


def from_rules(scene: Scene) -> Reply | None:
    """A rule whose condition clearly holds, or a tool whose description says what the user wants."""
    rules = "\n".join(message.content for message in scene.messages if message.role == "system")[:LONGEST_RULES]
    directives = [
        one for one in parse(rules, scene.tools) if one.act is Act.CALL and one.condition not in ("", "otherwise")
    ]
    return conditional(directives, scene, SURE) or _by_description(scene)


def _by_description(scene: Scene) -> Reply | None:
    tools = [tool for name, tool in scene.tools.items() if name not in STEP_TOOLS and name not in scene.was_called]
    described = [f"{tool.name.replace('_', ' ')}. {tool.description}" for tool in tools]
    scores = scene.similarity(scene.user_text, described)
    best = max(zip(scores, tools, strict=True), key=lambda pair: pair[0], default=None)
    return call(best[1].name, scene) if best and best[0] >= SURE else None
