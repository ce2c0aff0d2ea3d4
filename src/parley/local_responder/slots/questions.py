"""How to ask for something, and what a question asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from parley.kit.text.sentences import sentences
from parley.kit.text.terms import terms
from parley.local_responder.cache import cached_per_decision
from parley.local_responder.prompts import phrasing
from parley.local_responder.slots.spec import SlotKind, SlotSpec

CACHE_SIZE = 1024
"""Slot specs: the same come back with every turn. They are the author's, so they may outlive a decision."""

_KIND_WORDS = {
    SlotKind.DATE: r"\b(?:date|day|when|birthday)\b",
    SlotKind.TIME: r"\b(?:time|when|hour)\b",
    SlotKind.PHONE: r"\b(?:phone|mobile|cell|number)\b",
    SlotKind.EMAIL: r"\be-?mail\b",
    SlotKind.NAME: r"\bname\b|\bwho\b|\bspell",
    SlotKind.PEOPLE: r"\bhow many\b|\bparty\b|\bpeople\b|\bguests\b",
    SlotKind.NUMBER: r"\bhow (?:many|much|long|old)\b|\bnumber\b|\bamount\b",
    SlotKind.CODE: r"\b(?:code|number|reference|id|digits|zip|postcode|account)\b",
    SlotKind.ADDRESS: r"\b(?:address|where|street|city)\b",
    SlotKind.CHOICE: r"\b(?:which|what kind|what type|or)\b",
    SlotKind.BOOLEAN: r"^(?:is|are|do|does|did|would|can|could|will|have|has|should|was|were|shall)\b|\bcorrect\b|"
    r"\bright\b",
    SlotKind.TEXT: r"\b(?:what|which|where|tell me)\b",
    SlotKind.WORDS: r"\b(?:what|why|tell me|how)\b",
}


def slot_question(spec: SlotSpec, written: Sequence[str] = ()) -> str:
    """The question for a value; one of the author's own questions if it asks for this."""
    own = next((text for text in written if find_asked_slot(text, [spec], strict=True)), None)
    return own or _question(spec)


def find_asked_slot(agent_text: str, specs: Sequence[SlotSpec], *, strict: bool = False) -> SlotSpec | None:
    """Which of the slots the agent's words asked for. A question that fits none means the only one, unless `strict`."""
    asked = [sentence for sentence in sentences(agent_text) if "?" in sentence] or sentences(agent_text)[-1:]
    scored = [(max((_score_fit(sentence, spec) for sentence in asked), default=0.0), spec) for spec in specs]
    best = max(scored, key=lambda pair: pair[0], default=None)
    if best and best[0] > 0:
        return best[1]
    return (
        specs[0] if not strict and len(specs) == 1 and "?" in agent_text and not is_open_question(agent_text) else None
    )


def is_open_question(text: str) -> bool:
    """Asks for anything, so for no value."""
    return _OPEN_QUESTION.search(text) is not None


def _score_fit(sentence: str, spec: SlotSpec) -> float:
    if _question(spec).lower() in sentence.lower():
        return 10.0
    said = _sentence_terms(sentence)
    name, description = _spec_terms(spec)
    named, described = len(said & name), len(said & description)
    kind = re.search(_KIND_WORDS[spec.kind], sentence.lower()) is not None
    if not named and not kind:
        return 0.0
    generic = spec.kind in (SlotKind.TEXT, SlotKind.WORDS, SlotKind.CHOICE) and not named
    return 0.0 if generic and not described else named * 1.5 + kind * 1.0 + min(described, 3) * 0.4


_ASKING = re.compile(r"(?:for |from |on |at |in )?how (?:many|much|long|often)\b", re.IGNORECASE)
"""A description that is a question already: "For how many days"."""
_CLAUSE = re.compile(r"(?:what|which|where|who)\b", re.IGNORECASE)
_OPEN_QUESTION = re.compile(
    r"\bhow (?:can|may|could) (?:i|we) (?:help|assist)\b|\bwhat can (?:i|we) do for you\b|"
    r"\b(?:anything|something|what) else\b|\b(?:can|may) (?:i|we) help you\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=CACHE_SIZE)
def _spec_terms(spec: SlotSpec) -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(terms(spec.spoken_name)), frozenset(terms(spec.description))


@cached_per_decision
def _sentence_terms(sentence: str) -> frozenset[str]:
    return frozenset(terms(sentence))


@lru_cache(maxsize=CACHE_SIZE)
def _question(spec: SlotSpec) -> str:
    for pattern, text in _BY_NAME:
        if re.search(pattern, spec.spoken_name) and spec.kind is not SlotKind.CHOICE:
            return text
    if spec.kind is SlotKind.CHOICE and 1 < len(spec.options) <= 5:
        options = [option.replace("_", " ") for option in spec.options]
        return f"Which would you like: {', '.join(options[:-1])} or {options[-1]}?"
    if spec.kind is SlotKind.BOOLEAN:
        return _yes_no_question(spec)
    if spec.kind in (SlotKind.PEOPLE, SlotKind.EMAIL, SlotKind.PHONE, SlotKind.WORDS):
        return _BY_KIND[spec.kind]
    if spec.kind is SlotKind.TEXT and _CLAUSE.match(spec.description):
        return phrasing.question(_first_part(spec.description)) or phrasing.request(spec.spoken_name)
    if _ASKING.match(spec.description):
        return phrasing.sentence(_first_part(spec.description), "?")
    thing = _describe(spec)
    if spec.kind in _NAMELESS and not re.search(_KIND_WORDS[spec.kind], thing):
        return phrasing.request(f"the {_NAMELESS[spec.kind]} of {phrasing.with_article(thing)}")
    return phrasing.request(thing)


_NAMELESS = {SlotKind.DATE: "day", SlotKind.TIME: "time"}
"""Of "arrival" the day is asked for, or the time."""
_BY_NAME = (
    (
        r"^(?:date|day|booking date|appointment date|reservation date|preferred date|new date)$",
        "What date would you like?",
    ),
    (
        r"^(?:time|hour|booking time|appointment time|reservation time|preferred time|new time)$",
        "What time would you like?",
    ),
    (r"^(?:dob|date of birth|birth ?date|birthday)$", "Could you give me your date of birth?"),
    (r"^(?:name|full name|user name|customer name|caller name|guest name)$", "Could you give me your name?"),
)
_BY_KIND = {
    SlotKind.PEOPLE: "How many people will there be?",
    SlotKind.EMAIL: "Could you give me your e-mail address?",
    SlotKind.PHONE: "Could you give me your phone number?",
    SlotKind.WORDS: "Could you tell me a little more about that?",
}


def _yes_no_question(spec: SlotSpec) -> str:
    condition = re.match(
        r"(?:true if|whether(?: or not)?|if|set to true if|true when)\s+(?P<clause>.+)", spec.description, re.I
    )
    clause = condition["clause"].split(",")[0].split(".")[0] if condition else ""
    asked = phrasing.question(f"whether {re.sub(r' or not$', '', clause)}") if clause else None
    if "confirm" in spec.words:
        return "Is that right?"
    is_direct = re.match(r"(?:Have|Do|Are|Is|Did|Would|Can) ", asked or "")
    return asked if asked and is_direct else f"Is it a yes for {spec.spoken_name}?"


def _first_part(description: str) -> str:
    return re.split(r"[.,;:(]| in the format| as | e\.g| formatted", description.strip(), maxsplit=1)[0].strip()


def _describe(spec: SlotSpec) -> str:
    """A short description is better than a name."""
    first = _first_part(spec.description)
    is_noun = re.match(r"(?:the|a|an|their|your|user|caller|customer)\b", first, re.IGNORECASE)
    if (
        is_noun
        and 1 < len(first.split()) <= 8
        and not re.search(r"\b(?:to|that|which|if|provided|given|should)\b", first)
    ):
        return first[0].lower() + first[1:]
    return spec.spoken_name
