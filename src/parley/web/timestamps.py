"""Timestamps in queries: ISO 8601 as clients write it, and as it arrives when one of them did not encode the `+`."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated

from pydantic import BeforeValidator

FORM = re.compile(
    r"(\d{4}-?(?:\d\d-?\d\d|W\d\d-?\d))(?:[T ](\S+)(?: \+?(\d\d(?::?\d\d)?))?)?",  # date, time, offset without its plus
    re.ASCII,
)
LAST = datetime(9998, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)
"""Whoever means for ever writes the last moment of the calendar. It is taken for this one, which can be rounded up."""


def parse_timestamp(value: object) -> datetime:
    """In UTC, which is also meant where no offset is given."""
    if not isinstance(value, str):
        raise ValueError("is given more than once")
    try:
        moment = datetime.fromisoformat(_canonical(value.strip().upper()))
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError("is not a moment in ISO 8601, such as 2026-01-31T09:30:00Z") from None
    return min(moment, LAST)


def _canonical(text: str) -> str:
    """Python's own reading takes anything between date and time, and nothing in the place of a `+`."""
    found = FORM.fullmatch(text)
    if found is None:
        raise ValueError
    date, time, lost = found.groups()
    return date + (f"T{time}" if time else "") + (f"+{lost}" if lost else "")


Timestamp = Annotated[datetime, BeforeValidator(parse_timestamp)]
