"""A reply that comes in pieces, cut into what can be spoken already; and how much of it was heard."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from parley.kit.text.sentences import sentences

LONGEST = 250
"""A sentence that has not ended after this many letters is spoken up to where one could breathe."""
BYTES_A_LETTER = 1_000
"""About: for a sentence whose sound is not known to its end."""
_LOOKS_ENDED = re.compile(r"[.!?…:。！？][\"'”’)\]]*\s*\Z|>\s*\Z|\n\s*\Z")
_BREATH = re.compile(r"[,;:–—]\s|\s")
_BROKEN_WORD = re.compile(r"\S+\Z")


@dataclass(slots=True)
class Segment:
    text: str
    language: str
    voice: Mapping[str, Any] | None = None
    sent: int = 0
    """Bytes of its sound that the call has taken."""
    is_whole: bool = False
    """All of its sound was taken."""


def cut(text: str) -> tuple[list[str], str]:
    """What is complete, and the rest; joined they are the text. A sentence is complete when the next has begun."""
    complete: list[str] = []
    position = 0
    for sentence in sentences(text)[:-1]:
        end = text.index(sentence, position) + len(sentence)
        complete.append(text[position:end])
        position = end
    rest = text[position:]
    while len(rest) > LONGEST:
        end = _breath(rest)
        complete.append(rest[:end])
        rest = rest[end:]
    return complete, rest


def looks_ended(rest: str) -> bool:
    """Nothing need follow. If nothing does for a moment, it can be spoken."""
    return bool(_LOOKS_ENDED.search(rest[-20:]))


def heard_of(said: Iterable[Segment], sound: int) -> str:
    """The words whose sound lies within the first `sound` bytes."""
    words = ""
    for sentence in said:
        if not sentence.is_whole or sound < sentence.sent:
            return words + _begun(sentence, max(sound, 0))
        words += sentence.text
        sound -= sentence.sent
    return words


def _begun(sentence: Segment, sound: int) -> str:
    """About as large a part of the text as of the sound, without the word that was being spoken."""
    text = sentence.text
    length = sentence.sent if sentence.is_whole else max(sentence.sent, len(text) * BYTES_A_LETTER)
    letters = len(text) * sound // max(length, 1)
    if text[letters : letters + 1].isspace() or not re.search(r"\S\s+\S", text):
        return text[:letters]
    return _BROKEN_WORD.sub("", text[:letters])


def _breath(text: str) -> int:
    """Where to cut: at the last comma or space, and never inside a tag."""
    tag = text.rfind("<", 0, LONGEST)
    limit = tag if tag > 0 and ">" not in text[tag:LONGEST] else LONGEST
    places = [found.end() for found in _BREATH.finditer(text, 0, limit)]
    commas = [end for end in places if text[end - 2 : end - 1] in (*",;:–—",) and end > LONGEST // 3]
    return (commas or places or [limit])[-1]
