"""Turns and crashes of the past, written as if they had happened, and every metric of them by looking at each."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from parley.domain.alerts import actions
from parley.domain.alerts.model import Gap, Metric, Operator, Reading, Rule, Window
from parley.domain.projects.info import ProjectInfo
from parley.kit.ids import uuid7_at
from parley.storage.db import Database
from parley.storage.partitions import ensure_between

NOW = datetime(2026, 11, 17, 12, 0, 30, 500_000, tzinfo=UTC)
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
MICROSECOND = timedelta(microseconds=1)


@dataclass(slots=True)
class StillClock:
    moment: datetime = NOW

    def now(self) -> datetime:
        return self.moment

    def monotonic(self) -> float:
        return self.moment.timestamp()


@dataclass(frozen=True, slots=True)
class Happened:
    """A turn; the opening of a conversation that began at `started`; or, with a reason, only the end of one; or, as
    `is_end_function`, what came after the end."""

    at: datetime
    latency: float | None = 100.0
    function_errors: int = 0
    api_errors: int = 0
    started: datetime | None = None
    end_reason: str | None = None
    environment: str = "live"
    is_end_function: bool = False


def rule_of(project: ProjectInfo | None = None, **fields: Any) -> Rule:
    given: dict[str, Any] = {
        "id": "ar_1",
        "account_id": project.account_id if project else "ACCOUNT-1",
        "project_id": project.id if project else None,
        "name": "A rule",
        "metric": Metric.FUNCTION_ERRORS,
        "operator": Operator.ABOVE,
        "threshold_value": 0,
        "window_duration": Window.FIVE_MINUTES,
        "enabled": True,
        "created_at": NOW,
        "updated_at": NOW,
    }
    return Rule(**{**given, **fields})


async def make_rule(db: Database, project: ProjectInfo, **fields: Any) -> Rule:
    """A rule about function errors of the project, unless the fields say otherwise."""
    rule = rule_of(project, **fields)
    names = ("project_id", "name", "metric", "operator", "threshold_value", "window_duration", "enabled")
    async with db.transaction() as tx:
        return await actions.create_rule(tx, project.account_id, {name: getattr(rule, name) for name in names}, NOW)


async def write(db: Database, project: ProjectInfo, happened: Iterable[Happened]) -> None:
    """Each in a conversation of its own: one that began long before, unless it says when."""
    many = [(uuid7_at(each.started or each.at - timedelta(hours=2)), each) for each in happened]
    async with db.transaction() as tx:
        await ensure_between(tx, NOW - timedelta(days=1), NOW + timedelta(days=1))
        await tx.executemany(
            """
            insert into conversations (id, public_id, account_id, project_id, environment, deployment_id, channel,
                                       started_at, ended_at, end_reason)
            values ($1, $2, $3, $4, $5, $6, 'WEBCHAT', $7, $8, $9)
            """,
            [
                (
                    key, f"CONV-{key.int}", project.account_id, project.id, each.environment, uuid4(),
                    each.started or each.at - timedelta(hours=2), each.at if each.end_reason else None, each.end_reason,
                )
                for key, each in many
            ],
        )  # fmt: skip
        await tx.executemany(
            """
            insert into turns (conversation_id, number, user_input, user_input_at, agent_response, agent_response_at,
                               latency_ms, function_errors, api_errors)
            values ($1, $2, '', $3, '', $3, $4, $5, $6)
            """,
            [
                (key, 0 if each.started else 7, each.at, each.latency, each.function_errors, each.api_errors)
                for key, each in many
                if each.end_reason is None and not each.is_end_function
            ],
        )
        await tx.executemany(
            """
            insert into finishes (conversation_id, ran_at, function_errors, api_errors, metrics, trace)
            values ($1, $2, $3, $4, '[]', '{}')
            """,
            [(key, each.at, each.function_errors, each.api_errors) for key, each in many if each.is_end_function],
        )


def measured_by_hand(happened: Sequence[Happened], metric: Metric, window: Window, now: datetime) -> Reading:
    begin = now - window.span
    turns = [each for each in happened if each.end_reason is None and begin <= each.at < now]
    turns = [each for each in turns if not each.is_end_function or each.function_errors or each.api_errors]
    starts = [each for each in happened if each.started is not None and begin <= each.started and each.at < now]
    crashes = [each for each in happened if each.end_reason in ("crash", "error") and begin <= each.at < now]
    if not (turns or starts or crashes):
        return Gap.NOTHING_HAPPENED
    if metric in (Metric.LATENCY_P50, Metric.LATENCY_P95):
        latencies = [each.latency for each in turns if each.latency is not None and not each.is_end_function]
        if not latencies:
            return Gap.NOTHING_HAPPENED
        return round_half_up(percentile(latencies, 50 if metric is Metric.LATENCY_P50 else 95))
    return {
        Metric.API_ERRORS: sum(each.api_errors for each in turns),
        Metric.FUNCTION_ERRORS: sum(each.function_errors for each in turns),
        Metric.CALL_CRASHES: len(crashes),
        Metric.CALL_VOLUME: len(starts),
    }[metric]


def percentile(values: Sequence[float], percent: int) -> float:
    """The standard library's own, which wants at least two values."""
    return statistics.quantiles([*values, *values[:1]] if len(values) == 1 else values, n=100, method="inclusive")[
        percent - 1
    ]


def round_half_up(value: float) -> int:
    return int(value + 0.5)
