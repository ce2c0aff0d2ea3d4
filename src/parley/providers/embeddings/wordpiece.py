"""The tokenizer of BERT base, uncased: the same ids as the reference implementation, in plain Python.

Unlike there, text that spells a special token (`[SEP]`) is ordinary text here.
"""

from __future__ import annotations

import gzip
import hashlib
import unicodedata
from functools import cache, lru_cache
from importlib import resources

CHECKSUM = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
CLS, SEP, UNKNOWN = 101, 102, 100
# As in the reference implementation: longer words are unknown there too.
LONGEST_WORD = 100
LONGEST_TEXT = 20_000

# With the reference implementation's gap after 0x2B81F: other ids would be other vectors.
_CJK_RANGES = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F), (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip
_ASCII_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


@cache
def vocabulary() -> dict[str, int]:
    packed = resources.files(__package__).joinpath("vocab.txt.gz").read_bytes()
    text = gzip.decompress(packed)
    if hashlib.sha256(text).hexdigest() != CHECKSUM:
        raise RuntimeError("vocab.txt.gz is damaged: install the package again")
    return {piece: position for position, piece in enumerate(text.decode().split("\n")[:-1])}


def token_ids(text: str, limit: int = 256) -> list[int]:
    """The ids of a text between [CLS] and [SEP], at most `limit` together."""
    ids = [CLS]
    for word in words(text):
        ids.extend(_pieces(word))
        if len(ids) >= limit:
            break
    return [*ids[: limit - 1], SEP]


def words(text: str) -> list[str]:
    """Lower-cased words without accents; punctuation marks and Chinese characters are words of their own."""
    found: list[str] = []
    current: list[str] = []
    for character in _normalised(text):
        if character == " " or _is_punctuation(character):
            if current:
                found.append("".join(current))
                current = []
            if character != " ":
                found.append(character)
        else:
            current.append(character)
    if current:
        found.append("".join(current))
    return found


def _normalised(text: str) -> str:
    cleaned = "".join(map(_clean, text[:LONGEST_TEXT]))
    if cleaned.isascii():
        return cleaned.lower()
    decomposed = unicodedata.normalize("NFD", cleaned)
    return "".join(c.lower() for c in decomposed if unicodedata.category(c) != "Mn")


@lru_cache(maxsize=4096)
def _clean(character: str) -> str:
    category = unicodedata.category(character)
    if character in "\t\n\r" or category.startswith("Z"):
        return " "
    if character in "\0\ufffd" or category in ("Cc", "Cf", "Co"):
        return ""
    code = ord(character)
    return f" {character} " if any(first <= code <= last for first, last in _CJK_RANGES) else character


@lru_cache(maxsize=4096)
def _is_punctuation(character: str) -> bool:
    return character in _ASCII_PUNCTUATION or unicodedata.category(character).startswith("P")


@lru_cache(maxsize=8192)
def _pieces(word: str) -> tuple[int, ...]:
    """Greedy, longest piece first; a word with a part that is no piece is unknown as a whole."""
    if len(word) > LONGEST_WORD:
        return (UNKNOWN,)
    known = vocabulary()
    ids: list[int] = []
    start = 0
    while start < len(word):
        prefix = "##" if start else ""
        end = next((end for end in range(len(word), start, -1) if prefix + word[start:end] in known), None)
        if end is None:
            return (UNKNOWN,)
        ids.append(known[prefix + word[start:end]])
        start = end
    return tuple(ids)
