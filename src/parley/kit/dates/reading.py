"""How to read a date that can be read in more than one way."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

_MONTH_FIRST_REGIONS = {"US", "PH", "PR"}
_BIRTH = re.compile(
    r"(?<![^\W_])(?:birth(?!day[\s_]+(?:party|dinner|lunch|meal|event|celebration))|(?:dob|born)(?![^\W_]))",
    re.IGNORECASE,
)
"""The day of a birthday party lies ahead."""


@dataclass(frozen=True, slots=True)
class Reading:
    today: date
    past: bool = False
    """A date of birth: without a year, or with two digits of it, it lies behind us."""
    day_first: bool = False
    """3/5 is the third of May."""
    asked: bool = False
    """The text answers the question for a date: "3-5" is one then, and no number of people."""


def is_day_first(language: str) -> bool:
    """By the region of a language tag. English without a region is that of the United States."""
    main, *rest = language.replace("_", "-").split("-")
    region = next((part.upper() for part in reversed(rest) if len(part) == 2), None)
    return region not in _MONTH_FIRST_REGIONS if region else main.lower() not in ("", "en")


def is_birth(words: str) -> bool:
    """Whether the name or description of a value speaks of a date of birth."""
    return _BIRTH.search(words) is not None
