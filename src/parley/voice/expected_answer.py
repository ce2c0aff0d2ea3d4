"""What kind of answer the agent's last words ask for. Pure."""

from __future__ import annotations

import re
from enum import StrEnum

from parley.voice.endpointing_words import LANGUAGES


class Expected(StrEnum):
    UNKNOWN = "unknown"
    ANYTHING = "anything"
    """An open question, or none: people tell what they have to tell."""
    YES_NO = "yes_no"
    OFFER = "offer"
    """Whether there is something else: "no" is an answer, "yes" only begins one."""
    FACT = "fact"
    """A time, a name, one of several things: a few words."""
    DIGITS = "digits"
    PHONE = "phone"
    CARD = "card"
    BIRTH = "birth"
    SPELLING = "spelling"


_SENTENCE = re.compile(r"[^.!?。！？]+[.!?。！？]*")
_KINDS = (
    ("offer", Expected.OFFER),
    ("spelling", Expected.SPELLING),
    ("birth", Expected.BIRTH),
)


def expected_answer(asked: str, language: str) -> Expected:
    """By the last question of what the agent said; what it says after that is mostly a remark."""
    known = LANGUAGES.get(language.partition("-")[0].lower())
    sentences = [sentence.strip() for sentence in _SENTENCE.findall(asked[-500:])]
    if known is None or not sentences:
        return Expected.UNKNOWN
    question = next((each for each in reversed(sentences) if each.endswith(("?", "？"))), sentences[-1])
    for kind, expected in _KINDS:
        if getattr(known, kind).search(question):
            return expected
    if known.digits_wanted.search(question) or known.phone.search(question):
        if known.phone.search(question):
            return Expected.PHONE
        return Expected.CARD if known.card.search(question) else Expected.DIGITS
    if known.fact.search(question):
        return Expected.FACT
    return Expected.YES_NO if known.yes_no.search(question) else Expected.ANYTHING
