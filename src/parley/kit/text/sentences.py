"""Prose cut into sentences, without being fooled by abbreviations, prices and times."""

from __future__ import annotations

import re

_END = re.compile(r"(?<=[.!?…。！？])[\"'”’)\]]*\s+(?=[\"'“‘(\[¿¡]?[^\W_a-z])|(?<=[。！？])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:[a-z]|dr|mr|mrs|ms|st|ave|no|nos|vs|etc|approx|inc|ltd|dept|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)"
    r"|\b(?:e\.g|i\.e|a\.m|p\.m|u\.s))\.$",
    re.IGNORECASE,
)

LONGEST_ABBREVIATION = 12
"""With the sign before it. Only the end of a sentence is looked at: a line of initials takes no longer than another."""


def sentences(text: str) -> list[str]:
    """One line at a time: a line break ends a sentence. Joined by spaces they are the text again."""
    found: list[str] = []
    for line in text.splitlines():
        start = 0
        for end in _END.finditer(line):
            candidate = line[start : end.start()].strip()
            if candidate and not _ABBREVIATION.search(candidate[-LONGEST_ABBREVIATION:]):
                found.append(line[start : end.end()].strip())
                start = end.end()
        if rest := line[start:].strip():
            found.append(rest)
    return found
