"""Codes as people spell them: "A as in alpha, double five, dash nine" → A55-9."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parley.kit.text.numbers import TENS, UNITS
from parley.local_responder.cache import cached_per_decision

_NATO_WORDS = """
    alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa
    quebec romeo sierra tango uniform victor whiskey whisky xray yankee zulu
"""
NATO = {word: word[0].upper() for word in _NATO_WORDS.split()}
DIGITS = {word: str(value) for word, value in UNITS.items() if value < 10} | {"oh": "0", "o": "0", "nought": "0"}
SYMBOLS = {"dash": "-", "hyphen": "-", "slash": "/", "dot": ".", "point": ".", "underscore": "_"}
REPEATS = {"double": 2, "triple": 3, "treble": 3}

_TOKEN = re.compile(r"x-ray|[A-Za-z]+|\d+|[-/._]", re.IGNORECASE)
_AS_IN = re.compile(r"\b([a-z0-9])\s+(?:as in|like in|like|for)\s+[a-z]+", re.IGNORECASE)
_WRITTEN = re.compile(r"(?<![\w@])(?=[A-Za-z\-_/]*\d)[A-Za-z0-9]+(?:[-_/][A-Za-z0-9]+)*(?![\w@])")


@cached_per_decision
def find_codes(text: str) -> tuple[str, ...]:
    """What could be meant as a code, the likeliest first: codes written as such, then whatever was spelled out."""
    written = _WRITTEN.findall(text)
    spelled = sorted(spelled_runs(text), key=len, reverse=True)
    long_spelled = [run for run in spelled if len(run) >= 3]
    found = [*(run for run in long_spelled if any(run != code and code in run for code in written)), *written]
    return tuple(dict.fromkeys([*found, *long_spelled, *spelled]))


def spelled_digits(text: str) -> str:
    """All digits of the text, spoken or written, in order: for phone and account numbers."""
    return "".join(character for run in spelled_runs(text) for character in run if character.isdecimal())


@cached_per_decision
def spelled_runs(text: str) -> tuple[str, ...]:
    """Runs of letters, digits and symbols that were said one by one."""
    runs: list[list[str]] = [[]]
    for piece in _decode_tokens(_AS_IN.sub(r"\1", text.replace("'", ""))):
        if piece is None:
            if runs[-1]:
                runs.append([])
        else:
            runs[-1].append(piece)
    cleaned = ("".join(run).strip("-/._") for run in runs)
    return tuple(run for run in cleaned if run)


def _decode_tokens(text: str) -> Iterator[str | None]:
    """What each token stands for; None is a word that ends a run."""
    repeat = 1
    for match in _TOKEN.finditer(text):
        token = match[0].lower()
        if token in REPEATS:
            repeat = REPEATS[token]
            continue
        piece = _decode_token(match[0])
        yield piece * repeat if piece is not None else None
        repeat = 1


def _decode_token(token: str) -> str | None:
    word = token.lower().replace("-", "") if len(token) > 1 else token.lower()
    if word.isdecimal() or word in "-/._":
        return word
    if word in DIGITS:
        return DIGITS[word]
    if word in SYMBOLS:
        return SYMBOLS[word]
    if word in NATO or word == "xray":
        return word[0].upper()
    number = UNITS.get(word, TENS.get(word))
    if number is not None:
        return str(number)
    # "a" and "i" are words more often than letters, unless they are written as letters.
    if len(word) == 1 and (token.isupper() or word not in "ai"):
        return word.upper()
    return None
