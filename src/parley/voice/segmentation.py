"""Text segmentation for synthesis: a reply that comes in pieces, split into what can be spoken already; and how much of
it was heard."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any

from parley.kit.text.sentences import sentences
from parley.providers.speech.protocol import SpokenWord

MAX_LETTERS = 250
"""A sentence that has not ended after this many letters is split where one could breathe: nobody waits for its end."""
BYTES_PER_LETTER = 1_000
"""About: for a segment whose audio is not known to its end."""
_LOOKS_COMPLETE = re.compile(r"[.!?…:。！？][\"'”’)\]]*\s*\Z|>\s*\Z|\n\s*\Z")
_PAUSE = re.compile(r"[,;:–—]\s|\s")
_WITHOUT_SPACES = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
"""Thai, Lao, Burmese, Khmer, Japanese, Chinese."""
_WORD = re.compile(r"\S+")
_BROKEN_WORD = re.compile(r"\S+\Z")


@dataclass(slots=True)
class Segment:
    """Text that is synthesized at once, and how far its audio has come."""

    text: str
    language: str
    voice: Mapping[str, Any] | None = None
    sent: int = 0
    """Bytes of its audio that the leg has taken."""
    is_sent: bool = False
    """All of its audio was taken."""
    is_filler: bool = False
    """Said while something takes long: no part of the reply."""
    heard: int = 0
    """So many of its letters had been heard when it was begun anew."""
    words: list[SpokenWord] = field(default_factory=list)
    """When its words are spoken, as far as that is known. They are those of its pronunciation, not of its text."""


def split_complete(text: str) -> tuple[list[str], str]:
    """What is complete, and the rest; joined they are the text. A sentence is complete when the next has begun."""
    complete: list[str] = []
    position = 0
    # The last one may go on: "Dr." looks like an end until the next word comes.
    for sentence in sentences(text)[:-1]:
        end = text.index(sentence, position) + len(sentence)
        complete.append(text[position:end])
        position = end
    rest = text[position:]
    while len(rest) > MAX_LETTERS:
        end = _split_position(rest)
        complete.append(rest[:end])
        rest = rest[end:]
    return complete, rest


def looks_complete(rest: str) -> bool:
    """Nothing need follow. If nothing does for a moment, it can be spoken."""
    return bool(_LOOKS_COMPLETE.search(rest[-20:]))


def heard_text(segments: Iterable[Segment], played: int) -> str:
    """The words of the reply whose audio lies within the first `played` bytes."""
    words = ""
    for segment in segments:
        if not segment.is_sent or played < segment.sent:
            return words if segment.is_filler else words + _heard_part(segment, max(played, 0))
        words += "" if segment.is_filler else segment.text
        played -= segment.sent
    return words


def split_heard(segments: Sequence[Segment], played: int, letters: int) -> tuple[list[Segment], list[Segment]]:
    """The segments that were heard to their ends within the first `played` bytes, and the others, to be played anew.
    `letters` of all their text were heard; what was said while something took long is not said again."""
    at = 0
    while at < len(segments) and segments[at].is_sent and played >= segments[at].sent:
        played -= segments[at].sent
        letters -= 0 if segments[at].is_filler else len(segments[at].text)
        at += 1
    rest = [each for each in segments[at:] if not each.is_filler]
    unheard = [Segment(each.text, each.language, each.voice, heard=each.heard) for each in rest]
    if unheard:
        unheard[0].heard = max(unheard[0].heard, letters)
    return list(segments[:at]), unheard


def _heard_part(segment: Segment, played: int) -> str:
    return max(_part_by_audio(segment, played), segment.text[: segment.heard], key=len)


def _part_by_audio(segment: Segment, played: int) -> str:
    """Without the word that was being spoken. Between what is known of words' times, about as large a part of the text
    as of the audio."""
    text = segment.text
    before, after = (0, 0), None
    for end, letters in _known_ends(segment):
        if end > played:
            after = letters
            break
        before = (end, letters)
    if after is not None:
        # The next word is still being spoken.
        return text[: before[1]]
    rest = text[before[1] :]
    length = segment.sent if segment.is_sent else max(segment.sent, before[0] + len(rest) * BYTES_PER_LETTER)
    letters = before[1] + len(rest) * (played - before[0]) // max(length - before[0], 1)
    # In a script without spaces every letter ends where it could be a word.
    if text[letters : letters + 1].isspace() or _WITHOUT_SPACES.search(text):
        return text[:letters]
    return text[: max(len(_BROKEN_WORD.sub("", text[:letters])), before[1])]


def _known_ends(segment: Segment) -> list[tuple[int, int]]:
    """Where words end: in the audio, and in the text as it is written. Both only grow."""
    if not segment.words:
        return []
    written = [(_bare(found[0]), found.end()) for found in _WORD.finditer(segment.text)]
    spoken = [_bare(word.text) for word in segment.words]
    counts = _align(spoken, [word for word, _ in written], is_whole=segment.is_sent)
    known: list[tuple[int, int]] = []
    for word, count in zip(segment.words, counts, strict=True):
        end = max(word.end, known[-1][0] if known else 0)
        known.append((end, written[count - 1][1] if count else 0))
    return known


def _align(spoken: Sequence[str], written: Sequence[str], *, is_whole: bool) -> list[int]:
    """For each word that is spoken, how many of those that are written are over when it is. Words that are pronounced
    otherwise share what lies between those that are the same."""
    blocks = SequenceMatcher(a=spoken, b=written, autojunk=False).get_matching_blocks()[:-1]
    anchors = [(0, 0), *((block.a + at, block.b + at) for block in blocks for at in range(1, block.size + 1))]
    if is_whole:
        anchors.append((len(spoken), len(written)))
    counts: list[int] = []
    for (first, begun), (last, ended) in pairwise(anchors):
        counts += [begun + (ended - begun) * (at - first) // (last - first) for at in range(first + 1, last + 1)]
    return counts + [anchors[-1][1]] * (len(spoken) - len(counts))


def _bare(word: str) -> str:
    return "".join(filter(str.isalnum, word)).casefold()


def _split_position(text: str) -> int:
    """At the last comma or space, and never inside a tag: half a tag would be read aloud."""
    tag = text.rfind("<", 0, MAX_LETTERS)
    limit = tag if tag > 0 and ">" not in text[tag:MAX_LETTERS] else MAX_LETTERS
    spaces = [found.end() for found in _PAUSE.finditer(text, 0, limit)]
    commas = [end for end in spaces if text[end - 2 : end - 1] in (*",;:–—",) and end > MAX_LETTERS // 3]
    return (commas or spaces or [limit])[-1]
