"""How to ask for something, and what a question asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from parley.kit.text.sentences import sentences
from parley.kit.text.terms import terms
from parley.local_responder import speech
from parley.local_responder.memo import once
from parley.local_responder.wants import Kind, Want

REMEMBERED = 1024
"""Wants: the same come back with every turn."""

_KIND_WORDS = {
    Kind.DATE: r"\b(?:date|day|when|birthday)\b",
    Kind.TIME: r"\b(?:time|when|hour)\b",
    Kind.PHONE: r"\b(?:phone|mobile|cell|number)\b",
    Kind.EMAIL: r"\be-?mail\b",
    Kind.NAME: r"\bname\b|\bwho\b|\bspell",
    Kind.PEOPLE: r"\bhow many\b|\bparty\b|\bpeople\b|\bguests\b",
    Kind.NUMBER: r"\bhow (?:many|much|long|old)\b|\bnumber\b|\bamount\b",
    Kind.CODE: r"\b(?:code|number|reference|id|digits|zip|postcode|account)\b",
    Kind.ADDRESS: r"\b(?:address|where|street|city)\b",
    Kind.CHOICE: r"\b(?:which|what kind|what type|or)\b",
    Kind.BOOLEAN: r"^(?:is|are|do|does|did|would|can|could|will|have|has|should|was|were|shall)\b|\bcorrect\b|"
    r"\bright\b",
    Kind.TEXT: r"\b(?:what|which|where|tell me)\b",
    Kind.WORDS: r"\b(?:what|why|tell me|how)\b",
}


def ask_for(want: Want, written: Sequence[str] = ()) -> str:
    """The question for a value; one of the author's own questions if it asks for this."""
    own = next((text for text in written if asked_for(text, [want], strict=True)), None)
    return own or _question(want)


def asked_for(agent_text: str, wants: Sequence[Want], *, strict: bool = False) -> Want | None:
    """Which of the wants the agent's words asked for. A question that fits none means the only one, unless `strict`."""
    asked = [sentence for sentence in sentences(agent_text) if "?" in sentence] or sentences(agent_text)[-1:]
    scored = [(max((_fit(sentence, want) for sentence in asked), default=0.0), want) for want in wants]
    best = max(scored, key=lambda pair: pair[0], default=None)
    if best and best[0] > 0:
        return best[1]
    return wants[0] if not strict and len(wants) == 1 and "?" in agent_text else None


def _fit(sentence: str, want: Want) -> float:
    if _question(want).lower() in sentence.lower():
        return 10.0
    said = _said(sentence)
    name, description = _worded(want)
    named, described = len(said & name), len(said & description)
    kind = re.search(_KIND_WORDS[want.kind], sentence.lower()) is not None
    if not named and not kind:
        return 0.0
    generic = want.kind in (Kind.TEXT, Kind.WORDS, Kind.CHOICE) and not named
    return 0.0 if generic and not described else named * 1.5 + kind * 1.0 + min(described, 3) * 0.4


@lru_cache(maxsize=REMEMBERED)
def _worded(want: Want) -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(terms(want.spoken)), frozenset(terms(want.description))


@once
def _said(sentence: str) -> frozenset[str]:
    return frozenset(terms(sentence))


@lru_cache(maxsize=REMEMBERED)
def _question(want: Want) -> str:
    for pattern, text in _FIXED:
        if re.search(pattern, want.spoken) and want.kind is not Kind.CHOICE:
            return text
    if want.kind is Kind.CHOICE and 1 < len(want.options) <= 5:
        options = [option.replace("_", " ") for option in want.options]
        return f"Which would you like: {', '.join(options[:-1])} or {options[-1]}?"
    if want.kind is Kind.BOOLEAN:
        return _yes_no_question(want)
    if want.kind in (Kind.PEOPLE, Kind.EMAIL, Kind.PHONE, Kind.WORDS):
        return _BY_KIND[want.kind]
    return speech.request(_thing(want))


_FIXED = (
    (
        r"^(?:date|day|booking date|appointment date|reservation date|preferred date|new date)$",
        "What date would you like?",
    ),
    (r"^(?:time|booking time|appointment time|reservation time|preferred time|new time)$", "What time would you like?"),
    (r"^(?:name|full name|user name|customer name|caller name|guest name)$", "Could you give me your name?"),
)
_BY_KIND = {
    Kind.PEOPLE: "How many people will there be?",
    Kind.EMAIL: "Could you give me your e-mail address?",
    Kind.PHONE: "Could you give me your phone number?",
    Kind.WORDS: "Could you tell me a little more about that?",
}


def _yes_no_question(want: Want) -> str:
    condition = re.match(
        r"(?:true if|whether(?: or not)?|if|set to true if|true when)\s+(?P<clause>.+)", want.description, re.I
    )
    clause = condition["clause"].split(",")[0].split(".")[0] if condition else ""
    asked = speech.question(f"whether {re.sub(r' or not$', '', clause)}") if clause else None
    if "confirm" in want.words:
        return "Is that right?"
    is_direct = re.match(r"(?:Have|Do|Are|Is|Did|Would|Can) ", asked or "")
    return asked if asked and is_direct else f"Is it a yes for {want.spoken}?"


def _thing(want: Want) -> str:
    """A short description is better than a name."""
    first = re.split(r"[.,;:(]| in the format| as | e\.g| formatted", want.description.strip(), maxsplit=1)[0].strip()
    is_noun = re.match(r"(?:the|a|an|their|your|user|caller|customer)\b", first, re.IGNORECASE)
    if (
        is_noun
        and 1 < len(first.split()) <= 8
        and not re.search(r"\b(?:to|that|which|if|provided|given|should)\b", first)
    ):
        return first[0].lower() + first[1:]
    return want.spoken
