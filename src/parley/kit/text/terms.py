"""A text as the terms that carry its meaning: lower-cased, without accents, without English filler, lightly stemmed.

Scripts without spaces (Chinese, Japanese, Thai …) give overlapping pairs of characters instead of words.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+(?:['’.\-/][^\W_]+)*")
_PART = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(r"[぀-ヿ㐀-鿿豈-﫿฀-๿]+")

_FILLER = """
    a about actually after again all also am an and any anybody anyone anything are aren as at be been before
    being but by can cannot could couldn d did didn do does doesn doing don for from get gets getting give go
    going got guy guys had has have haven having he hello help her here hers hey hi him his how i if in into is
    isn it its just kind know let like ll look m maybe me mine more much my need no not now of oh ok okay on
    once one or our ours out over please put question re really right s say see she should so some somebody
    someone something sort still such sure t take tell than thank thanks that the their theirs them then there
    these they thing things think this those to too um uh up us ve very want wants was wasn we well were what
    when where which while who whom why will with won would yeah yes yet you your yours
"""
FILLER = frozenset(_FILLER.split())

_SUFFIXES = (
    ("ations", "ate"), ("ation", "ate"), ("iness", "y"), ("ingly", ""), ("edly", ""), ("ments", ""), ("ment", ""),
    ("ings", ""), ("ing", ""), ("ies", "y"), ("ied", "y"), ("ed", ""), ("es", ""),
    ("ly", ""), ("s", ""), ("e", ""),
)  # fmt: skip


def terms(text: str) -> list[str]:
    """In the order of the text, repetitions kept. A text of nothing but filler keeps its filler."""
    every = _all_terms(text)
    return [stem(term) for term in every if term not in FILLER] or [stem(term) for term in every]


def has_meaning(text: str) -> bool:
    """Not of filler alone."""
    return any(term not in FILLER for term in _all_terms(text))


def plain(text: str) -> str:
    """Lower case without accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def is_code(term: str) -> bool:
    """Digits within a term of some length: an article number, a model, a promo code."""
    return len(term) >= 3 and any(map(str.isdecimal, term)) and not all(map(str.isdecimal, term))


@lru_cache(maxsize=8192)
def stem(term: str) -> str:
    """Cuts English endings so that forms of a word meet; never below three letters, never a term with digits."""
    if not term.isascii() or not term.isalpha() or len(term) <= 3 or term.endswith("ss"):
        return term
    for ending, replacement in _SUFFIXES:
        base = term.removesuffix(ending)
        if base != term and len(base) >= 3:
            term = base + replacement
            break
    if len(term) > 3 and term[-1] == term[-2] and term[-1] not in "sz":
        term = term[:-1]
    return term[:-1] if len(term) > 3 and term[-1] in "ey" else term


def _all_terms(text: str) -> list[str]:
    found: list[str] = []
    for match in _WORD.finditer(plain(text)):
        word = match[0]
        if _UNSPACED.search(word):
            found.extend(_pairs(word))
            continue
        parts = _PART.findall(word)
        found.extend(parts)
        if len(parts) > 1 and any(map(str.isdecimal, word)):
            found.append("".join(parts))
    return found


def _pairs(word: str) -> list[str]:
    return [word[start : start + 2] for start in range(max(1, len(word) - 1))]
