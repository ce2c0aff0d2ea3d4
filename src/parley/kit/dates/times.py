"""Times of day as people say them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from parley.kit.dates.calendar_words import NUMBER_WORD
from parley.kit.dates.grammar import COUNTED, COURTESY, LEAD_IN, Found, Rule, find_first, match_whole, plain_words
from parley.kit.text.case import lower_case
from parley.kit.text.numbers import TENS, UNITS, find_numbers

HOUR_WORD = "|".join(name for name, value in UNITS.items() if 1 <= value <= 12)
LONG_HOUR_WORD = "|".join([HOUR_WORD, *(name for name, value in UNITS.items() if value > 12)])
HOUR = rf"(?P<hour>\d{{1,2}}|{HOUR_WORD})"
_UNIT_WORD = "one|two|three|four|five|six|seven|eight|nine"
MINUTE_WORD = (
    rf"(?:oh[ -](?:{_UNIT_WORD})|(?:{'|'.join(TENS)})(?:[ -](?:{_UNIT_WORD}))?"
    rf"|(?:{'|'.join(name for name, value in UNITS.items() if value >= 10)}))"
)
MINUTES_PAST = rf"(?:{MINUTE_WORD}|{_UNIT_WORD})"
O_CLOCK = r" ?o'?clock\b"
HALF = rf" ?(?P<half>[ap])\.? ?m\b\.?(?:{O_CLOCK})?"
PART = r"(?: (?:in the|at|this|tomorrow|on \w+))? (?P<part>morning|afternoon|evening|night|tonight)\b"
SUFFIX = rf"(?:{O_CLOCK})?(?:{HALF}|{PART})?"
APART = r"(?<![\d/:.-])\b"
"""Not within a date or a longer number."""
NO_COUNT = rf"(?![.:]\d| ?{COUNTED})"
NO_HALF = r"(?! ?[ap]\.? ?m\b)"
"""An hour that am or pm follows is read with it, or it is none: "at 15 pm"."""

PARTS_OF_DAY = {
    "am": 0, "morning": 0, "breakfast": 0, "lunch": 10, "pm": 12, "afternoon": 12, "evening": 12, "dinner": 12,
    "tonight": 16, "night": 18,
}  # fmt: skip
"""The first of the twelve hours that go with them: "one at night" is 01:00, "eleven at night" 23:00."""
PART_ANYWHERE = (
    r"(?<!good )(?<!\bi )\b(?P<part>morning|afternoon|evening|tonight|night|dinner|lunch|breakfast|a\.?m|p\.?m)\b"
)
"""Neither a greeting nor "I am"."""


FIRST_HOUR = 8
"""Of the twelve hours in which a time lies that nothing else settles: eight is in the morning, seven in the evening."""


@dataclass(frozen=True, slots=True)
class Hours:
    """Opening hours, over midnight too; the same time twice is all day. They settle what "seven" means if it lies
    within them only once."""

    opens: time = time.min
    closes: time = time.max
    first: int = FIRST_HOUR
    """See FIRST_HOUR."""

    @classmethod
    def read(cls, opens: object, closes: object) -> Hours:
        """As somebody wrote them down: "5:00" is in the morning there. What cannot be read sets no limit."""
        start, end = (parse_time(str(text), cls(first=1)) if text else None for text in (opens, closes))
        return cls(time.min if start is None else start, time.max if end is None else end)

    def __contains__(self, moment: time) -> bool:
        if self.opens < self.closes:
            return self.opens <= moment <= self.closes
        return moment >= self.opens or moment <= self.closes

    def settle(self, hour: int, minute: int) -> time:
        within = [moment for half in (0, 12) if (moment := time(hour % 12 + half, minute)) in self]
        return within[0] if len(within) == 1 else time(_in_twelve_hours(hour, self.first), minute)


@dataclass(frozen=True, slots=True)
class _Known:
    hours: Hours
    now: datetime | None = None
    part: str | None = None
    """A part of the day that the text names anywhere: "tomorrow morning, maybe at ten"."""


def parse_time(text: str, hours: Hours = Hours()) -> time | None:
    """The time that the whole text is."""
    words = _without_ish(plain_words(text)).strip().removeprefix("at ")
    return match_whole(_WHOLE, words, _Known(hours))


def find_time(
    text: str, hours: Hours = Hours(), *, asked: bool = False, now: datetime | None = None
) -> Found[time] | None:
    """The first time in the text, a more telling one before others. `asked`: a bare number answers the question for a
    time. `now`: what "in an hour" is counted from."""
    words = _without_ish(lower_case(text))
    part = _PART_ANYWHERE.search(words)
    known = _Known(hours, now, part["part"].replace(".", "") if part else None)
    return find_first(_IN_ANSWER if asked else _IN_TEXT, words, known)


def _without_ish(text: str) -> str:
    """As many spaces as letters: places in the text stay the same."""
    return _ISH.sub(lambda match: " " * len(match[0]), text)


def _named(match: re.Match[str], _: _Known) -> time:
    return time(0 if match["name"] == "midnight" else 12)


def _military(match: re.Match[str], _: _Known) -> time:
    return time(int(match["hour"]), int(match["minute"]))


def _later(match: re.Match[str], known: _Known) -> time | None:
    numbers = find_numbers(match["count"])
    amount = {"a": 1.0, "an": 1.0, "half an": 0.5}.get(match["count"], numbers[0].value if numbers else 0.0)
    if not amount or known.now is None:
        return None
    amount += 0.5 if match["and_half"] else 0.0
    later = known.now + (timedelta(hours=amount) if match["unit"].startswith("h") else timedelta(minutes=amount))
    return time(later.hour, later.minute)


def _half_hour(match: re.Match[str], known: _Known) -> time | None:
    return _on_the_clock(match, _number(match["hour"]), 30, known)


def _past_or_to(match: re.Match[str], known: _Known) -> time | None:
    hour, minute = _number(match["hour"]), _minute(match["minute"])
    if match["way"] not in ("past", "after") and hour <= 24:
        hour, minute = (hour - 1) % 24 or 12, 60 - minute
    return _on_the_clock(match, hour, minute, known)


def _digits(match: re.Match[str], known: _Known) -> time | None:
    """ "07:30", "7h30" and "7:30:00" are written for 24 hours; "7:30" may be either half of the day."""
    is_24_hours = len(match["hour"]) == 2 or match["mark"] == "h" or match["seconds"] is not None
    return _on_the_clock(match, int(match["hour"]), int(match["minute"]), known, is_24_hours)


def _hour_and_words(match: re.Match[str], known: _Known) -> time | None:
    hour, minute = match["hour"], match.groupdict().get("minute")
    return _on_the_clock(match, _number(hour), _minute(minute), known, hour.startswith("0"))


def _on_the_clock(
    match: re.Match[str], hour: int, minute: int, known: _Known, is_24_hours: bool = False
) -> time | None:
    half = match.groupdict().get("half")
    if not 0 <= minute < 60 or (hour >= 24 and not (is_24_hours and hour == 24 and minute == 0)):
        return None
    if hour == 0 or hour > 12:
        # "15:00 pm" says the same twice, "15 pm" and "15:00 am" are mistakes.
        return time(hour % 24, minute) if half is None or (half == "p" and is_24_hours and 12 < hour < 24) else None
    part = f"{half}m" if half else match.groupdict().get("part") or known.part
    if part:
        return time(_in_twelve_hours(hour, PARTS_OF_DAY[part]), minute)
    return time(hour, minute) if is_24_hours else known.hours.settle(hour, minute)


def _in_twelve_hours(hour: int, first: int) -> int:
    return (first + (hour - first) % 12) % 24


def _minute(text: str | None) -> int:
    if not text:
        return 0
    if text == "half":
        return 30
    return 15 if "quarter" in text else _number(text.removeprefix("oh").strip(" -"))


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else int(find_numbers(text)[0].value)


_ISH = re.compile(r"(?<=\w)-?ish\b")
_PART_ANYWHERE = re.compile(PART_ANYWHERE)

_NAMED_RULES: tuple[Rule[_Known, time], ...] = (
    (re.compile(r"\b(?:(?:12|twelve) )?(?P<name>noon|midday|midnight|lunch ?time)\b"), _named),
    (re.compile(r"\b(?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d) ?(?:hours|hrs|h)\b"), _military),
    (re.compile(
        rf"\bin (?P<count>half an|\d{{1,3}}|{NUMBER_WORD}|an?)(?: (?P<and_half>and a half))? "
        r"(?P<unit>hours?|minutes?|mins?)\b"), _later),
    (re.compile(
        rf"\b(?P<minute>half|(?:a )?quarter|\d{{1,2}}|{MINUTES_PAST})(?: minutes?)? "
        rf"(?P<way>past|after|to|till|before|of) {HOUR}\b{NO_COUNT}{SUFFIX}"), _past_or_to),
    (re.compile(
        rf"(?<![\d/.-])(?<!\d:)(?P<hour>[01]?\d|2[0-4]) ?(?P<mark>[:.h]) ?(?P<minute>[0-5]\d)"
        rf"(?P<seconds>:\d{{2}}(?:\.\d+)?)?(?![\d/]|[:.]\d){SUFFIX}"), _digits),
    (re.compile(rf"\b(?P<hour>{LONG_HOUR_WORD})[ -](?P<minute>{MINUTE_WORD})\b{SUFFIX}"), _hour_and_words),
    (re.compile(rf"{APART}{HOUR}{O_CLOCK}(?:{HALF}|{PART})?"), _hour_and_words),
    (re.compile(rf"{APART}{HOUR}{HALF}"), _hour_and_words),
    (re.compile(rf"\bhalf (?P<hour>{HOUR_WORD})\b{SUFFIX}"), _half_hour),
    (re.compile(rf"{APART}{HOUR}{PART}"), _hour_and_words),
)  # fmt: skip
_AT_HOUR: Rule[_Known, time] = (
    re.compile(rf"\b(?:at|around|by|after|before|from|until) {HOUR}\b(?! ?(?:[/:-] ?)?\d){NO_COUNT}{NO_HALF}"),
    _hour_and_words,
)

_WHOLE = (*_NAMED_RULES, (re.compile(HOUR), _hour_and_words))
_IN_TEXT = (*_NAMED_RULES, _AT_HOUR)
_IN_ANSWER = (*_IN_TEXT, (re.compile(rf"{LEAD_IN}{HOUR}\b{COURTESY}"), _hour_and_words))
