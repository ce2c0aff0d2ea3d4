"""The Concurrency API: the most conversations that ran at once, in every five minutes of a time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Annotated, Literal

import numpy as np
import orjson
from pydantic import BaseModel, BeforeValidator, Field
from starlette.responses import Response

from parley.domain.accounts.model import AccountNotFound
from parley.domain.concurrency.model import WINDOW, Range, Series, SeriesQuery, TooManyIntervals, floor
from parley.domain.concurrency.series import read_series
from parley.domain.conversations.model import Stage
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
from parley.kit.errors import FieldError, ParleyError, ValidationFailed
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import CONCURRENCY
from parley.web.replica_reads import reads_recent
from parley.web.responses import Streamed
from parley.web.timestamps import Timestamp

# Of the range, to bound the work: a quarter of a year, whichever.
LONGEST = timedelta(days=92)
DAY = timedelta(days=1)
MARKS = [f"T{minutes // 60:02}:{minutes % 60:02}:00Z" for minutes in range(0, 24 * 60, WINDOW.seconds // 60)]
"""The times of day at which windows begin."""
PART = 10_000
"""Intervals that are written at once: an answer may have a hundred times as many."""


class SliceByNotImplemented(ParleyError):
    """Slicing by language or phone number is not implemented. Filter by them instead, or slice by variant."""

    status = 501


def _phone_number(value: object) -> object:
    """A `+` that was not encoded arrives as a space. Numbers are kept without what people put between digits."""
    if not isinstance(value, str):
        return value
    number = value.strip()
    if re.fullmatch(r"\+?[0-9 ().-]+", number):
        number = re.sub(r"[ ().-]", "", number)
        # Only where the `+` would have been: a space further on is one that people write.
        return f"+{number}" if value.startswith(" ") and not number.startswith("+") else number
    return number


Text = Annotated[str, Field(max_length=255)]
PhoneNumber = Annotated[str, BeforeValidator(_phone_number), Field(min_length=1, max_length=255)]
Language = Annotated[str, Field(max_length=35, pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})+$")]


class ConcurrencyQuery(BaseModel):
    start_time: Timestamp = Field(description="ISO 8601. Rounded down to the nearest 5-minute mark.")
    end_time: Timestamp = Field(
        description=f"ISO 8601. Rounded up to the nearest 5-minute mark. At most {LONGEST.days} days after the start."
    )
    client_env: Literal["sandbox", "pre-release", "live"] = "live"
    variant_id: Text | None = Field(default=None, description="Not together with `variant_name`.")
    variant_name: Text | None = Field(default=None, description="Not together with `variant_id`.")
    language: Language | None = Field(default=None, description="A code such as `en-GB`, in upper or lower case.")
    phone_number: PhoneNumber | None = Field(default=None, description="The agent's number.")
    slice_by: Literal["variant", "language", "phone_number"] | None = Field(
        default=None, description="`variant`: a series for each variant. The others are not implemented (501)."
    )


class Interval(BaseModel):
    time: datetime = Field(description="The beginning of the five minutes, in UTC.")
    max_concurrent_conversations: int
    variant_id: str | None = Field(default=None, description="Only when sliced by variant.")
    variant_name: str | None = Field(default=None, description="Only when sliced by variant.")
    language: str | None = Field(default=None, description="Reserved.")
    phone_number: str | None = Field(default=None, description="Reserved.")


class ConcurrencyReply(BaseModel):
    account_id: str
    project_id: str
    intervals: list[Interval] = Field(description="Ascending by time, then by `variant_id`.")


async def get_concurrency(request: ApiRequest[None, ConcurrencyQuery]) -> Response:
    query = request.query
    _check(query)
    wanted = SeriesQuery(
        stage=Stage(request.project.id, query.client_env),
        range=Range.around(query.start_time, query.end_time),
        variant_id=query.variant_id,
        variant_name=query.variant_name,
        language=query.language and query.language.lower(),
        number=query.phone_number,
        by_variant=query.slice_by is not None,
    )
    found = await read_series(request.resources.db, wanted, request.resources.clock.now())
    parts = _in_thread(_body(request.project, wanted, found))
    return Streamed(await anext(parts), parts)


def _check(query: ConcurrencyQuery) -> None:
    problems = []
    if query.start_time >= query.end_time:
        problems.append(FieldError("end_time", "is not after start_time"))
    elif query.end_time - query.start_time > LONGEST:
        problems.append(FieldError("end_time", f"is more than {LONGEST.days} days after start_time"))
    if query.variant_id is not None and query.variant_name is not None:
        problems.append(FieldError("variant_name", "cannot be given together with variant_id"))
    if problems:
        raise ValidationFailed(fields=problems)
    if query.slice_by in ("language", "phone_number"):
        raise SliceByNotImplemented


async def _in_thread(parts: Iterator[bytes]) -> AsyncGenerator[bytes, None]:
    """A part may take some milliseconds to write, in which others are served."""
    while (part := await asyncio.to_thread(next, parts, None)) is not None:
        yield part


def _body(project: ProjectInfo, wanted: SeriesQuery, found: Sequence[Series]) -> Iterator[bytes]:
    """The answer's body, in parts."""
    head = orjson.dumps({"account_id": project.account_id, "project_id": project.id, "intervals": []})
    yield head.removesuffix(b"]}")
    for number, intervals in enumerate(_intervals(wanted, found)):
        yield f"{',' if number else ''}{','.join(intervals)}".encode()
    yield b"]}"


def _intervals(wanted: SeriesQuery, found: Sequence[Series]) -> Iterator[list[str]]:
    """The intervals of each window, some windows at a time. From one window to the next only time and peaks differ, so
    all else is written once."""
    if not found:
        return
    # A template for `%`, in which NUL stands for the time: no name holds one, PostgreSQL does not store it.
    tails = [_tail(each).replace("%", "%%") if wanted.by_variant else "}" for each in found]
    window = ",".join(f'{{"time":"\0","max_concurrent_conversations":%d{tail}' for tail in tails)
    peaks = np.stack([each.peaks for each in found], axis=1)
    times = _times(wanted.range)
    for first in range(0, len(peaks), step := max(PART // len(found), 1)):
        rows = peaks[first : first + step].tolist()
        some = islice(times, len(rows))
        yield [window.replace("\0", time) % tuple(row) for time, row in zip(some, rows, strict=True)]


def _times(range_: Range) -> Iterator[str]:
    """The beginning of each window, in ISO 8601."""
    midnight = floor(range_.start, DAY)
    first = (range_.start - midnight) // WINDOW
    after = first + range_.windows
    for begin in range(0, after, len(MARKS)):
        date = (midnight + begin * WINDOW).date().isoformat()
        for mark in MARKS[max(first - begin, 0) : after - begin]:
            yield date + mark


def _tail(series: Series) -> str:
    names = orjson.dumps({"variant_id": series.variant_id, "variant_name": series.variant_name})
    return f",{names.decode().removeprefix('{')}"


ENDPOINTS = (
    Endpoint(
        "GET",
        "/v1/{account_id}/{project_id}/conversations/concurrency",
        reads_recent(get_concurrency),
        CONCURRENCY,
        "The most conversations that ran at once, in every five minutes",
        query=ConcurrencyQuery,
        reply=ConcurrencyReply,
        errors=(AccountNotFound, ProjectNotFound, TooManyIntervals, SliceByNotImplemented),
        description="A conversation runs from its start to its end; one that has not ended, until now.",
    ),
)
