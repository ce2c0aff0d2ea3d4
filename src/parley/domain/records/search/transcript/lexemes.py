"""Lexemes: project, side and word in one string. One index serves everyone, and is as selective for each as if it were
theirs alone. Pure."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Literal

from parley.domain.records.search.transcript.phrases import Phrase
from parley.kit.text.words import fold, is_run, pairs, readings

Side = Literal["user", "agent"]

MAX_BYTES = 900_000
"""PostgreSQL holds up to 1 MB of words for a row. Of a conversation with more, words that come later are left out."""

_MARKS: dict[Side, str] = {"user": "u", "agent": "a"}


def project_tag(project_id: str, environment: str) -> str:
    """Four characters for both. Two projects may share them: what is found is filtered by project all the same."""
    return urlsafe_b64encode(sha256(f"{project_id}\0{environment}".encode()).digest()[:3]).decode()


def transcript_lexemes(tag: str, turns: Iterable[tuple[str, str]]) -> list[str]:
    """The different words of a conversation, in order. `turns`: what the user said, and what the agent answered."""
    found: dict[str, None] = {}
    left = MAX_BYTES
    for lexeme in _every_lexeme(tag, turns):
        if lexeme not in found:
            left -= len(lexeme.encode())
            if left < 0:
                break
            found[lexeme] = None
    return list(found)


def to_tsquery(tag: str, side: Side | None, phrases: Sequence[Phrase]) -> str:
    """A query, as PostgreSQL writes them, for rows that have every term of every phrase, or a form of its word; each
    phrase on one side."""
    marks = [_MARKS[side]] if side else list(_MARKS.values())
    return " & ".join("(" + " | ".join(_all_terms(tag + mark, phrase) for mark in marks) + ")" for phrase in phrases)


def _every_lexeme(tag: str, turns: Iterable[tuple[str, str]]) -> Iterator[str]:
    for user_input, agent_response in turns:
        yield from _text_lexemes(tag + _MARKS["user"], user_input)
        yield from _text_lexemes(tag + _MARKS["agent"], agent_response)


def _text_lexemes(start: str, text: str) -> Iterator[str]:
    for reading in readings(fold(text)):
        for word in reading:
            if is_run(word):
                yield from (start + pair for pair in pairs(word))
            else:
                yield start + word


def _all_terms(start: str, phrase: Phrase) -> str:
    terms = " & ".join(_quote(start + term) + (":*" if is_prefix else "") for term, is_prefix in phrase.terms)
    return " | ".join((terms, *(_quote(start + form) for form in phrase.forms)))


def _quote(lexeme: str) -> str:
    """Everything in a query that is quoted is a word: nobody's query is read as an operator."""
    escaped = lexeme.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"
