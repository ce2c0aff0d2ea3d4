"""`parley alerts`."""

from __future__ import annotations

import pytest

from parley.kit.clock import SystemClock
from parley.storage.db import Database
from tests.cli.conftest import Operator
from tests.domain.alerts.happenings import Happened, make_rule, write
from tests.domain.concurrency.past import make_place

pytestmark = pytest.mark.io


async def test_rules_are_listed_with_their_states(operator: Operator, db: Database) -> None:
    assert operator.reads("alerts", "list") == []
    one, other = await make_place(db), await make_place(db)
    rules = [await make_rule(db, project, name=f"Rule of {project.account_id}") for project in (one, other)]
    [listed, second] = operator.reads("alerts", "list")
    assert {listed["id"], second["id"]} == {rule.id for rule in rules}
    assert operator.reads("alerts", "list", "--account", second["account_id"]) == [second]
    assert listed["condition"] == "> 0 in 5m"
    assert (listed["state"], listed["since"], listed["enabled"]) == ("ok", None, True)
    assert operator.reads("alerts", "list", "--state", "alert") == []
    assert listed["id"] in operator.does("alerts", "list")
    assert "There is no account 'nobody'." in operator.is_refused("alerts", "list", "--account", "nobody")


async def test_rules_are_evaluated_at_once(operator: Operator, db: Database) -> None:
    project = await make_place(db)
    rule = await make_rule(db, project, name="Errors")
    await write(db, project, [Happened(SystemClock().now(), function_errors=2, environment="sandbox")])
    expected = {"id": rule.id, "account_id": project.account_id, "name": "Errors"}
    assert operator.reads("alerts", "evaluate") == [
        {**expected, "before": "ok", "state": "no_data", "current_value": None, "event": None}
    ]
    operator.env["PARLEY_ALERT_ENVIRONMENTS"] = "live, sandbox"
    assert operator.reads("alerts", "evaluate") == [
        {**expected, "before": "no_data", "state": "alert", "current_value": 2, "event": "alerts.triggered"}
    ]
    [alert] = operator.reads("alerts", "list", "--state", "alert")
    assert (alert["id"], alert["current_value"]) == (rule.id, 2)
    assert len(await db.fetch("select from webhook_events")) == 1


async def test_an_environment_that_does_not_exist_is_refused(operator: Operator) -> None:
    for wrong in ("production", ""):
        operator.env["PARLEY_ALERT_ENVIRONMENTS"] = wrong
        assert "PARLEY_ALERT_ENVIRONMENTS" in operator.is_refused("alerts", "evaluate")
