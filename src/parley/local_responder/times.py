"""Times of day as people say them → HH:MM."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from parley.local_responder.memo import once
from parley.local_responder.numbers import TENS, UNITS, find_numbers

_HOUR_WORD = "|".join(name for name, value in UNITS.items() if 1 <= value <= 12)
_UNIT_WORD = "one|two|three|four|five|six|seven|eight|nine"
_MINUTE_WORD = (
    rf"(?:oh[ -](?:{_UNIT_WORD})|(?:{'|'.join(TENS)})(?:[ -](?:{_UNIT_WORD}))?"
    rf"|(?:{'|'.join(name for name, value in UNITS.items() if value >= 10)}))"
)
_MINUTES_PAST = rf"(?:{_MINUTE_WORD}|{_UNIT_WORD})"
_LONG_HOUR_WORD = "|".join([_HOUR_WORD, *(name for name, value in UNITS.items() if value > 12)])
_HALF = r"(?P<half>[ap])\.?\s?m\b\.?"
_PART = r"(?:\s+(?:in the|at|this|tomorrow|on \w+))?\s+(?P<part>morning|afternoon|evening|night|tonight)"
_SUFFIX = rf"(?:\s*(?:o'?clock)?)(?:\s*{_HALF}|{_PART})?"

_CLOCK = re.compile(rf"(?<![\d/.-])(?P<hour>[01]?\d|2[0-4])\s?[:.h]\s?(?P<minute>[0-5]\d)(?![\d/]){_SUFFIX}", re.I)
_HOUR_OCLOCK = re.compile(rf"(?<![\d/:.-])\b(?P<hour>\d{{1,2}}|{_HOUR_WORD})\s*o'?clock(?:\s*{_HALF}|{_PART})?", re.I)
_HOUR_HALF = re.compile(rf"(?<![\d/:.-])\b(?P<hour>\d{{1,2}}|{_HOUR_WORD})\s*{_HALF}", re.I)
_SPOKEN = re.compile(rf"\b(?P<hour>{_LONG_HOUR_WORD})[ -](?P<minute>{_MINUTE_WORD})\b{_SUFFIX}", re.I)
_PAST_TO = re.compile(
    rf"\b(?P<minute>half|(?:a )?quarter|\d{{1,2}}|{_MINUTES_PAST})(?: minutes?)? (?P<way>past|after|to|till|before|of) "
    rf"(?P<hour>\d{{1,2}}|{_HOUR_WORD})\b{_SUFFIX}",
    re.I,
)
_HALF_HOUR = re.compile(rf"\bhalf (?P<hour>{_HOUR_WORD})\b{_SUFFIX}", re.I)
_HOUR_AND_PART = re.compile(rf"(?<![\d/:.-])\b(?P<hour>\d{{1,2}}|{_HOUR_WORD}){_PART}", re.I)
_AT_HOUR = re.compile(
    rf"\b(?:at|around|by|after|before|from|until)\s+(?P<hour>\d{{1,2}}|"
    rf"{_HOUR_WORD})\b(?!\s*(?:people|person|guest|of us|adult|/|-|:|\d|st|nd|rd|th|days?|weeks?|"
    rf"months?))",
    re.I,
)
_ALONE = re.compile(
    rf"^\W*(?:(?:maybe|um+|uh+|let's say|say|how about|probably|for|about|make it)[\s,]+)*(?P<hour>\d{{1,2}}|"
    rf"{_HOUR_WORD})(?:\s+(?:please|would be|works|is).*)?\W*$",
    re.I,
)
_MILITARY = re.compile(r"\b(?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d)\s*(?:hours|hrs|h)\b", re.I)
_NAMED = re.compile(r"\b(?P<name>noon|midday|midnight|lunch ?time)\b", re.I)
_RELATIVE = re.compile(
    r"\bin (?P<count>an?|half an|\d+|\w+)(?: (?P<half>and a half))? (?P<unit>hours?|minutes?|mins?)\b", re.I
)
_ABOUT = re.compile(r"(?<=\w)-?ish\b", re.IGNORECASE)
"""As many spaces as letters: places in the text stay the same."""
_DAY_PART = re.compile(
    r"\b(?P<part>morning|afternoon|evening|tonight|night|dinner|lunch|breakfast|a\.?m|p\.?m)\b", re.I
)


@dataclass(frozen=True, slots=True)
class FoundTime:
    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Hours:
    """What to make of "seven": the half of the day in which it lies within opening, or the likelier one."""

    opens: str = ""
    closes: str = ""

    def settle(self, hour: int, minute: int) -> str:
        candidates = [_clock(hour % 12, minute), _clock(hour % 12 + 12, minute)]
        if self.opens and self.closes:
            within = [time for time in candidates if self.opens[:5] <= time <= self.closes[:5]]
            if len(within) == 1:
                return within[0]
        return candidates[0] if 8 <= hour <= 11 else candidates[1]


def find_time(text: str, hours: Hours = Hours(), *, asked: bool = False, now: datetime | None = None) -> str | None:
    """The first time in the text. `asked`: a bare number answers the question for a time."""
    found = locate_time(text, hours, asked=asked, now=now)
    return found.value if found else None


@once
def locate_time(
    text: str, hours: Hours = Hours(), *, asked: bool = False, now: datetime | None = None
) -> FoundTime | None:
    text = _ABOUT.sub(lambda match: " " * len(match[0]), text.replace("’", "'"))
    special = _NAMED.search(text) or _MILITARY.search(text) or (_RELATIVE.search(text) if now else None)
    value = _special(special, now) if special else None
    if special and value:
        return FoundTime(value, special.start(), special.end())
    patterns = [
        _PAST_TO,
        _CLOCK,
        _SPOKEN,
        _HOUR_OCLOCK,
        _HOUR_HALF,
        _HALF_HOUR,
        _HOUR_AND_PART,
        _AT_HOUR,
        *([_ALONE] if asked else []),
    ]
    for pattern in patterns:
        for match in pattern.finditer(text):
            value = _read(match, pattern is _HALF_HOUR, text, hours)
            if value:
                return FoundTime(value, match.start(), match.end())
    return None


def _special(match: re.Match[str], now: datetime | None) -> str | None:
    groups = match.groupdict()
    if groups.get("name"):
        return "00:00" if groups["name"].lower() == "midnight" else "12:00"
    if groups.get("minute"):
        return f"{groups['hour']}:{groups['minute']}"
    return _later(match, now) if now else None


def _read(match: re.Match[str], is_half_hour: bool, text: str, hours: Hours) -> str | None:
    groups = match.groupdict()
    hour = _number(groups["hour"])
    minute = 30 if is_half_hour else _minute(groups.get("minute"))
    if groups.get("way", "") in ("to", "till", "before", "of"):
        hour, minute = (hour - 1) or 12, 60 - minute
    if hour > 24 or minute > 59:
        return None
    half = _half_of_day(groups, text)
    if hour > 12 or hour == 0:
        return _clock(hour % 24, minute)
    if half is None:
        written_24 = re.match(r"0\d", groups["hour"]) is not None
        return _clock(hour, minute) if written_24 else hours.settle(hour, minute)
    if half == "night":
        return _clock(hour % 12 + (12 if 5 < hour < 12 else 0), minute)
    return _clock(hour % 12 + (12 if half == "p" else 0), minute)


def _half_of_day(groups: dict[str, str | None], text: str) -> str | None:
    """ "a", "p", "night" (either side of midnight) or None."""
    if groups.get("half"):
        return str(groups["half"]).lower()
    within = _DAY_PART.search(text)
    part = (groups.get("part") or (within["part"] if within else "")).lower().replace(".", "")
    if part in ("morning", "breakfast", "am"):
        return "a"
    if part == "night":
        return "night"
    return "p" if part else None


def _later(match: re.Match[str], now: datetime) -> str | None:
    count = match["count"].lower()
    numbers = find_numbers(count)
    amount = {"a": 1.0, "an": 1.0, "half an": 0.5}.get(count, numbers[0].value if numbers else 0.0)
    if not amount:
        return None
    amount += 0.5 if match["half"] else 0.0
    moment = now + (timedelta(hours=amount) if match["unit"].lower().startswith("h") else timedelta(minutes=amount))
    return _clock(moment.hour, moment.minute)


def _minute(text: str | None) -> int:
    if not text:
        return 0
    word = text.lower()
    if word == "half":
        return 30
    return 15 if "quarter" in word else _number(word.removeprefix("oh").strip(" -"))


def _number(text: str) -> int:
    return int(text) if text.isdigit() else int(find_numbers(text)[0].value)


def _clock(hour: int, minute: int) -> str:
    return f"{hour:02d}:{minute:02d}"
