"""Slips of the keyboard, put right where only one word can be meant: "apointment", "satuday", "tomorow"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from parley.kit.text.terms import FILLER, stem

MIN_LENGTH = 5
"""Letters; shorter words are one slip away from too many others, unless two letters changed places."""
MIN_LENGTH_OF_OTHER_LETTER = 7
"""For a letter in place of another, and one too many: that may well be a word of its own."""
LENGTHS = (-1, 0, 1)
"""Of what was meant beside what was typed, the shortest first."""
MAX_WORDS = 60
CACHE_SIZE = 64
"""Texts of authors, which come back with every turn."""

_COMMON = """
    would like want need could have please people
    monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight morning afternoon evening weekend
    january february march april june july august september october november december
    quarter half past three seven eight eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
    twenty thirty forty fifty
"""
COMMON = frozenset(_COMMON.split())
"""What people ask with, whatever they ask for: polite words, days and times."""

_WORD = re.compile(r"[^\W\d_]+")


def find_words(text: str) -> frozenset[str]:
    """The words of an author's text that are long enough to be meant."""
    return frozenset(word for word in _WORD.findall(text.lower()) if len(word) >= MIN_LENGTH - 1)


words_of = lru_cache(maxsize=CACHE_SIZE)(find_words)
"""Of texts that are the same in every turn."""


class Vocabulary:
    """Words in lower case that were likely meant."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = frozenset(words)
        self._stems = frozenset(map(stem, self._words))
        self._alike: dict[tuple[str, int], list[str]] = {}
        for word in sorted(self._words):
            if word:
                self._alike.setdefault((word[0], len(word)), []).append(word)

    def correct(self, text: str) -> str:
        """A word that is one of ours, or a form of one, stays."""
        slips = {word for word in _WORD.findall(text)[:MAX_WORDS] if self._may_be_slip(word.lower())}
        meant = {word: known for word in slips if (known := self._meant(word.lower()))}
        return _WORD.sub(lambda word: meant.get(word[0], word[0]), text) if meant else text

    def _may_be_slip(self, word: str) -> bool:
        return (
            len(word) >= MIN_LENGTH - 1
            and word not in self._words
            and word not in FILLER
            and stem(word) not in self._stems
        )

    def _meant(self, word: str) -> str | None:
        """None when there are several. Forms of one word are one meaning."""
        alike = (known for length in LENGTHS for known in self._alike.get((word[0], len(word) + length), ()))
        likely = [known for known in alike if _is_slip_of(word, known)]
        return likely[0] if len({stem(known) for known in likely}) == 1 else None


def correct_words(text: str, words: frozenset[str]) -> str:
    return _vocabulary(words).correct(text)


_vocabulary = lru_cache(maxsize=CACHE_SIZE)(Vocabulary)


def _is_slip_of(word: str, known: str) -> bool:
    """One letter left out, two of them in the wrong order, or in a long word another letter or one too many. The first
    letter is the same."""
    if len(word) == len(known) - 1:
        return len(known) >= MIN_LENGTH and _lacks_one_letter(word, known)
    if len(word) == len(known) + 1:
        return len(known) >= MIN_LENGTH_OF_OTHER_LETTER and _lacks_one_letter(known, word)
    if len(word) != len(known):
        return False
    differing = [place for place, letter in enumerate(word) if letter != known[place]]
    if len(differing) == 2 and differing[1] == differing[0] + 1:
        first, second = differing
        return word[first] == known[second] and word[second] == known[first]
    return len(differing) == 1 and len(known) >= MIN_LENGTH_OF_OTHER_LETTER


def _lacks_one_letter(short: str, long: str) -> bool:
    return any(short == long[:place] + long[place + 1 :] for place in range(1, len(long)))
