"""A text as the words that can be looked for in it, the same for what was said and for what is asked.

Case, accents, apostrophes and other ways to write the same letter or digit do not count. Nothing is stemmed, nothing
left out. Scripts that put no spaces between words (and Korean, whose words carry endings) give runs of characters. What
is looked for may be anywhere in a run, so a run is indexed by its pairs of neighbours.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

LONGEST = 64
"""Of a word, this many characters count."""

_APOSTROPHES = "'’‘ʼ‛′·"
_SAME = {
    "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ŧ": "t", "ı": "i",
    "ى": "ي", "ی": "ي", "ة": "ه", "ک": "ك", "ـ": "", "ך": "כ", "ם": "מ", "ן": "נ", "ף": "פ", "ץ": "צ",
}  # fmt: skip
"""Letters that are written for each other and are no accented forms by Unicode's account."""

# Unicode takes them for accented forms of other letters, those who read Russian and Belarusian do not.
_LETTERS_OF_THEIR_OWN = {"Й": "й", "й": "й", "Ў": "ў", "ў": "ў"}
_ACCENT_BLOCKS = ((0x0300, 0x06FF), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE00, 0xFE2F))
"""Marks that a writer may leave out: those of Latin, Greek, Cyrillic, Hebrew and Arabic. Elsewhere they are vowels."""

_UNSPACED = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\u1780-\u17ff"  # Burmese, Khmer
    "\u3005-\u3007\u3040-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Chinese, Japanese
    "\uac00-\ud7a3"  # Korean
)
_RUN = re.compile(f"[{_UNSPACED}]+")


class _FoldedCharacters(dict[int, str]):
    """What each character becomes: worked out when it is first met, then known."""

    def __missing__(self, code: int) -> str:
        self[code] = folded = _fold_character(chr(code))
        return folded


def _fold_character(character: str) -> str:
    if character in _APOSTROPHES:
        return "'"
    if character in _LETTERS_OF_THEIR_OWN:
        return _LETTERS_OF_THEIR_OWN[character]
    parts = unicodedata.normalize("NFKD", character).casefold()
    return unicodedata.normalize("NFC", "".join(map(_fold_part, parts)))


def _fold_part(character: str) -> str:
    if character in _SAME:
        return _SAME[character]
    category, code = unicodedata.category(character), ord(character)
    if category == "Nd":
        return str(unicodedata.decimal(character))
    if category == "Cf" or (category in ("Mn", "Me") and any(first <= code <= last for first, last in _ACCENT_BLOCKS)):
        return ""
    return character if category[0] in "LNM" else " "


_FOLDING = _FoldedCharacters({ord("\n"): "\n"})


def fold(text: str) -> str:
    """Letters and digits in their plainest form, apostrophes, line breaks; a space for everything else."""
    return unicodedata.normalize("NFKC", text).translate(_FOLDING)


def fold_lines(texts: Iterable[str]) -> str:
    """Many texts at once, a line for each, at a fraction of what one by one would cost."""
    return fold("\n".join(text.replace("\n", " ") for text in texts))


def words(text: str) -> list[str]:
    """In order, repetitions kept. An apostrophe is as if it were not there: "don't" is "dont"."""
    return _split(fold(text).replace("'", ""))


def readings(folded: str) -> list[list[str]]:
    """The words of a folded text; and once more if an apostrophe can also be a gap, because "l'hôtel" holds "hotel"."""
    joined = _split(folded.replace("'", ""))
    if "'" not in folded or (parted := _split(folded.replace("'", " "))) == joined:
        return [joined]
    return [joined, parted]


def is_run(word: str) -> bool:
    """Whether its script has no spaces: a part of it is as good as the whole."""
    return not word.isascii() and _RUN.match(word) is not None


def pairs(run: str) -> list[str]:
    """Neighbours in a run, and its last character: each character begins one of them."""
    return [run[start : start + 2] for start in range(len(run))]


def _split(folded: str) -> list[str]:
    if folded.isascii():
        return [word[:LONGEST] for word in folded.split()]
    parted = _RUN.sub(r" \g<0> ", folded)
    return [word if is_run(word) else word[:LONGEST] for word in parted.split()]
