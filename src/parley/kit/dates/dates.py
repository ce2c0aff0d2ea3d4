"""The two ways to get a date: from a text that is one, and from a longer text that holds one."""

from __future__ import annotations

import re
from datetime import date

from parley.kit.dates.calendar_dates import (
    ANSWER_RULES,
    DAY_RULES,
    MONTH_RULES,
    WHOLE_RULES,
    drop_confirming_weekdays,
)
from parley.kit.dates.grammar import Found, find_first, match_whole, plain_words
from parley.kit.dates.reading import Reading
from parley.kit.dates.relative_dates import PERIOD_RULES, RELATIVE_RULES
from parley.kit.text.case import lower_case

_WHOLE = (*MONTH_RULES, *RELATIVE_RULES, *DAY_RULES, *WHOLE_RULES)
_IN_TEXT = (*MONTH_RULES, *RELATIVE_RULES, *DAY_RULES, *PERIOD_RULES)
_IN_ANSWER = (*_IN_TEXT, *ANSWER_RULES)


def parse_date(text: str, reading: Reading) -> date | None:
    """The date that the whole text is."""
    words = " ".join(drop_confirming_weekdays(plain_words(text)).split())
    return match_whole(_WHOLE, re.sub(r"^(?:on )+", "", words), reading)


def find_date(text: str, reading: Reading) -> Found[date] | None:
    """The first date in the text, a more telling one before others: "today" tells less than "5 May"."""
    rules = _IN_ANSWER if reading.asked else _IN_TEXT
    return find_first(rules, drop_confirming_weekdays(lower_case(text)), reading)
