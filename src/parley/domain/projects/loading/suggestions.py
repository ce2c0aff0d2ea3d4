"""What an author probably meant by a name that does not exist."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST = 60
"""A name that is longer is not looked for: comparing takes time with the square of the length."""
MOST = 2_000
CUTOFF = 0.7


def nearest(name: str, known: Iterable[str]) -> str | None:
    if len(name) > LONGEST:
        return None
    candidates = sorted(each for each in known if len(each) <= LONGEST)[:MOST]
    same = next((each for each in candidates if each.casefold() == name.casefold()), None)
    return same or next(iter(get_close_matches(name, candidates, 1, CUTOFF)), None)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """To be put behind a message; empty when nothing is near."""
    found = nearest(name, known)
    return f"; did you mean '{found}'?" if found else ""
