"""The words that dates are made of."""

from __future__ import annotations

import re

from parley.local_responder.numbers import TENS, UNITS, find_numbers

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

MONTH = r"(?P<month>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b\.?"
_FULL_DAYS = "|".join(_WEEKDAY_NAMES.split())
_SHORT_DAYS = "|".join(sorted(set(WEEKDAYS) - set(_WEEKDAY_NAMES.split()), key=len, reverse=True))
# "Sat" and "sun" are words too: they are days only where a day is expected.
WEEKDAY = rf"(?P<weekday>{_FULL_DAYS}|(?:(?<=^)|(?<=on )|(?<=next )|(?<=this )|(?<=for ))(?:{_SHORT_DAYS}))\b"
DAY = (
    r"(?P<day>\d{1,2}(?:st|nd|rd|th)?\b|"
    + "|".join(sorted((name.replace(" ", "[ -]") for name in ORDINALS), key=len, reverse=True))
    + r"|(?:twenty|thirty)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?\b|"
    + "|".join(f"{name}\\b" for name, value in sorted(UNITS.items(), key=lambda item: -len(item[0])) if value)
    + ")"
)
_SPOKEN_YEAR = (
    rf"(?:nineteen|twenty)(?:[ -](?:hundred|oh|and|{'|'.join([*UNITS, *TENS])})\b){{1,4}}|two thousand(?: and)?(?: (?:"
    rf"{'|'.join([*UNITS, *TENS])})\b){{0,2}}"
)
FULL_YEAR = rf"(?P<year>\d{{4}}\b|{_SPOKEN_YEAR})"
YEAR = rf"(?P<year>\d{{4}}\b|'?\d{{2}}\b(?![:.]\d)|{_SPOKEN_YEAR})"


def day_number(text: str) -> int:
    word = text.lower().replace("-", " ")
    if word in ORDINALS:
        return ORDINALS[word]
    digits = re.match(r"\d+", word)
    if digits:
        return int(digits[0])
    return int(find_numbers(word)[0].value)


def year_number(text: str, latest: int) -> int:
    """`latest` is the newest year that two digits may stand for: "85" is 1985, "27" may be 2027."""
    text = text.lower().strip("'")
    if text.isdigit():
        year = int(text)
        return year if year > 99 else year + (2000 if 2000 + year <= latest else 1900)
    if text.startswith("two thousand"):
        return int(find_numbers(text.strip())[0].value)
    century, _, rest = re.sub(r"[-\s]+", " ", text).partition(" ")
    base = 1900 if century == "nineteen" else 2000
    numbers = find_numbers(rest.replace("oh ", "").replace("hundred", "").replace("and ", ""))
    return base + (int(numbers[0].value) if numbers else 0)
