"""When people get in touch: a rhythm of the day and of the week. Pure."""

from __future__ import annotations

from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from parley.kit.ids import EPOCH, MICROSECOND

HOUR = timedelta(hours=1)
BY_HOUR = (2, 1, 1, 1, 1, 2, 5, 12, 30, 52, 60, 58, 50, 52, 55, 54, 50, 44, 36, 26, 18, 12, 7, 4)
BY_WEEKDAY = (112, 105, 102, 100, 104, 58, 40)


def starts(chance: np.random.Generator, end: datetime, days: int, count: int) -> NDArray[np.int64]:
    """When each of `count` conversations in the days before `end` starts, in microseconds since 1970, in order."""
    hours = [end - number * HOUR for number in range(days * 24, 0, -1)]
    weights = np.array([BY_HOUR[hour.hour] * BY_WEEKDAY[hour.weekday()] for hour in hours], np.float64)
    counts = chance.multinomial(count, weights / weights.sum())
    begins = np.array([(hour - EPOCH) // MICROSECOND for hour in hours], np.int64)
    found = np.repeat(begins, counts) + chance.integers(0, HOUR // MICROSECOND, count)
    found.sort()
    return found
