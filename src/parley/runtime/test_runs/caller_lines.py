"""What a simulated caller says, and when: pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

LINE = re.compile(
    r"(?:\[\s*(?:(?P<seconds>\d+(?:\.\d+)?)|after:\s*(?P<quote>['\"]?)(?P<words>[^\]]+?)(?P=quote))\s*\]\s*)?(?P<text>.*)",
    re.DOTALL,
)
KEYS = re.compile(r"#[0-9*#]+")
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
ALIKE = 0.75
"""Of the letters of what was waited for: recognisers mishear."""


@dataclass(frozen=True, slots=True)
class CallerLine:
    text: str
    interrupts_after: float | None = None
    """Seconds of the agent's speech after which the caller speaks over it; None: lets it finish."""
    keys: str = ""
    """Pressed instead of words."""
    after_words: str = ""
    """The caller speaks over the agent when it has said these."""

    @property
    def interrupts(self) -> bool:
        return self.interrupts_after is not None or bool(self.after_words)


def parse_line(text: str) -> CallerLine:
    """`words`, `#123` for keys, `[1.5] words` over the agent after so many seconds of it, `[after: 'table for'] words`
    when it has said that."""
    found = LINE.fullmatch(text)
    assert found is not None, "it matches anything"
    words, seconds = found["text"].strip(), found["seconds"]
    if KEYS.fullmatch(words):
        return CallerLine("", keys=words[1:])
    return CallerLine(words, float(seconds) if seconds else None, after_words=(found["words"] or "").strip())


def split_mark(text: str) -> tuple[str, str]:
    """What says when a line is spoken, and the line."""
    found = LINE.fullmatch(text)
    assert found is not None, "it matches anything"
    return text[: found.start("text")], found["text"]


def spoken_words(text: str) -> list[str]:
    """As they are compared: without punctuation and case, digits one by one and in words."""
    spaced = re.sub(r"[0-9]", lambda digit: f" {DIGITS[int(digit[0])]} ", text.lower())
    return re.findall(r"[^\W_]+", spaced.replace("'", "").replace("’", ""))


def was_said(wanted: str, heard: str) -> bool:
    """Whether these words, or what sounds much like them, are in what was heard."""
    words, said = spoken_words(wanted), spoken_words(heard)
    target = " ".join(words)
    windows = (" ".join(said[at : at + len(words)]) for at in range(len(said) - len(words) + 1))
    return any(SequenceMatcher(None, target, window, autojunk=False).ratio() >= ALIKE for window in windows)


def word_errors(said: str, heard: str) -> tuple[int, int]:
    """Words that were left out, put in or taken for others; and how many were said."""
    wanted, found = spoken_words(said), spoken_words(heard)
    row = list(range(len(found) + 1))
    for number, word in enumerate(wanted, start=1):
        diagonal, row[0] = row[0], number
        for at, other in enumerate(found, start=1):
            diagonal, row[at] = row[at], min(diagonal + (word != other), row[at] + 1, row[at - 1] + 1)
    return row[-1], len(wanted)
