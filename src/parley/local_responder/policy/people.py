"""A wish to speak to a person, however it is said, and the way to one."""

from __future__ import annotations

import re

from parley.local_responder.context import DialogContext, Reply
from parley.local_responder.policy.arguments import collect_arguments
from parley.local_responder.policy.execution import execute_directives
from parley.local_responder.prompts.directives import DirectiveKind
from parley.local_responder.prompts.parser import parse_directives

_STAFF = (
    r"(?:human(?: being)?|person|people|agent|representative|rep|operator|advisor|adviser|manager|supervisor|boss|"
    r"receptionist|staff|colleague|someone|somebody|customer (?:service|care)|member of (?:staff|your team)|team|"
    r"librarian|assistant|employee|billing|sales|support|reception|headquarters|real one)"
)
_ANY = r"(?:an? |the |your |some |one of your |any )?(?:real |actual |live |proper |human |other |living |breathing )*"
_PERSON = rf"{_ANY}{_STAFF}"
_REACH = r"(?:speak|talk|chat|connect(?: me)?|transfer(?: me)?|put me|hand me|pass me|get me|give me|bring me|fetch me)"
_HUMAN = re.compile(
    rf"\b{_REACH}\b[^.?!]{{0,25}}\b{_STAFF}\b"
    rf"|^\W*(?:\w+[.!,] *)?{_PERSON}(?:[\s,.!]+(?:please|pls|plz|now|here|then))*\W*$"
    rf"|\b(?:want|need|like|prefer|have) (?:to have )?(?:an? |some )?(?:real |actual |live )?(?:person|human)\b"
    rf"|\b(?:human|operator|representative|live agent)\b.{{0,10}}\b(?:please|pls|now)\b"
    r"|\bput me through\b"
    r"|\b(?:real|actual|living|human) (?:person|human|being|agent)\b(?=.{0,12}\b(?:then|instead|please|now)\b)"
    r"|(?:\bnot|n['’]?t|\bno more) (?:want to )?(?:talk|speak|deal|chat)(?:ing)? (?:to|with) (?:an? |any |this |some )?"
    r"(?:\w+ ){0,2}(?:computer|machine|robot|bot|recording|ai)s?\b"
    r"|\bhablar con (?:una persona|un agente|alguien|un humano)|\bparler (?:à|avec) "
    r"(?:une personne|quelqu'un|un humain)|\bmit (?:einem menschen|jemandem|einer person) sprechen",
    re.IGNORECASE,
)
_NO_HUMAN = re.compile(
    rf"\b(?:do not|don['’]?t|no need to|rather not) (?:want to |need to |have to )?{_REACH}\b[^.?!]{{0,15}}\b{_STAFF}\b"
    rf"|\b(?:i|we) (?:already )?(?:spoke|talked|was speaking|was talking)\b",
    re.IGNORECASE,
)
HANDOFF_TOOL = re.compile(
    r"^transfer_to_|hand_?_?off|transfer|escalat|live_?agent|put_?through|(?:to|speak|"
    r"talk)_?(?:to_?)?(?:an?_)?(?:the_)?(?:human|agent|operator|representative|person|people|desk|reception|team)",
    re.I,
)
HUMAN_CONDITION = re.compile(
    r"\b(?:human|person|people|agent|representative|operator|advis[eo]r|someone|somebody|manager|supervisor|"
    r"customer service|member of (?:staff|your team)|receptionist|staff|colleague)\b",
    re.IGNORECASE,
)


NAMED = 0.5
"""How well the user's words must fit a way to a person to be about that one."""


_WISH_FOR_A_PERSON = re.compile(
    r"\b(?:asks?|wants?|wish(?:es)?|insists?|prefers?|requests?|speak|talk)\b.*\b(?:human|person|agent|representative|operator|"
    r"advis[eo]r|someone|somebody|member of (?:staff|your team)|colleague)\b",
    re.IGNORECASE,
)


def asks_for_human(text: str) -> bool:
    return _HUMAN.search(text) is not None and _NO_HUMAN.search(text) is None


def hand_off(context: DialogContext) -> Reply | None:
    """Puts the user through, if a tool for it is at hand."""
    return find_way_to_a_person(context) if asks_for_human(context.user_text) else None


def find_way_to_a_person(context: DialogContext) -> Reply | None:
    """Where the rules send whoever wants a person, unless somebody else is named."""
    ruled = call_by_rule(context, _WISH_FOR_A_PERSON)
    is_ready = ruled is not None and ruled.tool is not None
    named = call_best_tool(context, HANDOFF_TOOL, NAMED if is_ready else 0.0)
    return named or ruled or call_by_rule(context, HUMAN_CONDITION)


def call_best_tool(context: DialogContext, pattern: re.Pattern[str], min_score: float = 0.0) -> Reply | None:
    """The tool of that kind that fits the words best and lacks nothing."""
    named = [
        tool for tool in context.tools.values() if pattern.search(tool.name) and tool.name not in context.called_tools
    ]
    scores = context.similarity(
        context.user_text, [f"{tool.name.replace('_', ' ')} {tool.description}" for tool in named]
    )
    for score, tool in sorted(zip(scores, named, strict=True), key=lambda pair: -pair[0]):
        collected = collect_arguments(tool, context)
        if score >= min_score and not collected.missing:
            return Reply(tool=tool.name, arguments=collected.values)
    return None


def call_by_rule(context: DialogContext, condition: re.Pattern[str]) -> Reply | None:
    """The tool that the rules name for such a case, whatever it is called."""
    meant = [
        one
        for one in parse_directives(context.rules, context.tools)
        if one.kind is DirectiveKind.CALL and condition.search(one.condition)
    ]
    return execute_directives(meant[:1], context)
