"""Sums of conversations, and what they say, as values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import StrEnum
from typing import Any
from uuid import UUID

from parley.domain.conversations.latencies import (
    Histogram,
    Parts,
    empty_histogram,
    empty_parts,
    percentile_ms,
)
from parley.kit.errors import ParleyError
from parley.kit.ids import EPOCH
from parley.kit.values import value

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
MOST_STEPS = 1000
MOST_POINTS = 5000
LONGEST = timedelta(days=400)
FIRST = datetime(2, 1, 1, tzinfo=UTC)
"""In every time zone there are days before it."""


class Step(StrEnum):
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    """From Monday on."""
    ALL = "all"
    """One point."""


class Dimension(StrEnum):
    ENVIRONMENT = "environment"
    CHANNEL = "channel"
    VARIANT = "variant"
    DEPLOYMENT = "deployment"


class TooManySteps(ParleyError):
    """That is too much for one answer: ask for longer steps or a shorter time."""

    status = 400


@value
class Question:
    project_id: str
    environments: tuple[str, ...]
    start: datetime
    """Both on whole hours; without `end`."""
    end: datetime
    step: Step = Step.DAY
    channel: str | None = None
    variant_id: str | None = None
    deployment_id: UUID | None = None
    by: Dimension | None = None
    zone: tzinfo = UTC
    """In which days and weeks begin."""
    with_parts: bool = False
    """Whether what latencies are made of is asked for, too."""

    @property
    def before(self) -> Question:
        """The same about the time just as long before it."""
        return replace(self, start=max(self.start, EPOCH) - (self.end - self.start), end=self.start)

    def within(self, moment: datetime | None) -> datetime:
        """The nearest moment that the question is about, or its end. None: its start."""
        return self.start if moment is None else min(max(moment, self.start), self.end)


@dataclass(slots=True)
class Sums:
    conversations: int = 0
    ended: int = 0
    handoffs: int = 0
    """Of those that have ended."""
    seconds: float = 0.0
    """That they took together."""
    turns: int = 0
    silences: int = 0
    misunderstood: int = 0
    """Turns."""
    crashed: int = 0
    function_errors: int = 0
    api_errors: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    """Of handoffs."""
    latencies: Histogram = field(default_factory=empty_histogram)
    parts: Parts = field(default_factory=empty_parts)
    """Of latencies; nothing where they were not asked for."""

    def add(self, other: Sums) -> None:
        for name in NUMBERS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.reasons.update(other.reasons)
        self.latencies += other.latencies
        self.parts += other.parts


NUMBERS = tuple(each.name for each in fields(Sums) if each.name not in ("reasons", "latencies", "parts"))


@value
class Facet:
    """What conversations that are counted together have in common, besides the hour in which they started."""

    channel: str
    variant_id: str
    deployment_id: UUID

    def group(self, by: Dimension | None, environment: str) -> str | None:
        if by is None:
            return None
        named = {
            Dimension.ENVIRONMENT: environment,
            Dimension.CHANNEL: self.channel,
            Dimension.VARIANT: self.variant_id,
            Dimension.DEPLOYMENT: str(self.deployment_id),
        }
        return named[by]


Hours = dict[tuple[datetime, Facet], Sums]
Points = dict[tuple[datetime, str | None], Sums]
"""By the beginning of the step, and the value of the dimension where one is asked for."""


def step_start(moment: datetime, step: Step, start: datetime, zone: tzinfo = UTC) -> datetime:
    """Days and weeks begin at midnight of a time zone."""
    if step is Step.ALL:
        return start
    if step is Step.HOUR:
        return moment.replace(minute=0, second=0, microsecond=0)
    day = max(moment, FIRST).astimezone(zone).date()
    return _midnight(day if step is Step.DAY else day - timedelta(days=day.weekday()), zone)


def _midnight(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)


def steps(question: Question) -> Iterator[datetime]:
    """The beginning of each."""
    at, step = step_start(question.start, question.step, question.start, question.zone), question.step
    while at < question.end:
        yield at
        if step is Step.HOUR:
            at += HOUR
        elif step is Step.ALL:
            return
        else:  # a day of the calendar has 23 to 25 hours
            at = _midnight(
                at.astimezone(question.zone).date() + timedelta(days=1 if step is Step.DAY else 7), question.zone
            )


def check(question: Question) -> None:
    if question.end - question.start > LONGEST:
        raise TooManySteps(f"A question is about at most {LONGEST.days} days.")
    if sum(1 for _ in steps(question)) > MOST_STEPS:
        raise TooManySteps(f"An answer has at most {MOST_STEPS} steps.")


def to_json(sums: Sums) -> dict[str, Any]:
    def share(part: float, whole: float) -> float | None:
        return round(part / whole, 4) if whole else None

    return {
        "conversations": sums.conversations,
        "ended": sums.ended,
        "contained": sums.ended - sums.handoffs,
        "containment": share(sums.ended - sums.handoffs, sums.ended),
        "handoffs": sums.handoffs,
        "handoffRate": share(sums.handoffs, sums.ended),
        "handoffReasons": dict(sums.reasons.most_common()),
        "turns": sums.turns,
        "silences": sums.silences,
        "misunderstoodTurns": sums.misunderstood,
        "misunderstoodShare": share(sums.misunderstood, sums.turns),
        "meanDuration": None if not sums.ended else round(sums.seconds / sums.ended, 1),
        "latencyP50Ms": percentile_ms(sums.latencies, 0.5),
        "latencyP95Ms": percentile_ms(sums.latencies, 0.95),
        "crashed": sums.crashed,
        "functionErrors": sums.function_errors,
        "apiErrors": sums.api_errors,
        "errorsPerConversation": share(sums.crashed + sums.function_errors + sums.api_errors, sums.conversations),
    }
