"""Other forms of a word: its plural or singular, its tenses. "reservations" → "reservation", "booked" → "booking".

An ending of the word is replaced by those that take its place in the same language, and those forms are kept whose
stem, by the Snowball stemmer of that language, is the word's. A word does not say which language it is of, so every
language is tried; a form that does not exist is looked up in vain. Irregular forms ("went", "children") are not found.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import Stemmer

from parley.kit.text.words import fold

SHORTEST = 4
"""Letters of a word that has other forms here: the endings of shorter ones lead to other words."""
SHORTEST_BASE = 3
MOST = 28
"""Those nearest in length. With many more, the database no longer believes that few conversations have one of them."""

_GROUPS: dict[str, tuple[str, ...]] = {
    "english": (
        "_ s es ed ing er ers ings ment ments ation ations",
        "e es ed ing er ers ation ations ion ions",
        "y ies ied",
        "_ s + +ed +ing +er +ation +ations ed ing ation ations",
    ),
    "spanish": (
        "_ s es",
        "a as o os",
        "ión iones",
        "ar ación aciones ado ada ados adas ando a as o",
        "er ir ido ida idos idas iendo e",
    ),
    "french": ("_ s e es x", "er é ée és ées e es ez ons ation ations", "ir i ie is it"),
    "german": ("_ e en er n s es", "en e t te ten et ung ungen"),
    "italian": ("a e o i", "ione ioni e i", "are ato ata ati ate azione azioni a o", "ere ire uto uta ito ita e i"),
    "portuguese": ("_ s es", "a as o os", "ção ções", "ar ação ações ado ada ados adas ando a as o", "er ir ido ida e"),
    "dutch": ("_ s en e", "en t te ten ing ingen"),
}
"""By the stemmer's name, endings that take each other's place; `_` is none, `+` the last letter once more. These are
the languages whose word forms find each other."""

LANGUAGES = tuple(_GROUPS)
_STEMMERS = {language: Stemmer.Stemmer(language) for language in LANGUAGES}


@lru_cache(maxsize=2048)
def forms(word: str) -> tuple[str, ...]:
    """Without those that begin with the word, which a search for it finds by itself. The word is folded, as words of a
    query are, and so are its forms."""
    if len(word) < SHORTEST or not word.isalpha():
        return ()
    found = dict.fromkeys(form for language in LANGUAGES for form in _of_language(word, language))
    return tuple(sorted(found, key=lambda form: abs(len(form) - len(word)))[:MOST])


def _of_language(word: str, language: str) -> Iterator[str]:
    stemmer = _STEMMERS[language]
    for group in _GROUPS[language]:
        endings = group.replace("_", "").split(" ")
        for ending in endings:
            for base, spelled in _bases(word, ending):
                others = (_joined(base, other) for other in endings)
                same = (other for other in others if stemmer.stemWord(other) == stemmer.stemWord(spelled))
                yield from (form for form in map(fold, same) if not form.startswith(word))


def _bases(word: str, ending: str) -> Iterator[tuple[str, str]]:
    """What the word is without the ending, if it has it, and the word with the accents of the ending, which it has lost
    when it gets here."""
    plain = fold(ending.removeprefix("+"))
    base = word.removesuffix(plain)
    if len(base) + len(plain) != len(word):
        return
    if ending.startswith("+"):
        if base[-1:] != base[-2:-1]:
            return
        base = base[:-1]
    if len(base) >= SHORTEST_BASE:
        yield base, _joined(base, ending)


def _joined(base: str, ending: str) -> str:
    return base + base[-1] + ending[1:] if ending.startswith("+") else base + ending
