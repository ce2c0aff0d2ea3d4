"""Words that a project expects, in the place of what sounds much like them: for recognisers that cannot prefer words.

Pure. What was heard is compared by its consonants, of which those that are taken for one another are one, and by its
letters; both have to be alike.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

LEAST_LETTERS = 4
"""Of a phrase: shorter ones are like too many words."""
MOST_PHRASES, MOST_WORDS = 200, 120
"""That are looked at: a turn has fewer words, and a project with more phrases expects nothing in particular."""
ALIKE = 0.7
"""With less, everyday words become phrases: at 0.62 "then go" is Tesco, at 0.58 "price" is Priya."""
SPELLED_ALIKE = 0.5
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SAME = (
    ("x", "ks"),
    ("tsch|tch|sch|sh|ch|cz|sz|zh|j", "x"),
    ("ph|v|w(?=[aeiou])", "f"),
    ("ck|qu|q|g|c(?=[^eiy]|$)", "k"),
    ("c|z", "s"),
    ("th|d", "t"),
    ("b", "p"),
    ("n(?=[pbm])", "m"),
    ("m", "n"),
    ("gh|h", ""),
    ("[aeiouyw]+", "a"),
)
_SAME_SOUNDS = tuple((re.compile(pattern), sound) for pattern, sound in _SAME)
_TWICE = re.compile(r"(.)\1+")


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class _Match:
    score: float
    begin: int
    end: int
    phrase: str


def prefer_phrases(text: str, phrases: Sequence[str]) -> str:
    """`text` with the phrases that were probably said."""
    words = [_Word(found[0], *found.span()) for found in _WORD.finditer(text)][:MOST_WORDS]
    matches = [match for phrase in phrases[:MOST_PHRASES] for match in _matches(words, phrase)]
    chosen: list[_Match] = []
    for match in sorted(matches, key=lambda match: (-match.score, match.begin)):
        if all(match.end <= other.begin or match.begin >= other.end for other in chosen):
            chosen.append(match)
    for match in sorted(chosen, key=lambda match: -match.begin):
        text = text[: match.begin] + match.phrase + text[match.end :]
    return text


def _matches(words: Sequence[_Word], phrase: str) -> Iterator[_Match]:
    letters = _letters(phrase)
    if len(letters) < LEAST_LETTERS:
        return
    size = len(_WORD.findall(phrase))
    for count in range(max(size - 1, 1), size + 2):
        for at in range(len(words) - count + 1):
            window = words[at : at + count]
            heard = _letters("".join(word.text for word in window))
            if (score := _alike(heard, letters)) >= ALIKE:
                yield _Match(score, window[0].begin, window[-1].end, phrase)


@lru_cache(4096)
def _alike(heard: str, letters: str) -> float:
    """From 0 to 1; 0 where they are too unlike."""
    if heard == letters:
        return 1.0
    if abs(len(heard) - len(letters)) > max(2, len(letters) // 3):
        return 0.0
    spelled = _similarity(heard, letters)
    one, other = _sound(heard), _sound(letters)
    if spelled < SPELLED_ALIKE or one[:1] != other[:1]:
        return 0.0
    return 0.5 * spelled + 0.5 * _similarity(one, other)


@lru_cache(4096)
def _letters(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if letter.isalnum())


@lru_cache(4096)
def _sound(letters: str) -> str:
    for pattern, sound in _SAME_SOUNDS:
        letters = pattern.sub(sound, letters)
    return _TWICE.sub(r"\1", letters)


def _similarity(one: str, other: str) -> float:
    """The share of letters that need not be changed, of the longer one."""
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, start=1):
        diagonal, row[0] = row[0], number
        for at, wanted in enumerate(other, start=1):
            diagonal, row[at] = row[at], min(diagonal + (letter != wanted), row[at] + 1, row[at - 1] + 1)
    return 1 - row[-1] / max(len(one), len(other), 1)
