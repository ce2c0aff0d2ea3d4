"""Which of several options a reply means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from parley.kit.dates.calendar_words import ORDINALS
from parley.kit.text.slips import correct_words, words_of
from parley.kit.text.terms import plain, stem, terms
from parley.local_responder.similarity import Similarity, term_similarity

MIN_SPELLING_RATIO = 0.82
MIN_SIMILARITY = 0.45
MIN_LEAD = 0.08
"""Of the best option over the second: when they are closer, the user is asked again."""

_ORDINAL = re.compile(
    r"\bthe (?P<which>first|second|third|fourth|fifth|sixth|last|latter|former)\b(?! name)|^(?:option|"
    r"number) (?P<number>\w+)\W*$",
    re.I,
)
_COUNTING = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def match_option(
    text: str, options: Sequence[str], similarity: Similarity = term_similarity, *, asked: bool = True
) -> str | None:
    """The option that the text names, in the option's own spelling. Unless `asked`, only a clear mention counts."""
    text = correct_words(text, words_of(" ".join(options).replace("_", " ")))
    said = plain(text)
    named = [option for option in options if _mentions(said, plain(option))]
    if named:
        return max(named, key=len)
    by_words = _by_words(text, options)
    if by_words:
        return by_words
    if not asked:
        return None
    return _by_order(said, options) or _by_spelling(said, options) or _by_meaning(text, options, similarity)


def _mentions(said: str, option: str) -> bool:
    spoken = re.sub(r"[_\-]+", " ", option)
    return any(re.search(rf"(?<!\w){re.escape(form)}(?!\w)", said) for form in {option, spoken} if form.strip())


def _by_words(text: str, options: Sequence[str]) -> str | None:
    """The option whose words are all said, or the only one with a word that is."""
    said = set(terms(text))
    words = [{stem(term) for term in terms(option.replace("_", " "))} for option in options]
    whole = [option for option, needed in zip(options, words, strict=True) if needed and needed <= said]
    if len(whole) == 1:
        return whole[0]
    partly = [option for option, needed in zip(options, words, strict=True) if needed & said]
    return partly[0] if len(partly) == 1 else None


def _by_order(said: str, options: Sequence[str]) -> str | None:
    match = _ORDINAL.search(said)
    if not match:
        return None
    word = match["which"] or match["number"]
    if word in ("last", "latter"):
        return options[-1] if options else None
    position = 1 if word == "former" else ORDINALS.get(word) or _COUNTING.get(word) or _written(word)
    return options[position - 1] if 0 < position <= len(options) else None


def _written(word: str) -> int:
    """Python reads no number of thousands of digits."""
    return int(word) if word.isdecimal() and len(word) <= 3 else 0


def _by_spelling(said: str, options: Sequence[str]) -> str | None:
    words = said.split()
    best, score = None, MIN_SPELLING_RATIO
    for option in options:
        spoken = plain(option).replace("_", " ")
        size = len(spoken.split())
        matcher = SequenceMatcher(None, "", spoken)
        for window in dict.fromkeys(" ".join(words[start : start + size]) for start in range(len(words))):
            matcher.set_seq1(window)
            # The quick ratios are upper bounds: most words need no more than a look at their length.
            if matcher.real_quick_ratio() > score and matcher.quick_ratio() > score and matcher.ratio() > score:
                best, score = option, matcher.ratio()
    return best


def _by_meaning(text: str, options: Sequence[str], similarity: Similarity) -> str | None:
    scores = similarity(text, [option.replace("_", " ") for option in options])
    ranked = sorted(zip(scores, options, strict=True), key=lambda pair: -pair[0])
    if not ranked or ranked[0][0] < MIN_SIMILARITY:
        return None
    if len(ranked) > 1 and ranked[0][0] - ranked[1][0] < MIN_LEAD:
        return None
    return ranked[0][1]
