"""Rules as values, and the decision what state follows from what was measured."""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum, StrEnum
from typing import Any

from parley.domain.webhooks.model import EventType
from parley.kit.clock import iso
from parley.kit.errors import ParleyError

MOST_RULES = 10
HISTORY_KEPT = timedelta(days=90)
"""How long the states that a rule has been in are known."""
ID_PREFIX = "ar_"
ID_WIDTH = 22
ID = re.compile(r"ar_[A-Za-z0-9]+")


class AlertRuleNotFound(ParleyError):
    """There is no such alert rule."""

    status = 404


class AlertRuleIdInvalid(ParleyError):
    """This is not the id of an alert rule."""

    status = 422


class TooManyAlertRules(ParleyError):
    """An account has at most 10 alert rules. Delete one first."""

    status = 409


class Metric(StrEnum):
    LATENCY_P50 = "turn_latency_p50"
    LATENCY_P95 = "turn_latency_p95"
    API_ERRORS = "api_errors"
    FUNCTION_ERRORS = "function_errors"
    CALL_CRASHES = "call_crashes"
    CALL_VOLUME = "call_volume"


class Operator(StrEnum):
    ABOVE = ">"
    BELOW = "<"
    AT_LEAST = ">="
    AT_MOST = "<="


COMPARE = {
    Operator.ABOVE: operator.gt,
    Operator.BELOW: operator.lt,
    Operator.AT_LEAST: operator.ge,
    Operator.AT_MOST: operator.le,
}


class Window(StrEnum):
    FIVE_MINUTES = "5m"
    TEN_MINUTES = "10m"
    HOUR = "60m"

    @property
    def span(self) -> timedelta:
        return timedelta(minutes=int(self.removesuffix("m")))


class State(StrEnum):
    OK = "ok"
    ALERT = "alert"
    NO_DATA = "no_data"
    UNKNOWN = "unknown"


class Gap(Enum):
    """Why there is no value, by the state that this leads to."""

    NOTHING_HAPPENED = State.NO_DATA
    NOT_MEASURED = State.UNKNOWN


Reading = int | Gap


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    account_id: str
    project_id: str | None
    """None: every project of the account."""
    name: str
    metric: Metric
    operator: Operator
    threshold_value: int
    window_duration: Window
    enabled: bool
    created_at: datetime
    updated_at: datetime
    state: State = State.OK
    firing: bool = False
    """A trigger was sent whose end was not told yet."""
    since: datetime | None = None
    """When the present state began; None until the rule was first evaluated."""
    last_evaluated_at: datetime | None = None
    current_value: int | None = None
    revision: int = 0
    """Counts every change of the rule, by whomever: a judgement is about one of them."""

    @property
    def measures(self) -> tuple[str | None, Metric, Window]:
        """What a value of the rule is a value of."""
        return self.project_id, self.metric, self.window_duration

    def is_breached_by(self, value: int) -> bool:
        return bool(COMPARE[self.operator](value, self.threshold_value))


def apply_changes(rule: Rule, changes: Mapping[str, Any], now: datetime) -> Rule:
    """The rule with other values in some of its fields. What state it is in, and whether an incident is open, stays as
    it is until the rule is next evaluated; only a value that measured something else is gone."""
    new = replace(rule, **changes)
    if new == rule:
        return rule
    value = rule.current_value if new.measures == rule.measures else None
    return replace(new, current_value=value, updated_at=now, revision=rule.revision + 1)


@dataclass(frozen=True, slots=True)
class Judgement:
    rule: Rule
    """As it was when it was judged."""
    state: State
    firing: bool
    since: datetime
    value: int | None
    at: datetime
    event: EventType | None = None
    """What has to be told, together with writing this down."""


def judge(rule: Rule, reading: Reading, now: datetime) -> Judgement:
    """Moving into `alert` from any other state is told, also when the rule was in `alert` before it had no value. A
    value within the threshold ends what was told. Having no value says neither that it is over nor that it goes on."""
    if isinstance(reading, Gap):
        state, firing, value = reading.value, rule.firing, None
    else:
        firing, value = rule.is_breached_by(reading), reading
        state = State.ALERT if firing else State.OK
    event = None
    if state is State.ALERT and rule.state is not State.ALERT:
        event = EventType.ALERT_TRIGGERED
    elif state is State.OK and rule.firing:
        event = EventType.ALERT_RESOLVED
    since = rule.since if rule.since is not None and state is rule.state else now
    return Judgement(rule, state, firing, since, value, now, event)


def webhook_payload(judgement: Judgement) -> Mapping[str, Any]:
    """What webhook endpoints get. What a resolved incident was before is an alert, also when it went through states
    that say nothing."""
    rule, is_trigger = judgement.rule, judgement.event is EventType.ALERT_TRIGGERED
    return {
        "event_type": judgement.event,
        "alert": {
            "id": rule.id,
            "name": rule.name,
            "project_id": rule.project_id,
            "metric": rule.metric,
            "operator": rule.operator,
            "threshold_value": rule.threshold_value,
            "current_value": judgement.value,
            "previous_state": rule.state if is_trigger else State.ALERT,
            "triggered_at" if is_trigger else "resolved_at": iso(judgement.at),
        },
    }
