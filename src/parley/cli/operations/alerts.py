"""`parley alerts`: the rules of all accounts, and looking at them now instead of at the next half minute."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from parley.cli.operator import AsJson, Data, moment, run, run_on, settings_for, show
from parley.domain.accounts.actions import get_account
from parley.domain.alerts import store
from parley.domain.alerts.jobs import evaluate_rules
from parley.domain.alerts.model import Judgement, Rule, State
from parley.kit.clock import SystemClock
from parley.storage.db import Connection, Database

app = typer.Typer(help="Alert rules: see their states, evaluate them now.", no_args_is_help=True)


@app.command("list")
def list_(
    account: Annotated[str | None, typer.Option(help="Only of this account.")] = None,
    state: Annotated[State | None, typer.Option(help="Only in this state.")] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """List alert rules.

    Example: parley alerts list --account demo --state alert
    """

    async def work(tx: Connection) -> list[Rule]:
        owner = await get_account(tx, account) if account else None
        return await store.list_rules(tx, owner.id if owner else None, state=state)

    show([_row(rule) for rule in run(data, work)], COLUMNS, as_json)


@app.command("evaluate")
def evaluate(data: Data = None, as_json: AsJson = False) -> None:
    """Evaluate every enabled rule now; events of changed states go out with the workers.

    Example: parley alerts evaluate
    """
    environments = settings_for(data).alert_environments

    async def work(db: Database) -> list[Judgement]:
        return await evaluate_rules(db, SystemClock(), environments)

    show([_evaluated(judgement) for judgement in run_on(data, work)], EVALUATED, as_json)


COLUMNS = (
    "id",
    "account_id",
    "project_id",
    "name",
    "metric",
    "condition",
    "enabled",
    "state",
    "since",
    "current_value",
    "last_evaluated_at",
)
EVALUATED = ("id", "account_id", "name", "before", "state", "current_value", "event")


def _row(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "account_id": rule.account_id,
        "project_id": rule.project_id,
        "name": rule.name,
        "metric": rule.metric.value,
        "condition": f"{rule.operator} {rule.threshold_value} in {rule.window_duration}",
        "enabled": rule.enabled,
        "state": rule.state.value,
        "since": moment(rule.since),
        "current_value": rule.current_value,
        "last_evaluated_at": moment(rule.last_evaluated_at),
    }


def _evaluated(judgement: Judgement) -> dict[str, Any]:
    rule = judgement.rule
    return {
        "id": rule.id,
        "account_id": rule.account_id,
        "name": rule.name,
        "before": rule.state.value,
        "state": judgement.state.value,
        "current_value": judgement.value,
        "event": judgement.event.value if judgement.event else None,
    }
