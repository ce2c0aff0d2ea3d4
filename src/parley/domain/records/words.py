"""What a transcript search looks up: project, side and word in one string. One index serves everyone, and is as
selective for each as if it were theirs alone."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Literal

from parley.domain.records.phrases import Part
from parley.kit.text.words import fold, is_run, pairs, readings

Side = Literal["user", "agent"]

MOST_BYTES = 900_000
"""PostgreSQL holds up to 1 MB of words for a row. Of a conversation with more, words that come later are left out."""

_MARKS: dict[Side, str] = {"user": "u", "agent": "a"}


def tag(project_id: str, environment: str) -> str:
    """Four characters for both. Two projects may share them: what is found is filtered by project all the same."""
    return urlsafe_b64encode(sha256(f"{project_id}\0{environment}".encode()).digest()[:3]).decode()


def lexemes(tag: str, turns: Iterable[tuple[str, str]]) -> list[str]:
    """The different words of a conversation, in order. `turns`: what the user said, and what the agent answered."""
    found: dict[str, None] = {}
    left = MOST_BYTES
    for lexeme in _every_lexeme(tag, turns):
        if lexeme not in found:
            left -= len(lexeme.encode())
            if left < 0:
                break
            found[lexeme] = None
    return list(found)


def lookup(tag: str, side: Side | None, parts: Sequence[Part]) -> str:
    """A query, as PostgreSQL writes them, for rows that have every term of every part, or a form of its word; each part
    on one side."""
    marks = [_MARKS[side]] if side else list(_MARKS.values())
    return " & ".join("(" + " | ".join(_all_terms(tag + mark, part) for mark in marks) + ")" for part in parts)


def _every_lexeme(tag: str, turns: Iterable[tuple[str, str]]) -> Iterator[str]:
    for user_input, agent_response in turns:
        yield from _of_text(tag + _MARKS["user"], user_input)
        yield from _of_text(tag + _MARKS["agent"], agent_response)


def _of_text(start: str, text: str) -> Iterator[str]:
    for reading in readings(fold(text)):
        for word in reading:
            if is_run(word):
                yield from (start + pair for pair in pairs(word))
            else:
                yield start + word


def _all_terms(start: str, part: Part) -> str:
    terms = " & ".join(_quoted(start + term) + (":*" if begins else "") for term, begins in part.terms)
    return " | ".join((terms, *(_quoted(start + form) for form in part.forms)))


def _quoted(lexeme: str) -> str:
    escaped = lexeme.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"
