"""How long a pause must be for the caller's turn to be complete. Pure.

Silence alone cannot tell a pause for thought from an end. What was asked and what was said so far can, somewhat: nobody
stops after "and", half a telephone number is given in a group, "yes" is all there is to say to a question, and begins
the answer to an offer. And some people pause longer than others.

How it sounded may be known as well, by a model that errs. It counts where the words leave it open, and little
elsewhere.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from parley.voice.endpointing_words import LANGUAGES, Words
from parley.voice.listen_settings import ListenSettings


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


MIN_SECONDS, MAX_SECONDS = 0.3, 2.5
UNFINISHED_SECONDS, UNFINISHED_FACTOR = 1.8, 2.4
"""After a word that something must follow: at least so long, and so many times the usual."""
GROUP_SECONDS, GROUP_FACTOR = 1.2, 1.6
"""Between the groups of a number or of a name that is spelled."""
FINISHED_FACTOR = 0.65
"""After words that nothing needs to follow."""
ANSWERED_FACTOR = 0.9
"""After what was asked for."""
OPEN_FACTOR = 1.1
"""Who was asked to tell something may go on after any sentence."""
REMEMBERED_PAUSES = 8
TYPICAL_PAUSE = 0.7
"""Within a turn."""
PRIOR_PAUSES = 1.5
"""So many typical ones are thought of before a caller has made any: one long pause says little of the next."""
LEAST_SCALE, MOST_SCALE = 0.75, 1.6
"""How far a caller's pauses move what is usual."""
COMPLETE_FACTOR, INCOMPLETE_FACTOR = 0.65, 2.0
"""Of what sounds certainly complete, and of what certainly does not; between them by how certain it is."""
CLEAR_WEIGHT = 0.3
"""Of that, where the words are clear."""
DIGITS_OF = {Expected.PHONE: 10, Expected.CARD: 16}
"""With as many the number is whole. Of others the length is not known."""
FACT_WORDS, FACT_DIGITS = 6, 2
"""An answer to a question for a fact is not longer, or there is more to it."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Endpoint:
    seconds: float
    """How long after the last sound the turn is complete."""
    is_likely: bool
    """Nothing speaks for more to come."""
    is_clear: bool = False
    """The words say whether there is more."""


def find_endpoint(
    text: str,
    language: str,
    settings: ListenSettings,
    pauses: Sequence[float] = (),
    asked: str = "",
    completeness: float | None = None,
) -> Endpoint:
    """`text` is what was said so far, `asked` what the agent said last; `pauses` are those that this caller has made
    within turns, newest last; `completeness` how probable it is by the sound of it that nothing follows."""
    usual = settings.endpoint_seconds * _caller_scale(pauses)
    words = _WORD.findall(text.lower().replace("’", "'"))
    known = LANGUAGES.get(language.partition("-")[0].lower())
    found = Endpoint(usual, is_likely=True)
    if words and known is not None:
        expected = Expected.SPELLING if settings.spells else expected_answer(asked, language)
        found = _of_known_language(text, words, known, expected, usual)
    elif words and (settings.spells or words[-1].isdecimal()):
        found = _in_group(usual)
    if completeness is not None:
        found = _by_sound(found, completeness)
    return replace(found, seconds=min(max(found.seconds, MIN_SECONDS), MAX_SECONDS))


def _by_sound(found: Endpoint, completeness: float) -> Endpoint:
    certainty = 2 * completeness - 1
    factor = COMPLETE_FACTOR if certainty > 0 else INCOMPLETE_FACTOR
    weight = CLEAR_WEIGHT if found.is_clear else 1.0
    is_likely = found.is_likely and (found.is_clear or certainty >= 0)
    return replace(found, seconds=found.seconds * factor ** (weight * abs(certainty)), is_likely=is_likely)


def _of_known_language(text: str, words: list[str], known: Words, expected: Expected, usual: float) -> Endpoint:
    phrase = " ".join(words)
    unfinished = Endpoint(max(usual * UNFINISHED_FACTOR, UNFINISHED_SECONDS), is_likely=False, is_clear=True)
    # "Anything else?" "Yes …": what it is comes next.
    if expected is Expected.OFFER and phrase in known.yes:
        return unfinished
    if phrase in known.finished and (expected in _CLOSED or phrase not in known.lead_ins):
        return Endpoint(usual * FINISHED_FACTOR, is_likely=True, is_clear=True)
    if len(words[-1]) == 1 and (_is_spelled(words) or expected in _GIVEN):
        return _in_group(usual)
    if _is_unfinished(text, words, known):
        return unfinished
    if _is_half_given(words, known, expected):
        return _in_group(usual)
    if expected is Expected.FACT and len(words) <= FACT_WORDS:
        return Endpoint(usual * ANSWERED_FACTOR, is_likely=True)
    return Endpoint(usual * OPEN_FACTOR if expected is Expected.ANYTHING else usual, is_likely=True)


_CLOSED = (Expected.YES_NO, Expected.OFFER)
_GIVEN = (Expected.SPELLING, Expected.DIGITS, Expected.PHONE, Expected.CARD)


def _in_group(usual: float) -> Endpoint:
    return Endpoint(max(usual * GROUP_FACTOR, GROUP_SECONDS), is_likely=False, is_clear=True)


def remember_pause(pauses: tuple[float, ...], seconds: float) -> tuple[float, ...]:
    return (*pauses, min(seconds, MAX_SECONDS))[-REMEMBERED_PAUSES:]


def _caller_scale(pauses: Sequence[float]) -> float:
    """How much longer than typical this caller pauses, by the geometric mean."""
    logarithms = [math.log(max(pause, MIN_SECONDS) / TYPICAL_PAUSE) for pause in pauses]
    mean = sum(logarithms) / (len(logarithms) + PRIOR_PAUSES)
    return min(max(math.exp(mean), LEAST_SCALE), MOST_SCALE)


def _is_unfinished(text: str, words: list[str], known: Words) -> bool:
    if words[-1] in known.unfinished or text.rstrip().endswith((",", "...", "…", "-")):
        return True
    if " ".join(words) in known.lead_ins or any(tuple(words[-len(end) :]) == end for end in known.unfinished_ends):
        return True
    return words[0] in known.openers and len(words) <= FACT_WORDS


def _is_half_given(words: list[str], known: Words, expected: Expected) -> bool:
    """A number, a date of birth or a name that is spelled: not all of it."""
    if expected is Expected.BIRTH and words[-1] in known.date_parts:
        return True
    digits = sum(len(word) if word.isdecimal() else known.digits.get(word, 0) for word in words)
    if digits >= DIGITS_OF.get(expected, digits + 1):
        return False
    if expected in _GIVEN:
        return not known.refusals & set(words)
    is_number = known.digits.get(words[-1]) == 1 or words[-1].isdecimal()
    # A time, or how many: one number is all of it.
    is_short = digits <= FACT_DIGITS and expected in (Expected.FACT, *_CLOSED)
    return is_number and not is_short


def _is_spelled(words: Sequence[str]) -> bool:
    return len(words) > 1 and len(words[-1]) == 1 and len(words[-2]) == 1
