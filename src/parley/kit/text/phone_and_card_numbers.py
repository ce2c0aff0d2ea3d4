"""Phone and card numbers in running text, told apart from dates, times, amounts and codes around them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parley.kit.text.digit_shapes import SHORTEST, Group, NumberKind, find_in_groups

SPACES = " \t\u00a0\u2000-\u200a\u202f\u3000"
MARKS = "\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069"
"""Invisible, as they stand around numbers in texts that run from right to left."""
DASHES = "\\-‐‑‒–—−－"
BETWEEN = rf"[{SPACES}{MARKS}{DASHES}./()（）]{{0,4}}"

_RUN = re.compile(rf"(?:[(（]?[+＋][{SPACES}{MARKS}]?)?[(（]?\d(?:{BETWEEN}\d)*")
_GROUP = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class FoundNumber:
    kind: NumberKind
    start: int
    end: int


def find_numbers(text: str, is_amount: bool = False) -> list[FoundNumber]:
    """Every phone and card number of a text, in order; of an amount only what can hardly be anything else."""
    found: list[FoundNumber] = []
    for run in _RUN.finditer(text):
        if sum(map(str.isdecimal, run[0])) >= SHORTEST:
            found.extend(_in_run(text, run.start(), run.end(), is_amount))
    return found


# A run of digits and what stands between them may hold several things: "12.05.2024 0161 496 0123".

_DAY, _MONTH = r"(?:0?[1-9]|[12]\d|3[01])", r"(?:0?[1-9]|1[0-2])"
_YEAR = r"(?:19|20)\d\d"
_DATE = "|".join(
    (
        rf"{_YEAR}[-./–]{_MONTH}[-./–]{_DAY}",
        rf"{_DAY}[-./–]{_MONTH}[-./–](?:{_YEAR}|\d\d)",
        rf"{_MONTH}[-./–]{_DAY}[-./–](?:{_YEAR}|\d\d)",
    )
)
_TIME = r"(?:[01]?\d|2[0-4])\.[0-5]\d"
_DECIMAL = r"(?:0|[1-9]\d{0,2})\.\d+"
_NO_NUMBER = re.compile(rf"(?:{_DATE})(?:[-–](?:{_DATE}))?|{_TIME}(?:[-–]{_TIME})?|{_DECIMAL}", re.ASCII)

_CODE_BEFORE = re.compile(r"(?:[A-Za-z_#№]|[A-Za-z0-9_][-/_#]|\d:)$")
_PHONE_WORD = re.compile(r"(?<![a-z])(?:tel|phone|ph|mob|mobile|cell|fax|whatsapp|nr|no|number)[-.:/]?$", re.IGNORECASE)
_CODE_BEHIND = re.compile(r"(?!x\d|ext)[a-z_]|:\d", re.IGNORECASE)
_MONEY_BEFORE = re.compile(rf"[€$£¥₹₽][{SPACES}]?$")
_MONEY_BEHIND = re.compile(
    rf",\d|[{SPACES}]?(?:[€₽%]|zł|(?:kr|eur|usd|gbp|chf|pln|euros?|dollars?|pounds?|million)\b)",
    re.IGNORECASE | re.ASCII,
)


def _in_run(text: str, start: int, end: int, is_amount: bool) -> Iterator[FoundNumber]:
    before, behind = text[max(0, start - 12) : start], text[end : end + 12]
    groups, has_plus = _groups(text, start, end), bool(re.match(r"[(（]?[+＋]", text[start:end]))
    words = _words(groups)
    if not has_plus and _CODE_BEFORE.search(before) and not _PHONE_WORD.search(before):
        words = words[1:]  # glued to letters it is part of a code, glued to "14:" it is minutes
    if words and _CODE_BEHIND.match(behind):
        words = words[:-1]
    is_amount = is_amount or bool(_MONEY_BEFORE.search(before) or _MONEY_BEHIND.match(behind))
    for stretch in _stretches(words, text):
        plus = has_plus and stretch[0] is groups[0]
        for kind, first, stop in find_in_groups(stretch, plus, is_amount):
            last = stretch[stop - 1].end
            yield FoundNumber(kind, _opening(text, start, stretch[first], last), last)


def _groups(text: str, start: int, end: int) -> list[Group]:
    groups: list[Group] = []
    reached = start
    for match in _GROUP.finditer(text, start, end):
        digits = match[0] if match[0].isascii() else "".join(str(int(digit)) for digit in match[0])
        groups.append(Group(digits, match.start(), match.end(), text[reached : match.start()]))
        reached = match.end()
    return groups


def _words(groups: Sequence[Group]) -> list[list[Group]]:
    """Groups that no space divides."""
    words: list[list[Group]] = []
    for group in groups:
        if words and not group.is_apart:
            words[-1].append(group)
        else:
            words.append([group])
    return words


def _stretches(words: Sequence[list[Group]], text: str) -> Iterator[list[Group]]:
    """What dates, times, decimals and a slash with spaces around it leave between them."""
    stretch: list[Group] = []
    for word in words:
        is_none = _NO_NUMBER.fullmatch(text, word[0].start, word[-1].end) is not None
        if stretch and (is_none or "/" in word[0].gap):
            yield stretch
            stretch = []
        if not is_none:
            stretch += word
    if stretch:
        yield stretch


def _opening(text: str, run: int, first: Group, end: int) -> int:
    """Where a number begins: with its plus sign, and with a bracket that it also closes."""
    opening = first.start
    for place in range(first.start - 1, max(run, first.start - len(first.gap)) - 1, -1):
        if text[place] in "+＋" or (text[place] in "(（" and _closes_brackets(text[place:end])):
            opening = place
    return opening


def _closes_brackets(text: str) -> bool:
    return len(re.findall("[(（]", text)) <= len(re.findall("[)）]", text))
