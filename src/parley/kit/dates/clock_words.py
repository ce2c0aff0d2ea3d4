"""The words that times are made of, as patterns for lower case and single spaces."""

from __future__ import annotations

from parley.kit.dates.grammar import COUNTED
from parley.kit.text.numbers import TENS, UNITS

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
