"""A query of a transcript search as its parts, and whether what was said holds them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from parley.kit.text.forms import forms
from parley.kit.text.words import LONGEST, fold_lines, is_run, pairs, readings, words

MOST_WORDS = 20
"""Of a query, this many words count."""
SHORTEST_BEGINNING = 3
"""From this length on a word also finds the words that begin with it."""

_QUOTES = re.compile(r'["“”„«»]')


@dataclass(frozen=True, slots=True)
class Part:
    """Words that follow each other in what one side says in one turn. Most parts are a single word."""

    words: tuple[str, ...]
    is_quoted: bool = False
    """Meant to the letter: the last word does not stand for longer ones."""

    @property
    def forms(self) -> tuple[str, ...]:
        """Other forms of its word, each as good as the word itself. What is more than a word has none."""
        return forms(self.words[0]) if len(self.words) == 1 and not self.is_quoted else ()

    @property
    def terms(self) -> list[tuple[str, bool]]:
        """What to look up: each term, and whether it stands for all that begin with it."""
        found = [(word, False) for word in self.words[:-1]] + [(self.words[-1], self._is_beginning)]
        return [term for word, begins in found for term in _terms(word, begins)]

    def may_be_in(self, folded: str) -> bool:
        """Not if one of its letter sequences is missing: a cheap look that spares most texts a closer one."""
        flat = folded.replace("'", "")
        return all(word in flat for word in self.words) or any(form in flat for form in self.forms)

    def is_in(self, folded: str, *, whole: bool = False) -> bool:
        """Whether a folded text holds this part. `whole`: even if its last word stood for no longer ones, and no other
        forms of it counted."""
        if not self.may_be_in(folded):
            return False
        found = readings(folded)
        if not whole and not set(self.forms).isdisjoint(chain.from_iterable(found)):
            return True
        end = " " if whole or not self._is_beginning else ""
        pattern = f" {' '.join(self.words)}{end}"
        if is_run(self.words[0]):
            pattern = pattern.removeprefix(" ")
        if is_run(self.words[-1]):
            pattern = pattern.removesuffix(" ")
        return any(pattern in f" {' '.join(reading)} " for reading in found)

    @property
    def _is_beginning(self) -> bool:
        return not self.is_quoted and len(self.words[-1]) >= SHORTEST_BEGINNING and not is_run(self.words[-1])


def parse(query: str) -> tuple[Part, ...]:
    """What is in quotes is one part. Elsewhere a part is what stands between spaces: a word, a number, an address."""
    segments = _QUOTES.split(query)
    found: dict[Part, None] = {}
    left = MOST_WORDS
    for number, segment in enumerate(segments):
        is_quoted = number % 2 == 1 and number < len(segments) - 1  # a last quote that nobody closes is none
        for text in [segment] if is_quoted else segment.split():
            if taken := tuple(word[:LONGEST] for word in words(text)[:left]):
                found[Part(taken, is_quoted)] = None
                left -= len(taken)
    return tuple(found)


def are_settled_by_terms(parts: Iterable[Part]) -> bool:
    """Whether having the terms is having the parts; where a part has several, their order is still to be checked."""
    return all(len(part.terms) == 1 for part in parts)


def holds(texts: Iterable[str], parts: Sequence[Part]) -> bool:
    """Whether each part is in one of these texts."""
    folded = fold_lines(texts)
    if not all(part.may_be_in(folded) for part in parts):
        return False
    lines = folded.split("\n")
    return all(any(part.is_in(line) for line in lines) for part in parts)


def score(texts: Iterable[str], parts: Sequence[Part]) -> tuple[int, int, int]:
    """How well these texts match: most parts in one text, then parts that are whole words, then texts with any part."""
    lines = fold_lines(texts).split("\n")
    together = [sum(part.is_in(line) for part in parts) for line in lines]
    matching = [line for line, count in zip(lines, together, strict=True) if count]
    whole = sum(any(part.is_in(line, whole=True) for line in matching) for part in parts)
    return max(together), whole, len(matching)


def best_line(texts: Sequence[str], parts: Sequence[Part]) -> tuple[int, int]:
    """The first of the texts that hold most parts, and how many it holds."""
    lines = fold_lines(texts).split("\n")
    held = [sum(part.is_in(line) for part in parts) for line in lines]
    most = max(held)
    return held.index(most), most


def _terms(word: str, begins: bool) -> list[tuple[str, bool]]:
    if not is_run(word):
        return [(word, begins)]
    return [(pair, False) for pair in pairs(word)[:-1]] or [(word, True)]
