"""What can be asked about concurrency and what is found, as values.

Moments are datetimes where people see them and microseconds since 1970 where they are counted by the million.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from parley.domain.conversations.model import Stage
from parley.kit.errors import ParleyError
from parley.kit.ids import EPOCH, MICROSECOND

WINDOW = timedelta(minutes=5)
HOUR = timedelta(hours=1)
WINDOWS_OF_HOUR = HOUR // WINDOW

MOST_INTERVALS = 1_000_000
"""In one answer: a week of five hundred variants, a quarter of a year of thirty-seven."""

Integers = NDArray[np.int64]


class TooManyIntervals(ParleyError):
    """So many variants make too many intervals for one answer: ask for a shorter time, or for one variant."""

    status = 400


class Facet(StrEnum):
    ALL = "all"
    VARIANT = "variant"
    VARIANT_NAME = "variant_name"
    LANGUAGE = "language"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Range:
    """From `start` up to but without `end`, both on marks between windows."""

    start: datetime
    end: datetime

    @classmethod
    def around(cls, start: datetime, end: datetime) -> Range:
        """Every window that has a moment of [start, end)."""
        return cls(floor(start, WINDOW), ceiling(end, WINDOW))

    @property
    def windows(self) -> int:
        return (self.end - self.start) // WINDOW

    def windows_before(self, moment: datetime | None) -> int:
        """How many of the windows are over at a moment between two windows. None: before all of them."""
        if moment is None:
            return 0
        return min(max((moment - self.start) // WINDOW, 0), self.windows)


@dataclass(frozen=True, slots=True)
class SeriesQuery:
    stage: Stage
    range: Range
    variant_id: str | None = None
    variant_name: str | None = None
    language: str | None = None
    """In lower case."""
    number: str | None = None
    """The agent's."""
    by_variant: bool = False
    """A series for each variant, not one for all."""

    @property
    def facet(self) -> tuple[Facet, str | None] | None:
        """The facet and its value (None: every value) whose counted hours are the answer. None: no single one is."""
        filters = {
            Facet.VARIANT: self.variant_id,
            Facet.VARIANT_NAME: self.variant_name,
            Facet.LANGUAGE: self.language,
            Facet.NUMBER: self.number,
        }
        given = [(facet, value) for facet, value in filters.items() if value is not None]
        if not given:
            return (Facet.VARIANT, None) if self.by_variant else (Facet.ALL, "")
        if len(given) > 1 or (self.by_variant and given[0][0] is not Facet.VARIANT):
            return None
        return given[0]


@dataclass(frozen=True, slots=True)
class FacetRows:
    """What belongs to one value of a facet under one name. Every row begins with a moment: either the start of a
    conversation, and its end; or an hour, and its twelve peaks."""

    value: str
    name: str
    rows: Integers


@dataclass(frozen=True, slots=True)
class Series:
    peaks: Integers
    """Of each window of the range."""
    variant_id: str = ""
    variant_name: str = ""


@dataclass(frozen=True, slots=True)
class CountedHour:
    facet: Facet
    value: str
    name: str
    hour: datetime
    peaks: list[int]


def floor(moment: datetime, step: timedelta) -> datetime:
    return moment - (moment - EPOCH) % step


def ceiling(moment: datetime, step: timedelta) -> datetime:
    return moment + (EPOCH - moment) % step


def to_micros(moment: datetime) -> int:
    return (moment - EPOCH) // MICROSECOND
