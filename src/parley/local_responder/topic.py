"""Outside of flows, and for questions within them: answers from topics, and tools that the rules mention."""

from __future__ import annotations

import re

from parley.kit.text.sentences import sentences
from parley.kit.text.terms import FILLER, terms
from parley.local_responder import speech
from parley.local_responder.abilities import HOUSEKEEPING
from parley.local_responder.act import call, carry_out, conditional, joined
from parley.local_responder.answer import answer
from parley.local_responder.conditions import meaning_of, refuses, said
from parley.local_responder.directives import Act, Directive
from parley.local_responder.fill import beside_values
from parley.local_responder.gather import gather
from parley.local_responder.instructions import parse
from parley.local_responder.questions import ask_for
from parley.local_responder.scene import STEP_TOOLS, Reply, Scene
from parley.local_responder.wants import wants_of_tool
from parley.local_responder.yesno import is_bare
from parley.providers.llm.protocol import Passage, Tool

NEAR = 0.45
"""Passages further away are not believed, whatever the project's own threshold."""
NEAR_IN_FLOW = 0.36
NEAR_BY_MEANING = 0.37
"""For passages that have no word in common with the question: half of those further away answer another one."""
BEGINNING = 5
NEAR_IN_FEW_WORDS = 0.3
"""For words that carry no meaning of their own."""
SURE = 0.5
"""How well a rule or a tool's description must fit when no topic does."""
LONGEST_RULES = 20_000
SENTENCE = 5
"""Words; fewer beside a telephone number are a name."""

_WORD = re.compile(r"[^\W\d_]+")
_FOLLOWING = re.compile(r"(?:and|or|what about|how about|what if)\b", re.IGNORECASE)
_CONTACT = re.compile(r"(?:\d[\s().\-]?){7,}|\S@\S")


def best_passage(scene: Scene, nearer_than: float = NEAR) -> Passage | None:
    best = min(scene.situation.passages, key=lambda passage: passage.distance, default=None)
    if best is None or best.distance >= min(nearer_than, _credible(scene)):
        return None
    return best if best.distance < NEAR_BY_MEANING or _shares_a_word(scene.user_text, best) else None


def _shares_a_word(text: str, passage: Passage) -> bool:
    theirs = terms(" ".join([passage.name, *passage.example_queries, passage.content]))
    stems = {term[:BEGINNING] for term in theirs}
    return any(term in theirs or (len(term) >= BEGINNING and term[:BEGINNING] in stems) for term in terms(text))


def _credible(scene: Scene) -> float:
    """How near a passage must be for words that say little: "8 pm" and "Ann Lee, 020 7946 0133" ask for nothing, but
    "and on Sunday?" does."""
    text = scene.user_text
    rest = beside_values(text, scene.listener)
    if rest == text:
        return NEAR if _means_something(text) else NEAR_IN_FEW_WORDS
    is_contact = len(_WORD.findall(rest)) < SENTENCE and _CONTACT.search(text) is not None
    if _means_something(rest) and not is_contact:
        return NEAR
    return NEAR if speech.is_question(text) or _FOLLOWING.match(text) else 0.0


def _means_something(text: str) -> bool:
    return any(word not in FILLER for word in _WORD.findall(text.lower()))


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
    """The agent asked for a parameter last time, or what a topic asks before its call: this may be the answer."""
    last = scene.situation.last_agent_text
    for passage in scene.situation.passages:
        always = [one for one in parse(passage.actions, scene.tools) if not one.condition]
        asked = next((place for place, one in enumerate(always) if one.act is Act.ASK and one.text in last), None)
        if asked is not None and not refuses(scene.user_text):
            return carry_out([one for one in always[asked + 1 :] if one.act is Act.CALL], scene)
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
    scores = [max(scene.similarity(said(scene), _described(tool))) for tool in tools]
    best = max(zip(scores, tools, strict=True), key=lambda pair: pair[0], default=None)
    return call(best[1].name, scene) if best and best[0] >= SURE else None


def _described(tool: Tool) -> list[str]:
    """What a tool is for: as a whole, and by each sentence about it."""
    name = tool.name.replace("_", " ")
    if HOUSEKEEPING.search(tool.name):
        return [f"{name}. {tool.description}"]
    each = [meaning_of(_USED.sub("", sentence)) for sentence in sentences(tool.description)]
    return [f"{name}. {tool.description}", *(text for text in each if len(terms(text)) > 1)]


_USED = re.compile(r"^(?:use|call|used|run)\b(?: this| it)?(?: (?:when(?:ever)?|if|for|to|once))?\b", re.IGNORECASE)


def wished(scene: Scene) -> Reply | None:
    """A wish to have something done is for a rule that speaks of it, however much a topic knows about the thing; unless
    the topic has something to call of its own."""
    if not _WISH.search(scene.user_text):
        return None
    near = best_passage(scene)
    leads_on = near and any(one.act is Act.CALL for one in parse(near.actions, scene.tools))
    return None if leads_on else from_rules(scene)


_WISH = re.compile(
    r"\b(?:i(?:['’]d| would) (?:like|love)|i (?:want|need|wish)|i['’]m (?:looking|trying|calling|hoping)|"
    r"(?:can|could|may) (?:i|we|you)|help me|please)\b.{0,15}\b(?:book|reserve|schedule|make|order|cancel|"
    r"change|move|reschedule|"
    r"refill|renew|set up|arrange|come in|report|return|an? appointment|track)\b",
    re.IGNORECASE,
)
