"""Which cases a person means: pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from parley.kit.errors import ParleyError

Chooses = Callable[[str, Collection[str]], bool]
"""By name and tags."""

_TOKEN = re.compile(r"""\s*(?:(?P<mark>[()])|(?P<quote>['"])(?P<phrase>.*?)(?P=quote)|(?P<word>[^\s()'"]+))""")
_OPERATORS = ("and", "or", "not")


class ExpressionRefused(ParleyError):
    """It is no expression over names and tags."""


def chooser(expression: str) -> Chooses:
    """`booking and not (slow or "large party")`: each phrase is looked for in the name, and is a tag or a part of one.

    Words that follow each other are one phrase: `book a table` needs no quotes."""
    parser = _Parser(_tokens(expression), expression)
    chooses = parser.either()
    parser.expect_end()
    return chooses


def _tokens(expression: str) -> list[tuple[str, str]]:
    """(kind, text) with the kinds `(`, `)`, and, or, not, phrase."""
    found: list[tuple[str, str]] = []
    at, rest = 0, expression.rstrip()
    while at < len(rest):
        token = _TOKEN.match(rest, at)
        if token is None:
            raise ExpressionRefused(f"A quotation mark is missing in {expression!r}.")
        at = token.end()
        if token["mark"]:
            found.append((token["mark"], token["mark"]))
        elif token["word"] and token["word"].lower() in _OPERATORS:
            found.append((token["word"].lower(), token["word"]))
        elif token["word"] and found and found[-1][0] == "phrase":
            found[-1] = ("phrase", f"{found[-1][1]} {token['word']}")
        else:
            found.append(("phrase", token["word"] or token["phrase"]))
    return found


class _Parser:
    def __init__(self, tokens: list[tuple[str, str]], expression: str) -> None:
        self._tokens = tokens
        self._expression = expression

    def either(self) -> Chooses:
        parts = [self._both()]
        while self._takes("or"):
            parts.append(self._both())
        return lambda name, tags: any(part(name, tags) for part in parts)

    def _both(self) -> Chooses:
        parts = [self._one()]
        while self._takes("and"):
            parts.append(self._one())
        return lambda name, tags: all(part(name, tags) for part in parts)

    def _one(self) -> Chooses:
        if self._takes("not"):
            inner = self._one()
            return lambda name, tags: not inner(name, tags)
        if self._takes("("):
            inner = self.either()
            if not self._takes(")"):
                raise ExpressionRefused(f"A ')' is missing in {self._expression!r}.")
            return inner
        if not self._tokens or self._tokens[0][0] != "phrase":
            raise ExpressionRefused(f"A name or a tag is missing in {self._expression!r}.")
        wanted = self._tokens.pop(0)[1].lower()
        return lambda name, tags: any(wanted in text.lower() for text in (name, *tags))

    def _takes(self, kind: str) -> bool:
        if self._tokens and self._tokens[0][0] == kind:
            self._tokens.pop(0)
            return True
        return False

    def expect_end(self) -> None:
        if self._tokens:
            raise ExpressionRefused(f"'and' or 'or' is missing before {self._tokens[0][1]!r} in {self._expression!r}.")
