"""Replacing what a project's patterns find, in order: corrections of transcripts, pronunciations."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from parley.kit.patterns.errors import PatternInvalid
from parley.kit.patterns.pattern import Match, Pattern, usable

ALLOWANCE = 50_000_000
"""Steps that all rules may take with one text, half a second at worst; the rules that remain then are left out."""
MOST_MATCHES = 20_000
"""That all rules may replace in one text."""
LONGEST_TEXT = 200_000
"""Rules that make texts longer and longer come to an end."""
LIGHT = 100_000
"""Steps that are not worth a thread: about a millisecond at worst, and a tenth of it for ordinary patterns."""


@dataclass(frozen=True, slots=True)
class Rule:
    size: int
    """How many steps each character of a text can take."""
    apply: Callable[[str, int], tuple[str, int]]
    """A text and how many matches may be replaced, to the new text and how many were."""


def rule(source: str, replacement: str, *, ignore_case: bool, whole: bool = False) -> Rule | None:
    """None for a pattern that cannot be used. `whole`: only a text that matches from end to end is replaced."""
    pattern = usable(source, ignore_case=ignore_case, whole=whole)
    if pattern is None:
        return None
    replacing = _replacing(pattern, replacement)
    return Rule(pattern.size, partial(_whole, pattern, replacing) if whole else partial(pattern.replace, replacing))


async def rewritten(text: str, rules: Sequence[Rule]) -> str:
    """What takes long runs beside the loop: RE2 lets other threads work while it searches."""
    if (len(text) + 1) * sum(each.size for each in rules) <= LIGHT:
        return _applied(text, rules)
    return await asyncio.to_thread(_applied, text, rules)


def _applied(text: str, rules: Sequence[Rule]) -> str:
    steps, matches = ALLOWANCE, MOST_MATCHES
    for each in rules:
        steps -= each.size * (len(text) + 1)
        if steps < 0 or matches <= 0:
            break
        text, replaced = each.apply(text, matches)
        text, matches = text[:LONGEST_TEXT], matches - replaced
    return text


def _replacing(pattern: Pattern, replacement: str) -> Callable[[Match], str]:
    """With group references; a replacement that refers to no existing group is taken literally."""
    try:
        template = pattern.template(re.sub(r"\$(\d)", r"\\\1", replacement))
    except PatternInvalid:
        return lambda _: replacement
    return lambda match: match.expand(template)


def _whole(pattern: Pattern, replacing: Callable[[Match], str], text: str, _: int) -> tuple[str, int]:
    match = pattern.fullmatch(text)
    return (text, 0) if match is None else (replacing(match), 1)
