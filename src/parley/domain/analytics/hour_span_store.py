"""Where the counted hours of a question are, as SQL: what sums and metrics have in common."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from parley.domain.analytics.model import Dimension, Question
from parley.domain.analytics.totals import TotalsOf
from parley.domain.conversations.model import Stage
from parley.kit.values import value

COLUMNS = {
    Dimension.ENVIRONMENT: "environment",
    Dimension.CHANNEL: "channel",
    Dimension.VARIANT: "variant_id",
    Dimension.DEPLOYMENT: "deployment_id::text",
}


@value
class HourSpan:
    """Hours of a stage from `start` up to `end`, as they were counted or, with `totals`, added up."""

    stage: Stage
    start: datetime
    end: datetime
    totals: TotalsOf | None = None

    def where(self, question: Question) -> tuple[str, list[Any]]:
        """The condition that an hour `h` fits the question, and its arguments."""
        args: list[Any] = [self.stage.project_id, self.stage.environment, self.start, self.end]
        bounds = "h.project_id = $1 and h.environment = $2 and h.hour >= $3 and h.hour < $4"
        if self.totals is not None:
            args += [self.totals.facet, self.totals.value]
            return f"{bounds} and h.facet = $5 and ($6::text is null or h.value = $6)", args
        args += [question.channel, question.variant_id, question.deployment_id]
        one_of = "($5::text is null or h.channel = $5) and ($6::text is null or h.variant_id = $6)"
        return f"{bounds} and {one_of} and ($7::uuid is null or h.deployment_id = $7)", args

    def group(self, question: Question) -> str:
        """The column that the dimension of the question is in."""
        if question.by is None:
            return "null"
        if self.totals is not None and question.by is not Dimension.ENVIRONMENT:
            return "h.value"
        return f"h.{COLUMNS[question.by]}"
