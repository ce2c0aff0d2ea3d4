"""What stands beside an answer: the same question about another time, or about other conversations. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from parley.domain.analytics.model import HOUR, Dimension, Question, Step, Sums, step_start, to_json
from parley.domain.deployments.model import SEQUENCE
from parley.kit.ids import EPOCH
from parley.kit.values import value

BEFORE, WEEK, START = "before", "week", "start"
SURE = 1.96
"""Standard errors: a difference of shares that is larger comes about by chance once in twenty times."""
FEWEST = 5
"""Of either kind, on both sides together, below which a share says nothing."""
CHANGED = 0.0005
"""What two figures differ by at least, beside the larger one: less is rounding."""


class NotComparable(ValueError):
    """Its text says what is wrong."""


@value
class Judged:
    """A figure that two answers are compared by."""

    is_more_better: bool | None
    """None: neither more nor less of it is better."""
    share: Callable[[Sums], tuple[int, int]] | None = None
    """Of a share, the part and the whole."""


FIGURES = {
    "conversations": Judged(None),
    "containment": Judged(True, lambda sums: (sums.ended - sums.handoffs, sums.ended)),
    "handoffRate": Judged(False, lambda sums: (sums.handoffs, sums.ended)),
    "misunderstoodShare": Judged(False, lambda sums: (sums.misunderstood, sums.turns)),
    "meanDuration": Judged(None),
    "latencyP50Ms": Judged(False),
    "latencyP95Ms": Judged(False),
    "errorsPerConversation": Judged(False),
}


def compared(question: Question, asked: str, parse: Callable[[object], datetime]) -> Question:
    """The question that is compared with. `parse` reads a moment; its ValueError says what is wrong with one."""
    kind, has_value, given = asked.partition("=")
    if kind == BEFORE and not has_value:
        return question.before
    if kind == WEEK and not has_value:
        return _moved(question, timedelta(days=7))
    if not has_value:
        raise NotComparable("is none of before, week, start=…, environment=…, channel=…, variant=… and deployment=…")
    if kind == START:
        return _moved(question, question.start - _first_hour(parse(given)))
    return _about(question, kind, given)


def _first_hour(moment: datetime) -> datetime:
    return step_start(max(moment, EPOCH), Step.HOUR, moment)


def _moved(question: Question, back: timedelta) -> Question:
    start = max(question.start, EPOCH + HOUR) - back
    return replace(question, start=start, end=start + (question.end - question.start))


def _about(question: Question, kind: str, given: str) -> Question:
    if kind == Dimension.ENVIRONMENT:
        if given not in SEQUENCE:
            raise NotComparable("has no such environment")
        return replace(question, environments=(given,))
    if kind == Dimension.CHANNEL:
        return replace(question, channel=given)
    if kind == Dimension.VARIANT:
        return replace(question, variant_id=given)
    if kind == Dimension.DEPLOYMENT:
        try:
            return replace(question, deployment_id=UUID(given))
        except ValueError:
            raise NotComparable("has no id of a deployment") from None
    raise NotComparable("is none of before, week, start=…, environment=…, channel=…, variant=… and deployment=…")


def differences(sums: Sums, other: Sums) -> dict[str, dict[str, Any]]:
    """By figure: what it is, what the other is, and whether that is better."""
    values, others = to_json(sums), to_json(other)
    return {name: _difference(values[name], others[name], judged, sums, other) for name, judged in FIGURES.items()}


def difference(mine: float | None, theirs: float | None) -> dict[str, Any]:
    """Of a figure of which neither more nor less is better."""
    change = None if mine is None or not theirs else round(mine / theirs - 1, 4)
    return {"value": mine, "compared": theirs, "change": change, "isBetter": None, "isSure": None}


def _difference(mine: float | None, theirs: float | None, judged: Judged, sums: Sums, other: Sums) -> dict[str, Any]:
    found = difference(mine, theirs)
    if mine is None or theirs is None:
        return found
    if abs(mine - theirs) <= CHANGED * max(abs(mine), abs(theirs)):
        return found
    if judged.is_more_better is not None:
        found["isBetter"] = (mine > theirs) is judged.is_more_better
    if judged.share is not None:
        found["isSure"] = is_sure(judged.share(sums), judged.share(other))
    return found


def is_sure(mine: tuple[int, int], theirs: tuple[int, int]) -> bool:
    """Whether two shares differ by more than chance makes them: the usual test for two proportions."""
    (part, whole), (other_part, other_whole) = mine, theirs
    if not whole or not other_whole:
        return False
    together, both = part + other_part, whole + other_whole
    if min(together, both - together) < FEWEST:
        return False
    share = together / both
    error = math.sqrt(share * (1 - share) * (1 / whole + 1 / other_whole))
    return abs(part / whole - other_part / other_whole) > SURE * error
