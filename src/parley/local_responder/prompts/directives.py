"""One thing that an instruction wants done, and how a clause of prose becomes one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from parley.kit.text.terms import terms
from parley.local_responder.prompts import phrasing


class DirectiveKind(StrEnum):
    SAY = "say"
    ASK = "ask"
    CALL = "call"
    AVOID = "avoid"
    """A tool that must not be called (now)."""
    NOTE = "note"
    """Neither: background, manner, or prose that is not understood. `text` is the prose itself."""


@dataclass(frozen=True, slots=True)
class Directive:
    kind: DirectiveKind
    text: str
    """What to say or ask, ready for the user; the tool's name; or the prose of a note."""
    condition: str = ""
    """When it applies, as written: "the user confirms"; "otherwise"; empty for always."""
    detail: str = ""
    """What a call is to be made with, as written: "with the reason", "with cancel"."""
    is_quoted: bool = False
    """The author's own words for the user."""


def speech_directive(text: str, *, is_quoted: bool = False) -> Directive:
    return Directive(DirectiveKind.ASK if phrasing.is_question(text) else DirectiveKind.SAY, text, is_quoted=is_quoted)


def without_paraphrases(directives: Sequence[Directive]) -> list[Directive]:
    """Without what we would ask in our words and the author asks in theirs: "Find out when they want to arrive. Ask:
    'What day would you like to arrive?'"."""
    quoted = [one for one in directives if one.kind is DirectiveKind.ASK and one.is_quoted]
    return [one for one in directives if not any(_is_paraphrase(one, other) for other in quoted)]


def _is_paraphrase(one: Directive, quoted: Directive) -> bool:
    if one.kind is not DirectiveKind.ASK or one.is_quoted or one.condition != quoted.condition:
        return False
    ours, theirs = set(terms(one.text)), set(terms(quoted.text))
    return bool(ours) and 2 * len(ours & theirs) >= len(ours)


def parse_speech_clause(clause: str) -> Directive | None:
    """The directive of a clause without quotes ("ask for their name"), or None when it is none that is spoken."""
    # The first that gives words wins, so narrow clauses stand before wide ones: "say goodbye" before "say …".
    for pattern, build in _CLAUSES:
        match = pattern.match(clause)
        directive = build(match) if match else None
        if directive and directive.text:
            return None if _FOR_THE_MODEL.search(directive.text) else directive
    return None


def introduces_speech(clause: str) -> bool:
    """A clause that goes with quoted words: "say …", "greet the caller with …"."""
    return _INTRODUCTION.match(clause) is not None


def _question_directive(match: re.Match[str]) -> Directive:
    text = _MANNER.sub("", match["text"])
    listed = _LISTED.match(text)
    if listed and _WHICH.match(text):
        asked = (phrasing.question(listed["asked"]) or "").rstrip("?")
        return Directive(DirectiveKind.ASK, phrasing.sentence(f"{asked}: {listed['things'].rstrip(' .')}", "?"))
    return Directive(DirectiveKind.ASK, phrasing.question(f"for {listed['things']}" if listed else text) or "")


_MANNER = re.compile(
    r"(?:^|,? )(?:only )?(?:one (?:thing |question |item )?(?:at a time|after the other|by one)|"
    r"in (?:this|that|the following) order|politely|briefly|step by step|in (?:one|a short) sentence)\b"
    r"|,? (?:if|unless|as long as) (?:it|they|that|this|you)(?: is| are| do|['’]s|['’]re)? (?:not |already )*"
    r"(?:known|given|know|clear|said|mentioned)[^.?!]*$",
    re.IGNORECASE,
)
"""How to ask and when, which is for the agent alone."""
_FOR_THE_MODEL = re.compile(r"\{\{|\}\}|\w_\w|\s[-•–] \w|\b(?:function|json|context information)s?\b", re.IGNORECASE)
"""Names of tools and entities, items of a list that was not split, and what only a model has. Prose that holds them was
not understood."""
_WHICH = re.compile(r"(?:which|what|whether)\b", re.IGNORECASE)
_LISTED = re.compile(r"(?P<asked>[^:?]{1,80}):\s+(?P<things>[^:?]*,[^:?]*)$", re.DOTALL)
"""What is to be asked for stands behind the colon."""


def _request_directive(match: re.Match[str]) -> Directive:
    return Directive(DirectiveKind.ASK, phrasing.request(match["text"]))


def _statement_directive(match: re.Match[str]) -> Directive:
    return speech_directive(phrasing.statement(match["text"]))


def _thanks_directive(match: re.Match[str]) -> Directive:
    return Directive(DirectiveKind.SAY, phrasing.statement(f"thank you {match['text']}"))


def _apology_directive(match: re.Match[str]) -> Directive:
    text = match["text"].strip(" .")
    return Directive(
        DirectiveKind.SAY, phrasing.statement(f"I'm sorry {text}") if text.startswith(("for", "that")) else "I'm sorry."
    )


def _offer_directive(match: re.Match[str]) -> Directive:
    text = phrasing.to_user(match["text"]).rstrip(".")
    return Directive(DirectiveKind.ASK, f"Would you like {'me ' if text.startswith('to ') else ''}{text}?")


def _confirmation_directive(match: re.Match[str]) -> Directive:
    text = phrasing.to_user(match["text"]).rstrip(".")
    return Directive(DirectiveKind.ASK, f"Could you please confirm {text}?")


def _constant(kind: DirectiveKind, text: str) -> Callable[[re.Match[str]], Directive]:
    return lambda _: Directive(kind, text)


_WHOM = rf"(?: (?:to )?(?:the |this |your )?{phrasing.USER}| (?:to )?them| him or her| back)?"
_WITH = rf"(?: with{_WHOM})"
_INTRODUCTION = re.compile(
    r"(?:say|tell|ask|respond|reply|answer|greet|inform|let|start|begin|open|read|use the (?:phrase|words|line)|utter|"
    r"explain|confirm|thank|apologi[sz]e|end|close|welcome|acknowledge|repeat|offer|mention|remind|"
    r"advise|something like|"
    r"for example|by saying|the message)\b",
    re.IGNORECASE,
)
_CLAUSES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Directive]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE | re.DOTALL), build)
    for pattern, build in (
        (
            rf"(?:say|tell|reply|respond|answer|ask|utterance|agent|prompt){_WHOM}(?: with)?(?: exactly| this| "
            rf"the following)?\s*:\s*(?P<text>.+)$",
            lambda match: speech_directive(match["text"].strip()),
        ),
        (rf"ask{_WHOM} (?P<text>.+)$", _question_directive),
        (
            r"(?:find out|determine|establish|learn|clarify|identify|figure out|understand|ask about) "
            r"(?P<text>(?:what|which|whether|if|how|when|where|who|why)\b.+)$",
            _question_directive,
        ),
        (rf"say goodbye\b|(?:bid|wish){_WHOM} (?:goodbye|farewell)", _constant(DirectiveKind.SAY, "Goodbye!")),
        (
            rf"wish{_WHOM} (?P<text>.+)$",
            lambda match: Directive(DirectiveKind.SAY, f"Have {match['text'].rstrip('.')}!"),
        ),
        (rf"greet{_WHOM}|welcome{_WHOM}|say (?:hello|hi)\b", _constant(DirectiveKind.SAY, "Hello!")),
        (rf"thank{_WHOM} (?P<text>for .+)$", _thanks_directive),
        (rf"(?:thank{_WHOM}\b|say thank)", _constant(DirectiveKind.SAY, "Thank you.")),
        (rf"apologi[sz]e{_WHOM}(?P<text>.*)$", _apology_directive),
        (
            rf"(?:tell|advise|remind|encourage|instruct|direct){_WHOM} to (?P<text>.+)$",
            lambda match: Directive(DirectiveKind.SAY, phrasing.statement(f"please {match['text']}")),
        ),
        (
            rf"(?:tell|inform|let|advise|remind|notify|assure|reassure|warn){_WHOM} (?:know )?(?:that "
            rf")?(?P<text>(?!about\b|of\b|how\b|what\b|so\b|this\b|the (?:result|answer|details|same|truth)\b|"
            rf"us\b|(?:the |this |your )?{phrasing.USER}\b|them\b).+)$",
            _statement_directive,
        ),
        (
            rf"(?:say|explain|mention|respond|reply|state|acknowledge|announce|note|confirm){_WHOM} that "
            rf"(?P<text>.+)$",
            _statement_directive,
        ),
        (r"(?:say|explain|mention|state) (?P<text>(?:you|you're|they|we|there|the|it|I)\b.+)$", _statement_directive),
        (
            rf"(?:read|repeat|summari[sz]e|recap)(?: back)?{_WHOM}(?: (?:the|their|all)(?: \w+){{1,3}})?(?: back)?"
            rf"{_WHOM}: (?P<text>.+)$",
            lambda match: speech_directive(phrasing.sentence(match["text"], ".")),
        ),
        (
            rf"(?:offer|give|present|read|list|suggest|propose){_WHOM}(?: out)? (?:them|these|those|the (?:\w+ "
            rf")?(?:options|slots|times|choices|dates))\b.*$",
            _constant(DirectiveKind.ASK, "Which one would you like?"),
        ),
        (rf"(?:offer|suggest|propose){_WHOM} (?P<text>.+)$", _offer_directive),
        (
            rf"(?:confirm|verify|check){_WITH} (?:whether|if) (?P<text>.+)$",
            lambda match: Directive(DirectiveKind.ASK, phrasing.question(f"if {match['text']}") or ""),
        ),
        (rf"(?:confirm|verify){_WHOM} (?P<text>(?:the|their|all)\b.+?)(?:{_WITH})?\.?$", _confirmation_directive),
        (
            rf"(?:collect|get|obtain|request|gather|find out|take|capture|elicit) (?P<text>(?!(?:the |all |their )*"
            rf"(?:following|details|information|data|values|entities)\b)(?:the|their|his|an?|{phrasing.USER})\b.+?)"
            rf"(?: from{_WHOM})?\.?$",
            _request_directive,
        ),
    )
)
