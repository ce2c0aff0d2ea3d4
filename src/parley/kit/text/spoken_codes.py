"""Numbers and codes as people say them: digit by digit, in pairs, "double five", "B as in Bravo".

Read as they are typed, so that a caller who says a code and one who presses its keys have given the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from parley.kit.text.number_words import NATO, SpellingWords, spelling_words

LONGEST = 300
"""Characters that are looked at: no code takes longer to say."""
LONGEST_PHRASE = 4
"""Words of a number: "quatre-vingt-dix-neuf"."""
_TOKEN = re.compile(r"(?P<digits>\d+)|(?P<word>[^\W\d_]+)|(?P<plus>\+)|(?P<stop>,|\.(?!\d))|(?P<gap>[\s\-–])")
_RANGE = re.compile(r"\d\s*[-–]\s*\d")


@dataclass(frozen=True, slots=True)
class SpokenCode:
    text: str
    """In digits, capital letters and hyphens, with a plus in front if one was said."""
    names_letters: bool = False
    """A letter was said by a word that means something else too."""
    has_letters: bool = False
    """And one by itself."""

    @property
    def digits(self) -> str | None:
        """None: it has letters that are no zeros."""
        squeezed = self.text.replace("-", "").replace("O", "0")
        return squeezed if re.fullmatch(r"\+?[0-9]+", squeezed) else None


def read_code(text: str, language: str) -> SpokenCode | None:
    """None: something in it is no part of a code, or it reads like a range."""
    if len(text) > LONGEST or (len(re.findall(r"\d+", text)) == 2 and _RANGE.search(text)):
        return None
    tokens = _tokens(text)
    return None if tokens is None else _Reader(tokens, spelling_words(language)).read()


def read_spelled_name(text: str, language: str) -> str | None:
    """ "S, M, I, T, H" as a name; None: it is not spelled."""
    code = read_code(text, language)
    if code is None or code.names_letters or not code.has_letters or not code.text.isalpha() or len(code.text) < 3:
        return None
    return code.text.title()


def _tokens(text: str) -> list[str] | None:
    """Words in lower case, digits, and `,` where a phrase ends. None: there is something else in it."""
    found: list[str] = []
    position = 0
    text = unicodedata.normalize("NFC", text).lower()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            return None
        position = match.end()
        if match.lastgroup == "stop":
            found.append(",")
        elif match.lastgroup != "gap":
            found.append(match[0])
    return found


class _Reader:
    def __init__(self, tokens: Sequence[str], words: SpellingWords) -> None:
        self._tokens = tokens
        self._words = words
        self._next = 0
        self._names_letters = self._has_letters = False

    def read(self) -> SpokenCode | None:
        out: list[str] = []
        while self._next < len(self._tokens):
            piece = self._read_piece(is_first=not any(out))
            if piece is None:
                return None
            out.append(piece)
        text = "".join(out).strip("-")
        return SpokenCode(text, self._names_letters, self._has_letters) if text.strip("+") else None

    def _read_piece(self, *, is_first: bool) -> str | None:
        word, words = self._tokens[self._next], self._words
        if word in (",", *words.fillers):
            return self._take("")
        if is_first and word in ("+", *words.plus):
            return self._take("+")
        if word in words.hyphens:
            return self._take("-")
        if (letter := self._match(words.letters)) is not None:
            self._has_letters = True
            return letter
        if word in words.factors:
            self._next += 1
            single = self._read_element()
            return single * words.factors[word] if single is not None and len(single) == 1 else None
        return self._read_element()

    def _read_element(self) -> str | None:
        """A number, or a letter."""
        if self._next == len(self._tokens):
            return None
        token = self._tokens[self._next]
        if token.isdecimal():
            return self._take("".join(str(int(digit)) for digit in token))
        if (number := self._match(self._words.numbers)) is not None:
            return number
        if (letter := self._match(NATO)) is not None:
            self._names_letters = True
            return letter
        if len(token) == 1 and token.isalpha():
            self._has_letters = True
            self._next += 1
            self._skip_example(token)
            return token.upper()
        return None

    def _skip_example(self, letter: str) -> None:
        for length in (2, 1):
            phrase = tuple(self._tokens[self._next : self._next + length])
            behind = self._next + length
            if phrase in self._words.examples and behind < len(self._tokens):
                if _plain(self._tokens[behind]).startswith(_plain(letter)):
                    self._next = behind + 1
                return

    def _match(self, table: dict[tuple[str, ...], str]) -> str | None:
        """The longest phrase that comes next."""
        for length in range(min(LONGEST_PHRASE, len(self._tokens) - self._next), 0, -1):
            found = table.get(tuple(self._tokens[self._next : self._next + length]))
            if found is not None:
                self._next += length
                return found
        return None

    def _take(self, piece: str) -> str:
        self._next += 1
        return piece


def _plain(word: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))
