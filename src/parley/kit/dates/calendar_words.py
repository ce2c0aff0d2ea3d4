"""The words that dates are made of: patterns for them, and what they stand for."""

from __future__ import annotations

import re

from parley.kit.dates.grammar import COUNTED
from parley.kit.text.numbers import TENS, UNITS, find_numbers

_MONTH_NAMES = "january february march april may june july august september october november december"
_WEEKDAY_NAMES = "monday tuesday wednesday thursday friday saturday sunday"
_ORDINAL_NAMES = """
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
    sixteenth seventeenth eighteenth nineteenth twentieth
"""

MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES.split(), start=1)}
MONTHS |= {name[:3]: number for name, number in MONTHS.items()} | {"sept": 9}
WEEKDAYS = {name: number for number, name in enumerate(_WEEKDAY_NAMES.split())}
WEEKDAYS |= {name[:3]: number for name, number in WEEKDAYS.items()} | {"tues": 1, "weds": 2, "thur": 3, "thurs": 3}
ORDINALS = {name: number for number, name in enumerate(_ORDINAL_NAMES.split(), start=1)}
ORDINALS |= {f"twenty {name}": 20 + number for name, number in list(ORDINALS.items())[:9]}
ORDINALS |= {"thirtieth": 30, "thirty first": 31}


def _longest_first(words: list[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_FULL_DAYS = _longest_first(_WEEKDAY_NAMES.split())
_SHORT_DAYS = _longest_first(list(set(WEEKDAYS) - set(_WEEKDAY_NAMES.split())))
# "Sat" and "sun" are words too: they are days only where a day is expected.
_EXPECTED = "|".join(f"(?<={before})" for before in ("^", "on ", "next ", "this ", "last ", "coming ", "for "))
WEEKDAY = rf"(?P<weekday>{_FULL_DAYS}|(?:{_EXPECTED})(?:{_SHORT_DAYS}))\b"
BESIDE = rf"\b(?:{_longest_first(list(WEEKDAYS))})\b\.?[ ,]+"
"""A weekday in front of a date."""

MONTH = rf"(?P<month>{_longest_first(list(MONTHS))})(?![^\W\d_])\.?"
_ORDINAL_WORD = _longest_first(list(ORDINALS)).replace(" ", "[ -]")
_SMALL_NUMBER = _longest_first([word for word, value in UNITS.items() if value])
NUMBER_WORD = rf"(?:{'|'.join(TENS)})(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|{_SMALL_NUMBER}"
_DAY_DIGITS = r"\d{1,2}(?!\d)(?:st|nd|rd|th)?"
_NO_DAY = rf"(?! (?:(?:ones?|time|option|half|floor)\b|of\b(?! (?:this|next) month)|{COUNTED}))"
ORDINAL_DAY = rf"(?P<day>(?:{_DAY_DIGITS}|{_ORDINAL_WORD})\b){_NO_DAY}"
DAY = rf"(?P<day>(?:{_DAY_DIGITS}|{_ORDINAL_WORD}|{NUMBER_WORD})\b)"
_SPOKEN_YEAR = (
    rf"(?:nineteen|twenty)(?:[ -](?:hundred|oh|and|{'|'.join([*UNITS, *TENS])})\b){{1,4}}|two thousand(?: and)?(?: (?:"
    rf"{'|'.join([*UNITS, *TENS])})\b){{0,2}}"
)
FULL_YEAR = rf"(?P<year>\d{{4}}\b|{_SPOKEN_YEAR})"
_TWO_DIGITS = rf"'?\d{{2}}\b(?![:.]\d| ?(?:[ap]\.?m\b|o'?clock|{COUNTED}))"
_FOUR_DIGITS = r"\d{4}\b(?! ?(?:hours|hrs|h)\b)"
YEAR = rf",? ?(?:of )?(?P<year>{_FOUR_DIGITS}|(?<=[ ,])(?:{_TWO_DIGITS}|{_SPOKEN_YEAR}))"
"""Behind a day and a month, with what divides it from them."""


def day_number(word: str) -> int:
    word = word.replace("-", " ")
    if word in ORDINALS:
        return ORDINALS[word]
    digits = re.match(r"\d+", word)
    return int(digits[0]) if digits else int(find_numbers(word)[0].value)


def year_number(text: str, latest: int) -> int:
    """`latest` is the newest year that two digits may stand for: with 2036, "85" is 1985 and "27" is 2027."""
    text = text.strip("'")
    if text.isdecimal():
        year = int(text)
        return year if len(text) == 4 else latest - (latest - year) % 100
    if text.startswith("two thousand"):
        return int(find_numbers(text.strip())[0].value)
    century, _, rest = re.sub(r"[-\s]+", " ", text).partition(" ")
    base = 1900 if century == "nineteen" else 2000
    numbers = find_numbers(rest.replace("oh ", "").replace("hundred", "").replace("and ", ""))
    return base + (int(numbers[0].value) if numbers else 0)
