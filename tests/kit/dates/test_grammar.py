"""How rules are applied, by the places of what they find; and that no text keeps them busy for long."""

from __future__ import annotations

import time
from datetime import date, datetime

import pytest

from parley.kit.dates.dates import find_date, parse_date
from parley.kit.dates.reading import Reading
from parley.kit.dates.times import find_time, parse_time

READING = Reading(date(2026, 3, 11), asked=True)
NOW = datetime(2026, 3, 11, 10, 0)  # noqa: DTZ001 - a wall clock
LONGEST = 10_000
SECONDS = 1.0
"""Of CPU time; an idle machine needs a twentieth of it."""
PIECES = (
    "7", "7 ", "a ", " ", "\n", ".", "-", "1-", "1.2.", "12/05/2024 ", "2026-05-", "2026-05-03t1:", "friday ",
    "friday, ", "friday the ", "next ", "in a ", "two weeks from ", "may ", "may 3 ", "the 3rd of ", "nineteen ",
    "nineteen oh ", "two thousand and ", "twenty ", "um ", "at 7 ", "7:30 ", "half past ", "o'clock ", "am ", "-ish",
    "on 3-4 ", "ẞİﬁ漢",
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a table on  Friday\nnext week, please", "Friday\nnext week"),
        ("  the   third   of   May  ", "the   third   of   May"),
        ("İİ tomorrow", "tomorrow"),
        ("today is bad, what about two weeks from friday?", "two weeks from friday"),
        ("on Sunday, March 9 please", "March 9"),
        ("today, or rather on 5 May", "5 May"),
        ("maybe next week, on the 17th", "the 17th"),
    ],
)
def test_a_match_wins_over_its_parts_and_a_telling_rule_over_others(text: str, words: str) -> None:
    found = find_date(text, READING)
    assert found is not None
    assert text[found.start : found.end] == words


@pytest.mark.slow
@pytest.mark.parametrize("piece", PIECES)
def test_no_text_takes_long(piece: str) -> None:
    text = (piece * LONGEST)[:LONGEST]
    began = time.process_time()
    parse_date(text, READING)
    find_date(text, READING)
    parse_time(text)
    find_time(text, asked=True, now=NOW)
    assert time.process_time() - began < SECONDS
