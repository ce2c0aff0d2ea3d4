"""What a stretch of digits is, by its shape: groups of so many digits, and what stands between them.

A library would want to know the country first, which a conversation does not tell.

In a shape "." stands for a dot between two groups, " " for a gap with a space in it and "-" for everything else. Digits
that were said one by one are one group; so are a 0 in brackets and what follows it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

SHORTEST = 7
"""Digits of a phone number."""


class NumberKind(StrEnum):
    PHONE = "phone"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class Group:
    """Digits without anything between them."""

    digits: str
    start: int
    end: int
    gap: str
    """What stands between the group before and this one."""

    @property
    def is_apart(self) -> bool:
        """A space stands before it."""
        return any(map(str.isspace, self.gap))


_WHOLE_CARD = re.compile(r"(?:2[2-7]|[3-6]|81|9792)\d{9,18}")
_CARDS = tuple(
    re.compile(rf"{shape}(?!\d)")
    for shape in (
        r"\d{13,19}",
        r"\d{4}(?:[-. ]\d{4}){3}[-. ]\d{1,3}",
        r"\d{4}(?:[-. ]\d{4}){3}",
        r"\d{4}[-. ]\d{6}[-. ]\d{4,5}",
    )
)
_FOURS = re.compile(r"\d{4}(?:[-. ]\d{4}){3,}(?:[-. ]\d{1,3})?")
"""A bank account, or a card number with a slip: its parts are no phone numbers."""

_ABROAD = re.compile(r"\d(?:[-.]?\d){9,14}(?![-.]?\d)|\d(?:[-. ]?\d){6,14}(?!\d)")
"""Behind a plus sign. One that is whole without a space ends there: "+447700900123 2 people"."""
_STRONG = re.compile(
    r"""(?:
      0[1-9](?:[-. ]?\d){7,10}                          # a trunk 0: 0161 496 0123, 06.12.34.56.78, 03-1234-5678
    | 00[-. ]?[1-9](?:[-. ]?\d){8,13}                    # abroad: 0044 161 496 0123
    | (?:1[-. ]?)?[2-9]\d\d[-. ]\d{3}[-. ]\d{4}         # 512-555-0123, 1-800-555-0199, 333 123 4567
    | 1?[2-9]\d\d[2-9]\d{6}                             # North America
    | [6-9]\d{9}                                        # India
    | 1[3-9]\d(?:\d{8}|[-. ]\d{4}[-. ]\d{4})            # China
    | [78](?:[3-9]\d{9}|[-. ][3-9]\d\d[-. ]\d{3}[-. ]\d\d[-. ]?\d\d)  # Russia, Kazakhstan
    | 44[127]\d{9} | 491[567]\d{8,9} | 3[34][67]\d{8} | 393\d{9} | 91[6-9]\d{9} | 861[3-9]\d{9}  # a plus left out
    )(?!\d)""",
    re.VERBOSE | re.ASCII,
)
"""Phone numbers wherever they stand."""

_WEAK = re.compile(
    r"""
      [2-9]\d\d-\d{4}                                   # 555-0123
    | [35689]\d{3}[- ]\d{4} (?<!0[- ]\d\d\d0)           # Singapore, Hong Kong; no range such as 5000-6000
    | [2-9]\d(?:\ \d\d){3}                              # Denmark, Norway
    | [49]\d\d\ \d\d\ \d{3}                            # Norway
    | [4-9]\d\d[-. ](?!000)\d{3}[-. ]\d{3}             # Spain, Portugal, Poland, Czechia
    | [679]\d{8}                                         # Spain, Portugal
    | [5-9]\d\d(?:[-. ]\d\d){3} | [2-9]\d[-. ]\d{3}(?:[-. ]\d\d){2}  # Spain, Poland
    | [2-9]\d\d[- ]\d{3}(?:[- ]\d\d){2}                # Turkey, Ukraine
    | [1-9]\d[- ]9?\d{4}[- ]\d{4}                       # Brazil, Mexico, Argentina
    | [6-9]\d{4}[- ]\d{5}                               # India
    | 1[38]00[- ]\d{3}[- ]\d{3}                          # Australia
    """,
    re.VERBOSE | re.ASCII,
)
"""Shapes that may be other things too: only where the number stands alone and is no amount."""

Number = tuple[NumberKind, int, int]
"""Kind, first group, and the group behind the last."""


WINDOW, STEP = 64, 48
"""Groups that are looked at together, and how far it is from there to the next ones: no number has as many groups as
the two have in common. A whole page of digits would be looked at again for each number in it."""


def find_in_groups(groups: Sequence[Group], plus: bool, is_amount: bool) -> list[Number]:
    found: list[Number] = []
    first = 0
    while first < len(groups):
        is_last = first + WINDOW >= len(groups)
        hits = _in_window(groups[first : first + WINDOW], plus and first == 0, is_amount)
        kept = [hit for hit in hits if is_last or hit[1] < STEP]
        found += [(kind, first + start, first + stop) for kind, start, stop in kept]
        first = len(groups) if is_last else first + max([STEP, *(stop for _, _, stop in kept)])
    return found


def _in_window(groups: Sequence[Group], plus: bool, is_amount: bool) -> list[Number]:
    """What numbers leave before, between and behind them is looked at by itself, as if it stood alone."""
    found: list[Number] = []
    waiting = [(0, len(groups))]
    while waiting:
        first, end = waiting.pop()
        hits = _hits(groups[first:end], plus and first == 0, is_amount)
        found += [(kind, first + start, first + stop) for kind, start, stop in hits]
        if hits:
            borders = [0, *(border for _, start, stop in hits for border in (start, stop)), end - first]
            pieces = zip(borders[::2], borders[1::2], strict=True)
            waiting += [(first + start, first + stop) for start, stop in pieces if start < stop]
    return sorted(found, key=lambda number: number[1])


def _hits(groups: Sequence[Group], plus: bool, is_amount: bool) -> list[Number]:
    shape, starts = _shape(groups)
    if not plus and _is_card("".join([group.digits for group in groups])):
        return [(NumberKind.CARD, 0, len(groups))]
    hits = [] if _FOURS.fullmatch(shape) else list(_standing(shape, starts, plus))
    if not hits and not is_amount and _WEAK.fullmatch(shape):
        return [(NumberKind.PHONE, 0, len(groups))]
    return hits


def _standing(shape: str, starts: Sequence[int], plus: bool) -> Iterator[Number]:
    """Numbers that are known wherever they stand, each beginning and ending with a group."""
    reached = 0
    for group, start in enumerate(starts):
        if start < reached:
            continue
        kind, match = NumberKind.CARD, _card_at(shape, start)
        if match is None:
            kind, match = NumberKind.PHONE, (_ABROAD if plus and group == 0 else _STRONG).match(shape, start)
        if match is not None:
            reached = match.end()
            yield kind, group, bisect_left(starts, reached)


def _card_at(shape: str, start: int) -> re.Match[str] | None:
    for card in _CARDS:
        match = card.match(shape, start)
        if match is not None and _is_card(re.sub(r"\D", "", match[0])):
            return match
    return None


def _shape(groups: Sequence[Group]) -> tuple[str, list[int]]:
    """The shape, and where in it each group starts."""
    spelled = len(groups) >= SHORTEST and all(len(group.digits) == 1 for group in groups)
    shape, starts = groups[0].digits, [0]
    for before, group in pairwise(groups):
        joined = spelled or (before.digits == "0" and group.gap in (")", "）"))
        shape += "" if joined else " " if group.is_apart else "." if "." in group.gap else "-"
        starts.append(len(shape))
        shape += group.digits
    return shape, starts


def _is_card(digits: str) -> bool:
    return _WHOLE_CARD.fullmatch(digits) is not None and 13 <= len(digits) <= 19 and _luhn(digits) % 10 == 0


def _luhn(digits: str) -> int:
    odd, even = digits[-1::-2], digits[-2::-2]
    return sum(map(int, odd)) + sum(sum(divmod(2 * int(digit), 10)) for digit in even)
