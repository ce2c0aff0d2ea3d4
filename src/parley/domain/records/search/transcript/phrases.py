"""A query of a transcript search as phrases, and whether texts contain them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from parley.kit.text.forms import forms
from parley.kit.text.words import LONGEST, fold_lines, is_run, pairs, readings, words

MAX_WORDS = 20
"""Of a query, this many words count."""
MIN_PREFIX = 3
"""From this length on a word also finds the words that begin with it."""

_QUOTES = re.compile(r'["“”„«»]')


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that follow each other in what one side says in one turn. Most phrases are a single word."""

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
        found = [(word, False) for word in self.words[:-1]] + [(self.words[-1], self._ends_in_prefix)]
        return [term for word, is_prefix in found for term in _terms(word, is_prefix)]

    def may_occur_in(self, folded: str) -> bool:
        """Not if one of its letter sequences is missing: a cheap look that spares most texts a closer one."""
        flat = folded.replace("'", "")
        return all(word in flat for word in self.words) or any(form in flat for form in self.forms)

    def occurs_in(self, folded: str, *, whole: bool = False) -> bool:
        """Whether a folded text contains this phrase. `whole`: even if its last word stood for no longer ones, and no
        other forms of it counted."""
        if not self.may_occur_in(folded):
            return False
        found = readings(folded)
        if not whole and not set(self.forms).isdisjoint(chain.from_iterable(found)):
            return True
        end = " " if whole or not self._ends_in_prefix else ""
        pattern = f" {' '.join(self.words)}{end}"
        # Scripts without spaces have no ends of words: what is wanted may begin and end inside of a longer run.
        if is_run(self.words[0]):
            pattern = pattern.removeprefix(" ")
        if is_run(self.words[-1]):
            pattern = pattern.removesuffix(" ")
        return any(pattern in f" {' '.join(reading)} " for reading in found)

    @property
    def _ends_in_prefix(self) -> bool:
        return not self.is_quoted and len(self.words[-1]) >= MIN_PREFIX and not is_run(self.words[-1])


def parse_query(query: str) -> tuple[Phrase, ...]:
    """What is in quotes is one phrase. Elsewhere a phrase is what stands between spaces: a word, a number, an
    address."""
    segments = _QUOTES.split(query)
    found: dict[Phrase, None] = {}
    left = MAX_WORDS
    for number, segment in enumerate(segments):
        is_quoted = number % 2 == 1 and number < len(segments) - 1  # a last quote that nobody closes is none
        for text in [segment] if is_quoted else segment.split():
            if counted := tuple(word[:LONGEST] for word in words(text)[:left]):
                found[Phrase(counted, is_quoted)] = None
                left -= len(counted)
    return tuple(found)


def are_single_terms(phrases: Iterable[Phrase]) -> bool:
    """Whether having the terms is having the phrases; where a phrase has several, their order is still to be
    checked."""
    return all(len(phrase.terms) == 1 for phrase in phrases)


def contain_all(texts: Iterable[str], phrases: Sequence[Phrase]) -> bool:
    """Whether each phrase is in one of these texts."""
    # Folded once and checked as a whole first: most conversations that are read lack one of the words altogether.
    folded = fold_lines(texts)
    if not all(phrase.may_occur_in(folded) for phrase in phrases):
        return False
    lines = folded.split("\n")
    return all(any(phrase.occurs_in(line) for line in lines) for phrase in phrases)


def score_texts(texts: Iterable[str], phrases: Sequence[Phrase]) -> tuple[int, int, int]:
    """How well these texts match: most phrases in one text, then phrases that are whole words, then texts with any
    phrase."""
    lines = fold_lines(texts).split("\n")
    together = [sum(phrase.occurs_in(line) for phrase in phrases) for line in lines]
    matching = [line for line, count in zip(lines, together, strict=True) if count]
    whole = sum(any(phrase.occurs_in(line, whole=True) for line in matching) for phrase in phrases)
    return max(together), whole, len(matching)


def best_text(texts: Sequence[str], phrases: Sequence[Phrase]) -> tuple[int, int]:
    """The index of the first of the texts that contain most phrases, and how many it contains."""
    lines = fold_lines(texts).split("\n")
    counts = [sum(phrase.occurs_in(line) for phrase in phrases) for line in lines]
    most = max(counts)
    return counts.index(most), most


def _terms(word: str, is_prefix: bool) -> list[tuple[str, bool]]:
    if not is_run(word):
        return [(word, is_prefix)]
    # A run is indexed by its pairs of neighbours: what is longer is looked up by its pairs, a single character by all
    # pairs that begin with it.
    return [(pair, False) for pair in pairs(word)[:-1]] or [(word, True)]
