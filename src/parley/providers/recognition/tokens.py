"""From the tokens of a model to text: a table of pieces, read from the `tokenizer.json` that comes with it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

BEGIN, END = 1, 2
SPACE = "▁"
"""Stands for a space, in front of a word."""
_BYTE = re.compile(r"<0x([0-9A-F]{2})>")

MAX_PERIOD = 12
MAX_REPEATS = 6
"""Nobody says the same six times in a row, not even digits; a decoder that has lost its way does it for ever."""


class TokenTable:
    def __init__(self, pieces: Sequence[bytes]) -> None:
        self._pieces = pieces
        """UTF-8, by token. Bytes and not text: a letter that has no token of its own is spelled in single bytes."""

    @classmethod
    def load(cls, path: Path) -> TokenTable:
        content = json.loads(path.read_bytes())
        special = {each["id"] for each in content["added_tokens"] if each["special"]}
        vocabulary: dict[str, int] = content["model"]["vocab"]
        pieces = [b""] * (max(vocabulary.values(), default=-1) + 1)
        for piece, token in vocabulary.items():
            pieces[token] = b"" if token in special else _spell(piece)
        return cls(pieces)

    @classmethod
    def load_byte_level(cls, path: Path) -> TokenTable:
        """From a list with a token in each line, every byte of which is written as a letter. Special tokens, which are
        behind all others, have names instead."""
        lines = path.read_text(encoding="utf-8").split("\n")
        return cls([_read_letters(line) for line in lines])

    def decode(self, tokens: Iterable[int]) -> str:
        """Without special tokens, and without those that the table does not have."""
        known = (self._pieces[token] for token in tokens if 0 <= token < len(self._pieces))
        return b"".join(known).decode(errors="replace").strip()


def _spell(piece: str) -> bytes:
    if (found := _BYTE.fullmatch(piece)) is not None:
        return bytes.fromhex(found[1])
    return piece.replace(SPACE, " ").encode()


def _byte_letters() -> dict[str, int]:
    """Bytes that are visible letters of Latin-1 stand for themselves; others, in order, for the letters behind it."""
    visible = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(0x100) if byte not in visible]
    return {chr(byte): byte for byte in visible} | {chr(0x100 + place): byte for place, byte in enumerate(others)}


_BYTE_LETTERS = _byte_letters()
_NAME = re.compile(r"<\|.*\|>")


def _read_letters(line: str) -> bytes:
    return b"" if _NAME.fullmatch(line) else bytes(_BYTE_LETTERS[letter] for letter in line if letter in _BYTE_LETTERS)


LEAST_PHRASE = 4
"""Tokens: a shorter piece may well be said twice."""


def repeated_phrase(tokens: Sequence[int]) -> int:
    """How many tokens at the end repeat a phrase in front of them, word for word, at least twice: people do not. The
    last repetition may have been cut off."""
    for period in range(LEAST_PHRASE, len(tokens) // 3 + 1):
        repeated = period
        while repeated < len(tokens) and tokens[-repeated - 1] == tokens[-repeated - 1 + period]:
            repeated += 1
        if repeated >= 3 * period:
            return repeated - period
    return repeated_tail(tokens)


def repeated_tail(tokens: Sequence[int]) -> int:
    """How many tokens at the end only repeat what stands in front of them, when they do so too often to be speech."""
    for period in range(1, min(MAX_PERIOD, len(tokens) // MAX_REPEATS) + 1):
        tail = tokens[-period * MAX_REPEATS :]
        if tail[period:] == tail[:-period]:
            return period * (MAX_REPEATS - 1)
    return 0
