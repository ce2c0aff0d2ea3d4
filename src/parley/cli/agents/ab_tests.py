"""`parley ab-tests`: which of two versions does better in live."""

from __future__ import annotations

import getpass
from typing import Annotated, Any
from uuid import UUID

import typer

from parley.cli.accounts.projects import AccountOption, ProjectOption, find_project
from parley.cli.operator import AsJson, Data, console, now, run, show, show_json, show_one
from parley.domain.analytics.ab_days import KeptDays
from parley.domain.analytics.ab_results import MOST_METRICS, results
from parley.domain.deployments import ab_test_actions, ab_test_store
from parley.domain.deployments.ab_tests import LARGEST, SMALLEST, USUAL, AbTest, AbTestNotFound
from parley.domain.test_runs import actions as tests
from parley.storage.db import Connection

app = typer.Typer(help="A/B tests: start, show results, change the share, end.", no_args_is_help=True)

TestId = Annotated[UUID, typer.Argument(help="The test's id, as `parley ab-tests list` shows it.")]
Share = Annotated[int, typer.Option(min=SMALLEST, max=LARGEST, help="Per cent of new conversations, in steps of 5.")]
Metric = Annotated[list[str] | None, typer.Option("--metric", help="A metric that agent code writes; may be repeated.")]
COLUMNS = ("id", "name", "status", "traffic_percentage", "chosen_deployment_id", "created_by", "created_at", "ended_at")
RESULT_COLUMNS = ("measure", "control", "variant", "difference", "verdict")


@app.command("list")
def list_(
    account: AccountOption,
    project: ProjectOption,
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many, newest first.")] = 20,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """List A/B tests, newest first.

    Example: parley ab-tests list --account demo --project restaurant
    """

    async def work(tx: Connection) -> list[dict[str, Any]]:
        project_info = await find_project(tx, account, project)
        return [each.to_json() for each in await ab_test_store.list_tests(tx, project_info.id, limit)]

    show(run(data, work), COLUMNS, as_json)


@app.command("start")
def start(
    deployment: Annotated[UUID, typer.Argument(help="The active deployment of pre-release.")],
    account: AccountOption,
    project: ProjectOption,
    name: Annotated[str, typer.Option(help="What the test is about.")] = "A/B test",
    share: Share = USUAL,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Have a share of the new conversations in live begin on the deployment that is active in pre-release.

    Example: parley ab-tests start 019b… --account demo --project restaurant --share 20
    """

    async def work(tx: Connection) -> AbTest:
        project_info = await find_project(tx, account, project)
        who = getpass.getuser()
        return await tests.start_ab_test(tx, project_info, name, deployment, share, now=now(), created_by=who)

    show_one(run(data, work).to_json(), COLUMNS, as_json)


@app.command("show")
def show_results(
    test: TestId,
    account: AccountOption,
    project: ProjectOption,
    metric: Metric = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Show how the two versions do, with intervals that hold the truth in 95 of 100 tests.

    Example: parley ab-tests show 019b… --account demo --project restaurant --metric CSAT
    """
    names = list(dict.fromkeys(metric or ()))[:MOST_METRICS]

    async def work(tx: Connection) -> dict[str, Any]:
        project_info = await find_project(tx, account, project)
        found = await ab_test_store.find_test(tx, project_info.id, test)
        if found is None:
            raise AbTestNotFound
        return results(found, await KeptDays().read(tx, found, names, now()), names)

    shown = run(data, work)
    if as_json:
        show_json(shown)
        return
    for arm in shown["arms"]:
        text = f"{arm['arm']}: {arm['conversations']} conversations, {arm['ended']} have ended"
        console.print(f"{text}, deployment {arm['deployment_id']}", soft_wrap=True)
    show([_measure_row(each) for each in shown["measures"]], RESULT_COLUMNS, as_json=False)
    if not shown["has_enough"]:
        console.print(f"Not enough conversations yet: each needs {shown['fewest_conversations']} that have ended.")


@app.command("share")
def change_share(
    test: TestId,
    share: Annotated[int, typer.Argument(min=SMALLEST, max=LARGEST, help="Per cent, in steps of 5.")],
    account: AccountOption,
    project: ProjectOption,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Change the share of the running test. Callers who have the variant keep it when it grows.

    Example: parley ab-tests share 019b… 80 --account demo --project restaurant
    """

    async def work(tx: Connection) -> AbTest:
        project_info = await find_project(tx, account, project)
        return await ab_test_actions.change_share(tx, project_info, test, share)

    show_one(run(data, work).to_json(), COLUMNS, as_json)


@app.command("end")
def end(
    test: TestId,
    chosen: Annotated[UUID, typer.Argument(help="The deployment of the two that stays.")],
    account: AccountOption,
    project: ProjectOption,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """End a test: the chosen deployment gets all new conversations. The variant is promoted to live.

    Example: parley ab-tests end 019b… 019b… --account demo --project restaurant
    """

    async def work(tx: Connection) -> AbTest:
        project_info = await find_project(tx, account, project)
        who = getpass.getuser()
        return await tests.end_ab_test(tx, project_info, test, chosen, now=now(), created_by=who)

    show_one(run(data, work).to_json(), COLUMNS, as_json)


def _measure_row(measure: dict[str, Any]) -> dict[str, str]:
    return {
        "measure": measure["name"],
        **{name: _interval(measure[name]) for name in ("control", "variant", "difference")},
        "verdict": measure["verdict"].replace("_", " "),
    }


def _interval(estimate: dict[str, float | None] | None) -> str:
    if estimate is None or estimate["value"] is None:
        return ""
    bounds = "" if estimate["low"] is None else f" ({estimate['low']:g} to {estimate['high']:g})"
    return f"{estimate['value']:g}{bounds}"
