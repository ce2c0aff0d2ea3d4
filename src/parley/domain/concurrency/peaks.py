"""The peaks of windows from the spans that conversations cover, and series of them: pure, on arrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

import numpy as np

from parley.domain.concurrency.model import (
    HOUR,
    MOST_INTERVALS,
    WINDOW,
    WINDOWS_OF_HOUR,
    CountedHour,
    Facet,
    FacetRows,
    Integers,
    Range,
    Series,
    SeriesQuery,
    TooManyIntervals,
    ceiling,
    floor,
    to_micros,
)
from parley.kit.ids import MICROSECOND

_WINDOW = WINDOW // MICROSECOND
_HOUR = HOUR // MICROSECOND


def window_peaks(spans: Integers, start: int, windows: int) -> Integers:
    """The most spans that cover one moment, in each of the windows from `start` on.

    A span covers its start and not its end, so one that ends when another starts is never counted with it. The most
    is reached at the beginning of a window or with a start inside it.
    """
    # A clock that went back leaves spans that end before they start.
    spans = spans[spans[:, 0] < spans[:, 1]]
    starts, ends = np.sort(spans[:, 0]), np.sort(spans[:, 1])
    marks = start + np.arange(windows + 1) * _WINDOW
    # At the mark itself: begun by then, and not ended.
    most = np.searchsorted(starts, marks[:-1], "right") - np.searchsorted(ends, marks[:-1], "right")
    first, after = np.searchsorted(starts, marks[[0, -1]])
    inside = starts[first:after]
    # `starts` is sorted, so the place of a start in it is how many had begun by then.
    begun = np.arange(first + 1, after + 1)
    np.maximum.at(most, (inside - start) // _WINDOW, begun - np.searchsorted(ends, inside, "right"))
    return most


def count_hours(facet: Facet, parts: Iterable[FacetRows], start: datetime, hours: int) -> list[CountedHour]:
    """The hours from `start` on in which anything ran."""
    counted: list[CountedHour] = []
    for value, part in group_by_value(parts).items():
        by_hour = window_peaks(part.rows, to_micros(start), hours * WINDOWS_OF_HOUR).reshape(hours, WINDOWS_OF_HOUR)
        counted += [
            CountedHour(facet, value, part.name, start + hour * HOUR, by_hour[hour].tolist())
            for hour in np.flatnonzero(by_hour.any(axis=1)).tolist()
        ]
    return counted


def build_series(
    query: SeriesQuery, hours: Iterable[FacetRows], spans: Iterable[FacetRows], counted: int
) -> list[Series]:
    """Peaks of the first `counted` windows from hours that were counted before, of the others from spans.

    By variant: a series for each that ran in the range, in order of their ids.
    """
    by_value = query.by_variant
    kept, fresh = group_by_value(hours, by_value), group_by_value(spans, by_value)
    values = sorted(kept.keys() | fresh.keys())
    if len(values) * query.range.windows > MOST_INTERVALS:
        raise TooManyIntervals
    if not by_value:
        return [Series(_merge_peaks(query.range, kept.get(""), fresh.get(""), counted))]
    found = []
    for value in values:
        line = _merge_peaks(query.range, kept.get(value), fresh.get(value), counted)
        if line.any():
            # A variant that was renamed goes by the newer name.
            found.append(Series(line, value, (fresh.get(value) or kept[value]).name))
    return found


def group_by_value(parts: Iterable[FacetRows], by_value: bool = True) -> Mapping[str, FacetRows]:
    """One part for each value, under the newest of its names; or one for everything, under `""`."""
    found: dict[str, list[FacetRows]] = {}
    for part in parts:
        found.setdefault(part.value if by_value else "", []).append(part)
    return {value: _join(value, same) for value, same in found.items()}


def _join(value: str, parts: list[FacetRows]) -> FacetRows:
    newest = max(parts, key=lambda part: (part.rows[:, 0].max(), part.name))
    return FacetRows(value, newest.name, np.concatenate([part.rows for part in parts]))


def _merge_peaks(range_: Range, hours: FacetRows | None, spans: FacetRows | None, counted: int) -> Integers:
    line = np.zeros(range_.windows, np.int64)
    if hours is not None:
        line[:counted] = _unpack_hours(range_, hours.rows)[:counted]
    if spans is not None:
        start = to_micros(range_.start) + counted * _WINDOW
        line[counted:] = window_peaks(spans.rows, start, range_.windows - counted)
    return line


def _unpack_hours(range_: Range, hours: Integers) -> Integers:
    """The peaks of counted hours as one line of windows: the range may begin and end within an hour."""
    first = floor(range_.start, HOUR)
    by_hour = np.zeros(((ceiling(range_.end, HOUR) - first) // HOUR, WINDOWS_OF_HOUR), np.int64)
    by_hour[(hours[:, 0] - to_micros(first)) // _HOUR] = hours[:, 1:]
    skipped = (range_.start - first) // WINDOW
    return by_hour.reshape(-1)[skipped : skipped + range_.windows]
