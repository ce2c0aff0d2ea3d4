"""What people say that is no question: hello, thanks, goodbye, silence, "what?", "let me talk to a person"."""

from __future__ import annotations

import re

from parley.local_responder.abilities import abilities
from parley.local_responder.act import carry_out, joined
from parley.local_responder.conditions import refuses
from parley.local_responder.directives import Act
from parley.local_responder.gather import gather
from parley.local_responder.instructions import parse
from parley.local_responder.scene import Reply, Scene
from parley.local_responder.yesno import is_bare, yes_or_no

_ONLY = (
    r"(?:\s*(?:there|again|everyone|please|ok(?:ay)?|then|so much|very much|a lot|you|all|good (?:day|"
    r"night)|for your help|that's all|no|now|[.,!…]))*\W*$"
)
_GREETING = re.compile(
    rf"^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|hola|bonjour|hallo|guten tag|buenos "
    rf"d[ií]as|ciao){_ONLY}",
    re.I,
)
_THANKS = re.compile(
    rf"^\W*(?:(?:ok(?:ay)?|great|perfect|no|awesome|lovely)[\s,]+)*(?:thanks|thank you|cheers|gracias|"
    rf"merci|danke|grazie|obrigad[oa]){_ONLY}",
    re.I,
)
_GOODBYE = re.compile(
    rf"^\W*(?:(?:ok(?:ay)?|no|thanks|thank you|great|merci|gracias|danke|grazie|obrigad[oa])[\s,.]+)*"
    rf"(?:bye(?: bye)?|goodbye|see you(?: later|"
    rf" soon)?|have a (?:good|nice|great) \w+|adi[oó]s|au revoir|tsch[uü]ss|that(?:'s| is) all|nothing "
    rf"else|i'm done){_ONLY}",
    re.I,
)
_REPEAT = re.compile(
    r"^\W*(?:sorry[\s,]*)?(?:what(?: was that| did you say)?|pardon(?: me)?|come again|(?:can|could) "
    r"you (?:please )?(?:repeat|say)(?: that| it)?(?: again)?|(?:please )?repeat(?: that| it)?|say "
    r"(?:that|it) again|i (?:didn't|did not) (?:hear|catch|get) (?:you|that|it))(?: please)?\W*$",
    re.I,
)
_PERSON = (
    r"(?:human|(?:real |actual |live )?(?:person|agent|representative|rep|operator|advisor|adviser)|"
    r"someone(?: real)?|somebody|manager|supervisor|customer service|a member of (?:staff|your team)|"
    r"receptionist|staff)"
)
_HUMAN = re.compile(
    rf"\b(?:speak|talk|connect|transfer|put|chat|get|pass)\b[^.?!]{{0,25}}\b{_PERSON}\b|^\W*(?:a "
    rf")?(?:real )?{_PERSON}(?: please)?\W*$|\b(?:want|need|get me|give me) an? (?:real |actual |live )?"
    rf"(?:person|human)\b|\b(?:human|operator|representative|live "
    rf"agent)\b.{{0,10}}\bplease\b|\bhablar con (?:una persona|un agente|alguien|un humano)|\bparler (?:à|avec) "
    rf"(?:une personne|quelqu'un|un humain)|\bmit (?:einem menschen|jemandem|einer person) sprechen",
    re.I,
)
_HANDOFF_TOOL = re.compile(
    r"^transfer_to_|hand_?_?off|transfer|escalat|live_?agent|(?:to|speak|"
    r"talk)_?(?:to_?)?(?:an?_)?(?:human|agent|operator|representative)",
    re.I,
)
_GOODBYE_TOOL = re.compile(
    r"hang_?_?up|end_?(?:the_?)?(?:call|conversation|chat)|good_?bye|finish_?call|terminate", re.I
)


_OVER = re.compile(
    r"\bgood ?bye\b|\bhang(?:s|ing)? up\b|\bnothing (?:else|more)\b|"
    r"\b(?:conversation|call|chat) (?:is over|ends|is done|has ended)|"
    r"\b(?:finish|end)(?:es|s|ed)? the (?:conversation|call|chat)",
    re.IGNORECASE,
)
_FOR_HUMAN = re.compile(rf"\b{_PERSON}\b", re.IGNORECASE)

LONGEST_NO = 6


def courtesy(scene: Scene) -> Reply | None:
    """Only for texts that are nothing but courtesy."""
    text = scene.user_text
    if _REPEAT.match(text):
        return Reply(scene.situation.last_agent_text or scene.phrase("nothing_to_repeat"))
    is_done = "anything else" in scene.situation.last_agent_text and yes_or_no(text) is False
    if _GOODBYE.match(text) or (is_done and len(text.split()) <= LONGEST_NO):
        return farewell(scene)
    for pattern, name in ((_GREETING, "greeting"), (_THANKS, "thanks")):
        if pattern.match(text):
            return Reply(scene.phrase(name))
    return None


def farewell(scene: Scene) -> Reply:
    tool = _ready_tool(scene, _GOODBYE_TOOL) or _by_rule(scene, _OVER)
    return tool or Reply(scene.phrase("goodbye"))


def wants_human(text: str) -> bool:
    return _HUMAN.search(text) is not None


def human(scene: Scene) -> Reply | None:
    """Puts the user through, if a tool for it is at hand."""
    if not wants_human(scene.user_text):
        return None
    return _ready_tool(scene, _HANDOFF_TOOL) or _by_rule(scene, _FOR_HUMAN)


def _by_rule(scene: Scene, condition: re.Pattern[str]) -> Reply | None:
    """The tool that the rules name for such a case, whatever it is called."""
    meant = [one for one in parse(scene.rules, scene.tools) if one.act is Act.CALL and condition.search(one.condition)]
    return carry_out(meant[:1], scene)


def silence(scene: Scene) -> Reply:
    last = scene.situation.last_agent_text
    question = next((part for part in reversed(re.findall(r"[^.!?]+[.!?]", last)) if part.endswith("?")), "").strip()
    asked_already = scene.phrase("still_there") in last
    return Reply(scene.phrase("still_there") + (f" {question}" if question and not asked_already else ""))


def unclear(scene: Scene) -> Reply:
    """Says so, and what it could help with instead."""
    if is_bare(scene.user_text):
        return Reply(scene.phrase("more" if yes_or_no(scene.user_text) else "anything_else"))
    if refuses(scene.user_text):
        return Reply(joined(scene.phrase("done"), scene.phrase("anything_else")))
    return Reply(joined(scene.phrase("unclear"), abilities(scene)))


def _ready_tool(scene: Scene, pattern: re.Pattern[str]) -> Reply | None:
    """The tool of that kind that fits the words best and lacks nothing."""
    named = [tool for tool in scene.tools.values() if pattern.search(tool.name) and tool.name not in scene.was_called]
    scores = scene.similarity(scene.user_text, [f"{tool.name.replace('_', ' ')} {tool.description}" for tool in named])
    for _, tool in sorted(zip(scores, named, strict=True), key=lambda pair: -pair[0]):
        gathered = gather(tool, scene)
        if not gathered.missing:
            return Reply(tool=tool.name, arguments=gathered.values)
    return None
