"""What the endpoints of alert rules take and give."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StrictBool

from parley.domain.alerts.model import Metric, Operator, State, Window
from parley.web.inputs import LEFT_OUT, Flag

# What the column in the database holds.
LARGEST = (1 << 63) - 1

Name = Annotated[str, Field(min_length=1, max_length=255)]
Project = Annotated[str, Field(min_length=1, max_length=255)]
Threshold = Annotated[
    int,
    Field(strict=True, ge=0, le=LARGEST, description="Milliseconds for a latency, else a count within the window."),
]
Id = Annotated[str, Field(pattern=r"^ar_[A-Za-z0-9]+$")]


class NewAlertRule(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Name
    project_id: Project | None = Field(default=None, description="Slug or id; null: every project of the account.")
    metric: Metric
    operator: Operator
    threshold_value: Threshold
    window_duration: Window
    enabled: StrictBool = True


class AlertRuleChanges(BaseModel):
    """Only what is given changes."""

    model_config = ConfigDict(extra="forbid")

    name: Name = LEFT_OUT
    project_id: Project | None = Field(default=None, description="Slug or id; null: every project of the account.")
    metric: Metric = LEFT_OUT
    operator: Operator = LEFT_OUT
    threshold_value: Threshold = LEFT_OUT
    window_duration: Window = LEFT_OUT
    enabled: StrictBool = LEFT_OUT


class Condition(BaseModel):
    name: str
    project_id: str | None
    metric: Metric
    operator: Operator
    threshold_value: int
    window_duration: Window


class AlertRuleRecord(Condition):
    id: Id
    enabled: bool
    current_state: State
    created_at: str
    updated_at: str
    since: str | None = Field(description="When the present state began; null until the rule is first evaluated.")
    last_evaluated_at: str | None
    current_value: int | None


class AlertRuleList(BaseModel):
    data: list[AlertRuleRecord]


class ActiveAlert(Condition):
    alert_rule_id: Id
    since: str
    last_evaluated_at: str
    current_value: int | None


class ActiveAlertList(BaseModel):
    data: list[ActiveAlert]


class ActiveAlertsQuery(BaseModel):
    project_id: Project | None = Field(default=None, description="Slug or id: only rules of this project.")
    metric: Metric | None = None


class AlertRulesQuery(ActiveAlertsQuery):
    enabled: Flag | None = None
    state: State | None = None
