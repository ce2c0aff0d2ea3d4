"""Other forms of a word: its plural or singular, its tenses. "reservations" → "reservation", "booked" → "booking".

Endings are put on what is left of the word without its own, and those forms are kept whose stem, by the Snowball
stemmer of the language, is the word's. A word does not say which language it is of, so every language is tried; a form
that does not exist is looked up in vain. Irregular forms ("went", "children") are not found.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import Stemmer

from parley.kit.text.words import fold

SHORTEST = 4
"""Letters of a word that has other forms here: the endings of shorter ones lead to other words."""
SHORTEST_STEM = 4
SHORTEST_ENGLISH_STEM = 3
"""English puts few endings on its words, so that less is mistaken for one: "running" is a form of "run"."""
MOST = 160

ENDINGS: dict[str, str] = {
    "english": "s es e ed d ing ings er ers y ies ied ier ly ation ations ion ions ment ments",
    "spanish": (
        "s es a as o os e ar er ir ado ados ada adas ido idos ida idas ando iendo ación aciones ión iones "
        "aré aremos amos emos é ó an en ría"
    ),
    "french": "s x e es er ez é ée és ées ent ons ait ations ation ant eur euse ement ir it is re",
    "german": "e en er ern n s es em est et t st te ten ung ungen",
    "italian": "o i a e are ere ire ato ati ata ate uto uti uta ute ito iti ita ite ando endo azione azioni",
    "portuguese": "s es a as o os e ar er ir ado ados ada adas ido idos ida idas ando endo ação ações ou ei am em",
    "dutch": "s en e t te ten d de den er ers ing ingen je",
}
"""By the stemmer's name. These are the languages whose word forms find each other."""

_ACCENTED = {"cion": "ción", "sion": "sión", "cao": "ção", "coes": "ções", "ee": "ée", "ees": "ées"}
"""Endings that a stemmer knows only with their accents, which words have lost when they get here."""

_STEMMERS = {language: Stemmer.Stemmer(language) for language in ENDINGS}


@lru_cache(maxsize=2048)
def forms(word: str) -> tuple[str, ...]:
    """Without those that begin with the word, which a search for it finds by itself. The word is folded, as words of a
    query are, and so are its forms."""
    if len(word) < SHORTEST or not word.isalpha():
        return ()
    found: dict[str, None] = {}
    for language, stemmer in _STEMMERS.items():
        shortest = SHORTEST_ENGLISH_STEM if language == "english" else SHORTEST_STEM
        for stem in _stems(stemmer, word):
            if len(stem) >= shortest:
                found |= dict.fromkeys(_with_endings(stemmer, stem, ENDINGS[language].split()))
    return tuple(form for form in found if not form.startswith(word))[:MOST]


def _stems(stemmer: Stemmer.Stemmer, word: str) -> set[str]:
    return {stemmer.stemWord(spelled) for spelled in (word, *_spelled(word))}


def _spelled(word: str) -> Iterator[str]:
    for plain, accented in _ACCENTED.items():
        if word.endswith(plain):
            yield word.removesuffix(plain) + accented


def _with_endings(stemmer: Stemmer.Stemmer, stem: str, endings: list[str]) -> Iterator[str]:
    bare = stem[:-1] if stem.endswith("i") else stem
    for base in dict.fromkeys((stem, bare, stem + stem[-1])):
        for ending in ("", *endings):
            if stemmer.stemWord(base + ending) == stem:
                yield fold(base + ending)
